#!/usr/bin/env python3
"""`robots-policy scan --fast-skip` beside a scan without it, over archives of several kinds, in one run.

    python3 benches/skip.py [--gib 0.1] [--rounds 5] [--program PATH] [--against PATH]

prints for each kind the share of the decompressed bytes whose records have a row, the medians of the CPU time of one
worker, and their ratio within a round. With `--against` the ratios of another build of the program come beside them.
"""

import json
import random
import statistics

from kit import OUT, TARGET, built, in_turns, measured, member, options
from scan import pages, record

HEAD = "HTTP/1.1 200 OK\r\nContent-Type: {}\r\n\r\n"


def other(kind, number, content_type, body):
    """A record of another kind than a response of a page."""
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\n"
        f"WARC-Target-URI: https://www{number % 997}.example/{number}\r\n"
        "WARC-Date: 2026-03-01T12:00:00Z\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body + b"\r\n\r\n"


def response(number, content_type, body):
    return other("response", number, "application/http", HEAD.format(content_type).encode() + body)


def beside_page(number, page):
    """A request and metadata, as crawlers write them."""
    request = b"GET /%d HTTP/1.1\r\nHost: www.example\r\nAccept: text/html\r\n\r\n" % number
    yield other("request", number, "application/http; msgtype=request", request)
    yield other("metadata", number, "application/warc-fields", b"fetchTimeMs: 120\r\ncharset: UTF-8\r\n" * 8)


def picture(number, page):
    """A picture of the size of the page, whose bytes do not compress."""
    yield response(number, "image/jpeg", random.Random(number % 100).randbytes(len(page)))


def script(number, page):
    """Four scripts of the size of the page, which compress as the page does."""
    for part in range(4):
        yield response(number * 4 + part, "text/javascript", page)


def text(number, page):
    """The text of the page three times, in other records than responses."""
    for _ in range(3):
        yield other("conversion", number, "text/plain", page)


# The records after each page, and the options of the scan.
KINDS = {
    "pages alone": (lambda number, page: (), []),
    "pages, requests and metadata": (beside_page, []),
    "as many bytes of pictures, a row for each": (picture, []),
    "the same, rows of `--type text/html`": (picture, ["--type", "text/html"]),
    "four times as many bytes of scripts, a row for each": (script, []),
    "the same, rows of `--type text/html` ": (script, ["--type", "text/html"]),
    "three times as many bytes of `conversion` records": (text, []),
}


def archive(beside, documents, wanted):
    """An archive with a member a record, made once."""
    path = TARGET / f"bench-skip-{beside.__name__.strip('<>')}-{wanted}.warc.gz"
    if path.exists():
        return path
    number, written = 0, 0
    with open(path.with_suffix(".part"), "wb") as out:
        while written < wanted:
            page = documents[number % len(documents)]
            for content in [record(number, page), *beside(number, page)]:
                out.write(member(content))
                written += len(content)
            number += 1
    path.with_suffix(".part").rename(path)
    return path


def main():
    args = options(__doc__, gib=0.1).parse_args()
    programs = ([("before", args.against)] if args.against else []) + [("now", args.program or built())]
    documents, _ = pages(args.pages)
    names = [name for name, _ in programs]
    print("| archive | rows | full, s | " + " | ".join(f"fast to full, {name}" for name in names) + " |")
    print("|---|---|---" + "|---" * len(programs) + "|")
    for kind, (beside, wanted) in KINDS.items():
        path = archive(beside, documents, int(args.gib * (1 << 30)))
        times = {}
        cases = [(name, program, fast) for name, program in programs for fast in (False, True)]
        for name, program, fast in in_turns(cases, args.rounds):
            skip = ["--fast-skip"] if fast else []
            command = [program, "scan", path, "--quiet", "-j", "1", "-o", OUT, *wanted, *skip]
            times.setdefault((name, fast), []).append(measured(command)[0])
        summary = json.loads((OUT / "summary.json").read_text())
        pairs = [zip(times[name, True], times[name, False]) for name in names]
        ratios = [statistics.median(fast / full for fast, full in pair) for pair in pairs]
        shown = " | ".join(f"{ratio:.2f}" for ratio in ratios)
        full = statistics.median(times[names[-1], False])
        print(f"| {kind.strip()} | {summary['rows']:,} of {summary['records']:,} records | {full:.2f} | {shown} |")


if __name__ == "__main__":
    main()
