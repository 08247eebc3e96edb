"""`judge` answers as `eval --jsonl` does: every case of the fixtures, and every key of a record."""

import base64
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from conftest import evaluated

import robots_policy
from robots_policy import Accessor, Robots

NOW = "2026-11-20T00:00:00Z"


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


def judged(record: dict[str, Any]) -> dict[str, Any]:
    """The answer to a record, by `judge`."""
    signature = record.get("signature_agent")
    page_agent = record.get("page_agent")
    agent = Accessor(
        *several(record.get("agent") or "*"),
        page_tokens=None if page_agent is None else several(page_agent),
        purposes=record.get("purposes") or (),
        verified_signature_agent=signature,
        obeys_global=record.get("obeys_global") is not False,
    )
    now = datetime.fromisoformat(record.get("now") or NOW)
    robots: Any = octets(record, "robots_txt")
    if (status := record.get("robots_status")) is not None:
        body = robots.encode() if isinstance(robots, str) else robots
        is_google = (record.get("options") or {}).get("google_compat")
        robots = Robots.from_response(status, body, at=now, dialect="google" if is_google else "extended")
    verdict = robots_policy.judge(
        agent,
        record.get("url") or "/",
        # The characters of a record are UTF-8, those of an HTTP client Latin-1: octets mean the same in both.
        headers=[(name.encode(), value.encode()) for name, value in record.get("headers") or ()],
        html=octets(record, "html"),
        robots=robots,
        now=now,
        options=record.get("options"),
    )
    return verdict.to_dict()


def cases(fixtures: Path) -> list[dict[str, Any]]:
    """A record for each folder of the fixtures that holds a page, fields or a robots.txt of its own."""
    records = []
    for folder in sorted(path.parent for path in fixtures.glob("*/*/ask.json")):
        record: dict[str, Any] = {"id": str(folder.relative_to(fixtures)), "now": NOW, "url": "/private/page"}
        if (fields := folder / "headers.http").exists():
            try:
                lines = fields.read_bytes().decode().split("\n")
            except UnicodeDecodeError:
                continue  # a record has characters
            pairs = [line.partition(":") for line in lines if ":" in line]
            record["headers"] = [[name, value.strip(" \t")] for name, _, value in pairs]
        for name, key in [("page.html", "html_base64"), ("robots.txt", "robots_txt_base64")]:
            if (file := folder / name).exists():
                record[key] = base64.b64encode(file.read_bytes()).decode()
        if len(record) > 3:
            records.extend([record, record | {"agent": "ExampleBot"}, record | {"agent": ["GPTBot", "ExampleBot"]}])
    return records


def compare(records: list[dict[str, Any]]) -> None:
    """Both doors give the same answer to each record."""
    for record, answer in zip(records, evaluated(records), strict=True):
        assert "error" not in answer, answer
        assert judged(record) | {"id": answer["id"]} == answer, record.get("id")


def test_the_cases_of_the_fixtures(fixtures: Path) -> None:
    records = cases(fixtures)
    assert len(records) > 600
    compare(records)


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
    assert judged(record) != judged(changed)
