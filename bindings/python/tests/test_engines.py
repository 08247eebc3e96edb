"""What engines do: the verdict beside the general one, the table of profiles, and robots.txt that cannot be had."""

from __future__ import annotations

import json
import pickle
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

import robots_policy
from robots_policy import Policy, RobotsOutcome, engines, judge
from robots_policy.robots import RobotsAnswer, RobotsFetch
from robots_policy.signals import MetaExtractor, Signals, signals_from_headers

NOW = datetime(2026, 11, 21, tzinfo=UTC)
COPY = "User-agent: *\nDisallow: /private"
IN_BODY = "<!doctype html><title>t</title><p>text<meta name=robots content=noindex>"


def copied(value: object) -> object:
    """A value that travelled to another process."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - of this test


def copied_robots(robots: RobotsOutcome) -> RobotsOutcome:
    """How a fetch ended, in another process."""
    copy = copied(robots)
    assert isinstance(copy, RobotsOutcome)
    return copy


def test_an_engine_is_beside_the_general_verdict() -> None:
    html = "<meta name=robots content='noarchive, nosnippet'>"
    known: Any = {"headers": [("Content-Type", "text/html")], "robots_txt": "User-agent: *", "tdmrep_status": 404}
    google = judge(engine="googlebot", url="https://example.com/page", html=html, now=NOW, **known)
    assert (google.profile, google.archive, google.general.archive) == ("googlebot", True, False)
    assert (google.index, google.follow, google.snippet.allowed, google.allowed) == (True, True, False, True)
    assert (google.answer, google.train) == (False, None)
    assert google.unused == {"train": "undocumented", "input": None}
    assert google.differs == ("archive",)
    [left] = google.not_honoured
    assert (left.directive, left.why, left.place.text) == ("noarchive", "stated", "noarchive")
    assert left.source is not None
    assert left.source.key == "G-META"
    assert html[slice(*left.place.span)] == "noarchive"
    assert [reason.text for reason in google.reasons] == ["nosnippet"]
    assert list(google.directives) == ["nosnippet"]
    assert google.uses.of("input") == "disallow"
    assert google.general.uses.of("input") == "unstated"
    assert (google.asked_not_to["input"], google.listens["input"]) == (True, True)


def test_an_engine_that_is_asked_not_to_does_not_say_yes() -> None:
    known: Any = {"headers": [("Content-Signal", "ai-train=no")], "html": "<p>", "assume_absent": "rest"}
    amazon = judge(engine="amazonbot", url="https://example.com/page", now=NOW, **known)
    assert (amazon.asked_not_to, amazon.listens) == ({"train": True, "input": False}, {"train": None, "input": None})
    assert (amazon.uses["train"], amazon.train) == ("disallow", None)
    assert amazon.unused["train"] == "asked-not-to"
    record = amazon.to_dict()["as"]
    assert (record["asked_not_to"], record["listens"]) == (amazon.asked_not_to, amazon.listens)
    assert record["why"] == {"train": amazon.unused["train"], "answer": amazon.unused["input"]}


def test_a_robots_txt_out_of_reach_is_the_reason_of_a_token() -> None:
    failed = RobotsOutcome.from_response(500)
    google = judge(engine="googlebot", url="https://example.com/page", robots_txt=failed, now=NOW)
    [token] = google.uses.tokens
    assert (token.answer, token.line, token.reason) == ("unstated", None, "unreachable")


def test_the_record_has_the_keys_of_an_engine() -> None:
    nocache = [("X-Robots-Tag", "nocache")]
    bing = judge(engine="bingbot", headers=nocache, robots_txt=COPY, url="/", now=NOW)
    record = bing.to_dict()
    assert json.loads(bing.to_json()) == record
    assert record["as"]["profile"] == "bingbot"
    assert record["as"]["answer"] == bing.answer == "limited"
    # A page that the engine does not fetch is in none of its answers.
    bing = judge(engine="bingbot", headers=nocache, robots_txt=COPY, url="/private", now=NOW)
    record = bing.to_dict()
    assert record["as"]["answer"] is bing.answer is None
    assert record["as"]["marks"] == [str(mark) for mark in bing.marks]
    assert record["access"]["allowed"] is bing.allowed is False
    assert record["general"]["access"] is bing.general.allowed
    assert record["as"]["verified"] == str(bing.verified)
    assert "as" not in bing.general.to_dict()


def test_marks_have_their_cells_and_documents() -> None:
    slurp = judge(engine="slurp", robots_status=503, url="/", now=NOW)
    [mark] = [mark for mark in slurp.marks if mark.kind == "fails-open"]
    assert (slurp.allowed, slurp.general.allowed) == (True, False)
    assert (mark.cell, str(mark), mark.place) == ("without robots.txt", "fails-open: without robots.txt", None)
    assert mark.source is not None
    assert copied(mark) == mark


@pytest.mark.parametrize(
    ("hours", "cached", "site_up", "allowed"),
    [
        (1, None, None, False),
        (13, None, None, True),
        (48, COPY, None, False),
        (1, COPY.replace("/private", "/other"), None, False),
        (800, COPY, True, True),
        (800, COPY, False, False),
    ],
)
def test_a_ladder_looks_at_the_time_the_copy_and_the_site(
    hours: float, cached: str | None, *, site_up: bool | None, allowed: bool
) -> None:
    ladder: dict[str, Any] = {"robots_status": 503, "robots_hours": hours, "robots_cached": cached, "site_up": site_up}
    google = judge(engine="googlebot", url="/private", now=NOW, **ladder)
    assert google.allowed is allowed, google.marks
    # The general reading has no ladder.
    assert judge("ExampleBot", "/private", now=NOW, **ladder).allowed is (cached is not None and "/other" in cached)


@pytest.mark.parametrize("has_copy", [False, True])
def test_a_fetch_that_fails_keeps_its_time_and_its_copy(*, has_copy: bool) -> None:
    began = NOW - timedelta(hours=48)
    fetch = RobotsFetch("https://example.com/")
    if has_copy:
        fetch.answered(200, None, COPY.encode(), now=began - timedelta(hours=1))
    for hours in (0, 20):
        fetch.answered(503, None, b"<p>busy", now=began + timedelta(hours=hours))
    for robots in (fetch.outcome(NOW), copied_robots(fetch.outcome(NOW))):
        policy = Policy(robots_txt=robots).without_document()
        for page in ("/", "/private"):
            cached = COPY if has_copy else None
            stated = judge(
                engine="googlebot", url=page, robots_status=503, robots_hours=48, robots_cached=cached, now=NOW
            )
            assert policy.engine_verdict("googlebot", page, NOW).access == stated.access
            early = policy.engine_verdict("googlebot", page, began)
            assert early.allowed is False, "nothing in the first twelve hours"
    assert copied(fetch.outcome(NOW)) == fetch.outcome(NOW)


def test_a_time_that_is_not_known_opens_nothing() -> None:
    coded = b"\x1f\x8b\x08\x00"
    assert Policy(robots_txt=coded).without_document().engine_verdict("googlebot", "/", NOW).allowed is False
    assert judge(engine="googlebot", robots_txt=coded, url="/", now=NOW).allowed is False
    assert judge(engine="googlebot", url="/", now=NOW).allowed is None
    for answer in (RobotsAnswer("https://example.com", 503), RobotsAnswer("https://example.com", 0)):
        assert judge(engine="googlebot", robots_txt=answer.outcome(), url="/", now=NOW).allowed is False
        assert judge("ExampleBot", "/", robots_txt=copied_robots(answer.outcome()), now=NOW).allowed is False


def test_metas_of_the_body_are_read_for_engines_that_hear_them() -> None:
    page: Any = {"html": IN_BODY, "headers": [("Content-Type", "text/html")], "now": NOW}
    google = judge(engine="googlebot", **page)
    assert (google.index, google.general.index, google.differs) == (False, True, ("index",))
    assert judge(engine="bingbot", **page).index is True
    assert judge("ExampleBot", **page).index is True
    assert google.policy.engine_verdict("bingbot").index is True


def test_a_policy_knows_whether_its_document_was_read_to_its_end() -> None:
    def read(**how: Any) -> Signals:  # noqa: ANN401
        extractor = MetaExtractor(**how)
        extractor.feed(IN_BODY.encode())
        return extractor.finish(cut=False)

    fields = signals_from_headers([("X-Robots-Tag", "nofollow")])
    plain = Policy(read() | fields)
    assert plain.engine_verdict("googlebot").index is None
    assert "body-not-read: metas in the body" in map(str, plain.engine_verdict("googlebot").marks)
    for signals in (read(engine="googlebot") | fields, fields | read(engine=["bingbot", "googlebot"])):
        whole = Policy(signals)
        assert (whole.engine_verdict("googlebot").index, whole.engine_verdict("googlebot").follow) == (False, False)
        assert whole.verdict("ExampleBot").index is True
    assert Policy(fields).engine_verdict("googlebot").index is None
    assert Policy(fields).without_document().engine_verdict("googlebot").index is True
    heard = Policy(read(engine="googlebot", options={"metas": ["head", "body"]}))
    assert (heard.verdict("ExampleBot").index, heard.engine_verdict("googlebot").index) == (False, False)


def test_a_document_that_broke_off_says_nothing() -> None:
    extractor = MetaExtractor(engine="googlebot")
    extractor.feed(b"<!doctype html><title>t</title><p>text")
    verdict = Policy(extractor.finish(cut=True)).engine_verdict("googlebot")
    assert (verdict.index, verdict.answer) == (None, None)


@pytest.mark.parametrize(
    ("arguments", "error", "why"),
    [
        ({"agent": "ExampleBot", "engine": "googlebot"}, ValueError, "agent and engine exclude each other"),
        ({}, TypeError, "agent: it is missing; .* engine='googlebot'"),
        ({"engine": "gogglebot"}, ValueError, "engine: \"gogglebot\" is not a profile; near it are 'googlebot'"),
        ({"engine": ""}, ValueError, 'engine: "" is not a profile; robots_policy.engines'),
        ({"engine": "search"}, ValueError, 'engine: "search" is a list of profiles'),
        ({"engine": "googlebot,bingbot"}, ValueError, "is a list of profiles"),
        ({"engine": ["googlebot"]}, TypeError, "engine: expected the name of a profile, such as 'googlebot', not list"),
        ({"engine": "googlebot", "policy_tokens": ["Google-Extended"]}, ValueError, "policy_tokens and engine exclude"),
        ({"engine": "googlebot", "robots_status": 99}, ValueError, "robots_status: 99 is neither"),
        ({"engine": "googlebot", "robots_status": 503, "robots_hours": -1}, ValueError, "robots_hours: -1"),
        ({"engine": "googlebot", "robots_status": 503, "robots_hours": float("nan")}, ValueError, "robots_hours: NaN"),
        ({"engine": "googlebot", "robots_hours": 5}, ValueError, "write robots_status too"),
        (
            {"engine": "googlebot", "robots_txt": RobotsOutcome.unknown(), "robots_status": 503},
            ValueError,
            "robots_txt has the outcome",
        ),
    ],
)
def test_a_mistake_is_named(arguments: dict[str, Any], error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        judge(**arguments)


def test_a_name_is_read_in_any_case_and_by_its_token() -> None:
    for name in ("GoogleBot", " googlebot "):
        assert judge(engine=name).profile == "googlebot"
    with pytest.raises(ValueError, match="near it are"):
        Policy().engine_verdict("bing")


def test_the_verdict_of_an_engine_is_a_value() -> None:
    verdict = judge(engine="googlebot", html=IN_BODY, url="/a", now=NOW)
    again = judge(engine="googlebot", html=IN_BODY, url="/a", now=NOW)
    assert (verdict, hash(verdict)) == (again, hash(again))
    assert verdict != judge(engine="bingbot", html=IN_BODY, url="/a", now=NOW)
    assert repr(verdict).startswith('<Verdict on "/a" as googlebot: allowed=None, index=False')
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(verdict)
    with pytest.raises(TypeError, match=r"pickle verdict\.to_dict"):
        pickle.dumps(verdict)


def test_the_table_has_every_fact_with_its_document() -> None:
    table = {profile.name: profile for profile in engines()}
    assert len(table) >= 49
    google = table["googlebot"]
    assert (google.operator, google.kind, google.tokens) == ("Google", "search", ("Googlebot",))
    assert isinstance(google.verified, date)
    assert google.retired is None
    cells = {cell.cell: cell for cell in google.cells}
    known = cells["tokens"]
    assert known.source is not None
    assert (known.value, known.source.key, known.grade, known.is_disputed) == ("Googlebot", "G-RTX", "vendor", False)
    for profile in table.values():
        assert profile.kind in robots_policy.enums.ProfileKind
        for cell in profile.cells:
            assert (cell.source is None) is (cell.grade is None) is (cell.verified is None)
        assert judge(engine=profile.name, now=NOW).verified == profile.verified
    assert any(profile.retired is not None for profile in table.values())
    assert copied(google) == google
