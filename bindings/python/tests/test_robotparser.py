"""`robots_policy.robotparser` beside `urllib.robotparser`."""

import time
import urllib.robotparser
from collections.abc import Iterator
from typing import Any
from urllib.error import URLError
from urllib.request import Request

import pytest
from conftest import Quiet, serving
from differences import Row, answers_of_stdlib, check_table, listed, rows, slow_modules_of

from robots_policy.robotparser import RequestRate, RobotFileParser

ROWS = rows("robotparser")
LINES = ["User-agent: ExampleBot", "Disallow: /x"]
Rules = Any  # theirs or ours, which have the same methods
# The reading of RFC 9309 came with an attribute.
COLUMN = "since" if hasattr(urllib.robotparser.RobotFileParser(), "groups") else "before"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_every_difference_is_a_row_and_every_row_differs(row: Row) -> None:
    theirs = answers_of_stdlib(urllib.robotparser.RobotFileParser, row)
    ours = answers_of_stdlib(RobotFileParser, row)
    differing = {
        question: (theirs[question], ours[question]) for question in ours if theirs[question] != ours[question]
    }
    assert differing == listed(row, COLUMN)


def test_the_document_has_the_rows() -> None:
    check_table("robotparser", {"before": "before May 2026", "since": "since"})


def both() -> list[Rules]:
    return [RobotFileParser(), urllib.robotparser.RobotFileParser()]


@pytest.mark.parametrize("rules", both(), ids=["ours", "theirs"])
def test_nothing_is_allowed_before_a_file_was_read(rules: Rules) -> None:
    assert not rules.can_fetch("ExampleBot", "/")
    assert rules.mtime() == 0
    assert rules.crawl_delay("ExampleBot") is None
    assert rules.request_rate("ExampleBot") is None
    assert rules.site_maps() is None
    assert str(rules) == ""
    rules.modified()
    assert time.time() - 60 < rules.mtime() <= time.time()
    assert rules.can_fetch("ExampleBot", "/")


@pytest.mark.parametrize("rules", both(), ids=["ours", "theirs"])
def test_the_flags_decide_before_the_rules(rules: Rules) -> None:
    rules.parse(LINES)
    rules.allow_all = True
    assert rules.can_fetch("ExampleBot", "/x")
    rules.disallow_all = True
    assert not rules.can_fetch("ExampleBot", "/")


@pytest.mark.parametrize("rules", both(), ids=["ours", "theirs"])
def test_the_url_has_a_host_and_a_path(rules: Rules) -> None:
    rules.set_url("https://example.com:8080/robots.txt?x")
    assert (rules.url, rules.host, rules.path) == (
        "https://example.com:8080/robots.txt?x",
        "example.com:8080",
        "/robots.txt",
    )


@pytest.mark.parametrize("rules", both(), ids=["ours", "theirs"])
def test_lines_with_their_ends_and_further_lines(rules: Rules) -> None:
    rules.parse(f"{line}\r\n" for line in LINES)
    rules.parse(["User-agent: Other", "Disallow: /y", "Request-rate: 3/15", "Crawl-delay: 4", "Sitemap: /s"])
    assert not rules.can_fetch("ExampleBot", "/x")
    assert not rules.can_fetch("Other", "/y")
    assert tuple(rules.request_rate("Other")) == (3, 15)
    assert isinstance(rules.request_rate("Other"), RequestRate | urllib.robotparser.RequestRate)
    assert rules.crawl_delay("Other") == 4
    assert isinstance(rules.crawl_delay("Other"), int)
    assert rules.site_maps() == ["/s"]
    expected = "User-agent: Other\nCrawl-delay: 4\nRequest-rate: 3/15\nDisallow: /y"
    groups = [sorted(group.split("\n")) for group in str(rules).split("\n\n")]
    assert groups == [sorted(LINES), sorted(expected.split("\n"))]


def test_the_import_brings_nothing_that_is_slow() -> None:
    assert slow_modules_of("robots_policy.robotparser") == set()


class Site(Quiet):
    """A site whose robots.txt has a status and a body."""

    status = 200
    body = b""

    def do_GET(self) -> None:
        self.answer(self.status, body=self.body)


@pytest.fixture
def site() -> Iterator[str]:
    with serving(Site) as url:
        yield f"{url}/robots.txt"


@pytest.mark.parametrize("status", [200, 204, 400, 401, 403, 404, 410, 429, 451, 500, 503])
def test_the_status_decides_as_in_the_standard_library(site: str, monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    monkeypatch.setattr(Site, "status", status)
    monkeypatch.setattr(Site, "body", b"" if status == 204 else b"User-agent: *\nDisallow: /x\n")
    ours, theirs = both()
    for rules in (ours, theirs):
        rules.set_url(site)
        rules.read()
    for url in ("/x", "/y"):
        assert ours.can_fetch("ExampleBot", url) == theirs.can_fetch("ExampleBot", url)
    assert bool(ours.mtime()) == bool(theirs.mtime()) == (status < 400)


def test_a_second_reading_replaces_the_first(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = RobotFileParser()
    rules.set_url(Request(site))  # noqa: S310 - our own
    answers = []
    for status, body in [(200, b"/x"), (200, b"/y"), (503, b"/"), (404, b"/"), (403, b"/"), (200, b"/\xe9")]:
        monkeypatch.setattr(Site, "status", status)
        monkeypatch.setattr(Site, "body", b"User-agent: *\nDisallow: " + body)
        rules.read()
        answers.append([rules.can_fetch("ExampleBot", url) for url in ("/x", "/y", "/%E9")])
    assert answers == [
        [False, True, True],
        [True, False, True],
        [False, False, False],
        [True, True, True],
        [False, False, False],
        [True, True, False],
    ]


def test_errors_of_the_network_are_raised() -> None:
    rules = RobotFileParser("http://127.0.0.1:1/robots.txt")
    with pytest.raises(URLError):
        rules.read()
    assert not rules.can_fetch("ExampleBot", "/")
