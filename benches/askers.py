#!/usr/bin/env python3
"""The cost of a further asker in `robots-policy scan`: clients (`--agent`) and engines (`--as`), in one run.

    python3 benches/askers.py [--counts 1,10,75] [--program PATH] [--against PATH]

needs valgrind, and prints for each number of askers the rows, the instructions of a record and all its rows, and what a
further asker adds, as a share of the scan with one. Instructions are the same on a busy machine as on an idle one; the
difference of two scans leaves out the start and the end of the program. `--against` is another build of the program, whose
rows come first.
"""

import argparse
import json
import subprocess

from kit import OUT, built, instructions
from scan import archives

# What is scanned, uncompressed.
COUNTED = (24 << 20, 48 << 20)


def engines(program):
    """The names of all engines."""
    listed = subprocess.run([program, "engines"], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in listed.splitlines()[1:] if line and not line[0].isspace()]


def askers(program, kind, count):
    """The options for this many askers."""
    if kind == "engines":
        return ["--as", ",".join(engines(program)[:count])]
    return [word for number in range(count) for word in ("--agent", f"ExampleBot{number}")]


def command(program, names, wanted):
    return [program, "scan", *names, "--quiet", "-j", "1", "-o", OUT, *wanted]


def rows():
    """The records and the rows of the run before."""
    summary = json.loads((OUT / "summary.json").read_text())
    return summary["records"], summary["rows"]


def of_record(program, smaller, larger, wanted):
    """The instructions of a record, of which the larger archive has more."""
    counted = []
    for name in (smaller, larger):
        counted.append((instructions(command(program, [name], wanted)), rows()[0]))
    (less, few), (more, many) = counted
    return (more - less) / (many - few)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", default="1,10,75", help="numbers of askers, the first of which is 1")
    parser.add_argument("--pages", help="folder of the pages")
    parser.add_argument("--program", help="the program; without it one is built")
    parser.add_argument("--against", help="another build of the program")
    args = parser.parse_args()
    programs = ([("before", args.against)] if args.against else []) + [("", args.program or built())]
    scanned = [archives(args.pages, size, 1)[0] for size in COUNTED]
    print("| askers | | rows | instructions of a record, thousand | a further one |")
    print("|---|---|---|---|---|")
    for kind in ("clients", "engines"):
        for word, path in programs:
            one = None
            for count in map(int, args.counts.split(",")):
                cost = of_record(path, *scanned, askers(path, kind, count))
                one = one or cost
                more = f"{(cost / one - 1) / (count - 1):.1%}".replace("%", " %") if count > 1 else ""
                print(f"| {word} {kind} | {count} | {rows()[1]:,} | {cost / 1e3:,.0f} | {more} |", flush=True)


if __name__ == "__main__":
    main()
