"""Page signals in real crawls."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import pytest
from scrapy_crawl import Answer, Crawl, Site, crawl, served

if TYPE_CHECKING:
    from collections.abc import Iterator

TAG = "X-Robots-Tag"
LINKED = b"<html><head>%s</head><body><a href=%s>link</a></body></html>"
NOINDEX_META = b"<meta name=robots content=noindex>"
NOFOLLOW_META = b"<meta name=robots content=nofollow>"

# Path of a page, its answer, and the link in it. Every link is a page of its own.
PAGES = {
    "/plain": Answer(LINKED % (b"", b"/plain-link")),
    "/noindex-field": Answer(LINKED % (b"", b"/noindex-field-link"), [(TAG, "noindex")]),
    "/noindex-meta": Answer(LINKED % (NOINDEX_META, b"/noindex-meta-link")),
    "/nofollow-field": Answer(LINKED % (b"", b"/nofollow-field-link"), [(TAG, "nofollow")]),
    "/nofollow-meta": Answer(LINKED % (NOFOLLOW_META, b"/nofollow-meta-link")),
    "/none": Answer(LINKED % (b"", b"/none-link"), [(TAG, "none")]),
    "/noai": Answer(LINKED % (b"", b"/noai-link"), [(TAG, "noai")]),
    "/new-field": Answer(LINKED % (b"", b"/new-field-link"), [("Robots-Tag", "*;noindex")]),
    "/other-bot": Answer(LINKED % (b"", b"/other-bot-link"), [(TAG, "otherbot: none")]),
    "/own-bot": Answer(LINKED % (b"", b"/own-bot-link"), [(TAG, "examplebot: noindex")]),
    "/two-lines": Answer(LINKED % (b"", b"/two-lines-link"), [(TAG, "otherbot: nofollow"), (TAG, "noindex")]),
    "/expired": Answer(LINKED % (b"", b"/expired-link"), [(TAG, "unavailable_after: 2020-01-01")]),
    "/not-expired": Answer(LINKED % (b"", b"/not-expired-link"), [(TAG, "unavailable_after: 2220-01-01")]),
    "/broken": Answer(
        b"<!doctype html><html <head></p><meta name=robots content='nofollow'<b></head><a href=/broken-link>x"
    ),
    "/in-title": Answer(b"\xff<title>a</titel>" + NOINDEX_META + b"</title><a href=/in-title-link>x</a>"),
    "/gzip": Answer(gzip.compress(LINKED % (NOINDEX_META, b"/gzip-link")), [("Content-Encoding", "gzip")]),
    "/unknown-coding": Answer(b"\x01\x02\x03" * 99, [("Content-Encoding", "zork")]),
    "/empty": Answer(b""),
    "/json": Answer(b'{"a": "<meta name=robots content=noindex>"}', content_type="application/json"),
    "/not-found": Answer(LINKED % (b"", b"/not-found-link"), status=404),
    "/long-head": Answer(LINKED % (b"<meta name=x content=y>" * 200_000 + NOINDEX_META, b"/long-head-link")),
}
KEPT = ["/broken", "/empty", "/in-title", "/json", "/noai", "/nofollow-field", "/nofollow-meta", "/not-expired"]
KEPT += ["/other-bot", "/plain"]


@pytest.fixture
def site() -> Iterator[Site]:
    answers: dict[str, Answer] = dict(PAGES)
    answers |= {f"{path}-link": Answer(b"linked", content_type="text/plain") for path in PAGES}
    with served(dict(answers)) as site:
        yield site


def visit(site: Site, paths: list[str], settings: dict[str, Any] | None = None, **arguments: object) -> Crawl:
    return crawl([site.url + path for path in paths], settings, **arguments)


def followed(site: Site) -> list[str]:
    return sorted(path.removesuffix("-link") for path in site.visited if path.endswith("-link"))


def test_every_page_by_default(site: Site) -> None:
    done = visit(site, list(PAGES))
    assert [url for url in done.urls if not url.endswith("-link")] == sorted(KEPT)
    assert all(item["judged"] is item["index"] for item in done.items), "`judge` takes the response of a callback"
    may_not = ["/broken", "/nofollow-field", "/nofollow-meta", "/none", "/long-head"]
    without_links = ["/empty", "/json", "/not-found", "/unknown-coding"]
    assert followed(site) == sorted(set(PAGES).difference(may_not, without_links))
    stats = done.stats
    assert stats["robots_policy/directives/noindex"] == 8
    assert stats["robots_policy/directives/nofollow"] == 4
    assert stats["robots_policy/directives/noai"] == 1
    assert stats["robots_policy/sources/x-robots-tag"] == 8
    assert stats["robots_policy/sources/robots-tag"] == 1
    assert stats["robots_policy/sources/meta"] == 4
    assert stats["robots_policy/unread/document/content-coding"] == 1
    assert stats["robots_policy/unread/document/incomplete"] == 1
    assert stats["robots_policy/diagnostics/head-truncated"] == 1
    assert stats["robots_policy/items_dropped"] == 10
    assert stats["robots_policy/requests_dropped"] == 5
    assert "robots_policy/responses_dropped" not in stats
    assert done.log.count("as ROBOTS_POLICY_UNREAD says") == 2
    assert "Traceback" not in done.log


def test_actions_are_added_to_the_default(site: Site) -> None:
    actions = {"NoAI": ["drop-items", "drop-requests", "flag"], "nofollow": None}
    done = visit(site, ["/noai", "/nofollow-field", "/noindex-field"], {"ROBOTS_POLICY_ACTIONS": actions})
    assert done.urls == ["/nofollow-field", "/nofollow-field-link", "/noindex-field-link"]


def test_actions_of_the_command_line_are_json(site: Site) -> None:
    done = visit(site, ["/noai", "/other-bot"], {"ROBOTS_POLICY_ACTIONS": '{"noai": "flag"}'})
    flags = {item["url"].rpartition("/")[2]: item["flags"] for item in done.items}
    assert flags["noai"] == ["robots_policy:noai"]
    assert flags["other-bot"] == []


def test_sources_that_do_not_count_are_not_read(site: Site) -> None:
    paths = ["/noindex-field", "/noindex-meta", "/new-field", "/long-head"]
    done = visit(site, paths, {"ROBOTS_POLICY_SOURCES": ["x-robots-tag"], "DEPTH_LIMIT": 1})
    assert [url for url in done.urls if url in PAGES] == ["/long-head", "/new-field", "/noindex-meta"]
    done = visit(site, paths, {"ROBOTS_POLICY_SOURCES": "robots-tag,meta"})
    assert [url for url in done.urls if url in PAGES] == ["/noindex-field"]


def test_unread_pages_pass_only_if_the_setting_says_so(site: Site) -> None:
    done = visit(site, ["/long-head", "/unknown-coding"], {"ROBOTS_POLICY_UNREAD": "allow"})
    assert done.urls == ["/long-head", "/long-head-link", "/unknown-coding"]
    assert done.stats["robots_policy/unread/document/incomplete"] == 1
    assert "actions of ROBOTS_POLICY_ACTIONS that follow from them are not taken" in done.log


def test_the_answer_to_head_is_a_page_that_was_not_read(site: Site) -> None:
    done = visit(site, ["/plain", "/json"], method="HEAD")
    assert done.urls == ["/json"]
    assert done.stats["robots_policy/unread/document/not-given"] == 1


OPEN_SITE = b"User-agent: *\nAllow: /\n"


def robots(site: Site, body: bytes, status: int = 200) -> None:
    site.answers["/robots.txt"] = Answer(body, status=status, content_type="text/plain")


def test_a_spider_that_never_requests_tdmrep_json_keeps_its_items(site: Site) -> None:
    robots(site, OPEN_SITE)
    done = visit(site, ["/plain", "/noindex-meta"], {"ROBOTS_POLICY_ACTIONS": {"input": "drop-items"}})
    assert [url for url in done.urls if url in PAGES] == ["/plain"]
    assert done.stats["robots_policy/uses/input/unstated"] == 4
    assert not any("unread/tdmrep.json" in name for name in done.stats)


def test_a_use_that_is_not_known_takes_its_own_action_alone(site: Site) -> None:
    robots(site, OPEN_SITE)
    actions = {"ROBOTS_POLICY_ACTIONS": {"train": "drop-items"}}
    assert visit(site, ["/plain"], actions).urls == [], "the site may have a tdmrep.json"
    done = visit(site, ["/plain"], {"ROBOTS_POLICY_ACTIONS": {"train": "flag"}})
    assert [item["flags"] for item in done.items] == [["robots_policy:train:unknown"]] * 2
    assert followed(site) == ["/plain", "/plain"]
    for more in ({"ROBOTS_POLICY_ASSUME_ABSENT": "tdmrep.json"}, {"ROBOTS_POLICY_UNREAD": "allow"}):
        assert visit(site, ["/plain"], actions | more).urls == ["/plain", "/plain-link"]


def test_an_answer_that_is_not_known_has_actions_of_its_own(site: Site) -> None:
    robots(site, OPEN_SITE)
    actions = {"train": "drop-items", "unknown": "flag"}
    done = visit(site, ["/plain", "/noai", "/noindex-meta"], {"ROBOTS_POLICY_ACTIONS": actions})
    kept = {
        url: item["flags"] for url, item in zip(done.urls, sorted(done.items, key=lambda one: one["url"]), strict=True)
    }
    assert kept["/plain"] == ["robots_policy:train:unknown"]
    assert {"/noai", "/noindex-meta"}.isdisjoint(kept), "what is known has its own action"
    assert "the actions of 'unknown' are taken, as ROBOTS_POLICY_ACTIONS says" in done.log
    done = visit(site, ["/plain"], {"ROBOTS_POLICY_ACTIONS": {"train": "drop-items", "unknown": None}})
    assert [item["flags"] for item in done.items] == [[], []]


@pytest.mark.parametrize(
    ("status", "body", "answer"),
    [
        (200, b"User-agent: *\nContent-Signal: ai-train=no\n", "disallow"),
        (200, b"User-agent: *\nLicense: /license.xml\n", "unknown"),
        (404, b"", "unstated"),
        (503, b"", "unknown"),
    ],
)
def test_what_robots_txt_states_reaches_the_verdict(site: Site, status: int, body: bytes, answer: str) -> None:
    robots(site, body, status)
    settings = {
        "ROBOTS_POLICY_ACTIONS": {"train": "drop-items"},
        "ROBOTS_POLICY_ASSUME_ABSENT": ["tdmrep.json"],
        "ROBOTS_POLICY_UNREACHABLE": "allow",
    }
    done = visit(site, ["/plain"], settings, link_meta={"robots_policy_ignore": True})
    assert done.stats[f"robots_policy/uses/train/{answer}"] == 2
    assert ("/plain" in done.urls) is (answer == "unstated")


def test_a_dropped_response_reaches_its_errback_only(site: Site) -> None:
    settings = {"ROBOTS_POLICY_ACTIONS": {"noindex": "drop-response"}}
    done = visit(site, ["/plain", "/noindex-meta", "/none"], settings)
    assert done.urls == ["/plain", "/plain-link"]
    assert done.stats["robots_policy/responses_dropped"] == 2
    assert "Traceback" not in done.log
    done = visit(site, ["/noindex-meta"], settings, errors=True)
    assert [item["error"] for item in done.items] == ["ResponseDropped"]


def test_an_error_page_that_reaches_an_errback_is_judged(site: Site) -> None:
    site.answers["/gone"] = Answer(b"", [(TAG, "noindex")], status=410)
    done = visit(site, ["/gone", "/not-found"], errors=True)
    assert done.urls == [], "no error page is a yes"
    assert done.stats["robots_policy/items_dropped"] == 2
    assert done.stats["robots_policy/unread/document/status"] == 2
    done = visit(site, ["/gone", "/not-found"], {"ROBOTS_POLICY_UNREAD": "allow"}, errors=True)
    assert done.urls == ["/not-found"]


def test_the_verdict_is_written_on_items(site: Site) -> None:
    done = visit(site, ["/noai"], {"ROBOTS_POLICY_ITEM_FIELD": "robots_policy"})
    record = next(item["robots_policy"] for item in done.items if item["url"].endswith("/noai"))
    assert record["directives"] == {"noai": True}
    done = visit(site, ["/noai"], {"ROBOTS_POLICY_ITEM_FIELD": "robots_policy"}, declared=True)
    assert done.items == []
    assert "robots_policy = scrapy.Field()" in done.log


def test_request_meta(site: Site) -> None:
    done = visit(site, ["/none"], link_meta={"robots_policy_follow": True})
    assert done.urls == ["/none-link"]
    assert done.stats["robots_policy/requests_followed"] == 1
    done = visit(site, ["/none", "/noindex-meta"], meta={"robots_policy_ignore": True})
    assert [url for url in done.urls if url in PAGES] == ["/noindex-meta", "/none"]
    assert done.stats["robots_policy/responses_ignored"] == 2


@pytest.mark.parametrize(
    ("settings", "kept"),
    [
        ({}, False),
        ({"USER_AGENT": "Mozilla/5.0 (compatible; OtherBot/2)"}, True),
        ({"ROBOTS_POLICY_AGENT": "OtherBot"}, True),
        ({"ROBOTSTXT_USER_AGENT": "OtherBot"}, True),
        ({"ROBOTSTXT_USER_AGENT": "OtherBot", "ROBOTS_POLICY_AGENT": ["ExampleBot-News", "ExampleBot"]}, False),
    ],
)
def test_statements_apply_to_the_named_agent(site: Site, settings: dict[str, object], kept: bool) -> None:  # noqa: FBT001
    assert ("/own-bot" in visit(site, ["/own-bot"], settings).urls) is kept


@pytest.mark.parametrize("field", ["Scrapy/2.14 (+https://scrapy.org)", "+++"])
def test_a_crawler_without_a_name_is_warned_once(site: Site, field: str) -> None:
    done = visit(site, ["/plain", "/noai"], {"USER_AGENT": field})
    assert done.log.count("set ROBOTS_POLICY_AGENT to its product token") == 1


def test_switched_off_nothing_is_judged_and_scrapy_reads_robots_txt(site: Site) -> None:
    site.answers["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /noai", content_type="text/plain")
    done = visit(site, ["/noai", "/none"], {"ROBOTS_POLICY_ENABLED": False}, declared=True)
    assert done.urls == ["/none"]
    assert done.stats["robotstxt/forbidden"] == 1
    assert not any(name.startswith("robots_policy/") for name in done.stats)
