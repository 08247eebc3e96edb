"""What the classes promise beside their answers: errors, pickles, threads, streams, and types that match the stub."""

import gc
import gzip
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

import robots_policy
from robots_policy import Client, Policy, RobotsOutcome, RobotsTxt, judge
from robots_policy.enums import Directive
from robots_policy.errors import InvalidProductToken, InvalidSignatureAgent, UnwritableVerdict
from robots_policy.robots import RobotsAnswer, RobotsFetch
from robots_policy.signals import MetaExtractor, Signals, signals_from_headers, signals_from_metas

NOW = datetime(2026, 11, 20, tzinfo=UTC)
ROBOTS = b"User-agent: ExampleBot\nCrawl-delay: 1.5\nDisallow: /private\nSitemap: https://example.com/map\n"


class Unreadable:
    """What a caller should not pass."""


wrongly: Any = robots_policy  # calls that a type checker would refuse

MISTAKES: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: wrongly.judge("Example Bot"), InvalidProductToken, "' ' at byte 7"),
    (lambda: wrongly.judge("ExampleBot/1.0"), InvalidProductToken, "Client.from_user_agent"),
    (lambda: wrongly.judge(""), InvalidProductToken, "product token"),
    (
        lambda: wrongly.judge(Unreadable()),
        TypeError,
        "agent: expected a product token such as 'ExampleBot', '*', or a Client",
    ),
    (lambda: wrongly.judge("A", "example.com/page"), ValueError, "write 'https://example.com/page' or '/page'"),
    (lambda: wrongly.judge("A", headers="X: y"), TypeError, "headers: expected (name, value) pairs"),
    (lambda: wrongly.judge("A", headers=[("X-Robots-Tag", 1)]), TypeError, "headers: "),
    (lambda: wrongly.judge("A", html=1), TypeError, "expected str, bytes"),
    (lambda: wrongly.judge("A", robots_txt=1), TypeError, "RobotsOutcome.from_response(status, body)"),
    (lambda: wrongly.judge("A", now=datetime(2026, 1, 1)), ValueError, "datetime.now(timezone.utc)"),  # noqa: DTZ001
    (lambda: wrongly.judge("A", now=1.0), TypeError, "datetime.now(timezone.utc)"),
    (lambda: wrongly.judge("A", options={"meta": "head"}), ValueError, "unknown field `meta`, expected one of"),
    (lambda: wrongly.judge("A", options={"metas": ["foot"]}), ValueError, "one of: "),
    (lambda: bool(wrongly.judge("A")), TypeError, "verdict.may_index"),
    (lambda: bool(Signals()), TypeError, "len(signals)"),
    (lambda: pickle.dumps(wrongly.judge("A")), TypeError, "verdict.to_dict()"),
    (lambda: pickle.dumps(Policy()), TypeError, "verdict.to_dict()"),
    (lambda: wrongly.judge("A").reasons_for("noindx"), ValueError, "not a directive"),
    (lambda: bool(wrongly.judge("A").uses), TypeError, "uses.of('train') == 'allow'"),
    (lambda: bool(wrongly.judge("A").preference("aipref:train-ai")), TypeError, "answer.is_allowed"),
    (lambda: pickle.dumps(wrongly.judge("A").uses), TypeError, "dict(uses)"),
    (lambda: wrongly.judge("A").uses.of("trian"), ValueError, "activity: `trian` is unknown; write one of `train`"),
    (lambda: wrongly.judge("A").uses.because(None), TypeError, "activity: expected a member of Activity"),
    (lambda: wrongly.judge("A").uses["trian"], KeyError, "write one of `train`"),
    (lambda: wrongly.judge("A").uses.states("iptc"), ValueError, "vocabulary: `iptc` is unknown"),
    (lambda: wrongly.judge("A").preference("train"), ValueError, 'for the activity write uses.of("train")'),
    (lambda: wrongly.judge("A").preference("train-ai"), ValueError, "write the vocabulary too"),
    (lambda: wrongly.judge("A").preference("aipref", "ai-train"), ValueError, '"aipref:ai-train" is not a label'),
    (lambda: wrongly.judge("A").preference("content-signal:use"), ValueError, "uses.level"),
    (lambda: wrongly.judge("A").preference("tokens", "google-extended"), ValueError, "uses.tokens"),
    (lambda: wrongly.judge("A").preference(1), TypeError, "label: expected a member of Label"),
    (lambda: wrongly.judge("A").preference("aipref", 1), TypeError, "name: expected that of a label"),
    (lambda: wrongly.judge("A", tdmrep=[{}]), TypeError, "expected str, bytes"),
    (lambda: wrongly.judge("A", tdmrep_status=999), ValueError, "tdmrep_status: 999 is neither an HTTP status"),
    (lambda: wrongly.judge("A", tdmrep_status=True), ValueError, "tdmrep_status: 1 is neither"),
    (lambda: wrongly.judge("A", licenses="https://example.com/l"), TypeError, "licenses: expected a mapping"),
    (lambda: wrongly.judge("A", licenses=["ab"]), TypeError, "licenses: expected a mapping"),
    (lambda: wrongly.judge("A", licenses={1: b""}), TypeError, "licenses: expected a mapping"),
    (lambda: wrongly.judge("A", licenses={"x": None}), TypeError, "leave out a licence that was not fetched"),
    (lambda: wrongly.judge("A", policy_tokens="B"), TypeError, "policy_tokens: expected a list such as"),
    (lambda: wrongly.judge("A", policy_tokens={"B": "train"}), TypeError, "policy_tokens: expected a list such as"),
    (lambda: wrongly.judge("A", policy_tokens=["B=trian"]), ValueError, 'policy_tokens: an activity of "B" is unknown'),
    (lambda: wrongly.judge("A", policy_tokens=["B 2"]), InvalidProductToken, "policy_tokens: "),
    (lambda: wrongly.Policy().with_tdmrep(), TypeError, "status=404 for a site that has none"),
    (lambda: wrongly.Policy().with_tdmrep(status=7), ValueError, "status: 7 is neither"),
    (lambda: wrongly.Policy().with_license("x", None), TypeError, "expected str, bytes"),
    (lambda: wrongly.RobotsTxt(ROBOTS, dialect="yandex"), ValueError, "write one of `extended`"),
    (lambda: wrongly.RobotsTxt(None), TypeError, "expected str, bytes"),
    (lambda: wrongly.RobotsTxt(ROBOTS).allowed_many(["/", "x"], "A"), ValueError, "absolute URL"),
    (lambda: wrongly.RobotsOutcome.from_response(999), ValueError, "neither an HTTP status"),
    (
        lambda: wrongly.RobotsOutcome.from_response(-1),
        ValueError,
        "status: -1 is neither an HTTP status from 100 to 599 nor",
    ),
    (
        lambda: wrongly.RobotsOutcome.from_response(200, 1),
        TypeError,
        "expected str, bytes, bytearray or memoryview, not int",
    ),
    (
        lambda: wrongly.RobotsOutcome.from_response(200, "https://a.example/robots.txt"),
        ValueError,
        "is the address of a robots.txt, and not its text; fetch it",
    ),
    (lambda: wrongly.robots.RobotsFetch("example.com"), ValueError, "http or https URL"),
    (lambda: wrongly.robots.RobotsAnswer("example.com", 200), ValueError, "authority 'example.com'".replace("'", '"')),
    (lambda: wrongly.robots.RobotsFetch("https://example.com/", patience=-1), ValueError, "patience: "),
    (
        lambda: wrongly.Client("A", verified_signature_agent="https://"),
        InvalidSignatureAgent,
        "verified_signature_agent",
    ),
    (lambda: wrongly.enums.Directive("noindx"), ValueError, "noindx"),
    (lambda: wrongly.signals.signals_from_metas([("robots",)]), TypeError, "pairs (name, content)"),
    (lambda: wrongly.signals.signals_from_metas([("robots", "noindex", "foot")]), ValueError, "metas: "),
    (lambda: wrongly.signals.MetaExtractor().feed("text"), TypeError, "expected bytes"),
    (lambda: wrongly.judge("A", html=b"\x1f\x8b\x08").to_robots_tag(), UnwritableVerdict, "not known"),
]


@pytest.mark.parametrize(("call", "error", "text"), MISTAKES, ids=lambda part: part if isinstance(part, str) else "")
def test_a_mistake_of_the_caller_raises_and_says_what_to_write(
    call: Callable[[], Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error) as raised:
        call()
    assert type(raised.value) is error
    assert text in str(raised.value)


@pytest.mark.parametrize(
    "octets", [b"\xff\xfe\x00", b"\x00" * 70, b"<meta" * 9000, bytes(range(256)) * 40, b"", b"\xed\xa0\x80"]
)
def test_bytes_of_untrusted_files_never_raise(octets: bytes) -> None:
    texts = [
        octets.decode("latin-1"),
        octets.decode("utf-8", "surrogateescape"),
        octets.decode("utf-8", "surrogatepass" if octets == b"\xed\xa0\x80" else "replace"),
    ]
    given: Any
    for given in [octets, bytearray(octets), memoryview(octets), *texts]:
        fields = [("X-Robots-Tag", given), ("Content-Type", given)]
        verdict = judge("A", "/", headers=fields, html=given, robots_txt=given)
        verdict.to_json()
        assert RobotsTxt(given).allowed(b"/" + octets, "A") in (True, False)
        Client.from_user_agent(given)
        signals_from_metas([("robots", given), (given, "noindex")])
    assert judge("A", "https://example.com/" + texts[1]).allowed is None


def test_what_is_frozen_is_hashed_compared_and_pickled() -> None:
    fetch = RobotsFetch("https://example.com/")
    fetch.answered(503, now=NOW)
    one: Any
    for one in [
        Client("A", "B", page_tokens=["C"], purposes=["train"], verified_signature_agent='"https://example.com"'),
        Client(obeys_global=False),
        Client("A", policy_tokens={"Google-Extended": ["train", "input"], "B": []}),
        Client.from_user_agent("ExampleBot/1.0"),
        RobotsTxt(ROBOTS, dialect="google", limit=100, restrictive=True),
        RobotsTxt("User-agent: ä"),
        RobotsOutcome.unknown(),
        RobotsOutcome.from_response(200, ROBOTS, dialect="rfc9309"),
        RobotsOutcome.from_response(404),
        fetch.outcome(NOW),
    ]:
        again = pickle.loads(pickle.dumps(one))  # noqa: S301 - our own
        assert again == one
        assert hash(again) == hash(one)
        assert repr(again) == repr(one)
        with pytest.raises(AttributeError):
            one.tokens = ()
    assert Client("A") != Client("B")
    for asker in (Client("A", purposes=["train"]), Client("A", policy_tokens=["B=train,mine", "C"])):
        assert eval(repr(asker)) == asker  # noqa: S307 - our own


def test_a_document_reads_the_same_at_every_split(fixtures: Path) -> None:
    page = b"<meta charset=utf-8><title>x</title><meta name=robots content='nofollow, max-snippet: 20'><body>"
    whole = MetaExtractor()
    whole.feed(page)
    expected = repr(whole.finish())
    for at in range(len(page) + 1):
        extractor = MetaExtractor("text/html")
        for chunk in (page[:at], bytearray(page[at:])):
            extractor.feed(chunk)
        assert repr(extractor.finish()) == expected, at
    assert (fixtures / "wild").exists()


def test_a_head_that_was_read_ends_the_download_and_a_finished_extractor_takes_nothing() -> None:
    extractor = MetaExtractor("text/html; charset=utf-8", agents=["ExampleBot"])
    assert not extractor.feed(b"<meta name=examplebot content=noindex>")
    assert extractor.feed(b"<body><p>")
    assert extractor.done
    policy = Policy(extractor.finish(), assume_absent=["fields", "tdmrep.json"], robots_txt="User-agent: *")
    assert policy.verdict("ExampleBot").index is False
    assert policy.verdict("Other").index is True
    assert policy.verdict("Other").uses["search"] is None, "the body may hold a licence"
    for call in (lambda: extractor.feed(b""), extractor.finish):
        with pytest.raises(ValueError, match="make another"):
            call()


def test_a_document_that_was_cut_is_not_known() -> None:
    extractor = MetaExtractor("text/html; charset=utf-8")
    extractor.feed(b"<title>x")
    verdict = Policy(extractor.finish(cut=True)).verdict("ExampleBot")
    assert (verdict.index, verdict.may_index, verdict.snippet.allowed) == (None, False, None)
    assert [part.why for part in verdict.unread if part.source == "document"] == ["incomplete"]


def test_sources_are_united() -> None:
    fields = signals_from_headers([("X-Robots-Tag", "noindex")])
    metas = signals_from_metas([("robots", "nofollow"), ("examplebot", "noarchive", "body")])
    assert (len(fields), len(metas), len(fields | metas), len(fields | fields)) == (1, 1, 2, 1)
    united = Policy(fields, ROBOTS) | Policy(metas)
    verdict = united.verdict("ExampleBot", "/private")
    assert set(verdict.directives) == {"noindex", "nofollow"}
    assert verdict.allowed is False
    assert verdict.reasons_for(Directive.NOINDEX)[0].text == "noindex"
    assert verdict.policy == united


def test_a_fetch_follows_redirects_and_keeps_the_last_good_copy() -> None:
    fetch = RobotsFetch("https://example.com/some/page")
    assert fetch.next(NOW) == "https://example.com/robots.txt"
    assert fetch.answered(301, {"Location": "//www.example.com/r.txt"}, now=NOW) == "https://www.example.com/r.txt"
    assert fetch.answered(200, body=ROBOTS, now=NOW) is None
    assert (fetch.age(NOW), fetch.next(NOW)) == ("fresh", None)
    later = NOW + timedelta(days=2)
    assert fetch.next(later) == "https://example.com/robots.txt"
    assert fetch.answered(0, now=later) is None
    assert fetch.age(later) == "unreachable"
    outcome = fetch.outcome(later)
    assert outcome.allowed("/private", "ExampleBot") is False
    assert outcome.file == RobotsTxt(ROBOTS)
    nowhere = RobotsFetch("https://example.com/")
    assert nowhere.answered(302, [("Location", "mailto:a@example.com")], now=NOW) is None
    assert nowhere.outcome(NOW).cause == "redirects"
    many = RobotsAnswer("https://example.com", 301, "/robots.txt").outcome()
    assert (many.cause, robots_policy.Policy(robots_txt=many).verdict("*", "/").allowed) == ("redirects", True)


def test_an_answer_of_an_archive_says_what_it_means() -> None:
    site = "https://example.com"
    # Status, location, body; whether it is an outcome, a file, a redirect; where it leads; and how it ends.
    for status, location, body, means, leads_to, ends in [
        (200, None, ROBOTS, (True, True, False), None, "rules"),
        (200, "https://other.example/robots.txt", ROBOTS, (True, True, False), None, "rules"),
        (200, None, None, (False, False, False), None, "unreachable"),
        (200, None, gzip.compress(ROBOTS), (True, True, False), None, "unreachable"),
        (206, None, ROBOTS, (False, False, False), None, "unreachable"),
        (404, None, b"<html>", (True, False, False), None, "unavailable"),
        (503, None, ROBOTS, (False, False, False), None, "unreachable"),
        (0, None, b"", (False, False, False), None, "unreachable"),
        (-1, None, b"", (False, False, False), None, "unreachable"),
        (1 << 40, None, b"", (False, False, False), None, "unreachable"),
        (301, "//www.example.com/robots.txt#a", b"", (True, False, True), "https://www.example.com", "unavailable"),
        (302, "http://u:p@example.com:80/robots.txt", b"", (True, False, True), "http://example.com", "unavailable"),
        (307, "/robots.txt", b"", (True, False, True), site, "unavailable"),
        (
            308,
            "https://www.example.com/",
            b"",
            (True, False, True),
            "robots.txt https://www.example.com/",
            "unavailable",
        ),
        (308, "/u?x#a", b"", (True, False, True), "robots.txt https://example.com/u?x", "unavailable"),
        (308, "mailto:a@example.com", b"", (True, False, True), None, "unavailable"),
        (301, " ", b"", (False, False, False), None, "unreachable"),
        (301, None, b"", (False, False, False), None, "unreachable"),
        # A status that needs no body counts although its coding is not known.
        (404, None, None, (True, False, False), None, "unavailable"),
        (503, None, None, (False, False, False), None, "unreachable"),
        (301, "//www.example.com/robots.txt", None, (True, False, True), "https://www.example.com", "unavailable"),
    ]:
        answer = RobotsAnswer(f"{site}/a/page", status, location, body)
        assert answer.authority == site
        assert (answer.has_outcome, answer.is_file, answer.is_redirect) == means, (status, location)
        assert (answer.leads_to, answer.outcome().state) == (leads_to, ends), (status, location)
        assert answer == RobotsAnswer(site, status, location, body)
        assert hash(answer) == hash(RobotsAnswer(site, status, location, body))
        assert answer != RobotsAnswer("https://other.example", status, location, body)
    assert RobotsAnswer(site, 200, None, ROBOTS).outcome().allowed("/private", "ExampleBot") is False
    assert repr(answer) == '<RobotsAnswer of "https://example.com": 301>'
    # One at another address leads on from there.
    answer = RobotsAnswer("robots.txt https://u@Example.com/a/b#c", 301, "c", b"")
    assert (answer.authority, answer.leads_to) == (
        "robots.txt https://example.com/a/b",
        "robots.txt https://example.com/a/c",
    )
    assert RobotsAnswer("robots.txt https://example.com/robots.txt", 404).authority == site
    with pytest.raises(ValueError, match="is not one"):
        RobotsAnswer("robots.txt mailto:a", 404)


def test_an_answer_that_is_not_a_file_allows_or_forbids_all() -> None:
    for status, allowed in [(200, False), (404, True), (403, True), (429, False), (503, False), (0, False)]:
        robots = RobotsOutcome.from_response(status, b"User-agent: *\nDisallow: /")
        assert robots.allowed("/x", "ExampleBot") is allowed, status
        assert judge("ExampleBot", "/x", robots_txt=robots).allowed is allowed


def test_a_robots_txt_that_is_still_coded_allows_nothing() -> None:
    coded = gzip.compress(b"User-agent: *\nAllow: /")
    file = RobotsTxt(coded)
    for allowed in [
        file.allowed("/x", "ExampleBot"),
        file.allowed_many(["/x"], "ExampleBot")[0],
        file.access("/x", "ExampleBot").allowed,
        RobotsOutcome.from_response(200, coded).allowed("/x", "ExampleBot"),
        judge("ExampleBot", "/x", robots_txt=coded).allowed,
        judge("ExampleBot", "/x", robots_txt=file).allowed,
        Policy(robots_txt=file).verdict("ExampleBot", "/x").allowed,
    ]:
        assert allowed is False
    assert judge("ExampleBot", robots_txt=coded).to_dict()["robots_cause"] == "undecodable"
    assert pickle.loads(pickle.dumps(file)).allowed("/x", "ExampleBot") is False  # noqa: S301 - our own


def test_several_threads_share_a_file_and_an_extractor() -> None:
    robots = RobotsTxt(b"User-agent: *\n" + b"".join(b"Disallow: /%d/\n" % n for n in range(3000)))
    extractor, wrong = MetaExtractor("text/html"), []

    def work() -> None:
        for n in range(300):
            if robots.allowed(f"/{n}/x", "A") or not robots.allowed("/y", "A"):
                wrong.append(n)
            extractor.feed(b"<title>x</title>" * 300)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    gc.collect()


def test_the_stub_has_what_the_module_has() -> None:
    allow = ROOT / "bindings" / "python" / "stubtest.allow"
    config = ROOT / "pyproject.toml"
    command = [
        sys.executable,
        "-m",
        "mypy.stubtest",
        "robots_policy",
        "--mypy-config-file",
        str(config),
        "--allowlist",
        str(allow),
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("module", ["arrow", "enums", "errors", "parts", "robots", "signals"])
def test_a_module_lists_what_it_defines(module: str) -> None:
    known = vars(getattr(wrongly, module))
    defined = {name for name, value in known.items() if getattr(value, "__module__", "") == f"robots_policy.{module}"}
    assert {name for name in defined if name[0] != "_"} <= {*known["__all__"]} <= {*known}


def test_names_of_the_first_page_and_of_modules_are_there() -> None:
    assert {*robots_policy.__all__} <= {*dir(robots_policy)}
    assert robots_policy.Access is robots_policy.parts.Access
    with pytest.raises(
        AttributeError, match=r"has no attribute 'RobotsFetch'; it is robots_policy\.robots\.RobotsFetch$"
    ):
        _ = wrongly.RobotsFetch
    with pytest.raises(AttributeError, match=r"has no attribute 'RobotFetch'$"):
        _ = wrongly.RobotFetch


def test_the_program_is_the_program() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "robots_policy", "--version"], capture_output=True, text=True, check=False
    )
    # The commit follows, if it was built from a checkout.
    assert run.stdout.split()[:2] == ["robots-policy", robots_policy.__version__]
    run = subprocess.run([sys.executable, "-m", "robots_policy", "evil"], capture_output=True, text=True, check=False)
    assert (run.returncode, "eval" in run.stderr) == (2, True)
