"""Headers as HTTP clients give them: each row of `bindings/python/docs/headers.md` with the client's own object."""

import asyncio
import http.client
import io
import os
import urllib.request
from collections.abc import Iterator
from typing import Any

import aiohttp
import fastwarc.warc
import httpx
import pytest
import requests
import scrapy.http
import urllib3
import warcio.archiveiterator  # type: ignore[import-untyped]
from conftest import ROOT, Quiet, serving
from playwright._impl.network import RawHeaders

from robots_policy import judge

LINES = [("X-Robots-Tag", "googlebot: nofollow"), ("X-Robots-Tag", "noindex")]
JOINED = [("X-Robots-Tag", "googlebot: nofollow, noindex")]
DOCUMENT = ROOT / "bindings" / "python" / "docs" / "headers.md"

# A client, what to pass of its response or record, and what is left of its lines.
ROWS = [
    ("`http.client`", "response.headers", "apart"),
    ("`http.client`", "response.getheaders()", "apart"),
    ("`urllib.request`", "response.headers", "apart"),
    ("urllib3", "response.headers", "apart"),
    ("Requests", "response.raw.headers", "apart"),
    ("Requests", "response.headers", "joined"),
    ("HTTPX", "response.headers", "apart"),
    ("HTTPX", "response.headers.multi_items()", "apart"),
    ("HTTPX", "response.headers.raw", "apart"),
    ("HTTPX", "dict(response.headers)", "joined"),
    ("HTTPX", "response.headers.items()", "lost"),
    ("aiohttp", "response.headers", "apart"),
    ("aiohttp", "response.raw_headers", "apart"),
    ("aiohttp", "dict(response.headers)", "lost"),
    ("Scrapy", "response.headers", "apart"),
    ("Scrapy", "response.headers.items()", "apart"),
    ("Scrapy", "response.headers.to_unicode_dict()", "joined"),
    ("Playwright", "await response.headers_array()", "apart"),
    ("Playwright", "await response.all_headers()", "joined"),
    ("FastWARC", "record.http_headers", "apart"),
    ("FastWARC", "record.http_headers.astuples()", "apart"),
    ("FastWARC", "record.http_headers.asdict()", "joined"),
    ("warcio", "record.http_headers.headers", "apart"),
]


class Site(Quiet):
    """A site with two lines of one name."""

    def do_GET(self) -> None:
        self.send_response(200)
        for name, value in LINES:
            self.send_header(name, value)
        self.end_headers()


@pytest.fixture(scope="module")
def given() -> Iterator[dict[str, Any]]:
    """The response or the record of each client."""
    with serving(Site) as url:
        yield responses(f"{url}/") | records()


def responses(url: str) -> dict[str, Any]:
    connection = http.client.HTTPConnection(url.split("/")[2])
    connection.request("GET", "/")
    plain = connection.getresponse()
    plain.read()
    connection.close()
    with urllib.request.urlopen(url) as opened:  # noqa: S310 - our own
        opened.read()
    return {
        "`http.client`": plain,
        "`urllib.request`": opened,
        "urllib3": urllib3.request("GET", url),
        "Requests": requests.get(url, timeout=60),
        "HTTPX": httpx.get(url),
        "aiohttp": asyncio.run(of_aiohttp(url)),
        "Scrapy": scrapy.http.Response(url, headers={"X-Robots-Tag": [value for _, value in LINES]}),
        "Playwright": OfPlaywright(),
    }


async def of_aiohttp(url: str) -> aiohttp.ClientResponse:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response


class OfPlaywright:
    """A response of a browser, without the browser: its headers are in Playwright's own class."""

    def __init__(self) -> None:
        self._raw = RawHeaders([{"name": name, "value": value} for name, value in LINES])

    async def headers_array(self) -> Any:  # noqa: ANN401 - as Playwright has it
        return self._raw.headers_array()

    async def all_headers(self) -> Any:  # noqa: ANN401 - as Playwright has it
        return self._raw.headers()


def records() -> dict[str, Any]:
    lines = "".join(f"{name}: {value}\r\n" for name, value in LINES)
    stored = f"HTTP/1.1 200 OK\r\n{lines}Content-Length: 0\r\n\r\n".encode()
    fields = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: http://example.com/\r\n"
        "WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(stored)}\r\n\r\n"
    )
    archive = fields.encode() + stored + b"\r\n\r\n"
    return {
        "FastWARC": next(iter(fastwarc.warc.ArchiveIterator(io.BytesIO(archive), parse_http=True))),
        "warcio": next(iter(warcio.archiveiterator.ArchiveIterator(io.BytesIO(archive)))),
    }


@pytest.mark.parametrize(("client", "expression", "lines"), ROWS)
@pytest.mark.parametrize("agent", ["googlebot", "ExampleBot"])
def test_what_to_pass(given: dict[str, Any], client: str, expression: str, lines: str, agent: str) -> None:
    names = {"response": given[client], "record": given[client]}
    headers = eval(expression.removeprefix("await "), names)  # noqa: S307 - the table's own
    if expression.startswith("await "):
        headers = asyncio.run(headers)
    verdict = judge(agent, headers=headers)
    apart = judge(agent, headers=LINES)
    if lines == "apart":
        assert verdict.to_dict() == apart.to_dict()
    elif lines == "joined":
        # A client joins with or without a blank, so the bytes of the diagnostics differ.
        joined = judge(agent, headers=JOINED, options={"lines_joined": True})
        assert verdict.directives == joined.directives
        assert [one.code for one in verdict.diagnostics] == [one.code for one in joined.diagnostics]
    elif agent == "ExampleBot":
        assert (apart.index, verdict.index) == (False, None)
        assert judge(agent, headers=headers, assume_absent="document").index is True, "the noindex is lost"
        assert not any(one.code == "lines-joined" for one in verdict.diagnostics)


def test_the_document_has_the_rows() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    begin, end = document.index("|---|---|---|\n"), document.index("\n\n- **apart**")
    rows = "\n".join(f"| {client} | `{expression}` | {lines} |" for client, expression, lines in ROWS)
    expected = f"{document[:begin]}|---|---|---|\n{rows}{document[end:]}"
    if os.environ.get("UPDATE"):
        DOCUMENT.write_text(expected, encoding="utf-8")
    assert document == expected, "the table is not that of the rows; UPDATE=1 writes it"


def test_a_pair_may_have_the_lines_of_its_name_in_a_list() -> None:
    verdict = judge("ExampleBot", headers=iter([("X-Robots-Tag", ["noindex", "nofollow"])]))
    assert (verdict.index, verdict.follow) == (False, False)


class OnlyByIndex:
    """An object that Python iterates over by calling `__getitem__` with 0, 1 and so on."""

    def __getitem__(self, name: str) -> str:
        return name.lower()


@pytest.mark.parametrize("headers", [OnlyByIndex(), 5, "x: y", b"x: y", ["x"], [5], {"x": 5}, [("x", 5)], [("x", [5])]])
def test_other_objects_are_mistakes_that_name_the_forms(headers: object) -> None:
    with pytest.raises(TypeError, match=r"expected \(name, value\) pairs, .*; pass response\.headers, or see"):
        judge("ExampleBot", headers=headers)  # type: ignore[call-overload]
