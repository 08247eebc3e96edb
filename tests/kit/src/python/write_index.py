"""Writes an index of records as Parquet in the ways of other programs.

    write_index.py FOLDER

Reads FOLDER/index.csv, with the columns filename, offset and length. Writes good-*.parquet of the same rows, and bad-*.parquet,
in which something is wrong with them.
"""

import csv
import sys
from pathlib import Path


def columns(rows):
    names = [row["filename"] for row in rows]
    return names, [int(row["offset"]) for row in rows], [int(row["length"]) for row in rows]


def main(folder):
    import duckdb
    import pyarrow as pa
    import pyarrow.parquet as pq

    index = folder / "index.csv"
    with open(index, newline="") as file:
        names, offsets, lengths = columns(list(csv.DictReader(file)))

    def table(text=None, number=None, **changed):
        number = number or pa.int64()
        parts = {
            "url": ["https://a.example/"] * len(names),
            "warc_filename": pa.array(names, text or pa.string()),
            "warc_record_offset": pa.array(offsets, number),
            "warc_record_length": pa.array(lengths, number),
            "fetch_status": pa.array([200] * len(names), pa.int16()),
        }
        return pa.table({**parts, **changed})

    def write(name, table, **options):
        pq.write_table(table, folder / f"{name}.parquet", **options)

    for compression in ["none", "snappy", "gzip", "zstd"]:
        write(f"good-{compression}", table(), compression=compression)
    write("good-plain", table(), use_dictionary=False)
    write("good-groups", table(), row_group_size=2)
    write("good-pages", table(), data_page_version="2.0", data_page_size=8, write_batch_size=1)
    delta = {"warc_record_offset": "DELTA_BINARY_PACKED", "warc_filename": "DELTA_BYTE_ARRAY"}
    write("good-delta", table(), use_dictionary=False, column_encoding=delta)
    for name in ["int32", "uint32", "int64", "uint64"]:
        write(f"good-{name}", table(number=getattr(pa, name)()))
    write("good-categories", table(text=pa.dictionary(pa.int32(), pa.string())))
    write("good-binary", table(text=pa.binary()))
    write("good-struct", table(warc=pa.array([{"offset": 1, "length": 2}] * len(names))))
    for codec in ["snappy", "gzip"]:
        target = folder / f"good-duckdb-{codec}.parquet"
        duckdb.sql(f"COPY (SELECT * FROM '{index}') TO '{target}' (FORMAT parquet, COMPRESSION {codec})")

    other = pa.array([-offset - 1 for offset in offsets])
    write("bad-negative", table(warc_record_offset=other))
    write("bad-null", table(warc_record_length=pa.array(lengths[:-1] + [None])))
    write("bad-null-name", table(warc_filename=pa.array(names[:-1] + [None])))
    write("bad-text", table(warc_record_offset=pa.array([str(offset) for offset in offsets])))
    write("bad-double", table(warc_record_offset=pa.array([float(offset) for offset in offsets])))
    write("bad-time", table(warc_record_offset=pa.array(offsets, pa.timestamp("us"))))
    write("bad-list", table(warc_record_offset=pa.array([[offset] for offset in offsets])))
    write("bad-lists", table(warc_filename=pa.array([[name] for name in names])))
    write("bad-name", table(warc_filename=pa.array(offsets)))
    write("bad-missing", table().drop_columns(["warc_record_length"]))
    write("bad-codec", table(), compression="lz4")
    write("bad-empty", table().slice(0, 0))


main(Path(sys.argv[1]))
