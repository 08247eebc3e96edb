"""What an answer is: right, fail-open, over-blocked, unknown, or none at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .corpus import Case

RIGHT, OPEN, OVER, UNKNOWN, SKIP = "right", "fail-open", "over-blocked", "unknown", "skip"
ERRORS = ("error", "timeout", "crash")
# The order of a page: what a maintainer looks for first is first.
OUTCOMES = (RIGHT, OPEN, OVER, UNKNOWN, *ERRORS, SKIP)

# How much an answer permits. A use that is not stated is neither permitted nor forbidden.
PERMITS = {False: 0, "disallow": 0, "conditional": 1, None: 1, True: 2, "allow": 2, "unstated": 2}


def outcome(case: Case, answer: dict[str, Any]) -> str:
    """The outcome of an answer to a case. A reader need not answer each key; one that answers none has an error."""
    if "skip" in answer:
        return SKIP
    for error in ERRORS:
        if error in answer:
            return error
    given = answer.get("answer")
    if not isinstance(given, dict):
        return "error"
    if not any(key in case["expect"][0] for key in given):
        # A reader of one vocabulary knows nothing of the uses of another.
        return SKIP if case["kind"] == "uses" else "error"
    # Of several right answers the one that is nearest counts.
    return min((against(expect, given) for expect in case["expect"]), key=OUTCOMES.index)


def against(expect: dict[str, Any], given: dict[str, Any]) -> str:
    """The outcome beside one right answer: the worst of its keys."""
    found = {of(expect[key], given[key]) for key in expect if key in given}
    return next((worst for worst in (OPEN, OVER, UNKNOWN) if worst in found), RIGHT)


def of(right: Any, given: Any) -> str:
    """The outcome of one key."""
    if (given is not None and not isinstance(given, (bool, str))) or given not in PERMITS:
        return OVER if PERMITS.get(right, 2) == 2 else OPEN
    if PERMITS[given] == PERMITS[right]:
        return RIGHT
    if given is None:
        return UNKNOWN
    if PERMITS[given] > PERMITS[right]:
        return OPEN
    # To say no where nothing is known breaks no rule.
    return RIGHT if right is None else OVER
