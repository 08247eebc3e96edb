"""A response of each HTTP client in `judge`, from a server on loopback: what it has, and what is not known."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import pickle
import shutil
import urllib.error
import urllib.request
import zlib
from typing import TYPE_CHECKING, Any

import aiohttp
import httpx
import pytest
import requests
import scrapy.http
import urllib3
from conftest import Quiet, serving
from playwright.async_api import async_playwright
from playwright.sync_api import sync_playwright

from robots_policy import Verdict, judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Two lines, of which one joined line would hide the second from others than Googlebot.
LINES = [("X-Robots-Tag", "googlebot: nofollow"), ("X-Robots-Tag", "noarchive")]
TYPE = ("Content-Type", "text/html; charset=utf-8")
PAGE = "<title>Été</title><meta name=robots content=noindex><body>" + "text " * 400
PLAIN = "<title>Page</title><body>" + "text " * 400
CODINGS: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "deflate": zlib.compress}


class Site(Quiet):
    """A site: the path says how the page comes."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = (PLAIN if "plain" in self.path else PAGE).encode()
        name = self.path.rsplit("/", 1)[1]
        host = self.headers["Host"]
        status, fields, length = 200, list[tuple[str, str]](), None
        match name:
            case "redirect":
                status, fields, body = 302, [("Location", "/page")], b""
            case "same":
                status, fields, body = 302, [("Location", f"http://{host}/page")], b""
            case "away":
                status, fields, body = 302, [("Location", f"http://{host.replace('127.0.0.1', 'localhost')}/page")], b""
            case "missing":
                status = 404
            case "partial":
                status, fields, body = 206, [("Content-Range", f"bytes 0-11/{len(body)}")], body[:12]
            case "unchanged":
                status, body, length = 304, b"", len(body)
            case "variable":
                fields = [("HTTP_X_ROBOTS_TAG", "none")]
            case "gzip" | "deflate":
                fields, body = [("Content-Encoding", name)], CODINGS[name](body)
        self.answer(status, [*LINES, TYPE, *fields], body, length=length)

    def do_HEAD(self) -> None:  # noqa: N802 - http.server's name
        self.answer(fields=[*LINES, TYPE], body=PLAIN.encode())


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serving(Site) as url:
        yield url


def of_requests(url: str, method: str) -> requests.Response:
    return requests.request(method, url, timeout=60, allow_redirects=True)


def of_httpx(url: str, method: str) -> httpx.Response:
    return httpx.request(method, url, follow_redirects=True)


def of_httpx_async(url: str, method: str) -> httpx.Response:
    async def get() -> httpx.Response:
        async with httpx.AsyncClient(follow_redirects=True) as client:
            return await client.request(method, url)

    return asyncio.run(get())


def of_aiohttp(url: str, method: str) -> aiohttp.ClientResponse:
    async def get() -> aiohttp.ClientResponse:
        async with aiohttp.ClientSession() as session, session.request(method, url) as response:
            await response.read()
            return response

    return asyncio.run(get())


def of_urllib3(url: str, method: str) -> urllib3.BaseHTTPResponse:
    return urllib3.request(method, url)


def of_scrapy(url: str, method: str) -> scrapy.http.Response:
    """The response that Scrapy's own middleware makes of an answer, without a crawl."""
    raw = urllib3.request(method, url, decode_content=True, redirect=True)
    address = raw.geturl() or url
    address = url.rsplit("/", 1)[0] + address if address.startswith("/") else address
    fields: dict[str, Any] = {}
    for name, value in raw.headers.items():
        if name != "Content-Encoding":
            fields.setdefault(name, []).append(value)
    request = scrapy.Request(address, method=method)
    return scrapy.http.HtmlResponse(address, raw.status, headers=fields, body=raw.data, request=request)


# A client, and how it gets a page whole.
CLIENTS: list[Callable[[str, str], Any]] = [
    of_requests,
    of_httpx,
    of_httpx_async,
    of_aiohttp,
    of_urllib3,
    of_scrapy,
]
each_client = pytest.mark.parametrize("get", CLIENTS)


def document_of(verdict: Verdict) -> str | None:
    """Why the document is not known."""
    return next((unread.why for unread in verdict.unread if unread.source == "document"), None)


@each_client
@pytest.mark.parametrize("name", ["page", "gzip", "deflate"])
def test_a_response_is_its_parts(get: Callable[[str, str], Any], site: str, name: str) -> None:
    url = f"{site}/{name}"
    verdict = judge("ExampleBot", get(url, "GET"))
    same = judge("ExampleBot", url, headers=[*LINES, TYPE], html=PAGE.encode())
    assert (verdict.index, verdict.follow, verdict.archive) == (False, True, False)
    assert document_of(verdict) is None
    assert (verdict.directives, verdict.reasons) == (same.directives, same.reasons)
    google = judge(engine="googlebot", response=get(url, "GET"))
    assert (google.profile, google.follow) == ("googlebot", False)


@each_client
def test_the_address_is_that_of_the_last_response(get: Callable[[str, str], Any], site: str) -> None:
    verdict = judge("ExampleBot", get(f"{site}/redirect", "GET"), robots_txt="User-agent: *\nDisallow: /page")
    assert verdict.url in {f"{site}/page", "/page"}
    assert verdict.allowed is False


@pytest.mark.parametrize("get", [client for client in CLIENTS if client is not of_scrapy])
def test_facts_of_a_site_are_not_those_of_the_site_that_a_redirect_leads_to(
    get: Callable[[str, str], Any], site: str
) -> None:
    response = get(f"{site}/away", "GET")
    given: dict[str, Any]
    for given in ({"robots_txt": "User-agent: *"}, {"robots_status": 404}, {"tdmrep_status": 404}):
        with pytest.raises(
            ValueError, match=rf"redirects led from {site}/away to http://localhost:\d+/page, and"
        ) as error:
            judge("ExampleBot", response, **given)
        assert f"{next(iter(given))} may be of the first site; if it is of the last one" in str(error.value)
        last = site.replace("127.0.0.1", "localhost") + "/page"
        assert judge("ExampleBot", last, response=response, **given).url == last
    assert judge("ExampleBot", response).allowed is None
    assert judge("ExampleBot", get(f"{site}/same", "GET"), robots_txt="User-agent: *").allowed


@each_client
def test_a_page_that_is_whole_may_be_indexed(get: Callable[[str, str], Any], site: str) -> None:
    assert judge("ExampleBot", get(f"{site}/plain", "GET")).index is True


@each_client
@pytest.mark.parametrize(
    ("method", "path", "why"),
    [
        ("HEAD", "plain", "not-given"),
        ("GET", "plain/partial", "incomplete"),
        ("GET", "plain/unchanged", "not-given"),
        ("GET", "plain/missing", "status"),
    ],
)
def test_what_did_not_come_is_not_known(
    get: Callable[[str, str], Any], site: str, method: str, path: str, why: str
) -> None:
    verdict = judge("ExampleBot", get(f"{site}/{path}", method))
    assert (verdict.index, verdict.archive, document_of(verdict)) == (None, False, why)


@each_client
def test_a_name_that_no_field_has_is_not_a_mistake_of_the_caller(get: Callable[[str, str], Any], site: str) -> None:
    assert judge("ExampleBot", get(f"{site}/variable", "GET")).follow is True


def opened(url: str) -> Any:  # noqa: ANN401 - the classes differ
    try:
        return urllib.request.urlopen(url)  # noqa: S310 - our own
    except urllib.error.HTTPError as error:
        return error


def test_a_body_that_the_caller_read_is_given_beside_it(site: str) -> None:
    with opened(f"{site}/page") as response:
        assert judge("ExampleBot", response).follow is None
        part = response.read(10)
        assert document_of(judge("ExampleBot", response, html=part)) == "incomplete"
        verdict = judge("ExampleBot", response, html=part + response.read())
    assert (verdict.url, verdict.index, verdict.archive) == (f"{site}/page", False, False)
    with opened(f"{site}/missing") as error:
        assert document_of(judge("ExampleBot", error, html=error.read())) == "status"


def test_a_response_without_an_address_needs_one(site: str) -> None:
    connection = http.client.HTTPConnection(site.split("/")[2])
    connection.request("GET", "/page")
    response = connection.getresponse()
    with pytest.raises(ValueError, match=r"does not tell its address; write judge\(agent, url, response=response\)"):
        judge("ExampleBot", response)
    verdict = judge("ExampleBot", f"{site}/page", response=response, html=response.read())
    connection.close()
    assert (verdict.url, verdict.index, verdict.archive) == (f"{site}/page", False, False)
    made = httpx.Response(200, headers=LINES, content=PLAIN.encode())
    assert judge("ExampleBot", "https://example.com/", response=made).archive is False


def test_a_stream_that_was_not_read_is_not_given(site: str) -> None:
    with requests.get(f"{site}/plain", stream=True, timeout=60) as response:
        assert document_of(judge("ExampleBot", response)) == "not-given"
        part = next(response.iter_content(10))
        assert document_of(judge("ExampleBot", response)) == "not-given"
        assert document_of(judge("ExampleBot", response, html=part)) == "incomplete"
    with httpx.stream("GET", f"{site}/plain") as streamed:
        assert document_of(judge("ExampleBot", streamed)) == "not-given"
        streamed.read()
        assert judge("ExampleBot", streamed).index is True
    lazy = urllib3.request("GET", f"{site}/plain", preload_content=False)
    assert (
        document_of(judge("ExampleBot", f"{site}/plain" if lazy.geturl() is None else None, response=lazy))
        == "not-given"
    )
    lazy.close()
    assert document_of(judge("ExampleBot", asyncio.run(unread_of_aiohttp(f"{site}/plain")))) == "not-given"


async def unread_of_aiohttp(url: str) -> aiohttp.ClientResponse:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response


def test_a_body_that_is_still_coded_is_not_known(site: str) -> None:
    async def raw() -> aiohttp.ClientResponse:
        async with aiohttp.ClientSession(auto_decompress=False) as session, session.get(f"{site}/gzip") as response:
            await response.read()
            return response

    assert document_of(judge("ExampleBot", asyncio.run(raw()))) == "content-coding"
    coded = urllib3.request("GET", f"{site}/gzip", decode_content=False)
    assert document_of(judge("ExampleBot", coded)) == "content-coding"


def test_a_response_that_was_pickled_has_joined_lines(site: str) -> None:
    response = pickle.loads(pickle.dumps(requests.get(f"{site}/plain", timeout=60)))  # noqa: S301 - our own
    verdict = judge("ExampleBot", response)
    assert "scope-uncertain" in [one.code for one in verdict.diagnostics]
    assert verdict.archive is not True


CHROMIUM = shutil.which("chromium")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


@pytest.mark.release
@needs_chromium
def test_a_browser(site: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        redirected = page.goto(f"{site}/redirect")
        verdict = judge("ExampleBot", redirected)
        assert (verdict.url, verdict.index, verdict.archive) == (f"{site}/page", False, False)
        assert judge("ExampleBot", page.goto(f"{site}/gzip")).index is False
        assert document_of(judge("ExampleBot", redirected)) == "not-given", "the browser has let it go"
        plain = page.goto(f"{site}/plain")
        assert judge("ExampleBot", plain).index is True
        assert judge("ExampleBot", plain, html=page.content()).index is True
        assert judge("ExampleBot", page.request.get(f"{site}/gzip")).index is False
        browser.close()


@pytest.mark.release
@needs_chromium
def test_a_browser_that_is_awaited(site: str) -> None:
    async def visit() -> None:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            response = await (await browser.new_page()).goto(f"{site}/gzip")
            assert response is not None
            with pytest.raises(
                TypeError, match=r"its fields must be awaited; write headers=await response\.headers_array"
            ):
                judge("ExampleBot", response)
            headers, html = await response.headers_array(), await response.body()
            verdict = judge("ExampleBot", response, headers=headers, html=html)
            assert (verdict.url, verdict.index, verdict.archive) == (f"{site}/gzip", False, False)
            await browser.close()

    asyncio.run(visit())
