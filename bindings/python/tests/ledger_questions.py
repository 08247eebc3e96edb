"""The questions of `fixtures/ledger.json`, which every door answers the same, and the answers in one form."""

from __future__ import annotations

import base64
import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

from conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from robots_policy import Verdict

Row = dict[str, Any]

PAGE = ("access", "index", "follow", "archive", "snippet")
USES = ("train", "train-other", "input", "ai-index", "search", "mine")


def questions() -> list[Row]:
    """Each with its record, whose robots.txt has as many lines of padding as it says."""
    found: list[Row] = json.loads((ROOT / "fixtures" / "ledger.json").read_text("utf-8"))
    for question in found:
        if "padding" in question:
            record = question["record"]
            record["robots_txt"] = record["robots_txt"].replace("# padding\n", "# padding\n" * question["padding"])
    return found


def arguments(record: Mapping[str, Any]) -> Row:
    """A record as the arguments of `judge`."""
    given = dict(record)
    for name in ("html", "robots_txt", "tdmrep"):
        if f"{name}_base64" in given:
            given[name] = base64.b64decode(given.pop(f"{name}_base64"))
    for name in ("now", "fetched", "robots_fetched"):
        if name in given:
            given[name] = datetime.fromisoformat(given[name])
    return {"agent": "*"} | given


def answers(verdict: Verdict) -> Row:
    """The answers of a verdict, as a question has them."""
    page = (verdict.allowed, verdict.index, verdict.follow, verdict.archive, verdict.snippet.allowed)
    return dict(zip(PAGE, page, strict=True)) | {str(use): answer for use, answer in verdict.uses.items()}


def unread(verdict: Verdict) -> list[Row]:
    """The sources that are not known, as a question has them."""
    return [{"source": one.source, "why": one.why, "keeps": list(one.keeps)} for one in verdict.unread]


def cells(row: Row) -> tuple[Row, list[Row]]:
    """The same of a row of a table."""
    page = {name: row["access_allowed" if name == "access" else name] for name in PAGE}
    uses = {use: row[f"use_{use.replace('-', '_')}"] for use in USES}
    sources = [{**one, "keeps": one["keeps"].split()} for one in row["unread"]]
    return page | uses, [{name: one[name] for name in ("source", "why", "keeps")} for one in sources]
