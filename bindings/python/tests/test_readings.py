"""The forms of addresses, fields and files that people give: what is read, and what is an error and never a yes."""

from __future__ import annotations

import json
import pickle
import zlib
from datetime import UTC, datetime

import polars as pl
import pytest

import robots_policy as rp
from robots_policy.protego import Protego
from robots_policy.robotparser import RobotFileParser

NOW = datetime(2026, 11, 24, tzinfo=UTC)
CLOSED = "User-agent: *\nDisallow: /p\nDisallow: /ü\n"

WRONG_URLS = {
    " https://e.com/p": "it begins with a blank",
    "\thttps://e.com/p": "it begins with a tab",
    "\ufeffhttps://e.com/p": "it begins with the byte order mark U+FEFF",
    '"https://e.com/p"': "it begins with a quote",
    "<https://e.com/p>": "it begins with `<`",
    "https:\\\\e.com\\p": "it has `\\` where a URL has `/`",
    "view-source:https://e.com/p": "its scheme is `view-source`, and not http or https",
    "e.com/p": "it has no scheme such as `https://`",
    "": "it is empty",
}


@pytest.mark.parametrize("url", WRONG_URLS)
def test_a_text_without_an_address_is_an_error_or_unknown(url: str) -> None:
    asks = [
        lambda: rp.judge("X", url, robots_txt=CLOSED),
        lambda: rp.RobotsTxt(CLOSED).allowed(url, "X"),
        lambda: rp.RobotsTxt(CLOSED).allowed_many([url], "X"),
        lambda: rp.RobotsOutcome.from_response(200, CLOSED.encode()).access(url, "X"),
        lambda: rp.Policy().verdict("X", url),
    ]
    for ask in asks:
        with pytest.raises(ValueError, match="neither an absolute URL nor a path") as error:
            ask()  # type: ignore[no-untyped-call]
        assert WRONG_URLS[url] in str(error.value)
    table = pl.DataFrame({"url": [url, "/q"], "robots_txt": [CLOSED] * 2})
    judged = pl.DataFrame(rp.judge_batch(table, ["X"]))
    assert judged["access_allowed"].to_list() == [None, True]
    engine = pl.DataFrame(rp.judge_batch(table, engine=["googlebot"]))
    assert engine["access_allowed"].to_list() == [None, True]


@pytest.mark.parametrize(
    "url",
    ["//e.com/p", "https://e.com/a/../p", "/a/%2e%2E/p", "/./p", "/ü", "https://e.com/ü", "/%C3%BC"],
)
def test_a_url_is_asked_as_a_client_sends_it(url: str) -> None:
    for engine in ("googlebot", "bingbot"):
        assert rp.judge(engine=engine, url=url, robots_txt=CLOSED).access.allowed is False
    for dialect in ("extended", "rfc9309", "google"):
        assert not rp.RobotsTxt(CLOSED, dialect=dialect).allowed(url, "X")
    table = pl.DataFrame({"url": [url], "robots_txt": [CLOSED]})
    assert pl.DataFrame(rp.judge_batch(table, ["X"]))["access_allowed"].to_list() == [False]
    assert not Protego.parse(CLOSED).can_fetch(url, "X")


def coded(coding: str) -> bytes:
    text = (CLOSED * 20).encode()
    match coding:
        case "deflate":
            return zlib.compress(text)
        case "gzip":
            packer = zlib.compressobj(wbits=31)
            return packer.compress(text) + packer.flush()
        case _:
            return b"\xff\x06\x00\x00sNaPpY\x00\x01" + bytes(range(200))


@pytest.mark.parametrize(
    ("coding", "body", "cause"),
    [
        ("gzip", coded("gzip"), None),
        ("x-gzip", coded("gzip"), None),
        ("deflate", coded("deflate"), None),
        ("DEFLATE, identity", coded("deflate"), None),
        ("gzip", CLOSED.encode(), None),
        ("br", CLOSED.encode(), None),
        ("identity", CLOSED.encode(), None),
        ("snappy", coded("snappy"), "undecodable"),
        ("compress", b"\x1f\x9d\x90" + coded("snappy"), "undecodable"),
        ("br", coded("snappy"), "undecodable"),
        ("gzip", b"\x00" + coded("snappy"), "undecodable"),
        ("gzip", coded("gzip")[:20], "undecodable"),
        ("snappy, gzip", coded("gzip"), "undecodable"),
    ],
)
def test_codings_of_a_robots_txt_are_undone_or_it_is_unreachable(coding: str, body: bytes, cause: str | None) -> None:
    fetch = rp.robots.RobotsFetch("https://e.com/")
    fetch.answered(200, {"Content-Encoding": coding}, body, now=NOW)
    for robots in (fetch.outcome(NOW), rp.RobotsOutcome.from_response(200, body, headers={"content-encoding": coding})):
        assert robots.cause == cause
        assert robots.state == ("rules" if cause is None else "unreachable")
        assert robots.allowed("/p", "X") is False
        assert robots.allowed("/q", "X") is (cause is None)
    if cause is None:
        file = fetch.outcome(NOW).file
        assert file is not None
        assert file.allowed("/q", "X")


@pytest.mark.parametrize(
    ("status", "headers", "body"),
    [
        (206, {}, b"User-agent: *\nDisallow: /other"),
        (200, {"Content-Encoding": "snappy"}, coded("snappy")),
        (200, {}, b"\x1f\x8b\x08\x00"),
        (503, {}, b"<h1>down</h1>"),
    ],
)
def test_an_answer_without_a_file_leaves_the_copy(status: int, headers: dict[str, str], body: bytes) -> None:
    fetch = rp.robots.RobotsFetch("https://e.com/")
    fetch.answered(200, {}, CLOSED.encode(), now=NOW)
    before = fetch.outcome(NOW).file
    fetch.answered(status, headers, body, now=NOW)
    robots = fetch.outcome(NOW)
    for read in (robots, pickle.loads(pickle.dumps(robots))):  # noqa: S301 - our own
        assert read.file is not None
        assert read.file == before
        assert read.file.allowed("/p", "X") is False
        assert read.allowed("/q", "X") is True


@pytest.mark.parametrize(("status", "state"), [(404, "unavailable"), (503, "unreachable")])
def test_a_status_without_a_file_counts_although_its_body_is_coded(status: int, state: str) -> None:
    headers, body = {"Content-Encoding": "snappy"}, coded("snappy")
    fetch = rp.robots.RobotsFetch("https://e.com/")
    fetch.answered(status, headers, body, now=NOW)
    for robots in (fetch.outcome(NOW), rp.RobotsOutcome.from_response(status, body, headers=headers)):
        assert robots.state == state
        assert robots.cause != "undecodable"


def test_an_address_is_not_a_robots_txt() -> None:
    for text in ("https://example.com/robots.txt", "/robots.txt", " https://example.com/\n", "example.com/robots.txt"):
        for ask in (lambda t: rp.judge("X", "/p", robots_txt=t), rp.RobotsTxt):
            with pytest.raises(ValueError, match=r"is the address of a robots\.txt, and not its text"):
                ask(text)
        # What a server answered is a file, whatever it is.
        assert rp.judge("X", "/p", robots_txt=text, robots_status=200).access.allowed
        assert rp.judge("X", "/p", robots_txt=text.encode()).access.allowed
        assert rp.RobotsOutcome.from_response(200, text.encode()).allowed("/p", "X")
        assert Protego.parse(text).can_fetch("/p", "X")
        parser = RobotFileParser()
        parser.parse([text])
        assert parser.can_fetch("X", "/p")
        table = pl.DataFrame({"url": ["/p"] * 2, "robots_txt": [text] * 2, "robots_status": [None, 200]})
        assert pl.DataFrame(rp.judge_batch(table, ["X"]))["access_allowed"].to_list() == [None, True]
    for text in ("User-agent: *", "Sitemap: https://e.com/s.xml", "Sitemap:https://e.com/s.xml", "# /robots.txt"):
        assert rp.judge("X", "/p", robots_txt=text).access.allowed
    # Tables write an empty text for a file that they do not have.
    assert rp.judge("X", "/p", robots_txt="").access.allowed is None
    assert rp.judge("X", "/p", robots_txt="", robots_status=200).access.allowed


FIELDS = [
    [["X-Robots-Tag", "noindex"]],
    [("X-Robots-Tag", "noindex")],
    [["X-Robots-Tag", ["all", "noindex"]]],
    [{"name": "X-Robots-Tag", "value": "noindex"}],
    {"X-Robots-Tag": "noindex"},
    {"X-Robots-Tag": ["all", "noindex"]},
]
NOT_FIELDS = [
    "noindex",
    "{'X-Robots-Tag': 'noindex'}",
    "[('X-Robots-Tag', 'noindex')]",
    '{"headers": {"X-Robots-Tag": "noindex"}}',
    '{"HTTP_X_ROBOTS_TAG": "noindex"}',
    '{"X-Robots-Tag": {"a": "noindex"}}',
    '["X-Robots-Tag", "noindex"]',
    '"X-Robots-Tag: noindex"',
    '{"X-Robots-Tag": "noindex"',
    "HTTP_X_ROBOTS_TAG: noindex",
]


def index_of(headers: list[object], **options: object) -> list[bool | None]:
    table = pl.DataFrame({"url": ["/a"] * len(headers), "headers": headers, "html": ["<p>x"] * len(headers)})
    index: list[bool | None] = pl.DataFrame(rp.judge_batch(table, **options))["index"].to_list()  # type: ignore[arg-type]
    return index


@pytest.mark.parametrize("fields", FIELDS)
def test_fields_in_json_are_read(fields: object) -> None:
    assert rp.judge("X", "/", headers=fields).index is False  # type: ignore[call-overload]
    for text in (json.dumps(fields), json.dumps(fields, indent=2), f"\n {json.dumps(fields)}\n"):
        assert rp.judge("X", "/", headers=text).index is False
        assert index_of([text, None, ""], agents=["X"]) == [False, None, True]
        assert index_of([text.encode()], agents=["X"]) == [False]


def test_lines_that_json_joined_are_joined() -> None:
    fields = {"X-Robots-Tag": "googlebot: nofollow, noindex"}
    text = json.dumps(fields)
    joined = rp.judge("X", "/", headers=fields).to_dict()
    assert rp.judge("X", "/", headers=text).to_dict() == joined
    table = pl.DataFrame({"url": ["/"] * 2, "headers": [text, "X-Robots-Tag: googlebot: nofollow, noindex"]})
    judged = pl.DataFrame(rp.judge_batch(table, ["X"]))
    codes = [list(codes) for codes in judged["diagnostics"].to_list()]
    assert "scope-uncertain" in codes[0]
    assert "scope-uncertain" not in codes[1]


@pytest.mark.parametrize("text", NOT_FIELDS)
def test_other_texts_are_errors_and_never_a_yes(text: str) -> None:
    with pytest.raises((TypeError, ValueError), match="headers: "):
        rp.judge("X", "/", headers=text)
    assert index_of([text, "X-Robots-Tag: all"], agents=["X"]) == [None, True]
    for engine in ("googlebot", "bingbot", "gptbot"):
        assert index_of([text], engine=[engine]) == [None]


def test_lists_of_lists_are_pairs() -> None:
    assert index_of([[["X-Robots-Tag", "noindex"]], [], None, [["X-Robots-Tag", "all"]]], agents=["X"]) == [
        False,
        True,
        None,
        True,
    ]
    assert (
        index_of([[["X-Robots-Tag"]], [["a", "b", "c"]], [["HTTP_X_ROBOTS_TAG", "noindex"]]], agents=["X"])
        == [None] * 3
    )


def test_mappings_of_mappings_and_names_of_variables_are_errors() -> None:
    with pytest.raises(TypeError, match="headers: expected"):
        rp.judge("X", "/", headers={"headers": {"X-Robots-Tag": "noindex"}})
    for fields in ({"HTTP_X_ROBOTS_TAG": "noindex"}, [("HTTP_X_ROBOTS_TAG", "noindex")]):
        with pytest.raises(ValueError, match="write `X-ROBOTS-TAG`"):
            rp.judge("X", "/", headers=fields)
    with pytest.raises(TypeError, match="column"):
        index_of([{"HTTP_X_ROBOTS_TAG": "noindex"}], agents=["X"])


def test_a_blank_before_none_of_an_image_preview() -> None:
    verdict = rp.judge("X", "/", headers=[("X-Robots-Tag", "max-image-preview: none")], assume_absent="document")
    assert verdict.index is True
    assert verdict.directives[rp.enums.Directive.MAX_IMAGE_PREVIEW] == "none"
