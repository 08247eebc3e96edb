"""`with_access` beside the program's store, and beside a plain reading of its rules."""

# ruff: noqa: ANN401 - tables of any library
from __future__ import annotations

import random
import re
import weakref
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import ROOT, program
from spark_access_cases import RULES, hosts, pages, rows, with_access
from warc_records import WHEN, http, record, robots

from robots_policy import DiagnosticCode, RobotsTxt, judge, robots_answers, scan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

NOW = datetime(2026, 11, 20, tzinfo=UTC)
CRAWL = ROOT / "fixtures" / "archives" / "crawl.warc.gz"
AGENTS = ["ExampleBot", "GPTBot"]
ACCESS = ["access_allowed", "access_reason", "access_rule"]


def scanned(pages: Path, answers: Sequence[Path], folder: Path) -> list[dict[str, Any]]:
    """The rows that the program writes with a store of these archives."""
    program("robots-store", "build", *answers, "-o", folder / "robots.redb", is_damaged=True)
    agents = [argument for agent in AGENTS for argument in ("--agent", agent)]
    how = ["--now", NOW.isoformat(), "--robots-store", folder / "robots.redb", "--robots-time", "latest", "-o", folder]
    program("scan", pages, *agents, *how, is_damaged=True)
    [table] = folder.glob("*.parquet")
    return list(pq.read_table(table).to_pylist())


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


def test_a_crawl_has_the_rows_of_the_program_with_a_store(spark: SparkSession, tmp_path: Path) -> None:
    want = scanned(CRAWL, [CRAWL], tmp_path)
    frame = plain(spark, CRAWL, tmp_path)
    answers = loaded(spark, robots_answers(CRAWL), tmp_path / "answers.parquet")
    filled = with_access(frame, answers, at="latest")
    assert differences(rows(filled), want) == []
    assert filled.dtypes == frame.dtypes
    assert {row["access_reason"] for row in want} >= {"disallow-rule", "unavailable"}
    # Filled once more, nothing is there twice; with no answers, nothing is known.
    assert differences(rows(with_access(filled, answers, at="latest")), want) == []
    assert differences(rows(with_access(filled, answers.limit(0))), rows(frame)) == []


def test_redirects_and_failures_end_as_in_the_program(spark: SparkSession, tmp_path: Path) -> None:
    crawl, archive = tmp_path / "pages.warc", tmp_path / "answers.warc"
    cut = robots("https://cut.example", http(b"User-agent: *\nDisallow: /"), fields=[("WARC-Truncated", "length")])
    archive.write_bytes(b"".join([*[robots(*host) for host in hosts()], cut]))
    crawl.write_bytes(b"".join(pages()))
    want = scanned(crawl, [archive], tmp_path)
    frame = plain(spark, crawl, tmp_path)
    answers = loaded(spark, robots_answers(archive), tmp_path / "answers.parquet")
    for at in ("latest", "capture"):
        assert differences(rows(with_access(frame, answers, at=at, partitions=3)), want) == []
    # The library finds no path in this address, so no rule can be of it.
    [unread] = {row["access_allowed"] for row in want if row["url"] == "https:www.a.example/private"}
    assert unread is None
    reasons = {row["access_reason"] for row in want}
    assert reasons == {
        "allow-rule",
        "disallow-rule",
        "no-group",
        "no-match",
        "not-read-whole",
        "robots-txt-itself",
        "unavailable",
        "unknown",
        "unreachable",
    }
    assert {code for row in want for code in row["diagnostics"]} >= {"misspelt-key", "utf-16", "diagnostics-omitted"}
    assert any("robots.txt" in row["truncated"] for row in want)
    # Also with large texts, and with columns that a reader of few columns has.
    spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
    try:
        assert differences(rows(with_access(frame, answers)), want) == []
    finally:
        spark.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")
    few = ["diagnostics", "agent", "warc_offset", "reasons", "url"]
    filled = with_access(frame.select(*few), answers, at="latest")
    assert filled.columns == [*few, *ACCESS]
    assert differences(rows(filled), [{name: row[name] for name in [*few, *ACCESS]} for row in want]) == []
    few = ["access_rule", "url", "warc_offset", "agent", "access_allowed"]
    filled = with_access(frame.select(*few), answers, at="latest")
    assert filled.columns == [*few, "access_reason"]
    assert differences(rows(filled), [{name: row[name] for name in filled.columns} for row in want]) == []


def test_what_robots_txt_states_about_ai_use_is_joined_in(spark: SparkSession, tmp_path: Path) -> None:
    managed = b"User-Agent: *\nContent-Signal: search=yes,ai-train=no,use=reference\nAllow: /\n"
    group = b"User-agent: GPTBot\nDisallow: /x\nContent-Usage: /n train-ai=n\nLicense: /l.xml\n\n" + managed
    permits = b"User-agent: *\nContent-Usage: search=y, train-ai=y\n"
    files = {
        "managed": managed,
        "group": group,
        "permits": permits,
        "level": b"User-agent: *\nContent-Signal: use=full",
    }
    crawl, archive = tmp_path / "pages.warc", tmp_path / "answers.warc"
    archive.write_bytes(b"".join(robots(f"https://{name}.example", http(body)) for name, body in files.items()))
    html = ("Content-Type", "text/html")
    link = ("Link", '<https://group.example/l.xml>; rel="license"; type="application/rsl+xml"')
    messages = [
        http(b"<p>", fields=[html]),
        http(b"<meta name=robots content=noai><p>", fields=[html, ("TDM-Reservation", "1"), link]),
        http(b"<p>", fields=[html, ("Content-Usage", "ai-use=n, search=n, what=y")]),
        http(b"<head>", fields=[html], length=900),  # it was not read whole
    ]
    paths = ["/", "/x", "/n", "/y"]
    crawl.write_bytes(
        b"".join(
            record(f"https://{name}.example{path}?{number}", message)
            for name in [*files, "other"]
            for path in paths
            for number, message in enumerate(messages)
        )
    )
    want = scanned(crawl, [archive], tmp_path)
    frame = plain(spark, crawl, tmp_path)
    answers = loaded(spark, robots_answers(archive), tmp_path / "answers.parquet")
    filled = rows(with_access(frame, answers, at="latest"))
    assert differences(filled, want) == []
    again = rows(with_access(with_access(frame, answers), answers))
    assert differences(again, filled) == []
    assert {row["use_train"] for row in filled} == {None, "disallow"}, "no site was asked for its tdmrep.json"
    assert {row["use_search"] for row in filled} >= {None, "allow", "unstated", "disallow"}
    few = ["use_search", "url", "agent", "warc_offset", "reasons"]
    filled = rows(with_access(frame.select(*few), answers, at="latest"))
    # Without the column that shows what else is not known, nothing but a no is known.
    kept = [name for name in filled[0] if name != "use_search"]
    cells = [{name: row[name] for name in kept} for row in filled]
    assert differences(cells, [{name: row[name] for name in kept} for row in again]) == []
    assert {row["use_search"] for row in filled} == {None, "disallow"}


def test_a_page_has_the_answers_before_its_capture(spark: SparkSession, tmp_path: Path) -> None:
    """At each time, the rows are those of a store of the answers until then."""
    times = [WHEN + timedelta(hours=hours) for hours in range(5)]
    generator = random.Random(20)  # noqa: S311
    found = list(hosts())
    messages = [message for _, message in found]
    known: list[tuple[datetime, bytes]] = []
    for authority, message in found:
        moments = generator.sample(times, generator.randrange(4))
        known += [(at, robots(authority, generator.choice([message, *messages]), at)) for at in moments]
    crawl = tmp_path / "pages.warc"
    moments = [WHEN - timedelta(seconds=1), *times, times[-1] + timedelta(days=9)]
    crawl.write_bytes(b"".join(pages(moments)))
    archive = tmp_path / "answers.warc"
    archive.write_bytes(b"".join(answer for _, answer in known))
    answers = loaded(spark, robots_answers(archive), tmp_path / "answers.parquet")
    got = rows(with_access(plain(spark, crawl, tmp_path), answers))
    states = set()
    for moment in moments:
        folder = tmp_path / f"{moment:%d-%H-%M}"
        folder.mkdir()
        before = folder / "before.warc"
        other = record("https://other.example/", http())
        before.write_bytes(b"".join([other, *[answer for at, answer in known if at <= moment]]))
        want = [row for row in scanned(crawl, [before], folder) if row["date"] == moment]
        assert differences([row for row in got if row["date"] == moment], want) == [], moment
        states.add(tuple(row["access_reason"] for row in want))
    assert len(states) == len(moments) - 1, "each time but the last has other answers"


def test_columns_of_any_name_and_null_are_carried_through(spark: SparkSession) -> None:
    columns = {
        "kind": (None, "string"),
        "body": (b"\x00", "binary"),
        "at": (WHEN, "timestamp"),
        "row": ({"url": "x"}, "map<string,string>"),
        "authority": ("https://b.example", "string"),
        "key": (1, "int"),
        "time": (2.5, "double"),
        "until": ([None, "x"], "array<string>"),
        "page": (("y", None), "struct<url:string,kind:int>"),
        "status": (-1, "int"),
        "c0": ("c", "string"),
        "a.b": ("d", "string"),
        "a`b": ("e", "string"),
        "URL": ("https://b.example/private", "string"),
    }
    values = [value for value, _ in columns.values()]
    kinds = ", ".join(f"`{name.replace('`', '``')}` {kind}" for name, (_, kind) in columns.items())
    schema = f"{kinds}, agent string, url string not null, date timestamp"
    known = [(*values, "*", "https://a.example/private", WHEN)]
    unknown = [
        (*[None] * len(columns), None, "https://a.example/b", WHEN),
        (*values, "*", "https://a.example/b", None),
        (*values, "examplebot,other", "urn:x", WHEN),
    ]
    frame = spark.createDataFrame([*known, *unknown], schema)
    answers = spark.createDataFrame(
        [
            ("https://a.example", WHEN, 200, None, RULES),
            ("HTTPS://B.example:443/x", WHEN, 200, None, RULES),
            ("urn:x", WHEN, 200, None, RULES),
            (None, WHEN, 200, None, RULES),
            ("https://a.example", None, 404, None, b""),
            ("https://a.example", WHEN, None, None, b""),
        ],
        "authority string, at timestamp, status int, location string, body binary",
    )
    filled = with_access(frame, answers)
    assert filled.schema.fields[: len(frame.columns)] == frame.schema.fields
    assert filled.columns == [*frame.columns, *ACCESS]
    got = sorted(rows(filled), key=lambda row: (row["url"], str(row["date"])))
    carried = sorted(rows(frame), key=lambda row: (row["url"], str(row["date"])))
    assert [{name: row[name] for name in frame.columns} for row in got] == carried
    access = {(row["url"], row["agent"], row["date"]): [row[name] for name in ACCESS] for row in got}
    nothing = [None, "unknown", None]
    assert access.pop(("https://a.example/private", "*", WHEN)) == [False, "disallow-rule", "Disallow: /private"]
    assert list(access.values()) == [nothing] * 3
    other = spark.createDataFrame([("https://b.example/private", "*")], "url string, agent string")
    assert [row["access_allowed"] for row in rows(with_access(other, answers, at="latest"))] == [False]


def test_a_mistake_raises_before_anything_runs(spark: SparkSession) -> None:
    answers = spark.createDataFrame([], "authority string, at timestamp, status int, location string, body binary")
    pages = spark.createDataFrame([], "url string, agent string, date timestamp")
    for frame, table, named, message in [
        (pages, answers, {"at": "first"}, "at: 'first' is neither 'capture' nor 'latest'"),
        (pages.drop("date"), answers, {}, "rows: the column 'date' is missing; its columns are url, agent"),
        (pages.drop("agent"), answers, {}, "rows: the column 'agent' is missing"),
        (pages.select("*", "url"), answers, {}, "rows: the column 'url' is there more than once"),
        (pages.selectExpr("url", "agent", "'2026' as date"), answers, {}, "'date' is string, not timestamp; cast it"),
        (pages, answers.drop("body"), {}, "answers: the column 'body' is missing"),
        (pages, answers.selectExpr("*", "at as at"), {}, "answers: the column 'at' is there more than once"),
        (
            pages.selectExpr("*", "1 as reasons"),
            answers,
            {},
            "rows: the column 'reasons' is int and not that of a scan",
        ),
    ]:
        with pytest.raises(ValueError, match=re.escape(message)):
            with_access(frame, table, **named)
    pages = spark.createDataFrame([("https://a.example/", "Example Bot")], "url string, agent string")
    answers = spark.createDataFrame([("https://a.example", WHEN, 200, None, b"")], answers.schema)
    with pytest.raises(Exception, match=r"the column agent has 'Example Bot': .*; write product tokens"):
        rows(with_access(pages, answers, at="latest"))


def test_each_code_is_of_robots_txt_or_of_a_page(fixtures: Path) -> None:
    from robots_policy.spark._fill import ROBOTS_TXT_CODES  # noqa: PLC0415 - it needs Spark

    codes = [code.value for code in DiagnosticCode]
    # Codes about AI use and about names are of fields and documents too.
    shared = {*codes[codes.index("usage-unreadable") :]}
    seen = set()
    for case in fixtures.glob("*/*"):
        for file in case.glob("robots.txt"):
            seen |= {one.code for one in RobotsTxt(file.read_bytes()).diagnostics}
        head = case / "headers.http"
        lines = head.read_text("latin-1").splitlines() if head.exists() else []
        fields = [(name, value) for name, _, value in (line.partition(": ") for line in lines)]
        for file in (*case.glob("page.html"), *case.glob("page.xhtml")):
            verdict = judge("*", headers=fields, html=file.read_bytes())
            assert not {one.code for one in verdict.diagnostics} & ROBOTS_TXT_CODES, file
    assert seen <= ROBOTS_TXT_CODES | shared
    assert len(seen) > len(ROBOTS_TXT_CODES) / 2


def batches(count: int) -> Iterator[pa.RecordBatch]:
    """One answer, and `count` batches of pages of its site."""
    page = pa.struct([("c0", pa.string()), ("c1", pa.string())])
    kinds = {"key": pa.string(), "time": pa.int64(), "until": pa.int64(), "status": pa.int64(), "location": pa.string()}
    schema = pa.schema([*kinds.items(), ("body", pa.binary()), ("kind", pa.int32()), ("page", page)])
    key = "https://a.example"
    known = {"key": key, "time": 0, "until": 1 << 60, "status": 200, "body": RULES, "kind": 0}
    yield pa.RecordBatch.from_pylist([known], schema)
    for number in range(count):
        rows = [{"c0": f"{key}/private/{number}/{row}", "c1": "*"} for row in range(1000)]
        yield pa.RecordBatch.from_pylist([{"key": key, "time": 1, "kind": 1, "page": row} for row in rows], schema)


def test_memory_does_not_grow_with_a_site() -> None:
    from robots_policy.spark._fill import Fill  # noqa: PLC0415 - it needs Spark

    most = []
    for count in (3, 30):
        given: list[weakref.ref[Any]] = []
        taken: list[weakref.ref[Any]] = []

        def watched(count: int = count, given: list[Any] = given) -> Iterator[pa.RecordBatch]:
            for batch in batches(count):
                given.append(weakref.ref(batch))
                yield batch

        alive = []
        names = ("url", "agent")
        pages = 0
        for filled in Fill(names, (*names, *ACCESS))(watched()):
            pages += filled.num_rows
            assert not any(filled.column("access_allowed").to_pylist())
            taken.append(weakref.ref(filled))
            alive.append(sum(one() is not None for one in [*given, *taken]))
        assert pages == count * 1000
        most.append(max(alive))
    assert most[0] == most[1] < 6
