"""robots.txt in real crawls: its status, redirects and age."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from scrapy_crawl import Answer, crawl, served

from robots_policy.scrapy import _sites

if TYPE_CHECKING:
    from http.server import BaseHTTPRequestHandler

PAGE = Answer(b"page")
RULES = Answer(b"User-agent: *\nDisallow: /closed\n\nUser-agent: otherbot\nDisallow: /", content_type="text/plain")
PATHS = ["/open", "/closed"]


def without_answer(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


def with_status_999(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 999 Denied\r\nContent-Length: 0\r\n\r\n")


def moved(to: str, status: int = 301) -> Answer:
    return Answer(status=status, fields=[("Location", to)])


@pytest.mark.parametrize(
    ("robots", "visited", "stats"),
    [
        pytest.param(
            RULES, ["/open"], {"robotstxt/forbidden": 1, "robotstxt/response_status_count/200": 1}, id="rules"
        ),
        pytest.param(Answer(RULES.body, status=404), PATHS, {"robotstxt/response_status_count/404": 1}, id="404"),
        pytest.param(Answer(RULES.body, status=403), PATHS, {"robotstxt/response_status_count/403": 1}, id="403"),
        pytest.param(
            Answer(b"User-agent: *\nAllow: /", status=503),
            [],
            {"robotstxt/forbidden": 2, "robotstxt/unreachable": 1, "robotstxt/response_status_count/503": 1},
            id="503",
        ),
        pytest.param(Answer(status=429), [], {"robotstxt/unreachable": 1, "robotstxt/forbidden": 2}, id="429"),
        pytest.param(without_answer, [], {"robotstxt/unreachable": 1, "robotstxt/forbidden": 2}, id="no answer"),
        pytest.param(with_status_999, [], {"robotstxt/unreachable": 1, "robotstxt/forbidden": 2}, id="999"),
        pytest.param(moved("/moved"), ["/open"], {"robotstxt/redirect_count": 1, "robotstxt/forbidden": 1}, id="moved"),
        pytest.param(moved("/robots.txt"), PATHS, {"robotstxt/redirect_count": 5}, id="moved in a circle"),
        pytest.param(moved("ftp://example.com/"), [], {"robotstxt/unreachable": 1}, id="moved nowhere"),
        pytest.param(Answer(b"<html>Disallow: /"), PATHS, {"robotstxt/response_status_count/200": 1}, id="html"),
        pytest.param(
            Answer(RULES.body, [("X-Robots-Tag", "noindex")]), ["/open"], {"robotstxt/forbidden": 1}, id="with noindex"
        ),
    ],
)
def test_how_the_fetch_ends(robots: Answer, visited: list[str], stats: dict[str, int]) -> None:
    with served({"/open": PAGE, "/closed": PAGE, "/robots.txt": robots, "/moved": RULES}) as site:
        done = crawl([site.url + path for path in PATHS], {"ROBOTS_POLICY_STOP_DOWNLOAD": ["noindex"]})
        assert sorted(set(site.visited) & set(PATHS)) == sorted(visited)
        assert done.stats["robotstxt/request_count"] == 1
        assert done.stats.items() >= stats.items()
        assert done.log.count(" is unreachable (") == stats.get("robotstxt/unreachable", 0)


def test_an_unreachable_file_allows_if_the_setting_says_so() -> None:
    with served({"/open": PAGE, "/robots.txt": Answer(status=500)}) as site:
        done = crawl([site.url + "/open"], {"ROBOTS_POLICY_UNREACHABLE": "allow"})
        assert done.urls == ["/open"]
        assert done.stats["robotstxt/unreachable"] == 1
        assert "crawled without rules" in done.log


def test_a_redirect_to_another_host_is_followed() -> None:
    with served({"/robots.txt": RULES}) as other, served({"/open": PAGE, "/closed": PAGE}) as site:
        to = other.url.replace("127.0.0.1", "localhost") + "/robots.txt"
        site.answers["/robots.txt"] = moved(to, 307)
        done = crawl([site.url + path for path in PATHS])
        assert done.urls == ["/open"]
        assert other.visited == ["/robots.txt"]


def test_concurrent_requests_wait_for_one_fetch() -> None:
    paths = [f"/closed/{number}" for number in range(12)]
    all_asked = threading.Event()

    def slow(handler: BaseHTTPRequestHandler) -> None:
        all_asked.wait(1)
        handler.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n" + RULES.body)

    with served({"/robots.txt": slow}) as site:
        done = crawl([site.url + path for path in paths], {"CONCURRENT_REQUESTS_PER_DOMAIN": 16})
        assert site.visited == ["/robots.txt"]
        assert done.stats["robotstxt/forbidden"] == 12


def test_a_file_without_end_meets_the_limit_of_scrapy() -> None:
    sent = 0

    def endless(handler: BaseHTTPRequestHandler) -> None:
        nonlocal sent
        handler.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n" + RULES.body)
        try:
            while sent < 100_000_000:
                sent += handler.wfile.write(b"# and so on\n" * 4096)
        except OSError:
            handler.close_connection = True

    with served({"/robots.txt": endless, "/open": PAGE, "/closed": PAGE}) as site:
        done = crawl([site.url + path for path in PATHS], {"DOWNLOAD_MAXSIZE": 1_000_000})
        assert done.urls == []
        assert sent < 100_000_000
        assert (done.stats["robotstxt/forbidden"], done.stats["robotstxt/unreachable"]) == (2, 1)


def test_a_long_file_is_read_to_its_end() -> None:
    long = Answer(b"# and so on\n" * 750_000 + RULES.body, content_type="text/plain")
    assert len(long.body) > 8 * 1024 * 1024
    with served({"/robots.txt": long, "/open": PAGE, "/closed": PAGE}) as site:
        done = crawl([site.url + path for path in PATHS])
        assert done.urls == ["/open"]


def test_each_authority_has_a_file_of_its_own() -> None:
    with served({"/open": PAGE, "/robots.txt": Answer(status=503)}) as one, served({"/open": PAGE}) as other:
        done = crawl([one.url + "/open", other.url + "/open", other.url + "/open?2"], {"ROBOTS_POLICY_CACHE_SIZE": 1})
        assert [item["url"].removeprefix(other.url) for item in done.items] == ["/open"]
        assert done.stats["robotstxt/request_count"] >= 2


@pytest.mark.parametrize(
    ("settings", "arguments", "visited"),
    [
        ({"ROBOTSTXT_USER_AGENT": "Mozilla/5.0 (compatible; OtherBot/1.0)"}, {}, []),
        ({"ROBOTS_POLICY_AGENT": "OtherBot"}, {}, []),
        ({"USER_AGENT": "otherbot"}, {}, []),
        ({"ROBOTSTXT_OBEY": False}, {}, ["/closed", "/open"]),
        ({}, {"meta": {"dont_obey_robotstxt": True}}, ["/closed", "/open"]),
    ],
)
def test_settings_and_meta_of_scrapy(
    settings: dict[str, object], arguments: dict[str, object], visited: list[str]
) -> None:
    with served({"/open": PAGE, "/closed": PAGE, "/robots.txt": RULES}) as site:
        assert crawl([site.url + path for path in PATHS], settings, **arguments).urls == visited


def test_other_schemes_have_no_robots_txt() -> None:
    done = crawl(["data:text/html,<meta name=robots content=noindex>", "data:text/html,plain"])
    assert [item["url"] for item in done.items] == ["data:text/html,plain"]
    assert "Traceback" not in done.log


def test_a_url_without_an_authority_is_forbidden() -> None:
    done = crawl(["http:///x"])
    assert done.stats["robotstxt/forbidden"] == 1


class Clock:
    """A clock that a test moves, and the answers that a site gives in turn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answers: list[int]) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.answers = answers
        monkeypatch.setattr(_sites, "utc_now", lambda: self.now)

    async def fetch(self, site: _sites.Site) -> None:
        site.fetch.next(self.now)
        site.fetch.answered(self.answers.pop(0), [], b"User-agent: *\nDisallow: /closed", now=self.now)
        site.ended(self.now, timedelta(days=1))

    def ask(self, site: _sites.Site, **later: int) -> tuple[str, bool | None]:
        self.now += timedelta(**later)
        asyncio.run(site.until_fresh(self.fetch))
        return site.robots.state, site.robots.allowed("https://example.com/closed", "ExampleBot")


def test_a_file_is_fetched_again_after_a_day_and_kept_if_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, [200, 503, 404, 200])
    site = _sites.Site("https://example.com/robots.txt")
    assert clock.ask(site) == ("rules", False)
    assert clock.ask(site, hours=23) == ("rules", False)
    assert len(clock.answers) == 3
    assert clock.ask(site, hours=2) == ("rules", False)
    assert len(clock.answers) == 2
    assert clock.ask(site, hours=2) == ("unavailable", True)
    assert clock.ask(site, hours=25) == ("rules", False)


def test_an_answer_from_the_future_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, [200, 404])
    site = _sites.Site("https://example.com/robots.txt")
    assert clock.ask(site, hours=2) == ("rules", False)
    assert clock.ask(site, minutes=-4) == ("rules", False)
    assert clock.ask(site, hours=-1) == ("unavailable", True)


def test_a_fetch_that_is_cancelled_leaves_no_request_waiting() -> None:
    async def cancelled(_site: _sites.Site) -> None:
        raise asyncio.CancelledError

    site = _sites.Site("https://example.com/robots.txt")
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(site.until_fresh(cancelled))
    assert not site.is_busy
    assert site.robots.allowed("https://example.com/", "ExampleBot") is None


def test_the_sites_used_last_are_kept() -> None:
    sites = _sites.Sites(2)
    one = sites.site("https://1.example/robots.txt")
    sites.site("https://2.example/robots.txt")
    assert sites.site("https://1.example/robots.txt") is one
    sites.site("https://3.example/robots.txt")
    assert sites.site("https://1.example/robots.txt") is one
    assert len(sites) == 2
