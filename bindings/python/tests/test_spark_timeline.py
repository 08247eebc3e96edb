"""Which answer for robots.txt holds at which time."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from spark_access_cases import RULES, rows, with_access
from warc_records import WHEN

from robots_policy import RobotsTxt

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

LOCATIONS = {f"https://h{host}.example/robots.txt": f"https://h{host}.example" for host in range(6)}
ELSEWHERE = ["https://h1.example/", "mailto:a", "https://h9.example/robots.txt"]
BODIES = [
    b"",
    b"User-agent: *\nDisallow: /a\n",
    b"User-agent: *\nDisallow: /\xff\n",
    b"User-agent: *\nDisallow: /%7F\n",
    None,
]

Answer = tuple[str, int, int, str | None, bytes | None]


def random_answer(generator: random.Random, world: int) -> Answer:
    host = f"https://h{generator.randrange(6)}.example"
    status = generator.choice([200, 200, 301, 301, 301, 302, 404, 503, 429])
    location = generator.choice([None, *LOCATIONS, *LOCATIONS, *ELSEWHERE])
    body = generator.choice(BODIES)
    return (
        host.replace(".example", f".w{world}.example"),
        generator.randrange(5),
        status,
        location and location.replace(".example", f".w{world}.example"),
        body,
    )


def has_outcome(answer: Answer) -> bool:
    _, _, status, location, body = answer
    # A status that needs no body counts also where the coding of its body is not known.
    return status == 404 or (status == 200 and body is not None) or (status in {301, 302} and location is not None)


def expected(answers: list[Answer], authority: str, at: float | None, url: str) -> bool | None:  # noqa: PLR0911
    """What robots.txt says at this time, by the words of the documentation."""
    for hop in range(6):
        mine = [answer for answer in answers if answer[0] == authority and at is not None and answer[1] <= at]
        if not mine:
            return None
        _, _, status, location, body = max(
            mine,
            key=lambda one: (
                has_outcome(one),
                *one[1:3],
                one[3] is not None,
                one[3] or "",
                one[4] is not None,
                one[4] or b"",
            ),
        )
        if status in {429, 503}:
            return False
        if status == 404:
            return True
        if status == 200:
            return body is not None and RobotsTxt(body).allowed(url, "*")
        if location is None:
            return False
        if hop == 5:
            return True
        if not location.endswith("/robots.txt"):
            return None
        authority = location.removesuffix("/robots.txt")
    raise AssertionError


@pytest.mark.release
@pytest.mark.parametrize("at", ["capture", "latest"])
def test_random_answers_mean_what_the_documentation_says(spark: SparkSession, at: str) -> None:
    generator = random.Random(f"answers {at}")  # noqa: S311
    worlds = 40
    answers = [random_answer(generator, number % worlds) for number in range(worlds * 25)]
    asked: list[tuple[int, str, datetime | None, str]] = []
    for world in range(worlds):
        for host in range(7):
            for second in [-1, 0, 0.5, 1, 2, 3, 4, 400, None]:
                url = f"https://h{host}.w{world}.example{generator.choice(['/a', '/ÿ', '/%FF', '/%7f', '/b'])}"
                date = None if second is None else WHEN + timedelta(seconds=second)
                asked.append((len(asked), url, date, "*"))
    generator.shuffle(answers)
    schema = "authority string, at timestamp, status bigint, location string, body binary"
    moved = [(one[0], WHEN + timedelta(seconds=one[1]), *one[2:]) for one in answers]
    table = spark.createDataFrame(moved, schema).repartition(3)
    frame = spark.createDataFrame(asked, "number int, url string, date timestamp, agent string")
    got = {row["number"]: row["access_allowed"] for row in rows(with_access(frame, table, at=at))}
    assert len(got) == len(asked)
    by_world = {world: [one for one in answers if f".w{world}." in one[0]] for world in range(worlds)}
    seen = {None: 0, True: 0, False: 0}
    for number, url, date, _ in asked:
        authority = url.rpartition("/")[0]
        world = int(authority.split(".w")[1].split(".")[0])
        second = (date - WHEN).total_seconds() if date else None
        want = expected(by_world[world], authority, 1000 if at == "latest" else second, url)
        assert got[number] is want, (url, date)
        seen[want] += 1
    assert min(seen.values()) > 50, seen


def test_a_hub_has_one_interval_for_equal_answers(spark: SparkSession) -> None:
    from robots_policy.spark._timeline import END, timeline  # noqa: PLC0415 - it needs Spark

    hub = "https://hub.example"
    bodies = [b"", RULES, RULES, RULES, b"", b""]
    known: list[tuple[Any, ...]] = [
        (hub, WHEN + timedelta(days=day), 200, None, body) for day, body in enumerate(bodies)
    ]
    known += [(f"https://h{host}.example", WHEN, 301, f"{hub}/robots.txt", b"") for host in range(3)]
    known += [
        (f"https://h{host}.example", WHEN + timedelta(days=1), 302, f"{hub}/robots.txt", b"") for host in range(3)
    ]
    schema = "authority string, at timestamp, status int, location string, body binary"
    intervals = rows(timeline(spark.createDataFrame(known, schema), "capture"))
    starts = [int((WHEN + timedelta(days=day)).timestamp()) * 1_000_000 for day in (0, 1, 4)]
    want = list(zip(starts, [*starts[1:], END], [b"", RULES, b""], strict=True))
    for authority in (hub, *[f"https://h{host}.example" for host in range(3)]):
        mine = [one for one in intervals if one["authority"] == authority]
        assert sorted((one["since"], one["until"], one["body"]) for one in mine) == want
    assert len(intervals) == 12
