#!/usr/bin/env python3
"""Archives on a Spark cluster beside `robots-policy scan`, on the same archives in one run.

    python3 benches/spark.py [--gib 1] [--copies 8] [--rounds 3]

needs the package with its extra `spark` in its Python, Java and cargo. It makes archives of real pages (see `scan.py`), links
each of them under further names, and starts clusters on loopback with one worker and with two, of one core each. The time
and the CPU of a run are those between two looks at all processes of the cluster and the driver: the start of Spark is not
in them, and a run over one archive is done before. It prints rows a second, CPU a record, and ratios to the program.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

import scan

sys.path.insert(0, str(scan.ROOT / "bindings" / "python" / "tests"))
import spark_cluster
import spark_processes

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
    command = [scan.built(), "scan", *paths, "-q", "--agent", AGENT, "-o", folder, "-j", CORES]
    cpu, wall, _ = scan.measured(command)
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


def cluster_pids(cluster):
    """All processes of the master and of the workers."""
    sessions = {daemon.process.pid for daemon in cluster.daemons}
    return [each.pid for each in spark_processes.processes() if each.session in sessions]


def driver_pids():
    """This process and the JVM that it began."""
    me = os.getpid()
    return [me, *(each.pid for each in spark_processes.processes() if each.parent == me)]


def on_cluster(paths, workers, rounds, folder):
    """Wall seconds, CPU seconds of the cluster and of the driver, medians of several runs with this number of workers."""
    from pyspark.sql import SparkSession
    from robots_policy import spark as robots

    with spark_cluster.cluster(folder / f"cluster-{workers}", workers) as cluster:
        os.environ.update(cluster.environment)
        session = SparkSession.builder.master(cluster.url).config("spark.executor.memory", "1g").getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        robots.scan_files(session, [str(path) for path in paths[:workers]], str(folder / "first"), [AGENT])
        runs = []
        for _ in range(rounds):
            out = folder / "policy"
            shutil.rmtree(out, ignore_errors=True)
            before = time.monotonic(), spent(cluster_pids(cluster)), spent(driver_pids())
            robots.scan_files(session, [str(path) for path in paths], str(out), [AGENT])
            after = time.monotonic(), spent(cluster_pids(cluster)), spent(driver_pids())
            runs.append([late - early for early, late in zip(before, after, strict=True)])
        session.stop()
        shutil.rmtree(folder / "first")
    return [statistics.median(column) for column in zip(*runs, strict=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gib", type=float, default=1.0, help="uncompressed size of the archives that are linked")
    parser.add_argument("--parts", type=int, default=2, help="number of these archives")
    parser.add_argument("--copies", type=int, default=8, help="names of each")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pages", help="folder of the pages")
    given = parser.parse_args()
    names = scan.archives(given.pages, int(given.gib * 2**30), given.parts)
    with tempfile.TemporaryDirectory(dir=scan.TARGET) as place:
        folder = pathlib.Path(place)
        paths = linked(names, given.copies, folder)
        runs = []
        for turn in range(given.rounds):
            runs.append(program(paths, folder / f"program-{turn}"))
        wall, cpu, records = (statistics.median(column) for column in zip(*runs, strict=True))
        print(f"{len(paths)} archives, {sum(path.stat().st_size for path in paths) / 1e6:,.0f} MB, {records:,} records")
        row(f"scan -j {CORES}", records, wall, cpu, wall, cpu)
        walls = {}
        for workers in (1, CORES):
            took, cluster, driver = on_cluster(paths, workers, given.rounds, folder)
            walls[workers] = took
            row(f"Spark, workers: {workers}", records, took, cluster + driver, wall, cpu)
            print(f"    of the CPU, the driver has {driver:.1f} s of {cluster + driver:.1f} s")
        print(f"from one worker to {CORES}: {walls[1] / walls[CORES]:.2f} times as fast")


def row(name, records, wall, cpu, least_wall, least_cpu):
    print(
        f"{name}: {records / wall:,.0f} rows/s, {cpu / records * 1e6:.1f} µs of CPU a record; "
        f"wall {wall / least_wall:.2f}, CPU {cpu / least_cpu:.2f} of the program",
        flush=True,
    )


if __name__ == "__main__":
    main()
