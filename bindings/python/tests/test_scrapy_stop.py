"""Downloads that end once a directive is known."""

from __future__ import annotations

import gzip
import threading
from typing import TYPE_CHECKING

import pytest
from scrapy_crawl import Answer, crawl, served

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.server import BaseHTTPRequestHandler

SETTINGS = {
    "ROBOTS_POLICY_STOP_DOWNLOAD": ["noindex"],
    "ROBOTS_POLICY_ACTIONS": {"noindex": "flag", "nofollow": None},
    "DOWNLOAD_TIMEOUT": 20,
}
HEAD = b"<html><head><meta name=robots content=noindex></head><body>"
# Random enough not to shrink: the head must be in the first bytes of the coded body.
REST = bytes(number * number % 251 for number in range(300_000))


class Endless:
    """A page whose end is not sent before the crawl has ended, so a crawl that waits for it fails."""

    def __init__(self, body: bytes, **fields: str) -> None:
        self.body = body
        self.fields = fields
        self.crawl_ended = threading.Event()

    def __call__(self, handler: BaseHTTPRequestHandler) -> None:
        lines = [f"{name.replace('_', '-')}: {value}\r\n" for name, value in self.fields.items()]
        handler.wfile.write(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{''.join(lines)}\r\n".encode() + self.body)
        handler.wfile.flush()
        self.crawl_ended.wait(60)
        handler.close_connection = True


def gzipped(body: bytes) -> bytes:
    return gzip.compress(body, 1)


@pytest.mark.parametrize(
    ("make", "fields", "most"),
    [
        pytest.param(lambda: b"", {"X_Robots_Tag": "noindex"}, 0, id="field"),
        pytest.param(lambda: HEAD + REST[:5000], {}, 10_000, id="meta"),
        pytest.param(lambda: gzipped(HEAD + REST), {"Content_Encoding": "gzip"}, 400_000, id="gzip"),
    ],
)
def test_the_rest_of_a_page_is_not_awaited(make: Callable[[], bytes], fields: dict[str, str], most: int) -> None:
    page = Endless(make(), **fields)
    with served({"/page": page}) as site:
        done = crawl([site.url + "/page"], SETTINGS)
        page.crawl_ended.set()
    assert done.stats["robots_policy/downloads_stopped"] == 1
    assert [item["size"] <= most for item in done.items] == [True]
    assert "download_stopped" in done.items[0]["flags"]
    assert done.items[0]["index"] is False


@pytest.mark.parametrize(
    "answer",
    [
        Answer(HEAD.replace(b"noindex", b"noai") + REST),
        Answer(HEAD + REST, [("Content-Encoding", "br")]),
        Answer(b"\x1f\x8b not gzip", [("Content-Encoding", "gzip"), ("X-Robots-Tag", "noai")]),
        Answer(REST, content_type="image/png"),
        Answer(b"<meta name=otherbot content=noindex>"),
        Answer(b""),
    ],
)
def test_other_downloads_go_on(answer: Answer) -> None:
    with served({"/page": answer}) as site:
        done = crawl([site.url + "/page"], SETTINGS)
    assert "robots_policy/downloads_stopped" not in done.stats


def test_requests_that_ignore_signals_are_not_stopped() -> None:
    with served({"/page": Answer(HEAD, [("X-Robots-Tag", "noindex")])}) as site:
        done = crawl([site.url + "/page"], SETTINGS, meta={"robots_policy_ignore": True})
    assert done.items[0]["size"] == len(HEAD)
    assert "robots_policy/downloads_stopped" not in done.stats


def test_the_robots_txt_that_scrapy_reads_is_not_stopped() -> None:
    robots = Answer(b"User-agent: *\nDisallow: /", [("X-Robots-Tag", "noindex")], content_type="text/plain")
    settings = {"ADDONS": {}, "EXTENSIONS": {"robots_policy.scrapy.StopDownload": 0}, **SETTINGS}
    with served({"/robots.txt": robots}) as site:
        done = crawl([site.url + "/page"], settings)
    assert done.stats["robotstxt/forbidden"] == 1
