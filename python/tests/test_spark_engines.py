"""Rows of engines in Spark: a table of pages, and what has no meaning for engines."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

import robots_policy

pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

from robots_policy import spark as robots

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

NOW = datetime(2026, 11, 21, tzinfo=UTC)
OF_ENGINES = ["profile", "not_honoured", "answer", "train"]
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


@pytest.mark.parametrize("as_", ["googlebot,bingbot", ["googlebot", "Bingbot"]])
def test_judge_answers_as_judge_batch(pages: DataFrame, as_: str | list[str]) -> None:
    order = [("id", "ascending"), ("profile", "ascending")]
    judged = robots.judge(pages, as_=as_, keep=["id"], now=NOW).orderBy("id", "profile").toArrow()
    wanted = robots_policy.judge_batch(pages.toArrow(), as_=as_, keep=["id"], now=NOW)
    assert judged.to_pylist() == pa.table(wanted).sort_by(order).to_pylist()
    assert judged.column_names[-4:] == OF_ENGINES
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
    judged = robots.judge(frame, as_="googlebot,bingbot", now=NOW).toArrow().to_pylist()
    batch = robots_policy.judge_batch(pa.table({"html": values}), as_="googlebot,bingbot", now=NOW)
    fields = ["profile", "index", "noindex", "answer", "unread", "truncated"]
    cuts = sorted(str([row[name] for name in fields]) for row in judged)
    assert cuts == sorted(str([row[name] for name in fields]) for row in pa.table(batch).to_pylist())
    assert {row["noindex"] for row in judged} == {True, False}


@pytest.mark.parametrize(
    ("arguments", "error", "why"),
    [
        ({"as_": "gogglebot"}, ValueError, "`gogglebot` is not a profile; near it are `googlebot`"),
        ({"as_": "googlebot", "agents": ["ExampleBot"]}, ValueError, "agents and as_ exclude each other"),
        ({"as_": "googlebot", "keep": ["profile"]}, ValueError, "profile"),
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
    rows = robots.judge(pages, as_="googlebot")
    with pytest.raises(ValueError, match="rows: they are of engines"):
        robots.with_access(rows, answers, at="latest")
