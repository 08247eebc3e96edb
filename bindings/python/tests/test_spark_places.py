"""Where a run looks for files: working folders differ between the driver, the planner and the executors."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

from spark_server import Served, archives_served

from robots_policy import spark as robots
from robots_policy._native import _run_program
from robots_policy.spark._archives import Archive, archives
from robots_policy.spark._folder import Folder, OutputError
from robots_policy.spark._settings import ScanSettings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pyspark.sql import SparkSession

ARCHIVES = ("crawl.warc.gz", "small.warc")


@pytest.fixture
def folder(tmp_path: Path, fixtures: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder that Spark, which began earlier, does not have."""
    (tmp_path / "crawl").mkdir()
    for name in ARCHIVES:
        shutil.copy(fixtures / "archives" / name, tmp_path / "crawl")
    (tmp_path / "paths").write_text("crawl/small.warc\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("names", "listed", "wanted"),
    [
        (["crawl/small.warc"], None, ["crawl/small.warc"]),
        (["crawl/*.warc*"], None, ["crawl/crawl.warc.gz", "crawl/small.warc"]),
        (["**/*.gz"], None, ["crawl/crawl.warc.gz"]),
        ([], "paths", ["crawl/small.warc"]),
    ],
)
def test_relative_names_are_relative_to_where_the_run_began(
    names: Sequence[str], listed: str | None, wanted: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/")
    found = archives(names, listed=listed, start=str(folder))
    assert found == [Archive(name, str(folder / name)) for name in wanted]


def test_a_run_finds_relative_names_and_keeps_them(spark: SparkSession, folder: Path) -> None:
    rows = robots.scan_files(spark, "crawl/*.warc*", "out", ["ExampleBot"]).collect()
    assert sorted(row.archive for row in rows) == ["crawl/crawl.warc.gz", "crawl/small.warc"]
    assert (folder / "out" / "_SUCCESS").read_text() == "crawl.warc.gz.parquet\nsmall.warc.parquet\n"
    assert robots.robots_answers(spark, "crawl/crawl.warc.gz").count() == 2
    assert robots.robots_answers(spark, list="paths").count() == 0
    assert robots.robots_answers(spark, list="paths", base_url=str(folder)).count() == 0


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


def test_a_store_that_is_not_there_fails_the_run_and_is_not_an_archive(spark: SparkSession, folder: Path) -> None:
    with pytest.raises(ValueError, match=r"robots_store: other\.redb is not on .*: name a path"):
        robots.scan_files(spark, "crawl/small.warc", "out", robots_store="other.redb")
    assert not (folder / "out").exists()


def test_a_client_without_a_folder_of_sent_files_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(_: str) -> str:
        raise AssertionError

    monkeypatch.setattr("pyspark.SparkFiles.get", absent)
    with pytest.raises(ValueError, match=r"robots_store: sent\.redb is not on .* in the working folder"):
        ScanSettings(robots_store="sent.redb").distinguishing()


def test_a_sent_store_is_found_by_its_name(spark: SparkSession, folder: Path) -> None:
    (folder / "stores").mkdir()
    built = ["robots-policy", "robots-store", "build", "crawl/crawl.warc.gz", "-o", "stores/sent.redb"]
    assert _run_program(built) == 0
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


def test_a_folder_that_is_not_there_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"cannot write .*absent/x"), Folder(str(tmp_path / "absent")).writing("x"):
        pass
