#!/usr/bin/env python3
"""A store of many sites: makes an archive of N robots.txt answers and builds a store of them.

    python3 benches/sites.py [10000000]

prints the seconds, the peak of memory in MiB, and the size of the store in MiB. The archive takes 340 bytes a site.
"""

import sys

from scan import TARGET, built, measured


def make(path, sites):
    with open(path, "wb") as out:
        for number in range(sites):
            # An order that is not that of the names; the multiplier has no divisor in common with powers of ten.
            site = number * 2654435761 % sites
            body = b"User-agent: *\nDisallow: /private%d\nSitemap: https://www%d.example/sitemap.xml\n" % (site % 97, site)
            message = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + body
            out.write(
                b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://www%d.example/robots.txt\r\n"
                b"WARC-Date: 2026-03-01T12:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
                b"Content-Length: %d\r\n\r\n%s\r\n\r\n" % (site, len(message), message)
            )


def main():
    sites = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    program = built()
    archive, store = TARGET / "bench-sites.warc", TARGET / "bench-sites.store"
    make(archive, sites)
    store.unlink(missing_ok=True)
    _, took, memory = measured([program, "robots-store", "build", archive, "-o", store, "--quiet"])
    size = store.stat().st_size
    archive.unlink()
    store.unlink()
    print(f"{sites} sites: {took:.1f} s, {memory:.0f} MiB of memory, a store of {size / 2**20:.0f} MiB")


if __name__ == "__main__":
    main()
