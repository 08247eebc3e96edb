"""Answers for robots.txt and pages of every kind, and the rows of the program, for the tests of `with_access`."""

# ruff: noqa: ANN401 - tables of any library
from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
from conftest import program
from warc_records import WHEN, http, record, redirect

from robots_policy import scan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyspark.sql import DataFrame, SparkSession

# Places to which a robots.txt redirects, and addresses of pages that have no robots.txt or another one than it seems.
TABLE: dict[str, list[str]] = json.loads(Path(__file__).with_name("spark_access.json").read_text("utf-8"))
NOW = datetime(2026, 11, 20, tzinfo=UTC)
AGENTS = ["ExampleBot", "GPTBot"]
ACCESS = ["access_allowed", "access_reason", "access_rule"]
LATEST: dict[str, Any] = {"robots_time": "latest"}
# The columns that name an answer, which a join leaves empty.
NAMED = ("robots_url", "robots_status", "robots_fetched", "robots_sha256", "robots_record_id")
RULES = b"User-agent: *\nDisallow: /private\n\nUser-agent: GPTBot\nDisallow: /\nAllow: /private/gpt\n"


def with_access(*arguments: Any, **named: Any) -> DataFrame:
    from robots_policy import spark  # noqa: PLC0415 - it warns of pandas

    return spark.with_access(*arguments, **named)


def rows(frame: DataFrame) -> list[dict[str, Any]]:
    return list(frame.toArrow().to_pylist())


def named(how: dict[str, Any]) -> str:
    """The name of the folder of a run."""
    return "-".join(["out", *map(str, how.values())])


def scanned(pages: Path, answers: Sequence[Path], folder: Path, **how: Any) -> list[dict[str, Any]]:
    """The rows that the program writes with a store of these archives."""
    store, out = folder / "robots.store", folder / named(how)
    if not store.exists():
        program("robots-store", "build", *answers, "-o", store, is_damaged=True)
    agents = [argument for agent in AGENTS for argument in ("--agent", agent)]
    times = [argument for name, value in how.items() for argument in (f"--{name.replace('_', '-')}", value)]
    program(
        "scan", pages, *agents, "--now", NOW.isoformat(), "--robots-store", store, *times, "-o", out, is_damaged=True
    )
    [table] = out.glob("*.parquet")
    read = list(pq.read_table(table).to_pylist())
    assert any(row["robots_url"] for row in read)
    return [row | dict.fromkeys(NAMED) for row in read]


def loaded(spark: SparkSession, table: Any, path: Path) -> DataFrame:
    pq.write_table(pa.table(table), path)
    return spark.read.parquet(str(path))


def plain(spark: SparkSession, pages: Path, folder: Path) -> DataFrame:
    """The rows of a scan without a store."""
    return loaded(spark, scan(pages, AGENTS, now=NOW, name=str(pages)), folder / "plain.parquet")


def ordered(table: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(table, key=lambda row: (row["warc_offset"], row["agent"]))


def differences(got: list[dict[str, Any]], want: list[dict[str, Any]]) -> list[Any]:
    """The cells that differ."""
    assert len(got) == len(want) > 0
    assert list(got[0]) == list(want[0])
    both = zip(ordered(got), ordered(want), strict=True)
    return [
        (one["url"], one["agent"], name, one[name], other[name])
        for one, other in both
        for name in one
        if one[name] != other[name]
    ]


def hosts() -> Iterator[tuple[str, bytes]]:
    """Authorities, and the answers for their robots.txt."""
    yield "http://a.example", redirect("https://a.example/robots.txt")
    yield "https://a.example", redirect("//www.a.example/robots.txt", 308)
    yield "https://www.a.example", http(RULES)
    for length in (4, 5, 6):
        for step in range(length):
            yield f"https://chain{length}-{step}.example", redirect(f"//chain{length}-{step + 1}.example/robots.txt")
        yield f"https://chain{length}-{length}.example", http(RULES)
    yield "https://loop0.example", redirect("https://loop1.example/robots.txt")
    yield "https://loop1.example", redirect("https://loop0.example/robots.txt")
    yield "https://self.example", redirect("/robots.txt", 302)
    yield "https://lost.example", redirect("https://nowhere.example/robots.txt")
    for index, location in enumerate(TABLE["hostile"]):
        yield f"https://hostile{index}.example", redirect(location, [301, 302, 303, 307, 308][index % 5])
    for status in (206, 301, 304, 401, 403, 404, 410, 429, 500, 503, 599, 600, 999):
        yield f"https://status{status}.example:8443", http(RULES, status=status)
    yield "https://coded.example", http(b"\x00\x01snappy", fields=[("Content-Encoding", "snappy")])
    yield "https://marked.example", http(gzip.compress(RULES))
    yield "https://packed.example", http(gzip.compress(RULES), fields=[("Content-Encoding", "gzip")])
    yield "https://html.example", http(b"<!doctype html><title>Not found</title><p>Disallow: /")
    yield "https://long.example", http(b"User-agent: *\nDisallow: /private\n" + b"# long\n" * 90_000 + b"Disallow: /")
    yield "https://short.example", http(b"User-agent: *\nDisallow: /", length=900)
    yield "https://wide.example", http(RULES.decode().encode("utf-16"))
    yield "https://empty.example", http(b"")
    yield (
        "https://strange.example",
        http(b"Disalow: /a\nUser-agent *\nDissallow: /private\nnoindex: /\n\xff: \xfe\nDisallow: b"),
    )
    yield "https://many.example", http(b"User-agent: *\n" + b"Dissallow: /a b\nx\n" * 3000)
    yield "https://xn--bcher-kva.example", http(RULES)
    yield "http://127.0.0.1", http(RULES)


def elsewhere() -> Iterator[tuple[str, bytes]]:
    """Addresses to which a robots.txt redirects, and their answers."""
    yield "https://www.a.example/other.txt", http(RULES, fields=[("Content-Type", "text/plain")])
    yield "https://www.a.example/robots.txt?x", http(b"User-agent: *\nDisallow: /b\n")
    yield "https://www.a.example/u/robots.txt", redirect("../other.txt", 302)
    yield "https://u.a.example/v/robots.txt", redirect("https://a.example/robots.txt")
    yield "https://gone.a.example/robots.txt/", http(b"", status=410)


PATHS = ["/", "/private/x?y", "/private/gpt", "/robots.txt", "/b", "/ä"]
META = b"<meta name=robots content='noindex, what, max-snippet: x'><p>"
PAGE_FIELDS = [("Content-Type", "text/html; charset=utf-8"), ("X-Robots-Tag", "examplebot: nofollow; noarchive")]


def pages(at: Sequence[datetime] = (WHEN,)) -> Iterator[bytes]:
    """Records of pages of all hosts, and of addresses that have none."""
    urls = [f"{authority}{path}" for authority, _ in hosts() for path in PATHS] + TABLE["strange_urls"]
    for index, url in enumerate(urls):
        message = http(b"<title>x</title><p>") if index % 2 else http(META, fields=PAGE_FIELDS)
        for moment in at:
            yield record(url, message, moment)
