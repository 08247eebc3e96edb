#!/usr/bin/env python3
"""A store of many sites, each asked several times: makes archives of robots.txt answers and builds a store of them.

    python3 benches/sites.py [10000000 [10]]

are the sites, and how often each is asked in a year; the file of a site changes once on the way. It prints the seconds, the peak of
memory in MiB, and the size of the store in MiB. The archive takes 450 bytes an answer.
"""

import datetime
import sys

from kit import TARGET, built, measured

START = datetime.datetime(2025, 1, 1)


def record(number, site, at, body):
    message = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + body
    # Identifiers as random as those of crawlers.
    high, low = number * 0x9E3779B97F4A7C15 % 2**64, number * 0xC2B2AE3D27D4EB4F % 2**64
    uuid = b"%08x-%04x-%04x-%04x-%012x" % (high >> 32, high >> 16 & 0xFFFF, high & 0xFFFF, low >> 48, low & 0xFFFFFFFFFFFF)
    return (
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%s>\r\n"
        b"WARC-Target-URI: https://www%d.example/robots.txt\r\n"
        b"WARC-Date: %s\r\nContent-Type: application/http; msgtype=response\r\n"
        b"Content-Length: %d\r\n\r\n%s\r\n\r\n" % (uuid, site, at, len(message), message)
    )


def make(path, sites, times):
    """One crawl after the other: the order is that of times, and within a crawl not that of names."""
    with open(path, "wb") as out:
        for time in range(times):
            day = START + datetime.timedelta(days=365 * time / max(times, 1))
            for number in range(sites):
                # The multiplier has no divisor in common with powers of ten.
                site = number * 2654435761 % sites
                at = (day + datetime.timedelta(seconds=number % 86_400)).strftime("%Y-%m-%dT%H:%M:%SZ").encode()
                version = site % 97 + (time * 2 >= times)
                body = b"User-agent: *\nDisallow: /private%d\nSitemap: https://www%d.example/sitemap.xml\n" % (version, site)
                out.write(record(time * sites + number, site, at, body))


def main():
    given = [int(text) for text in sys.argv[1:]]
    sites, times = (given + [10_000_000, 10][len(given) :])[:2]
    program = built()
    archive, store = TARGET / "bench-sites.warc", TARGET / "bench-sites.store"
    make(archive, sites, times)
    store.unlink(missing_ok=True)
    _, took, memory = measured([program, "robots-store", "build", archive, "-o", store, "--quiet"])
    size = store.stat().st_size
    archive.unlink()
    store.unlink()
    each = f"{sites} sites, {sites * times} answers"
    print(f"{each}: {took:.1f} s, {memory:.0f} MiB of memory, a store of {size / 2**20:.0f} MiB")


if __name__ == "__main__":
    main()
