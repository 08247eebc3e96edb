"""Headers as HTTP clients give them: each row of `bindings/python/docs/headers.md` with the client's own object."""

import asyncio
import http.client
import io
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
import warc_records
import warcio.archiveiterator  # type: ignore[import-untyped]
from conftest import ROOT, Quiet, serving
from playwright._impl.network import RawHeaders

from robots_policy import judge

LINES = [("X-Robots-Tag", "googlebot: nofollow"), ("X-Robots-Tag", "noindex")]
JOINED = [("X-Robots-Tag", "googlebot: nofollow, noindex")]
DOCUMENT = ROOT / "bindings" / "python" / "docs" / "headers.md"

# A client, what to pass of its response or record, and what is left of its lines, as the document has them.
TABLE = DOCUMENT.read_text(encoding="utf-8").split("|---|---|---|\n")[1].split("\n\n")[0]
ROWS = [
    (client, code.strip("`"), lines) for client, code, lines in (line[2:-2].split(" | ") for line in TABLE.splitlines())
]


class Site(Quiet):
    """A site with two lines of one name."""

    def do_GET(self) -> None:
        self.answer(fields=LINES)


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
    archive = warc_records.record("http://example.com/", warc_records.http(fields=LINES))
    return {
        "FastWARC": next(iter(fastwarc.warc.ArchiveIterator(io.BytesIO(archive), parse_http=True))),
        "warcio": next(iter(warcio.archiveiterator.ArchiveIterator(io.BytesIO(archive)))),
    }


def test_the_document_has_the_clients() -> None:
    assert len(ROWS) > 20


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


def test_a_pair_may_have_the_lines_of_its_name_in_a_list() -> None:
    verdict = judge("ExampleBot", headers=iter([("X-Robots-Tag", ["noindex", "nofollow"])]))
    assert (verdict.index, verdict.follow) == (False, False)
