"""The memory of runs in a session of this machine."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

import spark_archives as made
from conftest import program
from spark_access_cases import NAMED
from spark_driver import driver

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.release

# What prints the memory of the largest Python worker of a job, in MiB.
PEAK = """
import sys, psutil, spark_archives as made, spark_processes as ps
from pyspark.sql import SparkSession
from robots_policy import spark as robots
path, out, job = sys.argv[1:]
spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
if job == "files":
    robots.scan_files(spark, path, out, made.AGENTS, now=__import__("datetime").datetime.fromisoformat(made.NOW))
else:
    options = {"agents": " ".join(made.AGENTS), "now": made.NOW}
    rows = spark.read.format("robots_policy").options(**options).load(path)
    robots.with_access(rows, robots.robots_answers(spark, path), partitions=4).write.parquet(out)
workers = [each for each in psutil.Process().children(recursive=True) if "pyspark.daemon" in ps.command(each)]
print("PEAK", max(ps.peak_memory(each.pid) for each in workers))
spark.stop()
"""


def peak(job: str, path: Path, out: Path, tests: Path) -> float:
    with driver(out.parent, "-c", PEAK, path, out, job, PYTHONPATH=str(tests)) as run:
        assert run.wait() == 0, run.output
    found = re.search(r"^PEAK (.*)$", run.output, re.MULTILINE)
    assert found
    return float(found[1])


def test_memory_does_not_grow_with_archives(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    file = made.large(tmp_path / "large.warc.gz", 60 * made.MEBI)
    assert peak("files", file, tmp_path / "policy", request.path.parent) < 256
    made.same(tmp_path / "policy", made.scanned([file], tmp_path / "program"))


def test_the_pages_of_one_host_get_access_in_bounded_memory(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    peaks = []
    for pages in (10_000, 100_000):
        folder = tmp_path / str(pages)
        folder.mkdir()
        file = made.skewed(folder / "skewed.warc", pages)
        program("robots-store", "build", file, "-o", folder / "robots.redb")
        wanted = made.scanned([file], folder / "program", "--robots-store", folder / "robots.redb")
        peaks.append(peak("access", file, folder / "table", request.path.parent))
        made.same_rows(folder / "table", wanted, without=NAMED)
    few, many = peaks
    # The least `spark.executor.memoryOverhead`, which has to hold a Python worker.
    assert many < 384
    assert many < 1.25 * few, (few, many)
