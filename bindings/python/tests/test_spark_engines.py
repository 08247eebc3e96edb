"""Rows of engines in Spark: a table of pages, archives, the command, and what has no meaning for engines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import robots_policy

pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

from pyspark.errors import AnalysisException

from robots_policy import spark as robots
from robots_policy.spark.__main__ import text

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

NOW = datetime(2026, 11, 21, tzinfo=UTC)
ASKED = ["asked_not_to_train", "listens_train", "asked_not_to_input", "listens_input"]
OF_ENGINES = ["profile", "not_honoured", "answer", "train", *ASKED]
IN_BODY = "<!doctype html><title>t</title><p>text<meta name=robots content=noindex>"


@pytest.fixture
def pages(spark: SparkSession) -> DataFrame:
    """A table of pages."""
    rows = [
        (1, "https://a.example/a", [("X-Robots-Tag", "noarchive, nosnippet")], None, None),
        (2, "https://a.example/b", None, IN_BODY, 200),
        (3, "https://a.example/c", None, None, 503),
    ]
    headers = "array<struct<name: string, value: string>>"
    return spark.createDataFrame(rows, f"id int, url string, headers {headers}, html string, robots_status int")


@pytest.mark.parametrize("engine", ["googlebot,bingbot", ["googlebot", "Bingbot"]])
def test_judge_answers_as_judge_batch(pages: DataFrame, engine: str | list[str]) -> None:
    order = [("id", "ascending"), ("profile", "ascending")]
    judged = robots.judge(pages, engine=engine, keep=["id"], now=NOW).orderBy("id", "profile").toArrow()
    wanted = robots_policy.judge_batch(pages.toArrow(), engine=engine, keep=["id"], now=NOW)
    assert judged.to_pylist() == pa.table(wanted).sort_by(order).to_pylist()
    assert judged.column_names[-8:] == OF_ENGINES
    assert {row["index"] for row in judged.to_pylist() if row["id"] == 2} == {True, False}
    plain = robots.judge(pages, ["ExampleBot"])
    assert not set(OF_ENGINES) & set(plain.columns)


@pytest.mark.parametrize("kind", ["binary", "string"])
def test_a_cut_document_has_the_answers_of_the_whole(spark: SparkSession, kind: str) -> None:
    limit = 2 << 20
    meta = "<meta name=robots content=noindex>"
    texts = []
    for place in [1000, limit - len(meta), limit - len(meta) + 1, limit, limit + 5000]:
        start = "<!doctype html><title>e</title><p>"
        texts.append(start + "x" * (place - len(start)) + meta + "y" * 100)
    values = texts if kind == "string" else [text.encode() for text in texts]
    frame = spark.createDataFrame([(text,) for text in values], f"html {kind}")
    judged = robots.judge(frame, engine="googlebot,bingbot", now=NOW).toArrow().to_pylist()
    batch = robots_policy.judge_batch(pa.table({"html": values}), engine="googlebot,bingbot", now=NOW)
    fields = ["profile", "index", "noindex", "answer", "unread", "truncated"]
    cuts = sorted(str([row[name] for name in fields]) for row in judged)
    assert cuts == sorted(str([row[name] for name in fields]) for row in pa.table(batch).to_pylist())
    assert {row["noindex"] for row in judged} == {True, False}


@pytest.mark.parametrize(
    ("arguments", "error", "why"),
    [
        ({"engine": "gogglebot"}, ValueError, "`gogglebot` is not a profile; near it are `googlebot`"),
        ({"engine": "googlebot", "agents": ["ExampleBot"]}, ValueError, "agents and engine exclude each other"),
        ({"engine": "googlebot", "keep": ["profile"]}, ValueError, "profile"),
        ({}, TypeError, "agents: they are missing"),
    ],
)
def test_a_mistake_raises_where_it_was_made(
    pages: DataFrame, arguments: dict[str, Any], error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        robots.judge(pages, **arguments)


def test_answers_of_archives_are_not_joined_to_rows_of_engines(spark: SparkSession, pages: DataFrame) -> None:
    answers = spark.createDataFrame([], "authority string, at timestamp, status bigint, location string, body binary")
    rows = robots.judge(pages, engine="googlebot")
    with pytest.raises(ValueError, match="rows: they are of engines"):
        robots.with_access(rows, answers, at="latest")


FORMAT = "robots_policy"
ENGINES = "googlebot,seznambot"


@pytest.fixture
def archive(fixtures: Path) -> str:
    """The archive of the documentation."""
    return str(fixtures / "archives" / "crawl.warc.gz")


def scanned(archive: str, **how: Any) -> pa.Table:  # noqa: ANN401
    """What the package reads itself."""
    with robots_policy.scan(archive, now=NOW, **how) as scan:
        return pa.table(scan)


def test_the_data_source_has_the_rows_of_engines(spark: SparkSession, archive: str) -> None:
    source = spark.read.format(FORMAT).option("now", NOW.isoformat())
    wanted = scanned(archive, engine=ENGINES)
    frame = source.option("as", "googlebot, Seznambot").load(archive)
    assert frame.toArrow().to_pylist() == wanted.to_pylist()
    assert [field.nullable for field in frame.schema] == [field.nullable for field in wanted.schema]
    some = source.option("as", ENGINES).option("columns", "profile,url").load(archive)
    assert some.toArrow().to_pylist() == wanted.select(["profile", "url"]).to_pylist()
    assert not set(OF_ENGINES) & set(spark.read.format(FORMAT).option("agents", "ExampleBot").load(archive).columns)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"as": "gogglebot"}, "`gogglebot` is not a profile; near it are `googlebot`"),
        ({"as": ""}, "engine: `` is not a profile"),
        ({"as": "googlebot", "agents": "ExampleBot"}, "agents and engine exclude each other"),
        ({"columns": "profile"}, "columns: 'profile' is not a column of responses"),
    ],
)
def test_a_wrong_option_is_named_before_anything_is_read(
    spark: SparkSession, archive: str, options: dict[str, str], why: str
) -> None:
    with pytest.raises(AnalysisException, match=why):
        spark.read.format(FORMAT).options(**options).load(archive)


def test_files_have_the_rows_of_engines(spark: SparkSession, archive: str, fixtures: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    both = [archive, str(fixtures / "archives" / "small.warc")]
    robots.scan_files(spark, both, out, engine=["googlebot", "seznambot"], now=NOW).collect()
    table = pq.read_table(f"{out}/crawl.warc.gz.parquet")
    wanted = scanned(archive, engine=ENGINES)
    rows = [row | {"warc_file": None} for row in wanted.to_pylist()]
    assert [row | {"warc_file": None} for row in table.to_pylist()] == rows
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert {name: report["engine"] for name, report in summary["agents"].items()} == {
        "googlebot": True,
        "seznambot": True,
    }
    assert "\nengine seznambot: 16 rows\n" in text([], summary, 1.0)
    settings = json.loads((tmp_path / "out" / "scan.json").read_text())["settings"]
    assert settings["as"] == "googlebot seznambot"
    assert "agent" not in settings
    with pytest.raises(ValueError, match="holds a run with as `googlebot seznambot`"):
        robots.scan_files(spark, both, out, engine="googlebot", now=NOW)
    with pytest.raises(ValueError, match="agents and engine exclude each other"):
        robots.scan_files(spark, both, str(tmp_path / "other"), ["ExampleBot"], engine="googlebot")
    assert not (tmp_path / "other").exists()


def test_the_command_has_the_flag(tmp_path: Path, archive: str) -> None:
    def run(*flags: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "robots_policy.spark", archive, "--master", "local[1]", *flags]
        environment = os.environ | {"SPARK_LOCAL_IP": "127.0.0.1"}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    done = run("--as", "seznambot", "-o", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    assert "\nengine seznambot: 12 rows\n" in done.stdout
    assert set(OF_ENGINES) < set(pq.read_schema(tmp_path / "out" / "crawl.warc.gz.parquet").names)
    for flags, why in [
        (["--as", "gogglebot"], "`gogglebot` is not a profile; near it are `googlebot`"),
        (["--as", "googlebot", "--agent", "ExampleBot"], "agents and engine exclude each other"),
    ]:
        wrong = run(*flags, "-o", str(tmp_path / "wrong"))
        assert (wrong.returncode, why in wrong.stderr.splitlines()[-1]) == (2, True), wrong.stderr
        assert not (tmp_path / "wrong").exists()
