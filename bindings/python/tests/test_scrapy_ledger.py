"""A response of Scrapy has the answers of the record, as far as a crawl knows the same."""

from __future__ import annotations

from typing import Any

import pytest
from ledger_questions import answers, arguments, questions
from scrapy.http import HtmlResponse, Request

from robots_policy import Client, RobotsOutcome
from robots_policy.enums import Source
from robots_policy.scrapy._page import verdict_on

SOURCES = frozenset(map(Source, ("robots-tag", "x-robots-tag", "meta")))
# What a crawl has: fields and a document of each response, and no `tdmrep.json`.
KNOWN = {
    "url",
    "agent",
    "now",
    "headers",
    "robots_txt",
    "robots_status",
    "html",
    "html_base64",
    "status",
    "tdmrep",
    "cut",
}
OF_TDMREP = {"train", "train-other", "mine"}


def asked() -> list[dict[str, Any]]:
    """The questions that a crawl can have."""
    return [question for question in questions() if _is_of_crawl(question)]


def _is_of_crawl(question: dict[str, Any]) -> bool:
    record = question["record"]
    if "refused" in question or "text" in question or not KNOWN.issuperset(record) or record.get("status") == 0:
        return False
    # The status says which part of a document came; Scrapy compares the length itself.
    fields = {name.lower() for name, _ in record.get("headers", [])}
    is_part = "content-range" in fields and "status" not in record
    is_robots_empty = record.get("robots_txt") == "" and "robots_status" not in record
    is_of_length = "content-length" in fields or record.get("html") == ""
    return "headers" in record and not (is_part or is_robots_empty or is_of_length)


@pytest.mark.parametrize("question", asked(), ids=lambda question: str(question["about"])[:60])
def test_a_response_has_the_answers_of_its_record(question: dict[str, Any]) -> None:
    given = arguments(question["record"])
    html = given.get("html")
    headers: dict[str, list[str]] = {}
    for name, value in given["headers"]:
        headers.setdefault(name, []).append(value)
    response = HtmlResponse(
        given["url"],
        status=given.get("status", 200),
        headers=headers,
        body=html.encode() if isinstance(html, str) else html or b"",
        flags=["dataloss"] if given.get("cut") else [],
        request=Request(given["url"], method="GET" if html is not None else "HEAD"),
    )
    robots = None
    if "robots_txt" in given or "robots_status" in given:
        body = given.get("robots_txt")
        robots = RobotsOutcome.from_response(given.get("robots_status", 200), None if body is None else body.encode())
    found = answers(verdict_on(response, Client(given["agent"]), SOURCES, robots))
    wanted = dict(question["answers"])
    wanted |= {use: None for use in OF_TDMREP if wanted[use] != "disallow" or found[use] is None}
    assert found == wanted


def test_there_are_questions() -> None:
    assert len(asked()) > 30
