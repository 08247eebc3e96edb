"""The cases, as they are in `cases/` and as adapters get them."""

from __future__ import annotations

import base64
import json
from functools import cache
from pathlib import Path
from typing import Any

# The folder with the cases: that of the repository, or of the installed package.
PLACE = Path(__file__).resolve().parent
HOME = PLACE / "data" if (PLACE / "data").is_dir() else PLACE.parent
KINDS = ("access", "status", "hostile", "field", "meta", "union", "uses")
LEVELS = ("rfc", "should", "de-facto", "draft", "open")
SCORED = LEVELS[:-1]

Case = dict[str, Any]


class Wrong(Exception):
    """A command or a file is wrong; the text names the place and what there is."""


@cache
def cases() -> list[Case]:
    """Every case of a reader, in the order of kinds and ids."""
    found: list[Case] = []
    for kind in KINDS:
        lines = (HOME / "cases" / f"{kind}.jsonl").read_text("utf-8").splitlines()
        found.extend(json.loads(line) for line in lines)
    return found


@cache
def listed(version: str) -> set[str]:
    """The ids of a version, such as 1.0."""
    if version not in versions():
        raise Wrong(f"--list: {version} is unknown; there are: {', '.join(versions())}")
    return set((HOME / "lists" / f"{version}.txt").read_text("utf-8").split())


def newest() -> str:
    """The newest version that has a list."""
    return versions()[-1]


def versions() -> list[str]:
    """The versions that have a list, the newest last."""
    found = [path.stem for path in (HOME / "lists").glob("*.txt")]
    return sorted(found, key=lambda version: [int(part) for part in version.split(".")])


def features() -> list[str]:
    """What a reader may lack."""
    return sorted({feature for case in cases() for feature in case.get("features", [])})


def readings() -> list[str]:
    """The dialects of which cases say how they answer; the reading of this project is for what is disputed."""
    return sorted({other["who"] for case in cases() for other in case.get("readings", [])} - {"robots-policy"})


def question(case: Case) -> dict[str, Any]:
    """What an adapter gets: bytes are base64 throughout, values of fields are one character an octet."""
    given = case["input"]
    asked: dict[str, Any] = {"url": given["url"], "agents": given["agents"], "now": given.get("now")}
    robots = octets(given, "robots_txt")
    if robots is None and "robots_txt_parts" in given:
        robots = "".join(text * times for text, times in given["robots_txt_parts"]).encode()
    for name, value in (("robots_txt", robots), ("html", octets(given, "html")), ("tdmrep", octets(given, "tdmrep"))):
        if value is not None:
            asked[f"{name}_b64"] = base64.b64encode(value).decode()
    if "robots_answers" in given:
        asked["robots_answers"] = given["robots_answers"]
    if "headers" in given:
        asked["headers"] = given["headers"]
    if "headers_b64" in given:
        asked["headers"] = [[name, base64.b64decode(value).decode("latin-1")] for name, value in given["headers_b64"]]
    return asked


def octets(given: dict[str, Any], name: str) -> bytes | None:
    """The bytes of an input that is text or base64."""
    if name in given:
        text: str = given[name]
        return text.encode()
    if f"{name}_b64" in given:
        return base64.b64decode(given[f"{name}_b64"])
    return None
