"""The page about readers: who answers what, and why that is right or wrong."""

from __future__ import annotations

import base64
import gzip
import json
from typing import NamedTuple

from . import corpus, peers, score, table
from .markup import (
    choices,
    code,
    element,
    escaped,
    expected,
    groups,
    matrix,
    octets,
    overview,
    page,
    section,
    soft,
    visible,
)
from .markup import row as row_of
from .record import record

# The tables of the page: readers of one thing are compared with each other.
GROUPS = {
    "robots.txt": ("access", "status", "hostile"),
    "Fields of responses": ("field",),
    "Pages": ("meta", "union"),
    "Use by AI": ("uses",),
}
MARKS = {
    score.RIGHT: "✓",
    score.OPEN: "o",
    score.OVER: "v",
    score.UNKNOWN: "?",
    "error": "e",
    "timeout": "t",
    "crash": "c",
    score.SKIP: "–",
}
MEANINGS = {
    score.OPEN: "says yes to what is forbidden",
    score.OVER: "says no to what is permitted",
    score.UNKNOWN: "says that it does not know",
    "error": "ends with an error",
    "timeout": "gives no answer in 5 seconds of its processor",
    "crash": "ends",
    score.SKIP: "cannot be asked, or does not have the feature",
}
# A link that is longer is cut by some programs.
MOST_OF_LINK = 8192


def html(playground: str) -> str:
    """The whole page."""
    results = table.read()
    parts = [introduction(results)]
    for title, kinds in GROUPS.items():
        parts += [element("h2", escaped(title)), group(title, kinds, results)]
    parts.append(choices("reader", corpus.KINDS))
    marks = {outcome: (mark, outcome) for outcome, mark in MARKS.items()}
    for title, kinds in GROUPS.items():
        columns = {result["peer"]: result["outcomes"] for result in readers_of(kinds, results)}
        cases = [case for case in corpus.cases() if case["kind"] in kinds]
        parts += [element("h3", escaped(title)), matrix(cases, columns, marks, f"{title}: cases and readers")]
    parts.append(element("h2", "Cases"))
    parts += [of_case(case, results, playground) for case in corpus.cases()]
    parts.append(element("h2", "What a reader fails, as a list to copy"))
    parts += [failures(result) for result in results]
    return page("Readers of robots.txt, robots fields and robots metas", parts)


def introduction(results: list[table.Result]) -> str:
    """What the page is."""
    scored = sum(case["level"] in corpus.SCORED for case in corpus.cases())
    days = sorted({result["day"] for result in results})
    text = [
        element("h1", "Who reads robots rules right?"),
        element(
            "p",
            f"{len(corpus.cases()):,} questions were asked of {len(results)} readers as they are "
            f"installed. {scored:,} of them are scored and name the clause that decides; the others are open, because no text decides them, and show how readers differ. "
            f"Asked on {escaped(days[0])}{' to ' + escaped(days[-1]) if days[0] != days[-1] else ''}.",
        ),
        element(
            "p",
            "Two columns of errors count: <b>fail-open</b> is a yes to what is forbidden, <b>over-blocked</b> is a no to what is "
            "permitted. A reader that says that it does not know makes neither.",
        ),
    ]
    marks = "".join(
        element("li", f"{code(MARKS[outcome])} {escaped(meaning)}") for outcome, meaning in MEANINGS.items()
    )
    return "\n".join([*text, element("ul", element("li", "<code>✓</code> right") + marks)])


def levels_of(kinds: tuple[str, ...]) -> list[str]:
    """The scored levels that these kinds have."""
    there = {case["level"] for case in corpus.cases() if case["kind"] in kinds}
    return [level for level in corpus.SCORED if level in there]


def readers_of(kinds: tuple[str, ...], results: list[table.Result]) -> list[table.Result]:
    """The readers that have one of these kinds."""
    return [result for result in results if set(kinds) & set(result["kinds"])]


class Counts(NamedTuple):
    """What a reader has of some kinds."""

    result: table.Result
    # Right of asked, by the level.
    cells: list[str]
    # Fail-open, over-blocked, no answer.
    errors: list[int]
    share: float


def ranking(kinds: tuple[str, ...], results: list[table.Result]) -> list[Counts]:
    """The readers of one thing, the best first."""
    counted = [counts(result, kinds) for result in readers_of(kinds, results)]
    return sorted(counted, key=lambda found: (-found.share, sum(found.errors), found.result["peer"]))


def counts(result: table.Result, kinds: tuple[str, ...]) -> Counts:
    """The numbers of one reader."""
    cells, asked, share = [], [], 0.0
    for level in levels_of(kinds):
        names = [case["id"] for case in corpus.cases() if case["kind"] in kinds and case["level"] == level]
        of = [result["outcomes"][name] for name in names if result["outcomes"].get(name, score.SKIP) != score.SKIP]
        share += of.count(score.RIGHT) / len(of) if of else 0
        cells.append(f"{of.count(score.RIGHT)} / {len(of)}" if of else "–")
        asked += of
    errors = [asked.count(score.OPEN), asked.count(score.OVER), sum(asked.count(error) for error in score.ERRORS)]
    return Counts(result, cells, errors, share)


def group(title: str, kinds: tuple[str, ...], results: list[table.Result]) -> str:
    """The table of the readers of one thing."""
    levels = [f"{level} right / asked" for level in levels_of(kinds)]
    heads = ["Reader", "Version", *levels, "fail-open", "over-blocked", "no answer"]
    return overview(heads, map(row, ranking(kinds, results)), f"{title}: the readers")


def row(counted: Counts) -> str:
    """The row of a reader."""
    result = counted.result
    name = element("a", escaped(result["peer"]), href=result["url"])
    name += soft(f"reads with {result['same']}") if result["same"] else ""
    name += soft(f"in the dialect of {result['reading']}") if result["reading"] else ""
    errors = [(n, kind if n else "soft") for n, kind in zip(counted.errors, (score.OPEN, score.OVER, ""))]
    return row_of(name, result["version"], [*((cell, "") for cell in counted.cells), *errors])


def of_case(case: corpus.Case, results: list[table.Result], playground: str) -> str:
    """One case: its input, its answer, why, and who says what."""
    parts = [element("h3", escaped(name)) + element("pre", text) for name, text in inputs(case)]
    right = " or ".join(json.dumps(answer) for answer in case["expect"])
    parts.append(expected(case, ("Our answer, which no text demands", "Right"), right))
    parts += [
        element("p", f"{escaped(r['who'])}: {code(json.dumps(r['answer']))}, because {escaped(r['why'])}")
        for r in case.get("readings", [])
    ]
    outcomes = {result["peer"]: result["outcomes"].get(case["id"]) for result in results}
    parts.append(groups(said(case, result) for result in results if outcomes[result["peer"]] not in (None, score.SKIP)))
    link = into(playground, case)
    if link:
        parts.append(element("p", element("a", "The same question in the playground", href=link)))
    return section(case, parts, set(outcomes.values()))


def said(case: corpus.Case, result: table.Result) -> tuple[str, str]:
    """What a reader answered, and its name."""
    answer = json.dumps(result["other"].get(case["id"], case["expect"][0]))
    outcome = "" if case["level"] == "open" else result["outcomes"][case["id"]]
    return f"{answer} {outcome}".strip()[:200], result["peer"]


def inputs(case: corpus.Case) -> list[tuple[str, str]]:
    """The parts of the input, as people can see them."""
    given = case["input"]
    who = ", ".join(given["agents"]) or "a client without a name"
    made = [("Client and address", escaped(f"{who}\n{given['url'][:400]}"))]
    if "robots_answers" in given:
        answers = "\n".join(f"{a['status']} {a.get('location', '')}".strip() for a in given["robots_answers"])
        made.append(("Answers to the request for robots.txt", escaped(answers)))
    if "robots_txt_parts" in given:
        times = (visible(text) + (element("i", f"× {n:,}") if n > 1 else "") for text, n in given["robots_txt_parts"])
        made.append(("robots.txt", "".join(times)))
    for name, title in (("robots_txt", "robots.txt"), ("html", "Page"), ("tdmrep", "tdmrep.json")):
        data = corpus.octets(given, name)
        if data is not None:
            made.append((title, octets(data) or element("i", "empty")))
    fields = corpus.question(case).get("headers")
    if fields:
        lines = "\n".join(f"{name}: {value}" for name, value in fields)
        made.append(("Fields", octets(lines.encode("latin-1", "replace"))))
    return made


def into(playground: str, case: corpus.Case) -> str | None:
    """The address of the playground with the question in it."""
    asked = json.dumps(record(case["kind"], corpus.question(case)), ensure_ascii=False)
    packed = base64.urlsafe_b64encode(gzip.compress(asked.encode(), mtime=0)).decode().rstrip("=")
    link = f"{playground}#v2={packed}"
    return link if len(link) <= MOST_OF_LINK else None


def failures(result: table.Result) -> str:
    """The ids that a reader fails, for the file of its own tests."""
    failed = (score.OPEN, score.OVER, *score.ERRORS)
    scored = {case["id"] for case in corpus.cases() if case["level"] in corpus.SCORED}
    bad = sorted(name for name, outcome in result["outcomes"].items() if outcome in failed and name in scored)
    label = f"Ids that {result['peer']} fails"
    area = element("textarea", escaped("\n".join(bad)), readonly="", rows=min(12, len(bad) + 1), aria_label=label)
    title = element("summary", escaped(f"{result['peer']}: {len(bad)}"))
    return element("details", title + area, id=f"peer/{peers.short({'name': result['peer']})}")
