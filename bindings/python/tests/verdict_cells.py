"""The cells of a row of a table, from a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

import robots_policy
from robots_policy import Activity
from robots_policy.enums import Directive

if TYPE_CHECKING:
    from robots_policy import Verdict

Row = dict[str, Any]


def cells(verdict: Verdict) -> Row:
    """All cells but the name of the asker. Of the sources those that decide: others may say something, too."""
    row: Row = {
        "url": verdict.url,
        "access_allowed": verdict.allowed,
        "access_reason": verdict.access.reason,
        "access_rule": verdict.access.rule,
        "index": verdict.index,
        "follow": verdict.follow,
        "archive": verdict.archive,
        "snippet": verdict.snippet.allowed,
        "extensions": [
            {"name": name, "value": value} for name, values in verdict.extensions.items() for value in values
        ],
        "diagnostics": list(dict.fromkeys(diagnostic.code for diagnostic in verdict.diagnostics)),
        "truncated": sorted(verdict.truncated),
        "licenses": [],
        # Without the clients and the inputs, which the verdict does not have.
        "permits": {permit.value for permit in verdict.permits},
    }
    record = verdict.to_dict()
    parts = ("scope", "source", "line", "text", "vocabulary")
    row["reasons"] = [
        {"directive": reason.directive} | {name: getattr(reason, name, None) for name in parts}
        for reason in verdict.reasons
    ]
    stated = [reason for reason in record["reasons"] if "use" in reason]
    row["reasons"] += [{"directive": one["use"]} | {name: one.get(name) for name in parts} for one in stated]
    row["unread"] = [
        {name: one.get(name) for name in ("source", "why", "url")} | {"keeps": " ".join(one["keeps"])}
        for one in record.get("unread", [])
    ]
    for use in Activity:
        row[f"use_{use.replace('-', '_')}"] = record["uses"][use]
    row["sources"] = {*["robots.txt"][: bool(verdict.access.rule)], *(reason.source for reason in verdict.reasons)}
    for field in pa.schema(robots_policy.arrow.schema(())):
        if field.name not in row and field.name != "agent":
            value = verdict.directives.get(Directive(field.name.replace("_", "-")))
            row[field.name] = bool(value) if field.type == pa.bool_() else value
    return row


def same(rows: list[Row], wanted: list[Row]) -> None:
    """Compare rows with the cells of their verdicts."""
    assert len(rows) == len(wanted)
    for row, want in zip(rows, wanted, strict=True):
        assert want.pop("sources") <= set(row.pop("sources"))
        assert want.pop("permits") == {permit["directive"] for permit in row.pop("permits")}
        assert row == want
