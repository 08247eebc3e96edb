"""The answers of all readers: a run of them, and `results/`."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from . import corpus, own, peers, score
from .greeting import greeting

RESULTS = corpus.HOME / "results" / "readers"

Result = dict[str, Any]


def run(names: list[str], cases: list[corpus.Case], home: str, publish: bool) -> int:
    """Asks the peers and compares with `results/`, or writes it; 1 for a difference, 3 for a missing peer."""
    missing, unasked, differs = [], [], False
    chosen = peers.peers(names)
    for number, peer in enumerate(chosen, 1):
        print(f"[{number}/{len(chosen)}] {peer['name']} …", end=" ", flush=True, file=sys.stderr)
        began = time.monotonic()
        try:
            result = asked(peer, cases, home)
        except corpus.Wrong as why:
            missing.append(peer["name"])
            print(why, file=sys.stderr)
            continue
        if not result["right"] and not result["other"]:
            unasked.append(peer["name"])
            print("no case is of its kinds, or all were skipped", file=sys.stderr)
            continue
        print(f"{summary(result, cases)} ({time.monotonic() - began:.0f} s)", file=sys.stderr)
        if publish:
            write(peer, result)
        else:
            differs |= compare(peer, result, {case["id"] for case in cases})
    for name in missing:
        print(f"MISSING: {name}; the log of conformance/install says why", file=sys.stderr)
    for name in unasked:
        print(f"NOT ASKED: {name}", file=sys.stderr)
    return 3 if missing or unasked else 1 if differs else 0


def asked(peer: peers.Peer, cases: list[corpus.Case], home: str) -> Result:
    """The outcome of each case that the peer takes. Raises `Wrong` if it does not start."""
    adapter = peers.adapter(peer, home)
    about = greeting(adapter)
    result: Result = {
        "peer": peer["name"],
        "version": about["version"],
        "language": about.get("language"),
        "url": peer["url"],
    }
    result |= {
        "day": time.strftime("%Y-%m-%d"),
        "reading": peer.get("reading"),
        "same": peer.get("same"),
        "kinds": about["kinds"],
        "right": [],
        "other": {},
        "skipped": {},
    }
    for name, (outcome, answer) in own.answers(adapter, about, cases, None):
        note(result, name, outcome, answer)
    answered = {*result["right"], *result["other"], *(name for names in result["skipped"].values() for name in names)}
    left = [case["id"] for case in cases if case["kind"] in about["kinds"] and case["id"] not in answered]
    if left:
        result["skipped"]["given up, after it was silent too often"] = left
    adapter.stop()
    return result


def note(result: Result, name: str, outcome: str, answer: dict[str, Any]) -> None:
    """Keeps an answer: what is right is a name, the rest is as it was said."""
    if outcome == score.SKIP:
        result["skipped"].setdefault(answer.get("skip", "knows other uses"), []).append(name)
    elif outcome == score.RIGHT:
        result["right"].append(name)
    elif outcome in score.ERRORS:
        result["other"][name] = {outcome: answer.get(outcome, "no key of the case")}
    else:
        result["other"][name] = answer["answer"]


def outcomes(result: Result, cases: dict[str, corpus.Case]) -> dict[str, str]:
    """The outcome of each case, in the reading that the peer means."""
    found = {name: score.RIGHT for name in result["right"] if name in cases}
    found |= {name: score.SKIP for names in result["skipped"].values() for name in names if name in cases}
    for name, said in result["other"].items():
        if name in cases:
            answer = said if any(error in said for error in score.ERRORS) else {"answer": said}
            found[name] = score.outcome(own.read_as(cases[name], result["reading"]), answer)
    for name in result["right"]:
        case = cases.get(name)
        if case and own.read_as(case, result["reading"]) is not case:
            found[name] = score.outcome(own.read_as(case, result["reading"]), {"answer": case["expect"][0]})
    return found


def summary(result: Result, cases: list[corpus.Case]) -> str:
    """The numbers of the scored cases, in a line."""
    by_id = {case["id"]: case for case in cases}
    scored = [outcome for name, outcome in outcomes(result, by_id).items() if by_id[name]["level"] in corpus.SCORED]
    counts = {kind: scored.count(kind) for kind in score.OUTCOMES}
    return ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)


def write(peer: peers.Peer, result: Result) -> None:
    """Writes the answers of a peer to the newest list; those that are there with another day stay.

    What was right is not written: it is what the list has beside the others.
    """
    RESULTS.mkdir(parents=True, exist_ok=True)
    file = RESULTS / f"{peers.short(peer)}.json"
    result = {key: value for key, value in result.items() if key != "right"} | {"list": corpus.newest()}
    if file.is_file() and {**json.loads(file.read_text("utf-8")), "day": ""} == {**result, "day": ""}:
        return
    lines = [f' "{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in result.items() if key != "other"]
    other = (f'  "{name}": {json.dumps(said, ensure_ascii=False)}' for name, said in result["other"].items())
    lines.append(' "other": {\n' + ",\n".join(other) + "\n }")
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def read() -> list[Result]:
    """The answers in `results/` with their outcomes, in the order of peers.json."""
    cases = {case["id"]: case for case in corpus.cases()}
    files = [RESULTS / f"{peers.short(peer)}.json" for peer in peers.peers([])]
    results = [restored(json.loads(file.read_text("utf-8"))) for file in files if file.is_file()]
    return [{**result, "outcomes": outcomes(result, cases)} for result in results]


def restored(result: Result) -> Result:
    """The answers with those that were right."""
    others = {*result["other"], *(name for names in result["skipped"].values() for name in names)}
    names = sorted(corpus.listed(result["list"]) - others)
    return {**result, "right": [name for name in names if name.split("/")[0] in result["kinds"]]}


def compare(peer: peers.Peer, result: Result, asked_ids: set[str]) -> bool:
    """Prints what differs from `results/`."""
    file = RESULTS / f"{peers.short(peer)}.json"
    if not file.is_file():
        print(f"  results/ has nothing of {peer['name']}; --publish writes it")
        return True
    before = restored(json.loads(file.read_text("utf-8")))
    if before["version"] != result["version"]:
        print(f"  version {result['version']}; results/ has {before['version']}")
    old, new = plain(before), plain(result)
    different = sorted(name for name in asked_ids & old.keys() if old[name] != new.get(name))
    for name in different[:20]:
        print(f"  {name}: {old.get(name)} in results/, {new.get(name)} now")
    if len(different) > 20:
        print(f"  and {len(different) - 20} more")
    return bool(different)


def plain(result: Result) -> dict[str, Any]:
    """What was noted of each case."""
    found: dict[str, Any] = dict.fromkeys(result["right"], score.RIGHT)
    skipped = {name: score.SKIP for names in result["skipped"].values() for name in names}
    found.update(result["other"])
    return {**found, **skipped}
