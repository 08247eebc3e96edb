"""A response of a browser in `judge`, from a server on loopback; those of other clients are in a session."""

from __future__ import annotations

import asyncio
import gzip
import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import async_playwright
from playwright.sync_api import sync_playwright
from sites import Answer, Answers, served

from robots_policy import judge

if TYPE_CHECKING:
    from collections.abc import Iterator

LINES = [("X-Robots-Tag", "googlebot: nofollow"), ("X-Robots-Tag", "noarchive")]
PAGE = b"<title>Page</title><meta name=robots content=noindex><body>" + b"text " * 400
CHROMIUM = shutil.which("chromium")

pytestmark = [pytest.mark.release, pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")]


@pytest.fixture
def site() -> Iterator[str]:
    answers: Answers = {
        "/redirect": Answer(status=302, fields=[("Location", "/page")]),
        "/page": Answer(PAGE, LINES),
        "/gzip": Answer(gzip.compress(PAGE), [*LINES, ("Content-Encoding", "gzip")]),
        "/plain": Answer(b"<title>Page</title><body>text", LINES),
    }
    with served(answers) as site:
        yield site.url


def test_a_browser(site: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        redirected = page.goto(f"{site}/redirect")
        verdict = judge("ExampleBot", redirected)
        assert (verdict.url, verdict.index, verdict.archive) == (f"{site}/page", False, False)
        assert judge("ExampleBot", page.goto(f"{site}/gzip")).index is False
        unread = {(one.source, one.why) for one in judge("ExampleBot", redirected).unread}
        assert ("document", "not-given") in unread, "the browser has let it go"
        plain = page.goto(f"{site}/plain")
        assert judge("ExampleBot", plain).index is True
        assert judge("ExampleBot", plain, html=page.content()).index is True
        assert judge("ExampleBot", page.request.get(f"{site}/gzip")).index is False
        browser.close()


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
