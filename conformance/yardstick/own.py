"""One reader in its own tests: which cases fail, and which of them are known to."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from . import corpus, score
from .greeting import greeting
from .process import Adapter

PASSES = (score.RIGHT, score.UNKNOWN, score.SKIP)
# An adapter that is silent so often in a row is given up: its other answers would take minutes.
PATIENCE = 8


def run(command: list[str], cases: list[corpus.Case], known: set[str], reading: str | None) -> int:
    """Asks the cases; 1 if one fails that is not known to, or passes that is; 3 if they were not asked."""
    adapter = Adapter(command, is_heard=True)
    try:
        about = greeting(adapter)
    except corpus.Wrong as why:
        print(f"{' '.join(command)}: {why}", file=sys.stderr)
        return 3
    print(f"{about['name']} {about['version']}", flush=True)
    mine = [case for case in cases if case["kind"] in about["kinds"]]
    outcomes = dict(answers(adapter, about, mine, reading, known))
    adapter.stop()
    failed = report({case["id"]: case for case in cases}, outcomes, known)
    if all(outcome == score.SKIP for outcome, _ in outcomes.values()):
        reason = "all were skipped" if mine else f"the reader has {', '.join(about['kinds'])}, and none was chosen"
        print(f"no case was asked: {reason}", file=sys.stderr)
        return 3
    if len(outcomes) < len(mine):
        left = len(mine) - len(outcomes)
        print(f"no answer to {PATIENCE} cases in a row: {left} more were not asked", file=sys.stderr)
        return 3
    return 1 if failed else 0


def answers(
    adapter: Adapter,
    about: dict[str, Any],
    cases: list[corpus.Case],
    reading: str | None,
    known: set[str] | None = None,
) -> Any:
    """The id, the outcome and the answer of each case that the reader takes, until it is given up.

    A case that is known to fail costs no patience.
    """
    missing = set(about.get("features_missing", []))
    silent = 0
    for case in cases:
        if case["kind"] not in about["kinds"]:
            continue
        if missing & set(case.get("features", [])):
            answer: dict[str, Any] = {"skip": "lacks " + ", ".join(sorted(missing & set(case.get("features", []))))}
        else:
            answer = adapter.ask(case["id"], case["kind"], corpus.question(case))
        outcome = score.outcome(read_as(case, reading), answer)
        yield case["id"], (outcome, answer)
        silent = silent + 1 if outcome in ("timeout", "crash") and case["id"] not in (known or ()) else 0
        if silent == PATIENCE:
            return


def read_as(case: corpus.Case, reading: str | None) -> corpus.Case:
    """The case with the answer of a dialect, if it has one."""
    own = [other["answer"] for other in case.get("readings", []) if other["who"] == reading]
    return {**case, "expect": own} if own else case


def known_failures(file: str) -> set[str]:
    """The ids of a file, one a line; `#` begins a comment."""
    try:
        lines = Path(file).read_text("utf-8").splitlines()
    except OSError as why:
        raise corpus.Wrong(f"--allow-fail {file}: {why.strerror}") from None
    except UnicodeDecodeError:
        raise corpus.Wrong(f"--allow-fail {file}: not UTF-8") from None
    return {line.split("#")[0].strip() for line in lines} - {""}


def report(cases: dict[str, corpus.Case], outcomes: dict[str, Any], known: set[str]) -> bool:
    """Prints what is new, and the numbers. Whether the file of failures is not what failed."""
    failed = {name for name, (outcome, _) in outcomes.items() if outcome not in PASSES}
    skipped = {name for name, (outcome, _) in outcomes.items() if outcome == score.SKIP}
    for name in sorted(failed - known):
        outcome, answer = outcomes[name]
        case = cases[name]
        clause = "; ".join(f"{basis['doc']} {basis.get('section', '')}".strip() for basis in case["basis"])
        print(f"{outcome}: {name}\n  {case['about']} [{case['level']}: {clause}]")
        print(f"  expected {case['expect']}, answered {answer.get('answer', answer)}")
    fixed = sorted((known & outcomes.keys()) - failed - skipped)
    for name in fixed:
        print(f"passes now, remove it from the file of failures: {name}")
    for name in sorted(known - cases.keys()):
        print(f"note: {name} of the file of failures is not among these cases", file=sys.stderr)
    for name in sorted(known & cases.keys() - (outcomes.keys() - skipped)):
        print(f"note: {name} of the file of failures was not asked", file=sys.stderr)
    counts = {kind: sum(outcome == kind for outcome, _ in outcomes.values()) for kind in score.OUTCOMES}
    print(", ".join(f"{count} {kind}" for kind, count in counts.items() if count), flush=True)
    return bool(failed - known or fixed)
