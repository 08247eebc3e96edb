"""`robots_policy.lint` finds what the program finds, and refuses what it would not look at."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from conftest import ROOT, program, rust_program

from robots_policy.lint import LintInput, LintPage, lint

if TYPE_CHECKING:
    from pathlib import Path


NOW = datetime(2026, 9, 20, tzinfo=UTC)
RULES = {path.stem: tomllib.loads(path.read_text()) for path in sorted((ROOT / "crates/lint/rules").glob("*.toml"))}
# The rules that are not reported by themselves.
LEVELS: dict[str, Any] = dict.fromkeys(re.findall(r"^(\S+) +off ", program("explain").decode(), re.MULTILINE), "info")
# The keys of examples that are inputs of `lint`, and the names of their files. The program knows a tdmrep.json by its
# content, and that of one example is in another form.
FILES = {"robots": "robots.txt", "tdmrep": "tdmrep.json", "license": "license.xml", "response": "response"}
OTHERS = {"tdmrep-unclear fires"}
EXAMPLES = {
    f"{code} {kind}": rule[kind]
    for code, rule in RULES.items()
    for kind in ("fires", "quiet")
    if kind in rule and {*rule[kind]} <= {*FILES, "url"} and f"{code} {kind}" not in OTHERS
}


def of_program(folder: Path, *arguments: str) -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """What the program finds, and what it did not look at whole."""
    command = [str(rust_program()), "lint", *arguments, "--format=json", "--fail-on=never", f"--now={NOW.isoformat()}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in {0, 3}, done.stderr
    *findings, summary = map(json.loads, done.stdout.splitlines())
    return findings, summary["not_looked_at"]


def page_of(response: str, url: str | None) -> LintPage:
    """A saved response in its parts."""
    head, _, body = response.partition("\n\n")
    lines = (line.partition(":") for line in head.splitlines()[1:])
    headers = [(name, value.strip()) for name, _, value in lines]
    return {"name": "response", "url": url, "status": 200, "headers": headers, "html": body.encode() or None}


def without_places(findings: list[Any]) -> list[Any]:
    """Findings of responses without their bytes, which are others in a file than in its parts."""
    return [
        {key: found[key] for key in ("code", "level", "message", "count")} | {"effect": found.get("effect")}
        for found in findings
    ]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 180
    assert LEVELS


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_of_a_rule_has_the_findings_of_the_program(tmp_path: Path, name: str) -> None:
    own = dict(EXAMPLES[name])
    url = own.pop("url", None)
    if "response" in own:
        own["response"] = "HTTP/1.1 200 OK\n" + own["response"]
    for key, text in own.items():
        (tmp_path / FILES[key]).write_text(text)
    levels = [part for code in LEVELS for part in ("--level", f"{code}=info")]
    files = [FILES[key] for key in FILES if key in own]
    expected, incomplete = of_program(tmp_path, *files, *levels, *(["--url", url] if url else []))
    given: Any = {"levels": LEVELS, "now": NOW}
    if "response" in own:
        given["pages"] = [page_of(own.pop("response"), url)]
    found = lint(given | own)
    assert found["incomplete"] == incomplete
    if "pages" in given:
        assert without_places(list(found["findings"])) == without_places(expected)
    else:
        assert found["findings"] == expected


def test_the_fixtures_have_the_findings_of_the_program(fixtures: Path) -> None:
    own = fixtures / "lint"
    robots = (own / "robots.txt").read_bytes()
    expected = of_program(own, "robots.txt")
    for given in (robots, bytearray(robots), memoryview(robots), robots.decode()):
        found = lint({"robots": given, "now": NOW})
        assert (found["findings"], found["incomplete"]) == expected
    assert expected[0]


def test_an_input_has_the_types_that_are_stated() -> None:
    # mypy reads this: each key is used once.
    page: LintPage = {"name": None, "url": "/", "status": 200, "headers": [("A", "b")], "html": b"<p>", "cut": False}
    whole: LintInput = {
        "robots": b"",
        "tdmrep": "[]",
        "license": None,
        "pages": [page],
        "levels": {"rules-shared": "off"},
        "now": NOW,
    }
    assert lint(whole)["incomplete"] == []
    assert LintPage.__optional_keys__ == page.keys()
    assert LintInput.__optional_keys__ == whole.keys()
