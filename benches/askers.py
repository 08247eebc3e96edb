#!/usr/bin/env python3
"""The cost of a further asker in `robots-policy scan`: clients (`--agent`) and engines (`--as`), in one run.

    python3 benches/askers.py [--counts 1,10,75] [--gib 0.1] [--rounds 5] [--program PATH] [--against PATH]

prints for each number of askers the rows, the medians of the CPU time of one worker, and what a further asker adds, as
a share of the scan with one. With valgrind also the instructions of a record and all its rows, which are the same on a
busy machine as on an idle one: the difference of two scans, which leaves out the start and the end of the program.
`--against` is another build of the program, whose rows come first.
"""

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys

from scan import TARGET, archives, built, measured

OUT = TARGET / "bench-policy"
# What is scanned with valgrind, uncompressed.
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


def command(program, names, options):
    return [program, "scan", *names, "--quiet", "-j", "1", "-o", OUT, *options]


def rows():
    """The records and the rows of the run before."""
    summary = json.loads((OUT / "summary.json").read_text())
    return summary["records"], summary["rows"]


def of_record(program, smaller, larger, options):
    """The instructions of a record, of which the larger archive has more."""
    counted = []
    for name in (smaller, larger):
        counted.append((instructions(command(program, [name], options)), rows()[0]))
    (less, few), (more, many) = counted
    return (more - less) / (many - few)


def instructions(words):
    """The instructions of a command, as valgrind counts them."""
    shutil.rmtree(OUT, ignore_errors=True)
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    run = subprocess.run([*valgrind, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if run.returncode != 0:
        sys.exit(run.stderr)
    return int(re.search(r"Collected : (\d+)", run.stderr)[1])


def cell(cost, one, count):
    """What a further asker adds, in percent of the cost with one."""
    return f"{(cost - one) / (count - 1) / one:.1%}" if count > 1 else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", default="1,10,75", help="numbers of askers, the first of which is 1")
    parser.add_argument("--gib", type=float, default=0.1, help="uncompressed size of the archives")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pages", help="folder of the pages")
    parser.add_argument("--program", help="the program; without it one is built")
    parser.add_argument("--against", help="another build of the program")
    args = parser.parse_args()
    counts = [int(count) for count in args.counts.split(",")]
    program = args.program or built()
    programs = ([("before", args.against)] if args.against else []) + [("", program)]
    names = archives(args.pages, int(args.gib * (1 << 30)), 1)
    sizes = COUNTED if shutil.which("valgrind") else ()
    counted_in = [archives(args.pages, size, 1)[0] for size in sizes]
    cases = [
        (f"{word} {kind}".strip(), count, path, askers(path, kind, count))
        for kind in ("clients", "engines")
        for word, path in programs
        for count in counts
    ]
    times, found = {}, {}
    for turn in range(args.rounds):
        at = turn % len(cases)
        for kind, count, path, options in cases[at:] + cases[:at]:
            times.setdefault((kind, count), []).append(measured(command(path, names, options))[0])
            found[kind, count] = rows()
    print("| askers | | rows | CPU, s | a further one | instructions of a record, thousand | a further one |")
    print("|---|---|---|---|---|---|---|")
    counted = {}
    for kind, count, path, options in cases:
        cpu = statistics.median(times[kind, count])
        shares = [cell(mine, one, count) for mine, one in zip(times[kind, count], times[kind, counts[0]])]
        share = statistics.median(float(it.rstrip("%")) for it in shares) if count > 1 else None
        shown = "" if share is None else f"{share:.1f} %"
        counts_of = ["", ""]
        if counted_in:
            counted[kind, count] = of_record(path, *counted_in, options)
            further = cell(counted[kind, count], counted[kind, counts[0]], count).replace("%", " %")
            counts_of = [f"{counted[kind, count] / 1e3:,.0f}", further]
        cells = [kind, str(count), f"{found[kind, count][1]:,}", f"{cpu:.2f}", shown, *counts_of]
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
