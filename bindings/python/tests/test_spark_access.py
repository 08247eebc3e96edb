"""`with_access` beside the program with a store of the same answers."""

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
from spark_access_cases import RULES, elsewhere, hosts, pages, rows, with_access
from warc_records import WHEN, http, record, robots

from robots_policy import RobotsTxt, judge, scan
from robots_policy.arrow import robots_answers
from robots_policy.enums import DiagnosticCode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

NOW = datetime(2026, 11, 20, tzinfo=UTC)
CRAWL = ROOT / "fixtures" / "archives" / "crawl.warc.gz"
AGENTS = ["ExampleBot", "GPTBot"]
ACCESS = ["access_allowed", "access_reason", "access_rule"]


LATEST: dict[str, Any] = {"robots_time": "latest"}
CLOSED = "ai-agents-disallowed"
# The columns that name an answer, which a join leaves empty.
NAMED = ["robots_url", "robots_status", "robots_fetched", "robots_sha256", "robots_record_id"]


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


@pytest.mark.parametrize("how", [{}, {"robots_within": 0}, LATEST])
def test_a_crawl_has_the_rows_of_the_program_with_a_store(
    spark: SparkSession, tmp_path: Path, how: dict[str, Any]
) -> None:
    want = scanned(CRAWL, [CRAWL], tmp_path, **how)
    frame = plain(spark, CRAWL, tmp_path)
    answers = loaded(spark, robots_answers(CRAWL), tmp_path / "answers.parquet")
    filled = with_access(frame, answers, **how)
    assert differences(rows(filled), want) == []
    assert filled.dtypes == frame.dtypes
    # Filled once more, nothing is there twice; with no answers, nothing is known.
    assert differences(rows(with_access(filled, answers, **how)), want) == []
    # A scan with a store names the answers, and a join with a table forgets them.
    [table] = (tmp_path / named(how)).glob("*.parquet")
    assert differences(rows(with_access(spark.read.parquet(str(table)), answers, **how)), want) == []
    assert differences(rows(with_access(filled, answers.limit(0))), rows(frame)) == []


def test_redirects_and_failures_end_as_in_the_program(spark: SparkSession, tmp_path: Path) -> None:
    crawl, archive = tmp_path / "pages.warc", tmp_path / "answers.warc"
    cut = robots("https://cut.example", http(b"User-agent: *\nDisallow: /"), fields=[("WARC-Truncated", "length")])
    archive.write_bytes(b"".join([*[robots(*host) for host in hosts()], *[record(*one) for one in elsewhere()], cut]))
    crawl.write_bytes(b"".join(pages()))
    want = scanned(crawl, [archive], tmp_path)
    frame = plain(spark, crawl, tmp_path)
    answers = loaded(spark, robots_answers(archive, on_damage="ignore"), tmp_path / "answers.parquet")
    for how in (LATEST, {}):
        assert differences(rows(with_access(frame, answers, partitions=3, **how)), want) == []
    assert differences(scanned(crawl, [archive], tmp_path, **LATEST), want) == []
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
    # It is for clients that no line names, and not for GPTBot, which the rules name.
    assert {row["agent"] for row in want if CLOSED in row["diagnostics"]} == {"examplebot"}
    assert any("robots.txt" in row["truncated"] for row in want)
    # Also with large texts, and with columns that a reader of few columns has.
    spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
    try:
        assert differences(rows(with_access(frame, answers)), want) == []
    finally:
        spark.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")
    few = ["diagnostics", "agent", "warc_offset", "reasons", "url"]
    filled = with_access(frame.select(*few), answers, **LATEST)
    assert filled.columns == [*few, *ACCESS]
    assert differences(rows(filled), [{name: row[name] for name in [*few, *ACCESS]} for row in want]) == []
    few = ["access_rule", "url", "warc_offset", "diagnostics", "agent", "access_allowed"]
    filled = with_access(frame.select(*few), answers, **LATEST)
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
    answers = loaded(spark, robots_answers(archive, on_damage="ignore"), tmp_path / "answers.parquet")
    filled = rows(with_access(frame, answers, **LATEST))
    assert differences(filled, want) == []
    again = rows(with_access(with_access(frame, answers), answers))
    assert differences(again, filled) == []
    assert {row["use_train"] for row in filled} == {None, "disallow"}, "no site was asked for its tdmrep.json"
    assert {row["use_search"] for row in filled} >= {None, "allow", "unstated", "disallow"}
    few = ["use_search", "url", "agent", "warc_offset", "reasons"]
    filled = rows(with_access(frame.select(*few), answers, **LATEST))
    # Without the column that shows what else is not known, nothing but a no is known.
    kept = [name for name in filled[0] if name != "use_search"]
    cells = [{name: row[name] for name in kept} for row in filled]
    assert differences(cells, [{name: row[name] for name in kept} for row in again]) == []
    assert {row["use_search"] for row in filled} == {None, "disallow"}


TIMES = [WHEN + timedelta(hours=hours) for hours in (0, 1, 2, 8, 9)]
SECOND = timedelta(seconds=1)
DENSE = [f"https://h{host}.w{world}.example" for world in range(40) for host in range(6)]
PLACES = ["/robots.txt"] * 6 + ["/u/robots.txt", "/robots.txt?x", "/rules"]
BODIES = [b"", *[b"User-agent: *\nDisallow: /" + path for path in (b"a\n", b"\xff\n", b"%7F\n")], None]


def of_all_kinds(generator: random.Random) -> tuple[list[bytes], list[bytes]]:
    """Answers of each kind at several times, some of them in one second, and pages at the edges of the times."""
    found = list(hosts())
    messages = [message for _, message in found]
    known: list[bytes] = []
    for authority, message in found:
        for at in generator.choices(TIMES, k=generator.randrange(5)):
            known.append(robots(authority, generator.choice([message, *messages]), at))
            if generator.randrange(4) == 0:
                known.append(robots(authority, generator.choice(messages), at))
    for url, message in elsewhere():
        known += [record(url, generator.choice([message, *messages]), at) for at in generator.choices(TIMES, k=3)]
    edges = [TIMES[0] - SECOND, TIMES[1] - SECOND, *TIMES, TIMES[2] + timedelta(hours=1, seconds=1)]
    edges += [TIMES[3] - timedelta(hours=1, seconds=1), TIMES[-1] + timedelta(days=9)]
    return known, list(pages(edges))


def of_few_hosts(generator: random.Random) -> tuple[list[bytes], list[bytes]]:
    """Answers of small groups of hosts that redirect to each other, and pages of all of them."""
    known = []
    for _ in range(1400):
        host = generator.choice(DENSE)
        group = host.partition(".")[2]
        fields = []
        if generator.randrange(9):
            lost = ["https://h1.example/", "mailto:a", f"https://h9.{group}/robots.txt"]
            places = [f"https://h{generator.randrange(6)}.{group}{place}" for place in PLACES * 2]
            fields.append(("Location", generator.choice([*places, *lost])))
        body = generator.choice(BODIES)
        if body is None:
            fields.append(("Content-Encoding", "snappy"))
        message = http(
            body or b"x", status=generator.choice([200, 200, 301, 301, 301, 302, 404, 503, 429]), fields=fields
        )
        at = WHEN + timedelta(hours=generator.choice([0, 1, 1, 2, 4, 7, 12]))
        known.append((host + generator.choice(PLACES), message, at))
    edges = [0, 1, 2, 4, 7, 12, 400, *(time + side * 2 for time in (0, 2, 7, 12) for side in (-1, 1))]
    asked = [
        record(f"{host}{path}", http(b"<p>"), WHEN + timedelta(hours=edge, seconds=generator.choice([0, 0, 1, -1])))
        for host, path in ((host, generator.choice(["/a", "/ÿ", "/%FF", "/%7f", "/b"])) for host in DENSE)
        for edge in edges
    ]
    # A scan keeps an answer elsewhere when a redirect led there before.
    known.sort(key=lambda one: not one[0].endswith("example/robots.txt"))
    return [record(*one) for one in known], asked


@pytest.mark.parametrize(
    ("world", "how"),
    [
        (of_all_kinds, {"robots_within": 1}),
        (of_all_kinds, {"robots_within": 48.5}),
        (of_all_kinds, LATEST),
        pytest.param(of_few_hosts, {"robots_within": 2}, marks=pytest.mark.release),
        pytest.param(of_few_hosts, LATEST, marks=pytest.mark.release),
    ],
)
def test_a_page_has_the_answers_of_its_time(
    spark: SparkSession,
    tmp_path: Path,
    world: Callable[[random.Random], tuple[list[bytes], list[bytes]]],
    how: dict[str, Any],
) -> None:
    """Beside the program with a store of the same answers."""
    known, asked = world(random.Random(20))  # noqa: S311
    crawl, archive = tmp_path / "pages.warc", tmp_path / "answers.warc"
    crawl.write_bytes(b"".join(asked))
    archive.write_bytes(b"".join(known))
    want = scanned(crawl, [archive], tmp_path, **how)
    answers = loaded(spark, robots_answers(archive, on_damage="ignore"), tmp_path / "answers.parquet")
    assert differences(rows(with_access(plain(spark, crawl, tmp_path), answers, **how)), want) == []
    reasons = {row["access_reason"] for row in want}
    assert reasons >= {"other-time", "unknown", "unreachable", "unavailable", "disallow-rule", "no-match"}
    whys = {one["why"] for row in want for one in row["unread"] if one["source"] == "robots.txt"}
    assert whys >= ({"earlier", "later"} if how.get("robots_within", 9) < 3 else {"earlier"})


def test_a_fraction_of_a_second_does_not_count(spark: SparkSession, tmp_path: Path) -> None:
    """The program works in whole seconds."""
    crawl, archive = tmp_path / "pages.warc", tmp_path / "answers.warc"
    site = "https://www.a.example"

    def at(whole: bytes, fraction: str) -> bytes:
        return whole.replace(b"WARC/1.0", b"WARC/1.1").replace(b"00:00:00Z", f"00:00:00.{fraction}Z".encode())

    archive.write_bytes(at(robots(site, http(RULES)), "9"))
    crawl.write_bytes(b"".join(at(record(f"{site}/{one}", http(b"<p>")), one) for one in ("1", "9", "95")))
    answers = loaded(spark, robots_answers(archive), tmp_path / "answers.parquet")
    for within in (0, 1):
        want = scanned(crawl, [archive], tmp_path, robots_within=within)
        frame = plain(spark, crawl, tmp_path)
        assert {row["date"].microsecond for row in rows(frame)} == {100_000, 900_000, 950_000}
        assert differences(rows(with_access(frame, answers, robots_within=within)), want) == []
        assert {row["access_reason"] for row in want} == {"no-match", "disallow-rule"}


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
    assert access.pop(("https://a.example/private", "*", WHEN)) == [False, "disallow-rule", "Disallow: /private"]
    # A page without a date is before every answer.
    assert access.pop(("https://a.example/b", "*", None)) == [None, "other-time", None]
    assert list(access.values()) == [[None, "unknown", None]] * 2
    other = spark.createDataFrame([("https://b.example/private", "*")], "url string, agent string")
    assert [row["access_allowed"] for row in rows(with_access(other, answers, **LATEST))] == [False]


def test_a_mistake_raises_before_anything_runs(spark: SparkSession) -> None:
    answers = spark.createDataFrame([], "authority string, at timestamp, status int, location string, body binary")
    pages = spark.createDataFrame([], "url string, agent string, date timestamp")
    mistakes: list[tuple[DataFrame, DataFrame, dict[str, Any], str]] = [
        (pages, answers, {"robots_time": "new"}, "robots_time: \"new\" is unknown; write 'capture' or 'latest'"),
        (pages, answers, {"robots_within": -1}, "robots_within: -1 is not a number of hours; write one from 0 on"),
        (
            pages,
            answers,
            LATEST | {"robots_within": 24},
            "robots_within is about robots_time='capture'; leave it out, or robots_time='latest'",
        ),
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
    ]
    for frame, table, how, message in mistakes:
        with pytest.raises(ValueError, match=re.escape(message)):
            with_access(frame, table, **how)
    pages = spark.createDataFrame([("https://a.example/", "Example Bot")], "url string, agent string")
    answers = spark.createDataFrame([("https://a.example", WHEN, 200, None, b"")], answers.schema)
    with pytest.raises(Exception, match=r"the column agent has 'Example Bot': .*; write product tokens"):
        rows(with_access(pages, answers, **LATEST))


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
    kinds = {name: pa.int64() for name in ("time", "until", "tier", "redirects", "status")}
    kinds |= {name: pa.string() for name in ("key", "why", "place", "location", "digest")}
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
