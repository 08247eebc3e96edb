#!/usr/bin/env python3
"""`robots-policy eval --jsonl`: many small records, with one job and with two, in turns; and one record at a time.

    python3 benches/records.py [--records 500000] [--rounds 5] [--program PATH]

prints the medians of wall and CPU time and their ratios to one job. A second table has records with one job: those of the
first, records with a field and a small page, and the same with one to five askers.

    python3 benches/records.py --against OTHER [--program PATH]

prints the instructions of a record with fields, a page and a robots.txt in both programs, as valgrind counts them: the
same on a busy machine as on an idle one. The difference between two counts leaves out the start of a program.
"""

import argparse
import json
import pathlib
import resource
import statistics
import subprocess
import time

from kit import TARGET, built
from kit import instructions as counted

VALUES = ["noindex, nofollow", "max-snippet: 20", "googlebot: noindex"]
ASKERS = ["GPTBot", "ExampleBot", "ClaudeBot", "Googlebot", "CCBot"]
COUNTED = (1000, 5000)
HEAD = "<head><title>A page</title><meta name=robots content=nofollow></head>"
PAGE = f"<!doctype html><html>{HEAD}<body><p>Text</body></html>"
ROBOTS = "User-agent: *\nDisallow: /private/\nAllow: /private/open\n\nUser-agent: OtherBot\nDisallow: /\n"


def record(number):
    """A line: two fields, no document."""
    fields = [["X-Robots-Tag", VALUES[number % len(VALUES)]], ["Content-Type", "text/html"]]
    return json.dumps({"id": number, "url": f"/a/{number}", "agent": "ExampleBot", "headers": fields}) + "\n"


def run(program, jobs, lines):
    """Wall and CPU seconds of a run over all lines."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    subprocess.run([program, "eval", "--jsonl", "-j", str(jobs), lines], stdout=subprocess.DEVNULL, check=True)
    wall = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def paged(number, values=VALUES):
    """A line with one field and a small page."""
    fields = [["X-Robots-Tag", values[number % len(values)]]]
    line = {"id": number, "url": f"/a/{number}", "agent": "ExampleBot", "headers": fields, "html": PAGE}
    return json.dumps(line) + "\n"


def asked_by(askers, values=VALUES):
    """Makes lines as those of `paged`, with this many askers."""

    def line(number):
        whole = json.loads(paged(number, values))
        del whole["agent"]
        return json.dumps(whole | {"askers": [{"agent": name} for name in ASKERS[:askers]]}) + "\n"

    return line


def kinds(program, records, rounds):
    """Prints what records of each kind cost with one job, and a further asker in parts of a record with one."""
    lines = {"two fields": record, "a field and a small page": paged}
    lines |= {f"the same, {askers} in `askers`": asked_by(askers) for askers in (1, 2, 5)}
    lines["the same, 5 that hear the same"] = asked_by(5, VALUES[:2])
    files = [TARGET / f"bench-kind-{number}.jsonl" for number in range(len(lines))]
    for file, line in zip(files, lines.values(), strict=True):
        file.write_text("".join(map(line, range(records))))
    times = [{file: run(program, 1, file)[1] for file in files} for _ in range(rounds)]
    print("| records | records a second | µs a record | a further asker, in records |")
    print("|---|---|---|---|")
    for name, file, askers in zip(lines, files, (0, 0, 1, 2, 5, 5), strict=True):
        cpu = statistics.median(each[file] for each in times)
        more = [(each[file] / each[files[2]] - 1) / (askers - 1) for each in times if askers > 1]
        shown = f"{statistics.median(more):.2f}" if more else ""
        print(f"| {name} | {records / cpu:,.0f} | {cpu / records * 1e6:.2f} | {shown} |")


def whole(number):
    """A line with a page and a robots.txt too."""
    documents = {"html": PAGE, "robots_txt": ROBOTS, "now": "2026-01-01T00:00:00Z"}
    return json.dumps(json.loads(record(number)) | documents) + "\n"


def instructions(program, records):
    """Instructions of a run over records with documents."""
    lines = TARGET / f"bench-whole-{records}.jsonl"
    lines.write_text("".join(map(whole, range(records))))
    return counted([program, "eval", "--jsonl", lines])


def compare(program, other):
    """Prints the instructions of a record in two programs."""
    few, many = COUNTED
    counts = [(instructions(each, many) - instructions(each, few)) / (many - few) for each in (other, program)]
    print("| program | instructions a record | ratio |")
    print("|---|---|---|")
    for name, count in zip((other, program), counts):
        print(f"| {name} | {count:,.0f} | {count / counts[0]:.3f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=500_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--program", type=pathlib.Path)
    parser.add_argument("--against", type=pathlib.Path, metavar="OTHER")
    args = parser.parse_args()
    program = args.program or built()
    TARGET.mkdir(parents=True, exist_ok=True)
    if args.against is not None:
        compare(program, args.against)
        return
    lines = TARGET / f"bench-{args.records}.jsonl"
    lines.write_text("".join(map(record, range(args.records))))
    rounds = [{jobs: run(program, jobs, lines) for jobs in (1, 2)} for _ in range(args.rounds)]
    print("| jobs | wall, s | to one job | CPU, s |")
    print("|---|---|---|---|")
    for jobs in (1, 2):
        wall, cpu = (statistics.median(each[jobs][column] for each in rounds) for column in (0, 1))
        ratio = statistics.median(each[jobs][0] / each[1][0] for each in rounds)
        print(f"| {jobs} | {wall:.2f} | {ratio:.2f} | {cpu:.2f} |")
    kinds(program, args.records // 5, args.rounds)


if __name__ == "__main__":
    main()
