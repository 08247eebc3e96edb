"""Answers that broke off on their way: Scrapy takes what came for the whole, and nothing of it may allow."""

import gzip
import socket
import struct
import zlib
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler

import pytest
from scrapy_crawl import Answer, crawl, served

RULES = b"User-agent: *\n" + b"".join(b"Disallow: /closed%d\n" % n for n in range(300)) + b"Disallow: /\n"
PAGE = b"<title>a</title><p>" + b"text " * 300 + b"<meta name=robots content=noindex>"
OPEN = Answer(b"User-agent: *\nAllow: /\n", content_type="text/plain")
CODED = {"gzip": gzip.compress(RULES), "deflate": zlib.compress(RULES)}


def damaged(octets: bytes) -> bytes:
    """Change the checksum at the end of a member."""
    return octets[:-8] + bytes([octets[-8] ^ 1]) + octets[-7:]


def coded(body: bytes, coding: str) -> Answer:
    return Answer(body, [("Content-Encoding", coding)], content_type="text/html")


def reset(body: bytes, fields: bytes = b"") -> Callable[[BaseHTTPRequestHandler], None]:
    """Answer without a length, and break the connection."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + fields + b"\r\n" + body)
        handler.wfile.flush()
        handler.close_connection = True
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    return answer


@pytest.mark.parametrize(
    "robots_txt",
    [
        *[coded(octets[: len(octets) // 2], coding) for coding, octets in CODED.items()],
        coded(damaged(CODED["gzip"]), "gzip"),
        reset(b"User-agent: *\n"),
        reset(b""),
    ],
    ids=[*CODED, "checksum", "reset", "empty"],
)
def test_a_robots_txt_that_broke_off_is_unreachable(
    robots_txt: Answer | Callable[[BaseHTTPRequestHandler], None],
) -> None:
    with served({"/robots.txt": robots_txt, "/a": Answer(PAGE)}) as site:
        done = crawl([site.url + "/a"])
        assert site.visited == ["/robots.txt"]
        assert done.stats["robotstxt/unreachable"] == 1


def test_an_empty_robots_txt_whose_end_is_stated_allows() -> None:
    def last_chunk(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")

    # Nothing else tells it from the start of a file: without a length or a last chunk it is `empty` above.
    for robots_txt in (last_chunk, Answer(b"", content_type="text/plain")):
        with served({"/robots.txt": robots_txt, "/a": Answer(PAGE)}) as site:
            done = crawl([site.url + "/a"])
            assert site.visited == ["/robots.txt", "/a"]
            assert "robotstxt/unreachable" not in done.stats


@pytest.mark.parametrize("coding", CODED)
def test_a_coded_robots_txt_that_is_whole_is_read(coding: str) -> None:
    whole = CODED[coding]
    end = reset(whole, f"Content-Encoding: {coding}\r\n".encode())
    for robots_txt in (coded(whole, coding), end):
        with served({"/robots.txt": robots_txt, "/a": Answer(PAGE)}) as site:
            done = crawl([site.url + "/a"])
            assert site.visited == ["/robots.txt"]
            assert done.stats["robotstxt/forbidden"] == 1
            assert "robotstxt/unreachable" not in done.stats


def test_a_robots_txt_is_asked_for_as_it_is_and_once() -> None:
    asked: list[str | None] = []

    def busy(handler: BaseHTTPRequestHandler) -> None:
        asked.append(handler.headers["Accept-Encoding"])
        handler.send_response(503)
        handler.send_header("Retry-After", "86400")
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    with served({"/robots.txt": busy, "/a": Answer(PAGE)}) as site:
        assert crawl([site.url + "/a"]).urls == []
    assert asked == ["identity"]


@pytest.mark.parametrize(
    "page",
    [
        coded(damaged(gzip.compress(PAGE.replace(b"noindex", b"nzindex"))), "gzip"),
        coded(gzip.compress(PAGE)[:-40], "gzip"),
        reset(b"<title>a</title>"),
    ],
    ids=["checksum", "half", "reset"],
)
def test_a_page_that_broke_off_is_incomplete(page: Answer | Callable[[BaseHTTPRequestHandler], None]) -> None:
    field = {"ROBOTS_POLICY_ITEM_FIELD": "robots", "ROBOTS_POLICY_ACTIONS": {"noindex": "flag"}}
    with served({"/robots.txt": OPEN, "/a": page}) as site:
        done = crawl([site.url + "/a"], field)
        assert done.items[0]["robots"]["index"] is None
        assert [entry["why"] for entry in done.items[0]["robots"]["unread"]][:1] == ["incomplete"]
    whole = Answer(gzip.compress(b"<title>a</title>"), [("Content-Encoding", "gzip")])
    with served({"/robots.txt": OPEN, "/a": whole}) as site:
        assert crawl([site.url + "/a"], field).items[0]["robots"]["index"] is True
