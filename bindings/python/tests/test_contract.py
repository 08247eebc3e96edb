"""`judge` answers as `eval --jsonl` does: every case of the fixtures, and every key of a record.

What the classes say about AI use is what the record says.
"""

import base64
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, evaluated

import robots_policy
from robots_policy import Answer, Client, RobotsOutcome, Verdict
from robots_policy.errors import InvalidSignatureAgent
from robots_policy.parts import Preference, Terms, Unread

NOW = "2026-11-20T00:00:00Z"
VECTORS = ROOT.parent / "shared" / "suites" / "ai-signals" / "vectors.jsonl"


def octets(record: dict[str, Any], key: str) -> bytes | str | None:
    """The body that a record has under a key, as text or in base64."""
    if (text := record.get(f"{key}_base64")) is not None:
        return base64.b64decode(text)
    body = record.get(key)
    assert body is None or isinstance(body, str)
    return body


def several(words: str | list[str]) -> list[str]:
    """One word, or a list of them, as a list."""
    return [words] if isinstance(words, str) else words


def judged(record: dict[str, Any]) -> Verdict:
    """The verdict on a record, by `judge`."""
    page_agent = record.get("page_agent")

    def client(signature: str | None) -> Client:
        return Client(
            *several(record.get("agent") or "*"),
            page_tokens=None if page_agent is None else several(page_agent),
            purposes=record.get("purposes") or (),
            verified_signature_agent=signature,
            obeys_global=record.get("obeys_global") is not False,
        )

    try:
        agent = client(record.get("signature_agent"))
    except InvalidSignatureAgent:
        # A record is answered without a field that has no member that counts.
        agent = client(None)
    now = datetime.fromisoformat(record.get("now") or NOW)
    robots: Any = octets(record, "robots_txt")
    if (status := record.get("robots_status")) is not None:
        body = robots.encode() if isinstance(robots, str) else robots
        is_google = (record.get("options") or {}).get("google_compat")
        robots = RobotsOutcome.from_response(status, body, at=now, dialect="google" if is_google else "extended")
    lines = record.get("headers")
    return robots_policy.judge(
        agent,
        record.get("url") or "/",
        # The characters of a record are UTF-8, those of an HTTP client Latin-1: octets mean the same in both.
        headers=None if lines is None else [(name.encode(), value.encode()) for name, value in lines],
        html=octets(record, "html"),
        robots_txt=robots,
        tdmrep=octets(record, "tdmrep"),
        tdmrep_status=record.get("tdmrep_status"),
        licenses=[(given["url"], octets(given, "body") or b"") for given in record.get("licenses") or ()],
        policy_tokens=record.get("policy_tokens"),
        now=now,
        options=record.get("options"),
        status=record.get("status"),
        cut=record.get("cut"),
        assume_absent=record.get("assume_absent"),
    )


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
    for record, answer in zip(records, evaluated(records), strict=True):
        assert "error" not in answer, answer
        verdict = judged(record)
        assert verdict.to_dict() | {"id": answer["id"]} == answer, record.get("id")
        says_the_same_of_uses(verdict, answer)


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


def vectors() -> list[dict[str, Any]]:
    """The cases of the suite about AI use, without those that ask for the reading of one engine."""
    if not VECTORS.exists():
        pytest.skip("there is no ../shared/suites/ai-signals")
    rows = [json.loads(line) for line in VECTORS.read_text().splitlines()]
    return [row for row in rows if "profile" not in row]


def test_the_vectors_of_the_suite() -> None:
    rows = vectors()
    assert len(rows) > 130
    renamed = {"tdmrep_json": "tdmrep"}
    keys = {"id", "url", "agent", "headers", "html", "robots_txt", "tdmrep_json", "policy_tokens"}
    records = []
    for row in rows:
        record = {renamed.get(key, key): value for key, value in row.items() if key in keys}
        licenses = [{"url": url, "body": body} for url, body in row.get("rsl", {}).items()]
        records.append(record | {"now": NOW, "licenses": licenses, "assume_absent": "rest"})
    compare(records)
    for row, record in zip(rows, records, strict=True):
        verdict = judged(record)
        for key, expected in row["expect"].items():
            assert answered(verdict, key) == expected, (row["id"], key)


def answered(verdict: Verdict, key: str) -> str | None:
    """The answer to a key of an expectation, such as `use:train` or `aipref:train-ai`."""
    kind, _, name = key.partition(":")
    if kind == "use":
        return verdict.uses.of(name)
    if kind == "token":
        return next(token.answer for token in verdict.uses.tokens if token.token.lower() == name)
    if kind == "robots":
        return "disallow" if name in verdict.directives else "unstated"
    return verdict.preference(kind, name)


def test_every_key_of_a_record(fixtures: Path) -> None:
    lines = (fixtures / "archives" / "records.jsonl").read_text().splitlines()
    records = [{"now": NOW} | json.loads(line) for line in lines if line.startswith("{")]
    compare(records)


@pytest.mark.parametrize(
    "options",
    [
        {"robots_tag": "strict-list"},
        {"both_fields": "prefer-robots-tag"},
        {"metas": ["body"]},
        {"http_equiv": True},
        {"lines_joined": True},
        {"google_compat": True},
    ],
    ids=lambda options: next(iter(options)),
)
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
