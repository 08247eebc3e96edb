#!/usr/bin/env python3
"""Archives on a Spark cluster beside `robots-policy scan`, on the same archives in one run.

    python3 benches/spark.py [--gib 1] [--each 4] [--rounds 3]

needs the package with its extra `spark` in its Python, Java and cargo. It makes archives of real pages (see `scan.py`), links
each of them under further names, and starts clusters on loopback with one worker and with two, of one core each. A cluster of
one worker has one core for all its processes, one of two workers two. Each cluster reads as many archives a worker. The time
and the CPU of a run are those between two looks at all processes of the cluster and the driver: the start of Spark is not
in them, and a run over one archive a worker is done before. It prints rows a second, CPU a record by kinds of processes, the
time before, between and after tasks, and ratios to the program.
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

sys.path.insert(0, str(kit.ROOT / "bindings" / "python" / "tests"))
import spark_processes

TICK = os.sysconf("SC_CLK_TCK")
AGENT = "ExampleBot"
CORES = 2
# `executor` is its JVM, `Python` the processes that run our code.
KINDS = ("Python", "executor", "driver")


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


def spent(pids):
    """CPU seconds of these processes and of those children that ended."""
    total = 0
    for pid in pids:
        try:
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(map(int, fields[11:15]))
    return total / TICK


def kinds():
    """The processes that this driver began, by kinds; its JVM has the master and the workers too."""
    found = {kind: [] for kind in KINDS}
    me = psutil.Process()
    for each in [me, *me.children(recursive=True)]:
        command = spark_processes.command(each)
        kind = "executor" if "CoarseGrainedExecutorBackend" in command else "driver"
        found["Python" if "pyspark.daemon" in command else kind].append(each.pid)
    return found


def spent_by():
    """CPU seconds of each kind of processes."""
    return [spent(pids) for pids in kinds().values()]


def on_cluster(paths, workers, rounds, folder):
    """Wall seconds, CPU seconds by kind, and the seconds outside of tasks: medians of several runs with this number of workers.

    It runs in a process of its own, whose JVM begins with as many cores.
    """
    os.sched_setaffinity(0, range(workers))
    events = folder / f"events-{workers}"
    events.mkdir()
    settings = {
        "spark.eventLog.compress": "false",
        "spark.eventLog.dir": events.as_uri(),
        "spark.eventLog.enabled": "true",
        "spark.eventLog.rolling.enabled": "false",
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
    outside = [gaps(began, ended, workers, events) for began, ended, _ in runs[1:]]
    rows = [(ended - began, *cpu, *gap) for (began, ended, cpu), gap in zip(runs[1:], outside, strict=True)]
    wall, *others = (statistics.median(column) for column in zip(*rows, strict=True))
    return wall, others[: len(KINDS)], others[len(KINDS) :]


def timed(run):
    """When a run began and ended, and the CPU seconds that it took, by kind."""
    before, began = spent_by(), time.time()
    run()
    ended, after = time.time(), spent_by()
    return began, ended, [late - early for early, late in zip(before, after, strict=True)]


def gaps(began, ended, workers, events):
    """Seconds of a run before its first task, of workers without a task between the first and the last, and after the last."""
    [log] = events.iterdir()
    lines = [json.loads(line) for line in log.read_text().splitlines() if "SparkListenerTaskEnd" in line]
    tasks = [(line["Task Info"]["Launch Time"] / 1000, line["Task Info"]["Finish Time"] / 1000) for line in lines]
    tasks = [(start, end) for start, end in tasks if began <= start <= ended]
    first, last = min(start for start, _ in tasks), max(end for _, end in tasks)
    idle = workers * (last - first) - sum(end - start for start, end in tasks)
    return first - began, idle / workers, ended - last


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
                took, by_kind, outside = pool.apply(on_cluster, how)
            rates.append(share / took)
            row(f"Spark, workers: {workers}", share, took, sum(by_kind), wall / records, cpu / records)
            shares = ", ".join(f"{kind} {seconds:.2f}" for kind, seconds in zip(KINDS, by_kind, strict=True))
            before, idle, after = outside
            print(f"    CPU, s: {shares}")
            print(
                f"    wall {took:.2f} s: {before:.2f} before the first task, {idle:.2f} of a worker idle, {after:.2f} after"
            )
        print(f"from one worker to {CORES}: {rates[1] / rates[0]:.2f} times the rows a second")


def row(name, records, wall, cpu, least_wall, least_cpu):
    print(
        f"{name}: {records / wall:,.0f} rows/s, {cpu / records * 1e6:.1f} µs of CPU a record; "
        f"wall {wall / records / least_wall:.2f}, CPU {cpu / records / least_cpu:.2f} of the program",
        flush=True,
    )


if __name__ == "__main__":
    main()
