"""A page is judged by the answers of its time: a made crawl of two years beside a plain reading of the rule."""

import hashlib
import io
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyarrow as pa
import pytest
import warc_records
from conftest import program

from robots_policy import scan
from robots_policy.arrow import RobotsStore

START = datetime(2025, 1, 1, tzinfo=UTC)
SECONDS = 2 * 365 * 24 * 3600
SITES = [f"https://s{number}.example" for number in range(6)]
FILES = {"a": b"User-agent: *\nDisallow: /a\n", "b": b"User-agent: *\nDisallow: /b\n"}
STATUSES = {"a": 200, "b": 200, "none": 404, "busy": 503}


def answer(state: str) -> bytes:
    return warc_records.http(FILES.get(state, b""), status=STATUSES[state])


def access(seen: list[tuple[int, str]], at: int, within: float, path: str) -> tuple[bool | None, str, int | None, str]:
    """What robots.txt says of a page of a time, by a plain reading of the rule; and which answer says it."""
    good = [one for one in seen if one[1] != "busy"]
    before = [one for one in good if one[0] <= at]
    after = [one for one in good if one[0] > at]
    is_current = False
    if before and (at - before[-1][0] <= within or (after and after[0][1] == before[-1][1])):
        (time, state), is_current = before[-1], True
    elif after and after[0][0] - at <= within:
        (time, state), is_current = after[0], True
    elif good:
        time, state = (before or after)[-1 if before else 0]
    else:
        near = [(abs(one[0] - at), *one) for one in seen if abs(one[0] - at) <= within]
        return (False, "unreachable", *min(near)[1:]) if near else (None, "unknown", None, "")
    if state == path:
        return False, "disallow-rule", time, state
    if not is_current:
        return None, "other-time", time, state
    return True, "unavailable" if state == "none" else "no-match", time, state


@pytest.mark.parametrize(
    ("within", "captures"), [(24, 4000), (24 * 30, 4000), pytest.param(24, 200_000, marks=pytest.mark.release)]
)
def test_a_crawl_of_two_years_is_joined_as_the_rule_says(tmp_path: Path, within: float, captures: int) -> None:
    drawn = random.Random(within)  # noqa: S311 - a made crawl
    seen: dict[str, list[tuple[int, str]]] = {}
    archives: list[bytes] = []
    for number, site in enumerate(SITES):
        states = ["busy"] if number == 0 else list(STATUSES)
        times = sorted(drawn.sample(range(SECONDS), 40))
        seen[site] = [(time, drawn.choice(states)) for time in times]
        archives += [
            warc_records.robots(site, answer(state), START + timedelta(seconds=time)) for time, state in seen[site]
        ]
    drawn.shuffle(archives)
    half = len(archives) // 2
    for name, part in (("one", archives[:half]), ("two", archives[half:])):
        (tmp_path / f"{name}.warc").write_bytes(b"".join(part))
    program("robots-store", "build", tmp_path / "one.warc", "-o", tmp_path / "s.store")
    program("robots-store", "build", tmp_path / "two.warc", "-o", tmp_path / "s.store", "--update")
    asked = []
    for _ in range(captures):
        site, path = drawn.choice(SITES), drawn.choice("ab")
        # Often near an observation, on both sides of the edges.
        near, _ = drawn.choice(seen[site])
        edge = drawn.choice([0, 1, -1, within * 3600, within * 3600 + 1, -within * 3600, -within * 3600 - 1])
        asked.append((site, path, drawn.choice([drawn.randrange(SECONDS), int(near + edge)])))
    page = warc_records.http(b"<p>", fields=[("Content-Type", "text/html")])
    pages = [warc_records.record(f"{site}/{path}", page, START + timedelta(seconds=time)) for site, path, time in asked]
    store = RobotsStore(tmp_path / "s.store")
    rows = pa.table(scan(io.BytesIO(b"".join(pages)), ["*"], robots_store=store, robots_within=within)).to_pylist()
    names = ["access_allowed", "access_reason", "robots_fetched", "robots_status", "robots_sha256"]
    got = [tuple(row[name] for name in names) for row in rows]
    wanted = []
    for site, path, time in asked:
        allowed, reason, fetched, state = access(seen[site], time, within * 3600, path)
        moment = None if fetched is None else START + timedelta(seconds=fetched)
        digest = None if fetched is None else hashlib.sha256(FILES.get(state, b"")).hexdigest()
        wanted.append((allowed, reason, moment, STATUSES.get(state), digest))
    assert [one for one in zip(asked, got, wanted, strict=True) if one[1] != one[2]] == []
    reasons = {"unreachable", "unknown", "disallow-rule", "other-time", "unavailable", "no-match"}
    assert {one[1] for one in got} == reasons


def test_the_latest_answers_are_another_question(tmp_path: Path) -> None:
    late = warc_records.robots(SITES[0], answer("a"), START + timedelta(days=300))
    (tmp_path / "late.warc").write_bytes(late)
    program("robots-store", "build", tmp_path / "late.warc", "-o", tmp_path / "s.store")
    store = RobotsStore(tmp_path / "s.store")
    page = warc_records.record(f"{SITES[0]}/b", warc_records.http(b"<p>"), START)

    def reason(**how: object) -> str:
        [row] = pa.table(scan(io.BytesIO(page), ["*"], robots_store=store, **how)).to_pylist()  # type: ignore[arg-type]
        assert ("robots.txt", "later") in {(one["source"], one["why"]) for one in row["unread"]} or how
        return str(row["access_reason"])

    assert reason() == "other-time"
    assert reason(robots_time="latest") == reason(robots_within=24 * 301) == "no-match"
    with pytest.raises(ValueError, match="robots_within is about robots_time='capture'; leave it out, or robots_time="):
        reason(robots_time="latest", robots_within=24)
    with pytest.raises(ValueError, match="robots_time: \"newest\" is unknown; write 'capture' or 'latest'"):
        reason(robots_time="newest")
    with pytest.raises(ValueError, match="robots_within: -1 is not a number of hours"):
        reason(robots_within=-1.0)
