"""A case as a record of `robots-policy eval --jsonl`, for the program's adapter and for links into the playground."""

from __future__ import annotations

from typing import Any

# The moment of a question that names none.
NOW = "2026-11-20T00:00:00Z"

Record = dict[str, Any]


def record(kind: str, question: dict[str, Any]) -> Record:
    """The record of a question, as adapters get it. What the case does not have is absent."""
    made: Record = {"url": question["url"], "agent": question["agents"] or ["*"], "now": question["now"] or NOW}
    if kind in ("field", "meta", "union", "uses"):
        made |= {"headers": question.get("headers", []), "assume_absent": "rest"}
    robots = question.get("robots_txt_b64")
    if kind == "status":
        made["robots_status"] = question["robots_answers"][-1]["status"]
        robots = (robots or "") if 200 <= made["robots_status"] < 300 else None
    elif robots is not None:
        # It was served: without the status an empty file would count as one that was not read.
        made["robots_status"] = 200
    keys = {
        "robots_txt_base64": robots,
        "html_base64": question.get("html_b64"),
        "tdmrep_base64": question.get("tdmrep_b64"),
    }
    return made | {key: value for key, value in keys.items() if value is not None}
