"""Reads an archive with warcio and prints a line a record: offset, target, CRC-32 of the block, CRC-32 of the payload.

    warc_records.py FILE

The payload is the body of a response without its codings, `-` for other records. Coded bodies that were decoded before
they were stored are given as they are: warcio finds that they are no gzip, and without another package it undoes no brotli.
"""

import sys
import zlib

from warcio.archiveiterator import ArchiveIterator


def blocks(path):
    with open(path, "rb") as file:
        records = ArchiveIterator(file, no_record_parse=True)
        for record in records:
            # The offset is known when the record has been read.
            block = zlib.crc32(record.raw_stream.read())
            target = record.rec_headers.get_header("WARC-Target-URI") or "-"
            yield records.get_record_offset(), target, block


def payloads(path):
    with open(path, "rb") as file:
        for record in ArchiveIterator(file):
            is_response = record.rec_type == "response" and record.http_headers
            yield f"{zlib.crc32(record.content_stream().read()):08x}" if is_response else "-"


if __name__ == "__main__":
    for (offset, target, block), payload in zip(blocks(sys.argv[1]), payloads(sys.argv[1]), strict=True):
        print(offset, target, f"{block:08x}", payload)
