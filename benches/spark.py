#!/usr/bin/env python3
"""Archives on a Spark cluster beside `robots-policy scan`, on the same archives in one run.

    python3 benches/spark.py [--gib 1] [--each 4] [--rounds 3]

needs the package with its extra `spark` in its Python, Java and cargo. It makes archives of real pages (see `scan.py`), links
each of them under further names, and starts clusters on loopback with one worker and with two, of one core each. A cluster of
one worker has one core for all its processes, one of two workers two. Each cluster reads as many archives a worker. The time
and the CPU of a run are those between two looks at all processes of the cluster and the driver: the start of Spark is not
in them, and a run over one archive a worker is done before. It prints rows a second, CPU a record, and ratios to the program.
"""

import argparse
import functools
import json
import multiprocessing
import os
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

import kit
import psutil
import scan
from pyspark.sql import SparkSession
from robots_policy import spark as robots

TICK = os.sysconf("SC_CLK_TCK")
AGENT = "ExampleBot"
CORES = 2


def linked(names, copies, folder):
    """The archives, each under several names."""
    paths = []
    for copy in range(copies):
        for name in names:
            path = folder / f"{copy}-{name.name}"
            try:
                path.hardlink_to(name)
            except OSError:
                path.symlink_to(name)
            paths.append(path)
    return paths


def program(paths, folder):
    """Wall and CPU seconds of the program with as many jobs as there are workers, and the responses that it read."""
    command = [kit.built(), "scan", *paths, "-q", "--agent", AGENT, "-o", folder, "-j", CORES]
    cpu, wall, _ = kit.measured(command)
    return wall, cpu, json.loads((folder / "summary.json").read_text())["responses"]


def spent():
    """CPU seconds of the processes that this driver began and its own, and of those children that ended."""
    me = psutil.Process()
    total = 0
    for each in [me, *me.children(recursive=True)]:
        try:
            fields = pathlib.Path(f"/proc/{each.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(map(int, fields[11:15]))
    return total / TICK


def on_cluster(paths, workers, rounds, folder):
    """Wall and CPU seconds: medians of several runs with this number of workers.

    It runs in a process of its own, whose JVM begins with as many cores.
    """
    os.sched_setaffinity(0, range(workers))
    settings = {
        "spark.executor.memory": "1g",
        "spark.ui.enabled": "false",
    }
    os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    builder = SparkSession.builder.master(f"local-cluster[{workers},1,1024]")
    session = functools.reduce(lambda made, row: made.config(*row), settings.items(), builder).getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    runs = []
    for turn in range(rounds + 1):
        out = folder / f"policy-{workers}-{turn}"
        names = [str(path) for path in paths[: len(paths) if turn else workers]]
        runs.append(timed(functools.partial(robots.scan_files, session, names, str(out), [AGENT])))
        shutil.rmtree(out)
    session.stop()
    wall, cpu = (statistics.median(column) for column in zip(*runs[1:], strict=True))
    return wall, cpu


def timed(run):
    """The wall and CPU seconds of a run."""
    before, began = spent(), time.time()
    run()
    ended, after = time.time(), spent()
    return ended - began, after - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gib", type=float, default=1.0, help="uncompressed size of the archives that are linked")
    parser.add_argument("--parts", type=int, default=2, help="number of these archives")
    parser.add_argument("--each", type=int, default=4, help="archives a worker, a multiple of the parts")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pages", help="folder of the pages")
    given = parser.parse_args()
    names = scan.archives(given.pages, int(given.gib * 2**30), given.parts)
    with tempfile.TemporaryDirectory(dir=kit.TARGET) as place:
        folder = pathlib.Path(place)
        paths = linked(names, -(-given.each * CORES // given.parts), folder)
        size = sum(path.stat().st_size for path in paths)
        runs = [program(paths, folder / f"program-{turn}") for turn in range(given.rounds)]
        wall, cpu, records = (statistics.median(column) for column in zip(*runs, strict=True))
        print(f"{len(paths)} archives, {size / 1e6:,.0f} MB, {records:,} records; a worker reads {given.each}")
        row(f"scan -j {CORES}", records, wall, cpu, wall / records, cpu / records)
        rates = []
        for workers in (1, CORES):
            share = records * workers / CORES
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                how = paths[: given.each * workers], workers, given.rounds, folder
                took, spent_by_all = pool.apply(on_cluster, how)
            rates.append(share / took)
            row(f"Spark, workers: {workers}", share, took, spent_by_all, wall / records, cpu / records)
        print(f"from one worker to {CORES}: {rates[1] / rates[0]:.2f} times the rows a second")


def row(name, records, wall, cpu, least_wall, least_cpu):
    print(
        f"{name}: {records / wall:,.0f} rows/s, {cpu / records * 1e6:.1f} µs of CPU a record; "
        f"wall {wall / records / least_wall:.2f}, CPU {cpu / records / least_cpu:.2f} of the program",
        flush=True,
    )


if __name__ == "__main__":
    main()
