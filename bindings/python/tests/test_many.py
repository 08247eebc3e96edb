"""`judge_many` answers each record as `eval --jsonl` does, and names the record and the key of a mistake."""

from __future__ import annotations

import base64
import json
from collections import OrderedDict
from itertools import count, islice
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from conftest import ROOT, evaluated

import robots_policy
from robots_policy import Client, judge, judge_many
from robots_policy.errors import InvalidProductToken

if TYPE_CHECKING:
    from collections.abc import Iterator

NOW = "2026-11-20T00:00:00Z"
ROBOTS = "User-agent: *\nDisallow: /private\nUser-agent: GPTBot\nDisallow: /\n"
PAGE = "<title>A page</title><meta name=robots content='noarchive'><body>text"
HTML = [["Content-Type", "text/html"]]
LICENSE = '<license><prohibits type="usage">all</prohibits></license>'
RSL = f'<rsl xmlns="https://rslstandard.org/rsl"><content url="/">{LICENSE}</content></rsl>'


def coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


RECORDS: list[dict[str, Any]] = [
    {},
    {"id": 7, "url": "https://example.com/private/a", "robots_txt": ROBOTS, "html": PAGE, "headers": HTML},
    {"agent": "GPTBot", "robots_txt_base64": coded(ROBOTS), "robots_fetched": NOW},
    {"agent": ["Googlebot-News", "Googlebot"], "headers": [["X-Robots-Tag", "googlebot: noindex"]], "now": NOW},
    {"agent": "ExampleBot", "page_agent": "Other", "html_base64": coded(PAGE), "headers": HTML, "obeys_global": False},
    {"agent": "ExampleBot", "purposes": ["search"], "robots_txt": ROBOTS, "robots_status": 200, "status": 404},
    {"as": "googlebot", "html": PAGE, "headers": HTML, "robots_status": 503, "robots_hours": 48, "site_up": True},
    {"as": "googlebot", "robots_status": 0, "robots_cached": ROBOTS, "robots_hours": 2.5, "url": "/private"},
    {
        "headers": [["Content-Type", "text/html"], ["Content-Usage", "train-ai=y"]],
        "assume_absent": "rest",
        "html": PAGE,
    },
    {"tdmrep": '[{"location": "/*", "tdm-reservation": 1}]', "tdmrep_status": 200},
    {"tdmrep_base64": coded('[{"location": "/*", "tdm-reservation": 1}]'), "fetched": NOW},
    {"robots_txt": "License: https://e.com/l.xml", "licenses": [{"url": "https://e.com/l.xml", "body": RSL}]},
    {
        "robots_txt": "License: https://e.com/l.xml",
        "licenses": [{"url": "https://e.com/l.xml", "body_base64": coded(RSL)}],
    },
    {"html": PAGE, "cut": True, "status": 206, "url": None},
    {"html": "<body><meta name=robots content=noindex>", "options": {"metas": ["head", "body"]}},
    {"policy_tokens": ["Google-Extended=train"], "robots_txt": "User-agent: Google-Extended\nDisallow: /"},
    {"url": "/a", "askers": [{"agent": "GPTBot"}, {"as": "bingbot"}, {}], "robots_txt": ROBOTS},
]


def test_each_record_has_the_answer_of_the_program() -> None:
    records = [{"now": NOW, **record} for record in RECORDS]
    wanted = evaluated(records)
    found = [json.loads(verdict.to_json()) for verdict in judge_many(records, "*")]
    assert [{**answer, "id": None} for answer in found] == [{**answer, "id": None} for answer in wanted]


def test_every_key_of_the_contract_is_one_here() -> None:
    schema = json.loads((ROOT / "docs" / "question.schema.json").read_text())
    used = {key for record in RECORDS for key in record}
    refused = {"chunk", "ledger"}
    assert set(schema["properties"]) - used - refused == {"signature_agent", "robots_cached_base64"}
    for key in refused:
        with pytest.raises(ValueError, match=rf"record 0: key '{key}': .*leave it out"):
            list(judge_many([{key: 1}]))


def test_records_are_judged_one_by_one() -> None:
    endless = ({"url": f"/{number}", "robots_txt": ROBOTS} for number in count())
    assert [verdict.url for verdict in islice(judge_many(endless, "ExampleBot"), 3)] == ["/0", "/1", "/2"]


def test_several_agents_are_in_their_order() -> None:
    records = [OrderedDict(url="/a", robots_txt=ROBOTS), {"url": "/b", "robots_txt": ROBOTS, "agent": "Other"}]
    verdicts = list(judge_many(records, ["GPTBot", Client("ExampleBot")]))
    assert [(verdict.url, verdict.allowed) for verdict in verdicts] == [("/a", False), ("/a", True), ("/b", True)]
    engines = list(judge_many(records[:1], engine=["googlebot", "bingbot"]))
    assert [verdict.profile for verdict in engines] == ["googlebot", "bingbot"]


def test_defaults_are_for_what_a_record_lacks() -> None:
    records: list[dict[str, Any]] = [
        {"html": PAGE},
        {"html": PAGE, "assume_absent": None},
        {"html": PAGE, "assume_absent": "fields"},
    ]
    given = judge_many(records, "ExampleBot", assume_absent="rest", options={"metas": []})
    assert [verdict.uses["train"] for verdict in given] == ["unstated", "unstated", None]
    assert [verdict.archive for verdict in judge_many(records, "ExampleBot", options={"metas": []})] == [
        None,
        None,
        True,
    ]


def test_responses_are_records() -> None:
    request = httpx.Request("GET", "https://example.com/private/a")
    response = httpx.Response(200, headers=[("X-Robots-Tag", "noindex")], content=PAGE.encode(), request=request)
    alone, beside = judge_many([response, {"response": response, "robots_txt": ROBOTS}], "ExampleBot")
    assert (alone.index, alone.archive, alone.allowed) == (False, False, None)
    assert beside.allowed is False
    assert beside == judge("ExampleBot", response, robots_txt=ROBOTS, now=beside.now)


def later(record: dict[str, Any]) -> Iterator[object]:
    """What comes of a record that is the third."""
    return judge_many([{}, {}, record], "ExampleBot")


@pytest.mark.parametrize(
    ("record", "error", "text"),
    [
        ({"robots": ROBOTS}, ValueError, "key 'robots' is unknown; write 'robots_txt'"),
        ({"headres": []}, ValueError, "key 'headres' is unknown; write 'headers'"),
        ({"engine": "googlebot"}, ValueError, "key 'engine' is unknown; write 'as'"),
        ({"body": "x"}, ValueError, "key 'body' is unknown; write 'html'"),
        ({"colour": 1}, ValueError, "key 'colour' is unknown; the keys are agent, as, askers, "),
        ({"url": "page"}, ValueError, 'url "page" is neither an absolute URL nor a path'),
        ({"html": 5}, TypeError, "html"),
        ({"html_base64": "%"}, ValueError, "key 'html_base64': it is not base64"),
        ({"html": "x", "html_base64": "eA=="}, ValueError, "key 'html_base64' and 'html' are the same body"),
        ({"now": "yesterday"}, ValueError, "key 'now': 'yesterday' is not a time; write one of RFC 3339"),
        ({"agent": "Example Bot"}, InvalidProductToken, "Example Bot"),
        ({"as": "googelbot"}, ValueError, "near it are 'googlebot'"),
        ({"as": "googlebot", "agent": "x"}, ValueError, "agent and engine exclude each other"),
        ({"askers": [{"agent": "x"}], "agent": "y"}, ValueError, "key 'agent' is a key of an asker, beside 'askers'"),
        ({"askers": [{"agnet": "x"}]}, ValueError, "an asker has no key 'agnet'"),
        ({"page_agent": "x"}, ValueError, "key 'page_agent' needs the key 'agent' beside it"),
        ({"status": 7}, ValueError, "status: 7 is neither an HTTP status"),
    ],
)
def test_a_mistake_names_its_record(record: dict[str, Any], error: type[Exception], text: str) -> None:
    verdicts = later(record)
    next(verdicts), next(verdicts)
    with pytest.raises(error, match=r"^record 2: ") as raised:
        next(verdicts)
    assert text in str(raised.value)


wrongly: Any = robots_policy  # calls that a type checker would refuse


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (
            lambda: wrongly.judge_many({"url": "/"}),
            "records: expected several records, such as [{'url': '/'}], not dict",
        ),
        (lambda: wrongly.judge_many("x"), "not str"),
        (lambda: wrongly.judge_many([], "a", engine="googlebot"), "agents and engine exclude each other"),
    ],
)
def test_a_mistake_of_the_call_raises_at_once(call: Any, text: str) -> None:  # noqa: ANN401 - a call
    with pytest.raises((TypeError, ValueError)) as raised:
        call()
    assert text in str(raised.value)


def test_a_response_that_did_not_come_asks_nothing() -> None:
    with pytest.raises(TypeError, match="record 1: None is not a response"):
        list(judge_many([{"url": "/"}, None], "ExampleBot"))  # type: ignore[list-item]
