"""`judge` and `judge_many` answer as `eval --jsonl` does: every case of the fixtures, and every key of a record.

What the classes say about AI use is what the record says.
"""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, evaluated

from robots_policy import Answer, Verdict, engines, judge_many
from robots_policy.errors import InvalidSignatureAgent
from robots_policy.parts import Preference, Terms, Unread

NOW = "2026-11-20T00:00:00Z"


def judged(record: dict[str, Any]) -> Verdict:
    """The verdict on a record, by `judge_many`."""
    asker = {} if "as" in record else {"agent": "*"}
    given = asker | {"now": NOW} | {key: value for key, value in record.items() if key != "chunk"}
    if given.get("headers") is not None:
        # The characters of a record are UTF-8, those of an HTTP client Latin-1: octets mean the same in both.
        given["headers"] = [(name.encode(), value.encode()) for name, value in given["headers"]]
    try:
        return next(judge_many([given]))
    except InvalidSignatureAgent:
        # A record is answered without a field that has no member that counts.
        return next(judge_many([given | {"signature_agent": None}]))


FILES = [("page.html", "html_base64"), ("robots.txt", "robots_txt_base64"), ("tdmrep.json", "tdmrep_base64")]
# Keys of an ask that a record does not have.
OWN = {"id", "basis", "level", "expect", "license_url"}


def inputs(folder: Path) -> dict[str, Any] | None:
    """The keys of a record that hold the files of a case; `None` if its fields are not the characters of a record."""
    record: dict[str, Any] = {}
    if (fields := folder / "headers.http").exists():
        try:
            lines = fields.read_bytes().decode().split("\n")
        except UnicodeDecodeError:
            return None
        pairs = [line.partition(":") for line in lines if ":" in line]
        record["headers"] = [[name, value.strip(" \t")] for name, _, value in pairs]
    for name, key in FILES:
        if (file := folder / name).exists():
            record[key] = base64.b64encode(file.read_bytes()).decode()
    return record


def cases(fixtures: Path) -> list[dict[str, Any]]:
    """Records for each folder of cases that holds inputs: for three agents, and what the case itself asks."""
    records = []
    for file in sorted(fixtures.rglob("ask.json")):
        given = inputs(file.parent)
        if not given:
            continue
        record = {"id": file.parent.name, "now": NOW, "url": "/private/page"} | given
        records.extend([record, record | {"agent": "ExampleBot"}, record | {"agent": ["GPTBot", "ExampleBot"]}])
        records.extend(record | ask for ask in asks(file))
    return records


def asks(file: Path) -> list[dict[str, Any]]:
    """The keys of a record in the asks of a case, without those that only the library can answer."""
    found = []
    case = json.loads(file.read_text())
    word = {key: case[key] for key in ("assume_absent",) if key in case}
    for ask in case["asks"]:
        if "library" in ask or "fetches" in ask:
            continue
        keys = word | {key: value for key, value in ask.items() if key not in OWN}
        if (url := ask.get("license_url")) is not None:
            body = base64.b64encode((file.parent / "license.xml").read_bytes()).decode()
            keys["licenses"] = [{"url": url, "body_base64": body}]
        found.append(keys)
    return found


def compare(records: list[dict[str, Any]]) -> None:
    """Both doors give the same answer to each record."""
    for record, answer in zip(records, evaluated(record | {"ledger": True} for record in records), strict=True):
        assert "error" not in answer, answer
        verdict = judged(record)
        ledger = verdict.to_dict(ledger=True)["ledger"]
        assert ledger == answer.pop("ledger")
        assert verdict.to_dict() | {"id": answer["id"]} == answer, record.get("id")
        assert [verdict.index, verdict.follow, verdict.archive] == [
            answer[name] for name in ("index", "follow", "archive")
        ]
        if "as" in answer:
            says_the_same_of_an_engine(verdict, answer)
        else:
            says_the_same_of_uses(verdict, answer)


def says_the_same_of_an_engine(verdict: Verdict, answer: dict[str, Any]) -> None:
    """What the classes say about an engine is what the record says."""
    own = dict(answer["as"])
    general = {"access": verdict.general.allowed, "snippet": verdict.general.snippet.allowed}
    assert answer["general"] == general | {
        name: getattr(verdict.general, name) for name in ("index", "follow", "archive")
    }
    assert "as" not in verdict.general.to_dict()
    assert json.loads(verdict.to_json()) == verdict.to_dict()
    left = own.pop("not_honoured")
    assert [(one.directive, one.why) for one in verdict.not_honoured] == [
        (one["directive"], one["why"]) for one in left
    ]
    documents = [one.source and f"{one.source.title} ({one.source.dated})" for one in verdict.not_honoured]
    assert documents == [one["source"] for one in left]
    places = [(one.place.source, one.place.line, one.place.span) for one in verdict.not_honoured]
    assert places == [(one["from"], one["line"], tuple(one["span"])) for one in left]
    assert own.pop("why") == {"train": verdict.unused["train"], "answer": verdict.unused["input"]}
    assert (str(verdict.verified), list(map(str, verdict.marks))) == (own.pop("verified"), own.pop("marks"))
    assert list(verdict.differs) == own.pop("differs")
    assert {name: getattr(verdict, name) for name in own} == own


def says_the_same_of_uses(verdict: Verdict, answer: dict[str, Any]) -> None:
    """What the classes say about AI use is what the record says."""
    uses = verdict.uses
    assert dict(uses) == answer["uses"]
    assert not (uses.is_empty and "preferences" in answer)
    stated = answer.get("preferences", {})
    tokens = stated.pop("tokens", {})
    assert {token.token.lower(): token.answer for token in uses.tokens if not uses.is_empty} == tokens
    assert uses.level == stated.get("content-signal", {}).pop("use", None)
    for vocabulary, labels in stated.items():
        assert uses.states(vocabulary)
        assert {label: uses.preference(vocabulary, label) for label in labels} == labels
        assert {label: verdict.preference(f"{vocabulary}:{label}") for label in labels} == labels
    about_use = [row for row in answer["reasons"] if "use" in row]
    of_tokens = [row for row in about_use if row["vocabulary"] == "tokens"]
    assert [row_of_reason(stated) for stated in uses.reasons] == [row for row in about_use if row not in of_tokens]
    deciding = [token for token in uses.tokens if token.answer is not Answer.UNSTATED]
    assert [(token.token.lower(), token.answer, token.line) for token in deciding] == [
        (row["use"], row["value"], row["line"]) for row in of_tokens
    ]
    assert [row_of_terms(terms) for terms in verdict.terms] == answer.get("terms", [])
    assert [row_of_unread(unread) for unread in verdict.unread] == answer.get("unread", [])
    urls = {unread.url for unread in verdict.unread}
    assert {pointer.url for pointer in uses.unread if pointer.why == "license"} <= urls | assumed(verdict)
    # Every word is a member of its enum.
    assert verdict.diagnostics is not None
    for activity, answered in uses.items():
        because = uses.because(activity)
        known = {"allow", "conditional"} if answered is None else {answered, "allow"}
        assert {stated.answer for stated in because if not uses.tokens} <= known
        assert set(because) <= set(uses.preferences)


def row_of_reason(stated: Preference) -> dict[str, Any]:
    row: dict[str, Any] = {"use": stated.label.partition(":")[2], "vocabulary": stated.vocabulary}
    row |= {
        "value": stated.answer,
        "scope": stated.scope,
        "source": stated.source,
        "line": stated.line,
        "span": [*stated.span],
    }
    parts = {"placement": stated.placement, "url": stated.url}
    return row | {"text": stated.text} | {name: part for name, part in parts.items() if part is not None}


def row_of_terms(terms: Terms) -> dict[str, Any]:
    row: dict[str, Any] = {"use": terms.activity, "from": terms.vocabulary, "url": terms.url, "server": terms.server}
    row["level"] = terms.level
    row |= {name: [*getattr(terms, name)] or None for name in ("payment", "reporting", "user", "geo")}
    return {name: part for name, part in row.items() if part is not None}


def row_of_unread(unread: Unread) -> dict[str, Any]:
    row = {"source": unread.source, "why": unread.why, "keeps": [*unread.keeps]}
    parts = {"url": unread.url, "from": unread.from_, "line": unread.line}
    return row | {name: part for name, part in parts.items() if part is not None}


def assumed(verdict: Verdict) -> set[str | None]:
    """The addresses of licences that do not exist, by the caller's word, or that keep no answer from being known."""
    by_word = {entry.url for entry in verdict.ledger if entry.state == "assumed"}
    is_closed = set(verdict.uses.values()) == {Answer.DISALLOW}
    return {*by_word, *(pointer.url for pointer in verdict.uses.unread if is_closed)}


def test_the_cases_of_the_fixtures(fixtures: Path) -> None:
    records = cases(fixtures)
    assert len(records) > 1200
    compare(records)


def test_the_situations_of_engines(fixtures: Path) -> None:
    lines = (fixtures / "engines" / "situations.jsonl").read_text().splitlines()
    situations = [json.loads(line)["record"] for line in lines]
    compare([record | {"as": profile.name, "now": NOW} for record in situations for profile in engines()])


def test_every_key_of_a_record(fixtures: Path) -> None:
    lines = (fixtures / "archives" / "records.jsonl").read_text().splitlines()
    records = [{"now": NOW} | json.loads(line) for line in lines if line.startswith("{")]
    compare(records)


def test_every_key_of_the_contract_is_one_of_judge_many() -> None:
    records = [json.loads(line) for line in Path(__file__).with_name("records.jsonl").read_text().splitlines()]
    found = [verdict.to_dict() | {"id": None} for verdict in judge_many(records, "*")]
    assert found == [answer | {"id": None} for answer in evaluated(records)]
    schema = json.loads((ROOT / "docs" / "question.schema.json").read_text())
    others = {"chunk", "ledger", "signature_agent", "robots_cached_base64"}
    assert {key for record in records for key in record} == set(schema["properties"]) - others


OPTIONS = [json.loads(line) for line in Path(__file__).with_name("options.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: next(iter(options)))
def test_an_option_changes_what_both_doors_answer(options: dict[str, Any]) -> None:
    record = {
        "headers": [["Robots-Tag", "*;noindex, broken;;;="], ["X-Robots-Tag", "nofollow, otherbot: noai, noarchive"]],
        "html": "<meta http-equiv=x-robots-tag content=nosnippet><body><meta name=robots content=notranslate>",
        "robots_txt": "User-agent: ExampleBotty\nDisallow: /private\nUser-agent MJ12bot\nDisallowAll: /",
        "url": "/private",
        "agent": "ExampleBotty2",
        "now": NOW,
    }
    changed = record | {"options": options}
    compare([record, changed])
    assert judged(record).to_dict() != judged(changed).to_dict()
