"""A program that mypy checks: the response of each client in `judge`, many records, and robots.txt from a cache."""

from __future__ import annotations

import asyncio
import urllib.request
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import httpx
import requests
import urllib3

from robots_policy import RobotsOutcome, Verdict, judge, judge_many
from robots_policy.cache import AsyncRobotsCache, RobotsCache

if TYPE_CHECKING:
    import http.client

    import aiohttp
    import playwright.async_api
    import playwright.sync_api
    import scrapy.http

    from robots_policy.typing import Record, Response

AGENT = "ExampleBot"


def of_clients(url: str) -> list[Verdict]:
    """Responses that are whole when they are there."""
    verdicts = [
        judge(AGENT, requests.get(url, timeout=60)),
        judge(AGENT, httpx.get(url), now=datetime.now(UTC)),
        judge(AGENT, url, response=urllib3.request("GET", url)),
        judge(engine="googlebot", response=requests.get(url, timeout=60)),
    ]
    with urllib.request.urlopen(url) as opened:  # noqa: S310 - of the caller
        verdicts.append(judge(AGENT, opened, html=opened.read()))
    return verdicts


def of_connection(connection: http.client.HTTPConnection, url: str) -> Verdict:
    connection.request("GET", url)
    response = connection.getresponse()
    return judge(AGENT, url, response=response, html=response.read())


async def of_aiohttp(session: aiohttp.ClientSession, url: str) -> Verdict:
    async with session.get(url) as response:
        await response.read()
        return judge(AGENT, response, robots_txt="User-agent: *\nDisallow: /private")


def of_scrapy(response: scrapy.http.Response) -> Verdict:
    return judge(AGENT, response, assume_absent="tdmrep.json")


def of_browser(page: playwright.sync_api.Page, url: str) -> Verdict | None:
    response = page.goto(url)
    return None if response is None else judge(AGENT, response, html=page.content())


async def of_browser_that_is_awaited(response: playwright.async_api.Response) -> Verdict:
    return judge(AGENT, response, headers=await response.headers_array(), html=await response.body())


def of_any(responses: list[Response]) -> list[bool | None]:
    return [verdict.index for verdict in judge_many(responses, AGENT)]


def of_records(response: requests.Response, lines: list[dict[str, Any]]) -> list[Verdict]:
    records: list[Record] = [
        {"url": "https://example.com/", "headers": [["X-Robots-Tag", "noindex"]], "html": "<p>x"},
        {"response": response, "robots_txt": "User-agent: *\nDisallow: /private", "now": "2026-11-26T00:00:00Z"},
    ]
    verdicts = list(judge_many(records, [AGENT, "OtherBot"]))
    return [*verdicts, *judge_many(lines, engine=["googlebot", "bingbot"])]


def with_cache(urls: list[str]) -> list[Verdict]:
    with httpx.Client() as client, RobotsCache(client, timeout=10) as cache:
        verdicts = []
        for url in urls:
            seconds: float = cache.crawl_delay(url, AGENT) or 0
            outcome: RobotsOutcome = cache.outcome(url)
            if cache.allowed(url, AGENT) and seconds < 60:
                verdicts.append(judge(AGENT, client.get(url), robots_txt=outcome))
        return verdicts


async def with_async_cache(urls: list[str]) -> list[bool | None]:
    async with AsyncRobotsCache(user_agent="ExampleBot/1.0") as cache:
        return list(await asyncio.gather(*(cache.allowed(url, AGENT) for url in urls)))


def mistakes(response: requests.Response, cache: AsyncRobotsCache) -> None:
    """What mypy must find; a comment that is not needed is an error."""
    judge(AGENT, 5)  # type: ignore[call-overload]
    judge(response)  # type: ignore[call-overload]
    judge(AGENT, robots_txt=cache.outcome("https://example.com/"))  # type: ignore[call-overload]
    judge_many([{"headres": []}], AGENT)  # the keys of a mapping are not known before the run
    record: Record = {"headres": []}  # type: ignore[typeddict-unknown-key]
    judge_many([record], AGENT)
    named: Record = {"url": "/", "askers": [{"as": "googlebot"}, {"agent": AGENT}]}
    named["askers"] = [{"is": "googlebot"}]  # type: ignore[typeddict-unknown-key]
    RobotsCache(httpx.AsyncClient())  # type: ignore[arg-type]
