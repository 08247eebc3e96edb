"""AI use: answers that are never a yes by accident, documents that are fetched later, and policy tokens."""

import copy
import gc
import json
import pickle
import threading
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import pytest

from robots_policy import Activity, Answer, Client, Policy, RobotsOutcome, RobotsTxt, Uses, judge
from robots_policy.enums import DiagnosticCode, Label, Level, Missing, Source, Vocabulary
from robots_policy.errors import InvalidProductToken
from robots_policy.parts import Preference
from robots_policy.signals import MetaExtractor, signals_from_headers, signals_from_metas

SITE = "https://example.com"
REST: Any = {"assume_absent": "rest"}
PAGE = f"{SITE}/news/1"
LICENSE = f"{SITE}/license.xml"
MANAGED = b"User-Agent: *\nContent-Signal: search=yes,ai-train=no,use=reference\nAllow: /\n"
POINTING = b"User-agent: *\nAllow: /\nLicense: " + LICENSE.encode()
PAID = b"""<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>
<permits type="usage">ai-train search</permits><payment type="training"/></license></content></rsl>"""
FORBIDDING = PAID.replace(b"permits", b"prohibits").replace(b'<payment type="training"/>', b"")
RESERVED = '[{"location": "/news/", "tdm-reservation": 1, "tdm-policy": "https://example.com/policy"}]'
DIRECTIVES = [("X-Robots-Tag", "noai")]


def test_an_answer_is_not_used_as_a_condition() -> None:
    uses = judge("A", PAGE, headers=[("Content-Usage", "train-ai=n, search=y")], **REST).uses
    assert set(uses.values()) == {"disallow", "allow", "unstated"}
    for answer in [*uses.values(), *Answer]:
        for question in (bool, lambda answer: answer and 1, lambda answer: 1 if answer else 2, all_of):
            with pytest.raises(TypeError, match=r"is_allowed"):
                question(answer)
    with pytest.raises(TypeError, match=r"uses\.of"):
        bool(uses)
    assert {answer: (answer.is_allowed, answer.restricts) for answer in Answer} == {
        "unstated": (False, False),
        "allow": (True, False),
        "conditional": (False, True),
        "disallow": (False, True),
    }


def all_of(answer: Answer) -> bool:
    return all([answer])


def test_answers_and_levels_have_the_order_of_their_weight() -> None:
    assert list(Answer) == sorted(Answer, reverse=True)[::-1] == ["unstated", "allow", "conditional", "disallow"]
    assert max(Answer) is Answer.DISALLOW
    assert min(Level) is Level.IMMEDIATE
    assert Answer.ALLOW < "disallow"
    assert Answer.ALLOW <= Answer.ALLOW >= Answer.UNSTATED
    assert Level.FULL > Level.REFERENCE
    with pytest.raises(ValueError, match="'yes' is not a valid Answer"):
        assert Answer.ALLOW < "yes"
    # They are texts in everything else.
    for answer in Answer:
        assert pickle.loads(pickle.dumps(answer)) is copy.copy(answer) is answer  # noqa: S301 - our own
    assert json.dumps({"train": Answer.DISALLOW}) == '{"train": "disallow"}'
    by_word: dict[str, int] = {Answer.ALLOW: 1}
    assert by_word["allow"] == 1
    assert f"{Answer.ALLOW} {Level.FULL}" == "allow full"


def test_uses_are_a_mapping_of_every_activity() -> None:
    uses = judge("A", PAGE, headers=[("Content-Usage", "train-ai=n")], **REST).uses
    expected: dict[str, str] = dict.fromkeys(Activity, "unstated") | {"train": "disallow"}
    assert list(uses) == list(uses.keys()) == list(Activity)
    assert len(uses) == len(Activity) == 6
    assert dict(uses) == dict(uses.items()) == expected
    assert [uses[activity] for activity in uses] == list(uses.values())
    assert uses["train"] is uses[Activity.TRAIN] is uses.of("train") is Answer.DISALLOW
    assert ("train" in uses, Activity.MINE in uses, "index" in uses, 1 in uses) == (True, True, False, False)
    assert repr(uses).startswith("<Uses: train=disallow, train-other=unstated, ")
    assert uses == judge("A", PAGE, headers=[("Content-Usage", "train-ai=n")], **REST).uses
    assert uses != judge("A", PAGE, **REST).uses
    unknown = judge("A", PAGE, headers=[("Content-Usage", "train-ai=n")]).uses
    assert list(unknown.values()) == ["disallow", None, None, None, None, None]
    assert repr(unknown).startswith("<Uses: train=disallow, train-other=None, ")
    assert unknown != uses
    assert isinstance(uses, Uses)


def test_nothing_stated_is_nothing_said() -> None:
    noindex: Any = {"headers": [("X-Robots-Tag", "noindex")], "robots_txt": b"Disallow: /"}
    assert set(judge("A", PAGE).uses.values()) == {None}
    for verdict in (judge("A", PAGE, **REST), judge("A", PAGE, **noindex, **REST)):
        uses = verdict.uses
        assert uses.is_empty
        assert set(uses.values()) == {"unstated"}
        assert {verdict.preference(label) for label in Label} == {"unstated"}
        assert not any(uses.states(vocabulary) for vocabulary in Vocabulary)
        assert (uses.preferences, uses.reasons, uses.tokens, verdict.terms) == ((), (), (), ())
        assert (uses.level, uses.tdm_policy, verdict.to_content_usage()) == (None, None, None)
        assert not {"preferences", "terms"} & verdict.to_dict().keys()


def test_sources_that_disagree() -> None:
    fields = [("Content-Type", "text/html"), ("Content-Usage", "train-ai=y, ai-use=n")]
    verdict = judge("A", PAGE, headers=fields, html="<p>", robots_txt=MANAGED, tdmrep=RESERVED)
    uses = verdict.uses
    assert list(uses.values()) == ["disallow", "disallow", "disallow", "unstated", "allow", "disallow"]
    assert verdict.preference(Label.AIPREF_TRAIN_AI) == verdict.preference(Vocabulary.AIPREF, "Train-AI") == "allow"
    assert verdict.preference("content-signal:ai-train") == "disallow"
    assert (uses.level, uses.tdm_policy) == (Level.REFERENCE, "https://example.com/policy")
    because = uses.because("train")
    assert [(stated.source, stated.line, stated.span, stated.text) for stated in because] == [
        (Source.ROBOTS_TXT, 2, (27, 38), "ai-train=no"),
        (Source.ROBOTS_TXT, 2, (39, 52), "use=reference"),
        (Source.TDMREP_JSON, None, (24, 44), '"tdm-reservation": 1'),
    ]
    assert because[0][:4] == (Label.CONTENT_SIGNAL_AI_TRAIN, Vocabulary.CONTENT_SIGNAL, Answer.DISALLOW, "*")
    [terms] = verdict.terms
    assert terms[:3] == (Activity.MINE, Vocabulary.TDMREP, "https://example.com/policy")
    assert uses.terms("mine") == ()
    assert verdict.to_content_usage() == "train-ai=y, ai-use=n"
    assert verdict.may_index
    assert verdict.reasons == ()


def test_a_later_place_of_tdmrep_supersedes() -> None:
    uses = judge("A", PAGE, headers=[("TDM-Reservation", "0")], tdmrep=RESERVED, **REST).uses
    stated = [(one.source, one.answer, one.is_superseded) for one in uses.preferences]
    assert stated == [("tdm-reservation", "allow", False), ("tdmrep.json", "disallow", True)]
    assert uses["mine"] is Answer.ALLOW
    assert uses["train"] is Answer.UNSTATED


def test_a_document_that_was_not_read_allows_no_use() -> None:
    allowing = [("Content-Usage", "train-ai=y, search=y"), ("TDM-Reservation", "0")]
    assert judge("A", PAGE, headers=allowing, **REST).uses["train"] is Answer.ALLOW
    extractor = MetaExtractor("text/html")
    extractor.feed(b"<title>")
    cut = Policy(signals_from_headers(allowing) | extractor.finish(cut=True), **REST).verdict("A", PAGE)
    for verdict in (cut, judge("A", PAGE, headers=allowing, html=b"\x1f\x8b\x08", **REST)):
        assert [one.source for one in verdict.unread] == ["document"]
        assert set(verdict.uses.values()) == {None}
        assert verdict.preference("aipref:train-ai") is Answer.ALLOW


def test_documents_that_were_not_read_are_fetched_and_given() -> None:
    known: Any = {"robots_txt": POINTING, "assume_absent": ["fields", "document", "embedded"]}
    verdict = judge("A", PAGE, **known)
    pointers = verdict.uses.unread
    assert [(one.why, one.url) for one in pointers] == [
        (Missing.LICENSE, LICENSE),
        (Missing.TDMREP, f"{SITE}/.well-known/tdmrep.json"),
    ]
    assert pointers[0][2:] == (Source.ROBOTS_TXT, None, 3, (9, 40), LICENSE)
    assert pointers[1][2:] == (Source.TDMREP_JSON, None, None, None, None)
    assert [(one.source, one.why, one.url, one.from_, one.line) for one in verdict.unread] == [
        ("tdmrep.json", "not-given", f"{SITE}/.well-known/tdmrep.json", None, None),
        ("licenses", "not-given", LICENSE, Source.ROBOTS_TXT, 3),
    ]
    assert verdict.unread[0].keeps == ("train", "train-other", "mine")
    assert set(verdict.uses.values()) == {None}
    policy = verdict.policy
    for pointer in pointers:
        is_license = pointer.why == "license"
        policy = policy.with_license(pointer.url, PAID) if is_license else policy.with_tdmrep(status=404)
    verdict = policy.verdict("A", PAGE)
    uses = verdict.uses
    assert uses.unread == ()
    assert (uses["train"], uses["search"], uses["input"]) == ("conditional", "conditional", "disallow")
    [terms] = uses.terms("train")
    assert (terms.vocabulary, terms.url, terms.payment, terms.server) == ("rsl", LICENSE, ("training",), None)
    assert uses.terms("input") == ()
    assert {one.url for one in uses.because("train")} == {LICENSE}
    at_once = judge("A", PAGE, **known, tdmrep_status=404, licenses={LICENSE: PAID})
    assert at_once.uses == uses
    assert at_once.to_json() == verdict.to_json()
    forms: list[Any] = [[(LICENSE, PAID)], MappingProxyType({LICENSE: PAID}), iter([(LICENSE, bytearray(PAID))])]
    for licenses in forms:
        assert Policy(**known, tdmrep_status=404, licenses=licenses).verdict("A", PAGE).uses == uses


def test_the_order_of_sources_is_irrelevant() -> None:
    fields = signals_from_headers([("Content-Usage", "train-ai=y"), ("TDM-Reservation", "0")])
    metas = signals_from_metas([("robots", "noai")])
    parts: list[Callable[[Policy], Policy]] = [
        lambda policy: policy | Policy(fields),
        lambda policy: policy | Policy(metas),
        lambda policy: Policy(robots_txt=POINTING) | policy,
        lambda policy: policy.with_tdmrep(RESERVED.encode()),
        lambda policy: policy.with_license(LICENSE, PAID),
    ]
    answers = set()
    for first in range(len(parts)):
        policy = Policy()
        for add in parts[first:] + parts[:first]:
            policy = add(policy)
        uses = policy.verdict("A", PAGE).uses
        answers.add((*uses.values(), tuple(sorted(one.text for one in uses.preferences))))
    assert len(answers) == 1
    # A licence in place of an earlier one, whenever robots.txt comes.
    policy = Policy(licenses={LICENSE: PAID}).with_license(LICENSE, FORBIDDING) | Policy(robots_txt=POINTING)
    assert policy.verdict("A", PAGE).uses["train"] is Answer.DISALLOW


@pytest.mark.parametrize(
    ("body", "status", "mine", "unread"),
    [
        (RESERVED, None, "disallow", 0),
        (RESERVED.encode(), 200, "disallow", 0),
        (bytearray(RESERVED.encode()), 203, "disallow", 0),
        (RESERVED, 404, "unstated", 0),
        (None, 404, "unstated", 0),
        (RESERVED, 503, None, 1),
        (RESERVED, 0, None, 1),
        (None, 0, None, 1),
        (None, 200, None, 1),
        (None, None, None, 1),
        (RESERVED, 301, None, 1),
        (b"", 200, "unstated", 0),
        (b"<h1>Not found</h1>", 200, "unstated", 0),
        (b"", None, None, 1),
        (b"\x1f\x8b\x08", 200, None, 1),
        (RESERVED, 429, None, 1),
    ],
)
def test_the_status_of_tdmrep(body: Any, status: int | None, mine: str | None, unread: int) -> None:  # noqa: ANN401 - of any kind
    others: Any = {"assume_absent": ["robots.txt", "fields", "document", "embedded"]}
    uses = judge("A", PAGE, tdmrep=body, tdmrep_status=status, **others).uses
    assert (uses["mine"], len(uses.unread)) == (mine, unread)
    assert Policy(tdmrep=body, tdmrep_status=status, **others).verdict("A", PAGE).uses == uses
    if body is not None or status is not None:
        assert Policy(**others).with_tdmrep(body, status=status).verdict("A", PAGE).uses == uses


def test_a_licence_that_is_not_one_says_nothing_and_is_not_read() -> None:
    bodies: list[bytes | str] = [b"", b"<html>", "not XML", PAID[:40], b"\xff\xfe\x00"]
    for body in bodies:
        uses = judge("A", PAGE, robots_txt=POINTING, licenses={LICENSE: body}, **REST).uses
        assert set(uses.values()) == {None}
        assert uses.unread[0].why is Missing.NOT_CONFORMING
    # One that no source points at changes nothing.
    verdict = judge("A", PAGE, licenses={LICENSE: PAID, "x": b""})
    assert verdict.uses.is_empty


@pytest.mark.parametrize(
    "tokens",
    [
        ["Google-Extended=train,input", "Applebot-Extended"],
        ("Google-Extended= train , input", "Applebot-Extended"),
        {"Google-Extended": ["train", "input"], "Applebot-Extended": []},
        {"Google-Extended": (Activity.TRAIN, Activity.INPUT), "Applebot-Extended": ()},
        iter(["Google-Extended=train,input", "Applebot-Extended"]),
        MappingProxyType({"Google-Extended": ["train", "input"], "Applebot-Extended": []}),
    ],
)
def test_policy_tokens(tokens: Iterable[str] | Mapping[str, Iterable[str]]) -> None:
    robots = "User-agent: Google-Extended\nDisallow: /\n\nUser-agent: *\nAllow: /"
    asker = Client("Googlebot", policy_tokens=tokens)
    assert asker.policy_tokens == ("Google-Extended=train,input", "Applebot-Extended")
    verdict = judge(asker, PAGE, robots_txt=robots, **REST)
    assert verdict.allowed
    assert (verdict.uses["train"], verdict.uses["input"], verdict.uses["search"]) == (
        "disallow",
        "disallow",
        "unstated",
    )
    extended, applebot = verdict.uses.tokens
    assert extended == ("Google-Extended", ("train", "input"), "disallow", "google-extended", 2, "disallow-rule")
    assert applebot == ("Applebot-Extended", (), "unstated", "*", 5, "allow-rule")
    assert judge("Googlebot", PAGE, robots_txt=robots, policy_tokens=asker.policy_tokens, **REST).uses == verdict.uses
    assert verdict.client.policy_tokens == asker.policy_tokens
    assert asker != Client("Googlebot")
    assert judge("Googlebot", PAGE, robots_txt=robots).uses.is_empty
    more = judge(asker, PAGE, robots_txt=robots, policy_tokens=["Other"]).uses.tokens
    assert [token.token for token in more] == ["Google-Extended", "Applebot-Extended", "Other"]


def test_a_robots_txt_says_what_it_states_of_ai_use() -> None:
    file = RobotsTxt(
        MANAGED + b"License: /license.xml\n\nUser-agent: B\nContent-Usage: /a train-ai=y\nDisallow: /a/b\n"
    )
    uses = file.uses(PAGE, "A")
    assert (uses["train"], uses["search"], uses.level) == ("disallow", None, "reference")
    assert uses.preference("content-signal:search") == "allow"
    assert uses.unread[0].url == LICENSE
    stated = [file.uses(path, "B").preference("aipref:train-ai") for path in ("/a", "/a/b")]
    assert stated == ["allow", "unstated"]
    assert file.uses("/a", "B")["train"] is None, "another source can forbid it"
    assert file.uses("/a", "B") == Policy(robots_txt=file).verdict("B", "/a").uses
    coded = RobotsTxt(b"\x1f\x8b" + MANAGED)
    for unknown in (RobotsOutcome.from_response(503, MANAGED), RobotsOutcome.unknown(), coded):
        assert Policy(robots_txt=unknown).verdict("A", PAGE).uses.is_empty
    with pytest.raises(ValueError, match="absolute URL"):
        file.uses("example.com", "A")


def test_several_threads_share_a_verdict() -> None:
    locations = ",".join(f'{{"location": "/{n}/", "tdm-reservation": 1}}' for n in range(3000))
    policy = Policy(robots_txt=POINTING, tdmrep=f"[{locations}]", licenses={LICENSE: PAID})
    verdict = policy.verdict("A", f"{SITE}/2999/x")
    wrong: list[object] = []

    def work() -> None:
        for n in range(50):
            uses = verdict.uses
            if uses["mine"] != "disallow" or len(uses.because("train")) != 1:
                wrong.append(uses)
            if policy.with_license(LICENSE, FORBIDDING).verdict("A", f"/{n}/").uses["train"] != "disallow":
                wrong.append(n)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    gc.collect()


def test_enums_are_of_the_package() -> None:
    for enum in (Activity, Answer, Vocabulary, Label, Level, Missing, Source, DiagnosticCode):
        assert enum.__module__ == "robots_policy.enums"
        assert all(pickle.loads(pickle.dumps(member)) is member for member in enum)  # noqa: S301 - our own bytes


HOSTILE = [
    b"\xff" * 100,
    b"=;,\x00" * 50,
    b"<" * 5000,
    b"[" * 9000,
    bytes(range(256)),
    "\udcff\ud800é".encode(errors="surrogatepass"),
]


@pytest.mark.parametrize("octets", HOSTILE)
def test_bytes_of_untrusted_files_never_raise(octets: bytes) -> None:
    given: Any
    for given in (octets, octets.decode("utf-8", "surrogateescape"), octets.decode("latin-1")):
        fields = [
            (name, given) for name in ("Content-Usage", "Content-Signal", "TDM-Reservation", "TDM-Policy", "Link")
        ]
        keys = ("Content-Usage: ", "Content-Signal: ", "License: ", "DisallowAITraining: ")
        text = given if isinstance(given, str) else given.decode("latin-1")
        robots = "User-agent: *\n" + "".join(f"{key}{text}\n" for key in keys)
        metas = f"<meta name=tdm-reservation content='{text}'><link rel=license type=application/rsl+xml href='{text}'>"
        verdict = judge(
            "A",
            PAGE,
            headers=fields,
            html=metas,
            robots_txt=robots,
            tdmrep=given,
            licenses={LICENSE: given, text: given},
        )
        uses = verdict.uses
        assert not {Answer.ALLOW, Answer.CONDITIONAL} & {*uses.values()}
        for part in (uses.preferences, uses.reasons, uses.unread, uses.tokens, verdict.terms, verdict.diagnostics):
            repr(part)
        assert repr(uses)
        assert isinstance(uses.preferences, tuple)
        assert all(isinstance(one, Preference) for one in uses.preferences)
        assert json.loads(verdict.to_json()) == verdict.to_dict()


def test_a_policy_token_that_is_not_a_product_token() -> None:
    with pytest.raises(InvalidProductToken, match="policy_tokens: "):
        Client("A", policy_tokens=["Google Extended"])
