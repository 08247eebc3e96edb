"""`robots_policy.cache` with real servers on loopback: redirects, statuses, failures, time, threads and tasks."""

from __future__ import annotations

import asyncio
import gzip
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from threading import Event, Lock
from typing import TYPE_CHECKING, TypeAlias

import httpx
import pytest
from conftest import ROOT, Quiet, serving

from robots_policy import judge
from robots_policy.cache import AsyncRobotsCache, RobotsCache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Ask: TypeAlias = Callable[..., tuple[str, bool | None, float | None]]

RULES = b"User-agent: *\nCrawl-delay: 2\nDisallow: /private\n"
LIMIT = 512 * 1024


@dataclass
class Site:
    """A server, what it answers for robots.txt, and how often it was asked."""

    url: str = ""
    status: int = 200
    body: bytes = RULES
    fields: list[tuple[str, str]] = field(default_factory=list)
    # What the answer waits for.
    gate: Event = field(default_factory=Event)
    # Set with the first request.
    began: Event = field(default_factory=Event)
    # Seconds between two bytes.
    pause: float = 0
    asked: list[str] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0


@contextmanager
def served() -> Iterator[Site]:
    site, lock = Site(), Lock()
    site.gate.set()

    class Handler(Quiet):
        def do_GET(self) -> None:
            with lock:
                site.asked.append(self.path)
                site.at_once += 1
                site.most_at_once = max(site.most_at_once, site.at_once)
            site.began.set()
            site.gate.wait(10)
            try:
                self.answer_path()
            except OSError:
                self.close_connection = True  # the client has read enough, or waited enough
            finally:
                with lock:
                    site.at_once -= 1

        def answer_path(self) -> None:
            hops = re.fullmatch(r"/hop/(\d+)", self.path)
            status, fields, body = site.status, site.fields, site.body
            if hops:
                left = int(hops[1])
                status, fields, body = (302, [("Location", f"/hop/{left - 1}")], b"") if left else (200, [], RULES)
            self.send_response(status)
            for name, value in fields:
                self.send_header(name, value)
            self.end_headers()
            if site.pause:
                for byte in body:
                    self.wfile.write(bytes([byte]))
                    time.sleep(site.pause)
            else:
                self.wfile.write(body)

    with serving(Handler) as site.url:
        yield site
        site.gate.set()


@pytest.fixture
def site() -> Iterator[Site]:
    with served() as site:
        yield site


class Clock:
    """The time of both caches, which the test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime(2026, 11, 26, tzinfo=UTC)
        monkeypatch.setattr("robots_policy.cache._now", lambda: self.now)

    def pass_(self, **time: int) -> None:
        self.now += timedelta(**time)


def ask(url: str, **arguments: float) -> tuple[str, bool | None, float | None]:
    with RobotsCache(**arguments) as cache:  # type: ignore[arg-type]
        return (
            cache.outcome(url).state,
            cache.allowed(f"{url}/private", "ExampleBot"),
            cache.crawl_delay(url, "ExampleBot"),
        )


def ask_async(url: str, **arguments: float) -> tuple[str, bool | None, float | None]:
    async def answers() -> tuple[str, bool | None, float | None]:
        async with AsyncRobotsCache(**arguments) as cache:  # type: ignore[arg-type]
            outcome = await cache.outcome(url)
            allowed = await cache.allowed(f"{url}/private", "ExampleBot")
            return outcome.state, allowed, await cache.crawl_delay(url, "ExampleBot")

    return asyncio.run(answers())


both = pytest.mark.parametrize("ask", [ask, ask_async])


@both
@pytest.mark.parametrize(
    ("status", "fields", "expected"),
    [
        (200, [], ("rules", False, 2.0)),
        (404, [], ("unavailable", True, None)),
        (403, [], ("unavailable", True, None)),
        (429, [], ("unreachable", False, None)),
        (503, [], ("unreachable", False, None)),
        (202, [], ("unknown", None, None)),
        (302, [("Location", "/hop/0")], ("rules", False, 2.0)),
        (301, [("Location", "/hop/3")], ("rules", False, 2.0)),
        (301, [("Location", "/hop/9")], ("unavailable", True, None)),
        (301, [("Location", "http://[not-an-address/")], ("unreachable", False, None)),
        (200, [("Content-Length", "5000")], ("unreachable", False, None)),
        (200, [("Content-Encoding", "gzip"), ("Content-Type", "text/plain")], ("rules", False, 2.0)),
        (999, [], ("unreachable", False, None)),
    ],
    ids=str,
)
def test_an_answer(ask: Ask, site: Site, status: int, fields: list[tuple[str, str]], expected: object) -> None:
    site.status, site.fields = status, fields
    assert ask(site.url) == expected
    assert site.asked[0] == "/robots.txt"
    assert len(site.asked) <= 6


@both
def test_no_answer(ask: Ask) -> None:
    with served() as gone:
        url = gone.url
    assert ask(url) == ("unreachable", False, None)


@both
@pytest.mark.parametrize("pause", [0.0, 0.05])
def test_a_server_that_takes_too_long(ask: Ask, site: Site, pause: float) -> None:
    site.pause = pause
    if not pause:
        site.gate.clear()
    began = time.monotonic()
    assert ask(site.url, timeout=0.3) == ("unreachable", False, None)
    assert time.monotonic() - began < 5, "the bytes would take longer"


@both
@pytest.mark.parametrize("coding", [None, "gzip"])
def test_no_more_is_read_than_the_limit(ask: Ask, site: Site, coding: str | None) -> None:
    site.body = RULES + b"#" * LIMIT + b"\nDisallow: /\n"
    if coding:
        site.body, site.fields = gzip.compress(site.body, 0), [("Content-Encoding", coding)]
    assert ask(site.url) == ("rules", False, 2.0)
    with RobotsCache() as cache:
        assert cache.allowed(f"{site.url}/page", "ExampleBot") is None, "what comes later may forbid it"


@both
def test_a_coding_that_cannot_be_undone_is_a_failure(ask: Ask, site: Site) -> None:
    site.body, site.fields = gzip.compress(RULES)[:-20], [("Content-Encoding", "gzip")]
    assert ask(site.url) == ("unreachable", False, None)


def test_a_file_is_fetched_again_after_a_day(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    with RobotsCache() as cache:
        for _ in range(3):
            cache.allowed(site.url, "ExampleBot")
        clock.pass_(hours=23)
        cache.allowed(site.url, "ExampleBot")
        assert len(site.asked) == 1
        clock.pass_(hours=2)
        site.body = b"User-agent: *\nDisallow: /"
        assert cache.allowed(site.url, "ExampleBot") is False
        assert len(site.asked) == 2


def test_the_last_good_copy_is_in_force_while_the_file_cannot_be_had(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    with RobotsCache() as cache:
        assert cache.allowed(f"{site.url}/page", "ExampleBot") is True
        clock.pass_(hours=25)
        site.status = 503
        assert cache.allowed(f"{site.url}/page", "ExampleBot") is True
        assert cache.allowed(f"{site.url}/private", "ExampleBot") is False
        assert cache.crawl_delay(site.url, "ExampleBot") == 2
        assert len(site.asked) == 2, "a failure too is kept for a time"
        clock.pass_(hours=2)
        site.status = 404
        assert cache.allowed(f"{site.url}/private", "ExampleBot") is True


def test_threads_share_one_fetch(site: Site) -> None:
    site.gate.clear()
    with RobotsCache() as cache, ThreadPoolExecutor(8) as pool:
        answers = [pool.submit(cache.allowed, f"{site.url}/{number}", "ExampleBot") for number in range(8)]
        time.sleep(0.1)
        site.gate.set()
        assert [answer.result() for answer in answers] == [True] * 8
    assert site.asked == ["/robots.txt"]


def test_hosts_are_fetched_side_by_side(site: Site) -> None:
    site.gate.clear()
    with served() as other, RobotsCache() as cache, ThreadPoolExecutor(2) as pool:
        waiting = pool.submit(cache.allowed, site.url, "ExampleBot")
        assert cache.allowed(f"{other.url}/private", "ExampleBot") is False
        assert not waiting.done()
        site.gate.set()
        assert waiting.result() is True


def test_tasks_share_one_fetch_and_may_be_cancelled(site: Site) -> None:
    async def crawl() -> list[object]:
        async with AsyncRobotsCache() as cache:
            site.gate.clear()
            tasks = [asyncio.create_task(cache.allowed(f"{site.url}/{n}", "ExampleBot")) for n in range(5)]
            await asyncio.to_thread(site.began.wait)
            # The first is the one that began the fetch.
            tasks[0].cancel()
            tasks[3].cancel()
            await asyncio.sleep(0.01)
            site.gate.set()
            return await asyncio.gather(*tasks, return_exceptions=True)

    answers = asyncio.run(crawl())
    assert [type(answer) for answer in answers] == [asyncio.CancelledError, bool, bool, asyncio.CancelledError, bool]
    assert site.asked == ["/robots.txt"]


def test_a_cache_that_is_closed_ends_its_fetches(site: Site) -> None:
    async def crawl() -> None:
        site.gate.clear()
        async with AsyncRobotsCache() as cache:
            waiting = asyncio.create_task(cache.allowed(site.url, "ExampleBot"))
            await asyncio.to_thread(site.began.wait)
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(crawl())


def test_the_host_that_was_used_least_recently_makes_room(site: Site) -> None:
    with served() as second, served() as third, RobotsCache(max_hosts=2) as cache:
        for one in (site, second, site, third, site, second):
            cache.allowed(one.url, "ExampleBot")
        assert len(cache) == 2
        assert [len(one.asked) for one in (site, second, third)] == [1, 2, 1]


def test_large_files_make_room_for_each_other(site: Site) -> None:
    for large in (False, True):
        most = 1 if large else 1_000_000
        with served() as second, RobotsCache(max_bytes=most) as cache:
            for one in (site, second, second, site):
                cache.allowed(one.url, "ExampleBot")
            assert len(cache) == (1 if large else 2)
            assert len(second.asked) == 1


def test_a_client_of_the_caller_stays_open_and_does_not_follow(site: Site) -> None:
    site.status, site.fields = 302, [("Location", "/hop/1")]
    with httpx.Client(follow_redirects=True, headers={"User-Agent": "ExampleBot/1.0"}) as client:
        with RobotsCache(client) as cache:
            assert cache.allowed(f"{site.url}/private", "ExampleBot") is False
        assert site.asked == ["/robots.txt", "/hop/1", "/hop/0"]
        assert not client.is_closed


def test_an_outcome_is_what_judge_takes(site: Site) -> None:
    with RobotsCache() as cache:
        url = f"{site.url}/private/page"
        verdict = judge("ExampleBot", url, robots_txt=cache.outcome(url))
        assert (verdict.allowed, verdict.crawl_delay) == (False, 2)
        site.status = 503
    with RobotsCache() as cache:
        assert judge("ExampleBot", url, robots_txt=cache.outcome(url)).access.reason == "unreachable"


def test_without_httpx_the_error_says_what_to_install() -> None:
    code = "import sys; sys.modules['httpx'] = None; import robots_policy.cache"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert 'pip install "robots-policy[cache]"' in run.stderr


PAGE = (ROOT / "bindings" / "python" / "docs" / "cache.md").read_text()


@pytest.mark.parametrize("name", ["fetch.py", "fetch_async.py"])
def test_the_example_of_the_page(site: Site, name: str, tmp_path: Path) -> None:
    code = re.search(rf"^`{name}`:\n\n```py\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert code, f"{name} is not on the page"
    assert len(code[1].splitlines()) <= 26
    script = tmp_path / name
    script.write_text(code[1])
    site.body = RULES.replace(b"2", b"0.01")
    command = [sys.executable, str(script), f"{site.url}/page", f"{site.url}/private/page"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stderr
    assert sorted(run.stdout.splitlines()) == [
        f"{site.url}/page index True",
        f"{site.url}/private/page Disallow: /private",
    ]
    assert sorted(site.asked) == ["/page", "/robots.txt"]
