#!/usr/bin/env python3
"""Reading a crawl archive: `robots-policy scan` beside what people write today, in one run.

    python3 benches/scan.py [--gib 1] [--rounds 3] [--only NAME,NAME] [--pages FOLDER] [--against PROGRAM]

makes an archive of real pages (../shared/corpus/html, else those of fixtures/), runs every method in turns and prints
the medians of CPU time, wall time and peak memory, and the ratios of the CPU times to those of bare inflaters and of
another build of the program, `--against`. It needs cargo, gzip, and a Python that can install warcio, beautifulsoup4,
fastwarc and resiliparse, which it does in target/peers.
"""

import argparse
import gzip
import io
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

BENCHES = pathlib.Path(__file__).resolve().parent
ROOT = BENCHES.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
# The folder of the last scan.
OUT = TARGET / "bench-policy"
CARGO = ["cargo", "build", "--release", "--quiet", "--manifest-path"]

PEERS = ["warcio==1.8.1", "beautifulsoup4==4.15.0", "lxml==6.1.3", "fastwarc==2.0.1", "resiliparse==2.0.1"]


def options(text):
    """The options."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gib", type=float, default=1.0, help="uncompressed size of the archives")
    parser.add_argument("--rounds", type=int, default=3)
    for name in ("pages", "program", "against"):
        parser.add_argument(f"--{name}")
    return parser


def in_turns(cases, rounds):
    """Each case once a round, in each round from another one on."""
    for turn in range(rounds):
        at = turn % len(cases)
        yield from cases[at:] + cases[:at]


def member(content):
    """A member of gzip."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=6, mtime=0) as file:
        file.write(content)
    return packed.getvalue()


def measured(command, stderr=None):
    """CPU seconds, wall seconds and the peak of memory in MiB of one run of a command."""
    shutil.rmtree(OUT, ignore_errors=True)
    began = time.monotonic()
    child = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=stderr)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - began
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{command[:3]} failed")
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024


def built():
    """The program under test."""
    subprocess.run([*CARGO, ROOT / "crates/cli/Cargo.toml"], check=True)
    return TARGET / "release/robots-policy"


def pages(folder):
    """The documents that the archive is made of."""
    folders = [pathlib.Path(folder)] if folder else [ROOT.parent / "shared/corpus/html", ROOT / "fixtures"]
    for place in folders:
        found = sorted(path for path in place.rglob("*.htm*") if path.is_file())
        if found:
            return [path.read_bytes() for path in found], place
    sys.exit(f"no pages in {folders}")


def record(number, page):
    """A response record of one page, uncompressed."""
    tag = b"X-Robots-Tag: noarchive\r\n" if number % 20 == 0 else b""
    message = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + tag + b"\r\n" + page
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\n"
        f"WARC-Target-URI: https://www{number % 997}.example/{number}\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012}>\r\n"
        "WARC-Date: 2026-03-01T12:00:00Z\r\n"
        "Content-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(message)}\r\n\r\n"
    )
    return head.encode() + message + b"\r\n\r\n"


def archives(folder, wanted, parts):
    """Archives of `wanted` bytes in all, a gzip member a record; made once."""
    TARGET.mkdir(parents=True, exist_ok=True)
    names = [TARGET / f"bench-{wanted}-{part}of{parts}.warc.gz" for part in range(parts)]
    if not all(name.exists() for name in names):
        # In a process of its own: what a process held when it began counts among the memory of those that it begins.
        child = os.fork()
        if child == 0:
            make(names, folder, wanted)
            os._exit(0)
        if os.waitpid(child, 0)[1] != 0:
            sys.exit("the archives could not be made")
    return names


def make(names, folder, wanted):
    """Writes the archives."""
    parts = len(names)
    documents, place = pages(folder)
    print(f"making {parts} archives of {wanted} bytes in all from {len(documents)} pages of {place}", file=sys.stderr)
    # One member a page and number: compressing each page anew would take longer than all that is measured.
    number, written, part = 0, 0, 0
    out = open(names[0].with_suffix(".part"), "wb")
    while written < wanted:
        content = record(number, documents[number % len(documents)])
        out.write(member(content))
        written += len(content)
        number += 1
        if written * parts >= wanted * (part + 1) and part + 1 < parts:
            out.close()
            part += 1
            out = open(names[part].with_suffix(".part"), "wb")
    out.close()
    for name in names:
        name.with_suffix(".part").rename(name)


def peers():
    """A Python that has the peers."""
    folder = TARGET / "peers"
    python = folder / "bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "-q", "install", *PEERS], check=True)
    return python


def inflaters():
    """The bare inflaters of its libraries."""
    subprocess.run([*CARGO, BENCHES / "Cargo.toml", "--bin", "inflate", "--bin", "whole"], check=True)
    bare = TARGET if "CARGO_TARGET_DIR" in os.environ else BENCHES / "target"
    return bare / "release/inflate", bare / "release/whole"


def methods(names, ours, against):
    """Every method: its name, and its command."""
    inflate, whole = inflaters()
    python = peers()
    arguments = ["scan", *names, "--quiet", "--agent", "ExampleBot", "-o", OUT]
    scan = [ours, *arguments]
    cores = os.cpu_count()
    other = [("another scan, one worker", [against, *arguments, "-j", "1"])] if against else []
    return [
        ("zcat", ["zcat", *names]),
        ("zlib-rs, 64 KiB reads", [inflate, *names]),
        ("libdeflate, whole members", [whole, *names]),
        *other,
        ("scan, one worker", [*scan, "-j", "1"]),
        ("scan, one worker, `--sha256`", [*scan, "-j", "1", "--sha256"]),
        ("scan, one worker, to JSON lines with the ledger", [*scan, "-j", "1", "--format", "jsonl"]),
        (f"scan, {cores} workers", [*scan, "-j", str(cores)]),
        ("scan --fast-skip, one worker", [*scan, "-j", "1", "--fast-skip"]),
        ("fastwarc + resiliparse", [python, BENCHES / "pipelines.py", "resiliparse", *names]),
        ("warcio + beautifulsoup4", [python, BENCHES / "pipelines.py", "beautifulsoup", *names]),
    ]


# The methods that the others are compared with.
BASES = ["zlib-rs", "libdeflate", "another scan"]


def main():
    parser = options(__doc__)
    parser.add_argument("--parts", type=int, default=4, help="number of archives")
    parser.add_argument("--only", default="", help="methods, by the beginnings of their names")
    args = parser.parse_args()
    names = archives(args.pages, int(args.gib * (1 << 30)), args.parts)
    only = [name for name in args.only.split(",") if name]
    chosen = [
        m
        for m in methods(names, args.program or built(), args.against)
        if not only or any(m[0].startswith(o) for o in only)
    ]
    runs = {name: [] for name, _ in chosen}
    for name, command in in_turns(chosen, args.rounds):
        runs[name].append(measured(command))
        print(f"  round {len(runs[name])}: {name} {runs[name][-1]}", file=sys.stderr)
    print_table(runs)


def print_table(runs):
    """Prints the medians, and the medians of the ratios of CPU time within a round."""
    bases = [name for base in BASES for name in runs if name.startswith(base)]
    print("| method | CPU, s |" + "".join(f" to {base} |" for base in bases) + " wall, s | peak memory, MiB |")
    print("|---" * (4 + len(bases)) + "|")
    for name, each in runs.items():
        cpu, wall, memory = (statistics.median(column) for column in zip(*each))
        ratios = [statistics.median(mine[0] / other[0] for mine, other in zip(each, runs[base])) for base in bases]
        shown = "".join(f" {ratio:.2f} |" for ratio in ratios)
        print(f"| {name} | {cpu:.2f} |{shown} {wall:.2f} | {memory:.0f} |")


if __name__ == "__main__":
    main()
