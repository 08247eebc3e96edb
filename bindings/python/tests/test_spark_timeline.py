"""Which answer for robots.txt holds at which time."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from spark_access_cases import RULES, rows, with_access
from warc_records import WHEN

from robots_policy import RobotsTxt

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

HOSTS = [f"https://h{host}.example" for host in range(6)]
ADDRESSES = ["https://h0.example/u/robots.txt", "https://h1.example/robots.txt?x", "https://h2.example/rules"]
PLACES = [*HOSTS, *[f"robots.txt {address}" for address in ADDRESSES]]
LOCATIONS = [*[f"{host}/robots.txt" for host in HOSTS], *ADDRESSES]
ELSEWHERE = ["https://h1.example/", "mailto:a", "https://h9.example/robots.txt", "https://h8.example/u", ""]
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
REDIRECTS = 5
MOST_TIERS = 8
# After all answers.
LATEST = 10**12

# A host, hours, a status, a location, a body.
Answer = tuple[str, float, int, str | None, bytes | None]
# What is said of a page, and whether that is by answers of its time.
Said = tuple[bool | None, bool]


def random_answer(generator: random.Random, world: int) -> Answer:
    host = generator.choice(PLACES)
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


def of_its_time(answers: list[Answer], passed: list[Answer], at: int, within: int) -> tuple[Answer | None, bool]:
    """The answer for a page, and whether it is current, by "The time of a page" of docs/archives.md.

    Those that say the same as one of the `passed` ones are left out.
    """
    states = [state(one) for one in passed]
    good = [one for one in answers if has_outcome(one)]

    def alone(one: Answer) -> bool:
        return not passed and all(state(other) == state(one) for other in good if second(other) == second(one))

    left = [one for one in good if state(one) not in states]
    before = next((one for one in reversed(left) if second(one) <= at), None)
    after = next((one for one in left if second(one) > at), None)
    if before and ((after and state(before) == state(after)) or at - second(before) <= within):
        return before, alone(before)
    if after and second(after) - at <= within:
        return after, alone(after)
    if left or passed:
        return before or after, False
    near = [one for one in answers if abs(second(one) - at) <= within]
    return min(near, key=lambda one: (abs(second(one) - at), second(one)), default=None), True


def is_redirect(answer: Answer) -> bool:
    return answer[2] in {301, 302} and bool(answer[3])


def tiers(answers: list[Answer], at: int, within: int) -> Iterator[list[tuple[Answer, bool]]]:
    """Of all that may be current those that count, then those that count if what was before leads to nothing."""
    answers = sorted(answers, key=lambda one: (second(one), state(one)))
    passed: list[Answer] = []
    while True:
        found, is_current = of_its_time(answers, passed, at, within)
        if found is None:
            return
        same = [one for one in answers if second(one) == second(found) and has_outcome(one)]
        states = [state(one) for one in passed]
        tier = [one for one in same if state(one) not in states] if has_outcome(found) else [found]
        yield [(one, is_current) for one in tier]
        if not all(map(is_redirect, tier)):
            return
        passed += tier


def place_of(location: str) -> str:
    """The name of a place in the table."""
    authority = location.removesuffix("/robots.txt")
    return authority if authority.count("/") == len("//") and authority != location else f"robots.txt {location}"


# An answer at the end of a way, whether all on the way are current, and the tiers on the way, together.
End = tuple[Answer, bool, int]
Ways = Callable[[str, int, int], list[End]]


def ways(answers: list[Answer], at: int, within: int) -> Ways:
    """The ends of the ways from a place, after some redirects and in some tier."""

    @cache
    def ends(place: str, hops: int, lowest: int) -> list[End]:
        mine = [answer for answer in answers if answer[0] == place]
        found: list[End] = []
        for tier, held in enumerate(tiers(mine, at, within), lowest):
            for answer, is_current in held:
                if tier >= MOST_TIERS:
                    continue
                if not is_redirect(answer) or hops == REDIRECTS:
                    found.append((answer, is_current, tier))
                    continue
                further = ends(place_of(str(answer[3])), hops + 1, tier)
                found += [(end, is_current and of_it, total) for end, of_it, total in further]
        return found

    return ends


def expected(ends: list[End], url: str) -> Said:
    """What robots.txt says by these answers, by the words of the documentation."""
    lowest = min((tier for _, _, tier in ends), default=0)
    counting = {state(end): (end, is_current) for end, is_current, tier in ends if tier == lowest}
    said = {says(end, url) for end, _ in counting.values()}
    if not said or False in said:
        return (False if said else None), True
    is_current = all(is_current for end, is_current, tier in ends if tier == lowest)
    return (True, True) if is_current else (None, False)


def says(answer: Answer, url: str) -> bool:
    """What the answer at the end says: a redirect that has a location is one too many."""
    _, _, status, _, body = answer
    if status == 200:
        return body is not None and RobotsTxt(body).allowed(url, "*")
    return status == 404 or is_redirect(answer)


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
    answers = [random_answer(generator, number % worlds) for number in range(worlds * 35)]
    pages = asked(generator, worlds)
    moved = [(one[0], WHEN + timedelta(hours=one[1]), *one[2:]) for one in answers]
    table = spark.createDataFrame(moved, SCHEMA).repartition(3)
    frame = spark.createDataFrame(pages, "number int, url string, date timestamp, agent string")
    got = {row["number"]: row for row in rows(with_access(frame, table, **how))}
    assert len(got) == len(pages)
    by_world = {world: [one for one in answers if f".w{world}." in one[0]] for world in range(worlds)}
    seen = {None: 0, True: 0, False: 0, "other-time": 0}
    known: dict[tuple[int, int], Ways] = {}
    for number, url, date, _ in pages:
        authority = url.rpartition("/")[0]
        world = int(authority.split(".w")[1].split(".")[0])
        # A page without a date is before every answer.
        at = -LATEST if date is None else math.floor((date - WHEN).total_seconds())
        at, within = (LATEST, LATEST) if "robots_time" in how else (at, WITHIN * HOUR)
        ends = known.setdefault((world, at), ways(by_world[world], at, within))(authority, 0, 0)
        allowed, is_of_it = expected(ends, url)
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
