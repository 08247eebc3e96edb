"""`with_access` beside the program with a store of the same answers, and what it costs."""

from __future__ import annotations

import random
import weakref
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
import spark_access_cases as cases
from warc_records import WHEN, http, record, robots

from robots_policy import RobotsTxt, judge
from robots_policy.arrow import robots_answers
from robots_policy.enums import DiagnosticCode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pyspark.sql import SparkSession

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

TIMES = [WHEN + timedelta(hours=hours) for hours in (0, 1, 2, 8, 9)]
SECOND = timedelta(seconds=1)
DENSE = [f"https://h{host}.w{world}.example" for world in range(40) for host in range(6)]
PLACES = ["/robots.txt"] * 6 + ["/u/robots.txt", "/robots.txt?x", "/rules"]
BODIES = [b"", *[b"User-agent: *\nDisallow: /" + path for path in (b"a\n", b"\xff\n", b"%7F\n")], None]


def of_all_kinds(generator: random.Random) -> tuple[list[bytes], list[bytes]]:
    """Answers of each kind at several times, some of them in one second, and pages at the edges of the times."""
    found = list(cases.hosts())
    messages = [message for _, message in found]
    known: list[bytes] = []
    for authority, message in found:
        for at in generator.choices(TIMES, k=generator.randrange(5)):
            known.append(robots(authority, generator.choice([message, *messages]), at))
            if generator.randrange(4) == 0:
                known.append(robots(authority, generator.choice(messages), at))
    for url, message in cases.elsewhere():
        known += [record(url, generator.choice([message, *messages]), at) for at in generator.choices(TIMES, k=3)]
    edges = [TIMES[0] - SECOND, TIMES[1] - SECOND, *TIMES, TIMES[2] + timedelta(hours=1, seconds=1)]
    edges += [TIMES[3] - timedelta(hours=1, seconds=1), TIMES[-1] + timedelta(days=9)]
    return known, list(cases.pages(edges))


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
        (of_all_kinds, cases.LATEST),
        pytest.param(of_few_hosts, {"robots_within": 2}, marks=pytest.mark.release),
        pytest.param(of_few_hosts, cases.LATEST, marks=pytest.mark.release),
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
    want = cases.scanned(crawl, [archive], tmp_path, **how)
    answers = cases.loaded(spark, robots_answers(archive, on_damage="ignore"), tmp_path / "answers.parquet")
    assert (
        cases.differences(cases.rows(cases.with_access(cases.plain(spark, crawl, tmp_path), answers, **how)), want)
        == []
    )
    reasons = {row["access_reason"] for row in want}
    assert reasons >= {"other-time", "unknown", "unreachable", "unavailable", "disallow-rule", "no-match"}
    whys = {one["why"] for row in want for one in row["unread"] if one["source"] == "robots.txt"}
    assert whys >= ({"earlier", "later"} if how.get("robots_within", 9) < 3 else {"earlier"})


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
    known = {"key": key, "time": 0, "until": 1 << 60, "status": 200, "body": cases.RULES, "kind": 0}
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
        for filled in Fill(names, (*names, *cases.ACCESS))(watched()):
            pages += filled.num_rows
            assert not any(filled.column("access_allowed").to_pylist())
            taken.append(weakref.ref(filled))
            alive.append(sum(one() is not None for one in [*given, *taken]))
        assert pages == count * 1000
        most.append(max(alive))
    assert most[0] == most[1] < 6
