#!/usr/bin/env python3
"""The report on a crawl: makes a run of N archives out of the report on the archive of the fixtures, and draws it.

    python3 benches/report.py [100000] [--program FILE]

prints the seconds and the peak of memory in MiB for a hundredth of the archives and for all, and, as a peer, the seconds that
Python's `json` needs to read the same files. The run takes 10 KB an archive.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import tempfile
import time

from kit import ROOT, TARGET, built, measured

CRAWL = ROOT / "fixtures/archives/crawl.warc.gz"


def scanned(program, folder):
    """The report on the fixtures' archive for two agents, and the summary of its run."""
    out = folder / "scanned"
    command = [program, "scan", CRAWL, "--agent", "ExampleBot", "--agent", "GPTBot", "-o", out, "--quiet"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return json.loads((out / "crawl.warc.gz.report.json").read_text()), json.loads((out / "summary.json").read_text())


def make(run, report, summary, archives):
    """A run of archives whose hosts and identities differ."""
    run.mkdir()
    for number in range(archives):
        report["input"]["identity"]["file"]["modified"] = str(number)
        text = json.dumps(report, separators=(",", ":")).replace(".example", f"-{number * 7919 % 50021}.example")
        (run / f"{number:06}.warc.gz.report.json").write_text(text)
    (run / "summary.json").write_text(json.dumps(summary | {"archives": archives, "tables": archives}))


def read(run):
    """The seconds in which Python's `json` reads the same reports."""
    began = time.monotonic()
    for file in run.glob("*.report.json"):
        json.loads(file.read_bytes())
    return time.monotonic() - began


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("archives", nargs="?", type=int, default=100_000)
    options.add_argument("--program", type=pathlib.Path)
    options = options.parse_args()
    program = (options.program or built()).resolve()
    TARGET.mkdir(exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(dir=TARGET))
    try:
        report, summary = scanned(program, folder)
        for archives in (options.archives // 100, options.archives):
            run, page = folder / f"run-{archives}", folder / f"{archives}.html"
            make(run, report, summary, archives)
            _, own, memory = measured([program, "report", run, "-o", page, "--quiet"])
            peer = read(run)
            kilobytes = page.stat().st_size / 1000
            print(
                f"{archives:,} archives: {own:.1f} s, {memory:.0f} MiB, a page of {kilobytes:.0f} KB;"
                f" {own / peer:.2f} of the time in which Python's json reads the reports"
            )
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
