#!/usr/bin/env python3
"""`robots-policy scan` with many workers: the CPU time, the memory, and the part of a run that one worker does alone.

    python3 benches/workers.py [--workers 1,2,16] [--archives 32] [--gib 2] [--rounds 5] [--program PATH]

The archives are equal, a multiple of the most workers. What limits a run on more cores than this machine has is seen
here too: work that grows with the number of workers, waiting for each other, and work that is done once for all. So the
table has the CPU time of each number of workers, to that of one (its inverse is the throughput of a core, where as many
cores are there), and how often a thread waited for anything. What is done once is the time of a run over one archive
without a response. By Amdahl's law the throughput of a core of N is at most 1 / (1 + (N - 1) * s), s being the share of
that time.
"""

import os
import statistics

from kit import OUT, TARGET, built, in_turns, options, used
from scan import archives

# The members of which the archives are made, uncompressed.
BASE = 24 << 20
EMPTY = (
    b"WARC/1.0\r\nWARC-Type: warcinfo\r\nWARC-Date: 2026-03-01T12:00:00Z\r\n"
    b"Content-Type: application/warc-fields\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
)


def command(program, names, workers, wanted=()):
    words = ["--quiet", "--agent", "ExampleBot", "-j", str(workers), "-o", OUT]
    return [program, "scan", *names, *words, *wanted]


def empty_archives(count):
    """Archives with one record that has no row."""
    names = [TARGET / f"bench-empty-{number}.warc" for number in range(count)]
    for name in names:
        name.write_bytes(EMPTY)
    return names


def equal_archives(folder, count, wanted):
    """Archives of `wanted` bytes each, uncompressed: the same members again and again."""
    base = archives(folder, BASE, 1)[0].read_bytes()
    names = [TARGET / f"bench-workers-{number}.warc.gz" for number in range(count)]
    for name in names:
        with open(name, "wb") as out:
            for _ in range(max(1, wanted // BASE)):
                out.write(base)
    return names


def run(words):
    """CPU seconds, those of the system, wall seconds, the peak of memory in MiB, and waits of one run."""
    usage, wall = used(words)
    cpu = usage.ru_utime + usage.ru_stime
    return cpu, usage.ru_stime, wall, usage.ru_maxrss / 1024, usage.ru_nvcsw


def main():
    parser = options(__doc__, gib=2.0, has_before=False)
    parser.add_argument("--workers", default="1,2,16", help="numbers of workers, the first of which is 1")
    parser.add_argument("--archives", type=int, default=32)
    parser.add_argument("--memory", default="128M,512M", help="values of --memory for the most workers")
    args = parser.parse_args()
    program = args.program or built()
    names = equal_archives(args.pages, args.archives, int(args.gib * (1 << 30)) // args.archives)
    workers = [int(number) for number in args.workers.split(",")]
    cases = {f"{number}": command(program, names, number) for number in workers}
    for memory in args.memory.split(","):
        label = f"{workers[-1]}, `--memory {memory}`"
        cases[label] = command(program, names, workers[-1], ["--memory", memory])
    # All that is not of a record, for as many archives, and for one.
    cases["no rows"] = command(program, empty_archives(args.archives), 1)
    cases["no rows, one archive"] = command(program, empty_archives(1), 1)
    run(cases["1"])  # what reads the files for the first time is slower
    runs = {name: [] for name in cases}
    for name, words in in_turns(list(cases.items()), args.rounds):
        runs[name].append(run(words))
    one = runs["1"]
    print(f"on {os.cpu_count()} cores")
    print("| workers | CPU, s | of the system | to one | throughput of a core | wall, s | peak memory, MiB | waits |")
    print("|---|---|---|---|---|---|---|---|")
    for name, each in runs.items():
        cpu, system, wall, memory, waits = (statistics.median(column) for column in zip(*each))
        ratio = statistics.median(mine[0] / other[0] for mine, other in zip(each, one))
        shown = "" if name.startswith("no rows") else f"{1 / ratio:.2f}"
        times = f"{cpu:.3f} | {system:.3f} | {ratio:.3f} | {shown} | {wall:.2f}"
        print(f"| {name} | {times} | {memory:.0f} | {waits:.0f} |")
    # The start and the end of a run: what an archive costs is the work of its own worker.
    alone = statistics.median(each[0] for each in runs["no rows, one archive"])
    whole = statistics.median(each[0] for each in one)
    most = workers[-1]
    for size in (whole, 10 * whole):
        share = alone / size
        model = 1 / (1 + (most - 1) * share)
        print(f"a run of {size:.1f} s of CPU: {share:.2%} once for all, throughput of a core of {most}: {model:.3f}")


if __name__ == "__main__":
    main()
