"""Which answer for robots.txt holds at which time."""

from __future__ import annotations

import hashlib
import math
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
ELSEWHERE = ["https://h1.example/", "mailto:a", "https://h9.example/robots.txt", ""]
BODIES = [
    b"",
    b"User-agent: *\nDisallow: /a\n",
    b"User-agent: *\nDisallow: /\xff\n",
    b"User-agent: *\nDisallow: /%7F\n",
    None,
]
SCHEMA = "authority string, at timestamp, status bigint, location string, body binary"
HOUR = 3600
WITHIN = 2

# A host, hours, a status, a location, a body.
Answer = tuple[str, float, int, str | None, bytes | None]
# What is said of a page, and whether that is by answers of its time.
Said = tuple[bool | None, bool]


def random_answer(generator: random.Random, world: int) -> Answer:
    host = f"https://h{generator.randrange(6)}.example"
    status = generator.choice([200, 200, 301, 301, 301, 302, 404, 503, 429])
    location = generator.choice([None, *LOCATIONS, *LOCATIONS, *ELSEWHERE])
    return (
        host.replace(".example", f".w{world}.example"),
        # Often in one second with another one, sometimes apart within it.
        generator.choice([0, 1, 1, 2, 4, 7, 12]) + generator.choice([0, 0, 0, 0.25 / HOUR, 0.75 / HOUR]),
        status,
        location and location.replace(".example", f".w{world}.example"),
        generator.choice(BODIES),
    )


def has_outcome(answer: Answer) -> bool:
    _, _, status, location, body = answer
    # A status that needs no body counts also where the coding of its body is not known.
    return status == 404 or (status == 200 and body is not None) or (status in {301, 302} and bool(location))


def state(answer: Answer) -> tuple[Any, ...]:
    """What an answer says: of two with the same state one run is made."""
    _, _, status, location, body = answer
    return status, location or "", "" if body is None else hashlib.sha256(body).hexdigest()


def second(answer: Answer) -> int:
    return math.floor(answer[1] * HOUR)


def is_contested(answer: Answer, good: list[Answer]) -> bool:
    return any(second(one) == second(answer) and state(one) != state(answer) for one in good)


def of_its_time(answers: list[Answer], at: int) -> tuple[Answer | None, bool]:
    """The answer for a page, and whether it is current, by "The time of a page" of docs/archives.md."""
    within = WITHIN * HOUR
    answers = sorted(answers, key=lambda one: (second(one), state(one)))
    good = [one for one in answers if has_outcome(one)]
    before = next((one for one in reversed(good) if second(one) <= at), None)
    after = next((one for one in good if second(one) > at), None)
    if before and ((after and state(before) == state(after)) or at - second(before) <= within):
        return before, not is_contested(before, good)
    if after and second(after) - at <= within:
        return after, not is_contested(after, good)
    if good:
        return before or after, False
    near = [one for one in answers if abs(second(one) - at) <= within]
    return min(near, key=lambda one: (abs(second(one) - at), second(one)), default=None), True


def latest(answers: list[Answer]) -> tuple[Answer | None, bool]:
    """The last answer, those with an outcome before the others."""

    def rank(one: Answer) -> tuple[Any, ...]:
        _, _, status, location, body = one
        return has_outcome(one), second(one), status, location or "", body is not None, body or b""

    found = max(answers, key=rank, default=None)
    good = [one for one in answers if has_outcome(one)]
    return found, not (found in good and found is not None and is_contested(found, good))


def expected(answers: list[Answer], authority: str, at: int | None, url: str) -> Said:
    """What robots.txt says at this time, by the words of the documentation."""
    is_current = True
    for hop in range(6):
        mine = [answer for answer in answers if answer[0] == authority]
        found, of_it = latest(mine) if at is None else of_its_time(mine, at)
        if found is None:
            return None, True
        is_current = is_current and of_it
        location = found[3] or None
        if found[2] in {301, 302} and location is not None and hop < 5:
            if not location.endswith("/robots.txt"):
                return None, True
            authority = location.removesuffix("/robots.txt")
            continue
        allowed = says(found, url)
        return (None, False) if allowed and not is_current else (allowed, True)
    raise AssertionError


def says(answer: Answer, url: str) -> bool:
    """What the answer at the end says: a redirect that has a location is one too many."""
    _, _, status, location, body = answer
    if status == 200:
        return body is not None and RobotsTxt(body).allowed(url, "*")
    return status == 404 or (status in {301, 302} and bool(location))


def asked(generator: random.Random, worlds: int) -> list[tuple[int, str, datetime | None, str]]:
    """Pages of all hosts, many of them at the edges of the times of answers."""
    edges = [0, 1, 2, 4, 7, 12, 400, *(time + side * WITHIN for time in (0, 2, 7, 12) for side in (-1, 1))]
    pages: list[tuple[int, str, datetime | None, str]] = []
    for world in range(worlds):
        for host in range(7):
            moments = [edge * HOUR + generator.choice([0, 0, 1, -1, 0.5, -0.5]) for edge in edges]
            for moment in [*moments, None]:
                url = f"https://h{host}.w{world}.example{generator.choice(['/a', '/ÿ', '/%FF', '/%7f', '/b'])}"
                date = None if moment is None else WHEN + timedelta(seconds=moment)
                pages.append((len(pages), url, date, "*"))
    generator.shuffle(pages)
    return pages


@pytest.mark.release
@pytest.mark.parametrize("how", [{"robots_within": WITHIN}, {"robots_time": "latest"}])
def test_random_answers_mean_what_the_documentation_says(spark: SparkSession, how: dict[str, Any]) -> None:
    generator = random.Random(f"answers {how}")  # noqa: S311
    worlds = 40
    answers = [random_answer(generator, number % worlds) for number in range(worlds * 25)]
    pages = asked(generator, worlds)
    moved = [(one[0], WHEN + timedelta(hours=one[1]), *one[2:]) for one in answers]
    table = spark.createDataFrame(moved, SCHEMA).repartition(3)
    frame = spark.createDataFrame(pages, "number int, url string, date timestamp, agent string")
    got = {row["number"]: row for row in rows(with_access(frame, table, **how))}
    assert len(got) == len(pages)
    by_world = {world: [one for one in answers if f".w{world}." in one[0]] for world in range(worlds)}
    seen = {None: 0, True: 0, False: 0, "other-time": 0}
    for number, url, date, _ in pages:
        authority = url.rpartition("/")[0]
        world = int(authority.split(".w")[1].split(".")[0])
        # A page without a date is before every answer.
        at = -(10**12) if date is None else math.floor((date - WHEN).total_seconds())
        allowed, is_of_it = expected(by_world[world], authority, None if "robots_time" in how else at, url)
        said = got[number]["access_allowed"], got[number]["access_reason"] != "other-time"
        assert said == (allowed, is_of_it), (url, date)
        seen[allowed if is_of_it else "other-time"] += 1
    assert min(seen.values()) > 50, seen


def test_a_hub_has_one_interval_for_equal_answers(spark: SparkSession) -> None:
    from robots_policy.spark._timeline import END, START, timeline  # noqa: PLC0415 - it needs Spark

    hub = "https://hub.example"
    bodies = [b"", *[RULES] * 300, b"", b""]
    known: list[tuple[Any, ...]] = [
        (hub, WHEN + timedelta(hours=hour), 200, None, body) for hour, body in enumerate(bodies)
    ]
    hosts = [f"https://h{host}.example" for host in range(3)]
    for host in hosts:
        known.append((host, WHEN, 301, f"{hub}/robots.txt", b""))
        known += [(host, WHEN + timedelta(hours=hour), 302, f"{hub}/robots.txt", b"x") for hour in range(1, 300)]
    day = 24
    intervals = rows(timeline(spark.createDataFrame(known, SCHEMA), day * HOUR))

    def second(hours: int, more: int = 0) -> int:
        return int((WHEN + timedelta(hours=hours)).timestamp()) + more

    # The hub: long before, its first file, the second one, the first again, and long after.
    want = [
        (START, second(-day), b"", "later"),
        (second(-day), second(1), b"", None),
        (second(1), second(301), RULES, None),
        (second(301), second(302 + day, 1), b"", None),
        (second(302 + day, 1), END, b"", "earlier"),
    ]
    for authority in (hub, *hosts):
        mine = [one for one in intervals if one["authority"] == authority]
        times = sorted((one["since"], one["until"], one["body"], one["why"]) for one in mine)
        if authority == hub:
            assert times == want
        else:
            # Where the redirect is of another time, so is what it leads to.
            ends = second(299 + day, 1)
            last = [(second(301), ends, b"", None), (ends, second(302 + day, 1), b"", "earlier"), want[-1]]
            assert times == [*want[:3], *last]
    assert len(intervals) == 5 + 3 * 6


def test_an_authority_may_go_on_in_the_next_batch() -> None:
    import pyarrow as pa  # noqa: PLC0415

    from robots_policy.spark._intervals import READ, Intervals  # noqa: PLC0415 - it needs Spark

    hosts = [f"https://{host}.example" for host in "abc"]
    answers = [
        (host, hour * HOUR, 200, None, f"{hour // 4}", host, f"{hour // 4}", True, False, None)
        for host in hosts
        for hour in range(9)
    ]
    kinds = {"bigint": pa.int64(), "boolean": pa.bool_(), "string": pa.string()}
    schema = pa.schema([(field.name, kinds[field.dataType.simpleString()]) for field in READ])
    rows_of = [dict(zip(READ.names, answer, strict=True)) for answer in answers]
    whole = [pa.RecordBatch.from_pylist(rows_of, schema)]
    for size in (1, 2, 5, 26):
        parts = [
            pa.RecordBatch.from_pylist(rows_of[start : start + size], schema) for start in range(0, len(rows_of), size)
        ]
        for within in (HOUR, None):
            found = [row for batch in Intervals(within)(iter(parts)) for row in batch.to_pylist()]
            assert found == [row for batch in Intervals(within)(iter(whole)) for row in batch.to_pylist()]
            assert len(found) == len(hosts) * (5 if within else 1)
    assert list(Intervals(HOUR)(iter([]))) == []
