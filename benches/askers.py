#!/usr/bin/env python3
"""The cost of a further asker in `robots-policy scan`: clients (`--agent`) and engines (`--as`), in one run.

    python3 benches/askers.py [--counts 1,10,75] [--gib 0.1] [--rounds 5] [--program PATH] [--against PATH]

prints for each number of askers the rows, the medians of the CPU time of one worker, and what a further asker adds, as
a share of the scan with one. With valgrind also the instructions of a record and all its rows, which are the same on a
busy machine as on an idle one: the difference of two scans, which leaves out the start and the end of the program.
`--against` is another build of the program, whose rows come first.
"""

import json
import shutil
import statistics
import subprocess

from kit import OUT, built, in_turns, instructions, measured, options
from scan import archives

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


def further(costs, one, count):
    """What a further asker adds, as a share of the cost with one: the median of the rounds."""
    shares = [(mine / single - 1) / (count - 1) for mine, single in zip(costs, one, strict=True) if count > 1]
    return f"{statistics.median(shares):.1%}".replace("%", " %") if shares else ""


def main():
    parser = options(__doc__, gib=0.1)
    parser.add_argument("--counts", default="1,10,75", help="numbers of askers, the first of which is 1")
    args = parser.parse_args()
    counts = [int(count) for count in args.counts.split(",")]
    programs = ([("before", args.against)] if args.against else []) + [("", args.program or built())]
    names = archives(args.pages, int(args.gib * (1 << 30)), 1)
    cases = [
        (f"{word} {kind}".strip(), count, path, askers(path, kind, count))
        for kind in ("clients", "engines")
        for word, path in programs
        for count in counts
    ]
    times, found, counted = {}, {}, {}
    for kind, count, path, wanted in in_turns(cases, args.rounds):
        times.setdefault((kind, count), []).append(measured(command(path, names, wanted))[0])
        found[kind, count] = rows()
    sizes = COUNTED if shutil.which("valgrind") else ()
    counted_in = [archives(args.pages, size, 1)[0] for size in sizes]
    print("| askers | | rows | CPU, s | a further one | instructions of a record, thousand | a further one |")
    print("|---|---|---|---|---|---|---|")
    for kind, count, path, wanted in cases:
        cells = [kind, str(count), f"{found[kind, count][1]:,}", f"{statistics.median(times[kind, count]):.2f}"]
        cells.append(further(times[kind, count], times[kind, counts[0]], count))
        if counted_in:
            counted[kind, count] = [of_record(path, *counted_in, wanted)]
            cells.append(f"{counted[kind, count][0] / 1e3:,.0f}")
            cells.append(further(counted[kind, count], counted[kind, counts[0]], count))
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
