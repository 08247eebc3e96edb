"""One reader in its own tests: which cases fail, and which of them are known to."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from . import corpus, score
from .process import Adapter, Silent

PASSES = (score.RIGHT, score.UNKNOWN, score.SKIP)


def run(command: list[str], cases: list[corpus.Case], allow_fail: str | None, reading: str | None) -> int:
    """Asks the cases; 1 if one fails that is not known to, or passes that is."""
    known = set(Path(allow_fail).read_text("utf-8").split()) if allow_fail else set()
    adapter = Adapter(command)
    try:
        about = adapter.start()
    except (Silent, OSError) as why:
        adapter.end()
        print(
            f"{' '.join(command)}: no answer to the first line ({why}); it has to be one line of JSON", file=sys.stderr
        )
        return 3
    print(f"{about.get('name')} {about.get('version')}")
    outcomes = dict(answers(adapter, about, cases, reading))
    adapter.stop()
    return report({case["id"]: case for case in cases}, outcomes, known)


def answers(adapter: Adapter, about: dict[str, Any], cases: list[corpus.Case], reading: str | None) -> Any:
    """The id, the outcome and the answer of each case that the reader takes."""
    missing = set(about.get("features_missing", []))
    for case in cases:
        if case["kind"] not in about.get("kinds", []):
            continue
        if missing & set(case.get("features", [])):
            answer: dict[str, Any] = {"skip": "lacks " + ", ".join(sorted(missing & set(case["features"])))}
        else:
            answer = adapter.ask(case["id"], case["kind"], corpus.question(case))
        yield case["id"], (score.outcome(read_as(case, reading), answer), answer)


def read_as(case: corpus.Case, reading: str | None) -> corpus.Case:
    """The case with the answer of a dialect, if it has one."""
    own = [other["answer"] for other in case.get("readings", []) if other["who"] == reading]
    return {**case, "expect": own} if own else case


def report(cases: dict[str, corpus.Case], outcomes: dict[str, Any], known: set[str]) -> int:
    """Prints what is new, and the numbers."""
    failed = {name for name, (outcome, _) in outcomes.items() if outcome not in PASSES}
    for name in sorted(failed - known):
        outcome, answer = outcomes[name]
        case = cases[name]
        clause = "; ".join(f"{basis['doc']} {basis.get('section', '')}".strip() for basis in case["basis"])
        print(f"{outcome}: {name}\n  {case['about']} [{case['level']}: {clause}]")
        print(f"  expected {case['expect']}, answered {answer.get('answer', answer)}")
    fixed = sorted((known & outcomes.keys()) - failed)
    for name in fixed:
        print(f"passes now, remove it from the file of failures: {name}")
    for name in sorted(known - cases.keys()):
        print(f"note: {name} of the file of failures is not among these cases", file=sys.stderr)
    counts = {kind: sum(outcome == kind for outcome, _ in outcomes.values()) for kind in score.OUTCOMES}
    print(", ".join(f"{count} {kind}" for kind, count in counts.items() if count))
    if not outcomes:
        print(
            "no case was asked: the kinds of the reader and those that were chosen have nothing in common",
            file=sys.stderr,
        )
        return 3
    return 1 if failed - known or fixed else 0
