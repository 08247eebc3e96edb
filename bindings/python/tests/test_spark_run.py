"""Runs in a session of this machine: the folder of the program, where files are found, and memory."""

from __future__ import annotations

import json
import re
import shutil
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

import spark_archives as made
from conftest import program
from spark_driver import driver
from spark_server import Served, archives_served

from robots_policy import spark as robots
from robots_policy.spark._settings import ScanSettings

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

NOW = datetime.fromisoformat(made.NOW)
ARCHIVES = ("crawl.warc.gz", "small.warc")
# The columns that the join of Spark does not fill.
NAMED = ("robots_url", "robots_status", "robots_fetched", "robots_sha256", "robots_record_id")


@pytest.fixture
def folder(tmp_path: Path, fixtures: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder that Spark, which began earlier, does not have."""
    (tmp_path / "crawl").mkdir()
    for name in ARCHIVES:
        shutil.copy(fixtures / "archives" / name, tmp_path / "crawl")
    (tmp_path / "paths").write_text("crawl/small.warc\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a run, without the time at which it began and its command line."""
    found = {file.name: file.read_bytes() for file in folder.iterdir() if file.name != "_SUCCESS"}
    run = json.loads(found.pop("scan.json"))
    del run["began"]
    run.pop("command", None)
    return found | {"scan.json": json.dumps(run).encode()}


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"agents": ["GPTBot", "ExampleBot"]}, ["--agent", "GPTBot", "--agent", "ExampleBot"]),
        ({"engine": ["googlebot", "seznambot"]}, ["--as", "googlebot,seznambot"]),
        (
            {"robots_store": "./robots.store", "robots_within": 1, "assume_absent": "tdmrep.json", "fast_skip": True},
            "--robots-store robots.store --robots-within 1 --assume-absent tdmrep.json --fast-skip".split(),  # noqa: SIM905
        ),
        ({"options": {"metas": ["head"], "google_compat": True}}, ["--metas", "head", "--google-compat"]),
    ],
)
def test_a_run_is_one_of_the_program(spark: SparkSession, folder: Path, how: dict[str, Any], words: list[str]) -> None:
    paths = [str(folder / "crawl" / name) for name in ARCHIVES]
    program("robots-store", "build", *paths, "-o", "robots.store")
    robots.scan_files(spark, paths, "out", now=NOW, **how)
    program("scan", *paths, *words, "--now", made.NOW, "-o", "program")
    found = contents(folder / "out")
    assert found == contents(folder / "program")
    assert (folder / "out" / "_SUCCESS").read_text() == "crawl.warc.gz.parquet\nsmall.warc.parquet\n"
    # Each goes on where the other one ended.
    for name in ("out", "program"):
        (folder / name / "small.warc.parquet").unlink()
    rows = robots.scan_files(spark, paths, "program", now=NOW, **how).collect()
    assert [row.kept for row in rows] == [True, False]
    program("scan", *paths, *words, "--now", made.NOW, "-o", "out", "--resume")
    assert not (folder / "out" / "_SUCCESS").exists()
    assert contents(folder / "out") == contents(folder / "program") == found


def test_each_archive_has_a_task_and_a_row(spark: SparkSession, folder: Path) -> None:
    rows = robots.scan_files(spark, "crawl/*.warc*", "out", ["ExampleBot"]).collect()
    assert [row.archive for row in rows] == ["crawl/crawl.warc.gz", "crawl/small.warc"]
    assert [(row.table, row.kept, row.responses, row.rows, row.error) for row in rows] == [
        ("crawl.warc.gz.parquet", False, 12, 12, None),
        ("small.warc.parquet", False, 4, 4, None),
    ]
    assert [row.size for row in rows] == [(folder / row.archive).stat().st_size for row in rows]
    assert robots.robots_answers(spark, "crawl/crawl.warc.gz").count() == 2
    assert robots.robots_answers(spark, list="paths").count() == 0
    assert robots.robots_answers(spark, list="paths", base_url=str(folder)).count() == 0


def test_an_archive_that_cannot_be_read_is_an_error_at_the_end(spark: SparkSession, folder: Path) -> None:
    paths = [*ARCHIVES, "none.warc"]
    how: dict[str, Any] = {"agents": ["ExampleBot"], "base_url": str(folder / "crawl")}
    why = f"cannot read {folder}/crawl/none.warc: No such file or directory"
    with pytest.raises(robots.UnreadableArchives, match=f"1 of 3 archives have no table in out.*\n  {why}") as raised:
        robots.scan_files(spark, paths, "out", **how)
    assert raised.value.unreadable == (why,)
    rows = robots.scan_files(spark, paths, "out", on_unreadable="report", **how).collect()
    assert [(row.kept, row.error) for row in rows] == [(True, None), (True, None), (False, why)]
    with pytest.raises(ValueError, match="neither 'fail' nor 'report'"):
        robots.scan_files(spark, paths, "out", on_unreadable="skip", **how)  # type: ignore[arg-type]


def test_an_archive_whose_end_nothing_shows_has_a_warning(spark: SparkSession, folder: Path) -> None:
    rows = {name: Served(folder / "crawl" / name, is_framed=name != ARCHIVES[0]) for name in ARCHIVES}
    with archives_served(rows) as server:
        names = [f"{server.url}{name}?signature=SECRET" for name in ARCHIVES]
        with pytest.warns(UserWarning, match="states no length") as caught:
            made = robots.scan_files(spark, names, "out", ["ExampleBot"]).collect()
        place = f"{server.url}{ARCHIVES[0]}"
    messages = [str(own.message) for own in caught if own.category is UserWarning]
    assert [message.partition(": the server")[0] for message in messages] == [place]
    cautions = {row.archive: json.loads(row.report).get("caution") for row in made}
    assert list(cautions.values()).count(None) == 1
    assert cautions[place] == messages[0]
    assert not [file for file in (folder / "out").iterdir() if b"SECRET" in file.read_bytes()]


def test_a_store_that_is_not_there_fails_the_run_and_is_not_an_archive(
    spark: SparkSession, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match=r"robots_store: other\.redb is not on .*: name a path"):
        robots.scan_files(spark, "crawl/small.warc", "out", robots_store="other.redb")
    assert not (folder / "out").exists()

    def absent(_: str) -> str:
        raise AssertionError

    # A client of Spark Connect has no folder of sent files.
    monkeypatch.setattr("pyspark.SparkFiles.get", absent)
    with pytest.raises(ValueError, match=r"robots_store: sent\.redb is not on .* in the working folder"):
        ScanSettings.of(robots_store="sent.redb").native()


def test_a_sent_store_is_found_by_its_name(spark: SparkSession, folder: Path) -> None:
    (folder / "stores").mkdir()
    program("robots-store", "build", "crawl/crawl.warc.gz", "-o", "stores/sent.redb")
    spark.addArtifacts(str(folder / "stores" / "sent.redb"), file=True)
    reader = spark.read.format("robots_policy").option("agents", "ExampleBot").option("robots_store", "sent.redb")
    archive = str(folder / "crawl" / "crawl.warc.gz")
    read = reader.option("columns", "url,access_reason").load(archive).collect()
    robots.scan_files(spark, "crawl/crawl.warc.gz", "by-name", ["ExampleBot"], robots_store="sent.redb")
    robots.scan_files(spark, "crawl/crawl.warc.gz", "by-path", ["ExampleBot"], robots_store="stores/sent.redb")
    tables = [spark.read.parquet(f"{folder}/{name}/*.parquet") for name in ("by-name", "by-path")]
    for table in tables:
        assert sorted(table.select("url", "access_reason").collect()) == sorted(read)
    assert ("https://news.example/drafts/c", "disallow-rule") in read


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


@pytest.mark.release
def test_memory_does_not_grow_with_archives(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    file = made.large(tmp_path / "large.warc.gz", 60 * made.MEBI)
    assert peak("files", file, tmp_path / "policy", request.path.parent) < 256
    made.same(tmp_path / "policy", made.scanned([file], tmp_path / "program"))


@pytest.mark.release
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
