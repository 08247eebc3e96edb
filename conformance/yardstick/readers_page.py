"""The page about readers: who answers what, and why that is right or wrong."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

from . import corpus, peers, score, table
from .markup import element, escaped, octets, page, visible
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

Outcomes = dict[str, dict[str, str]]


def html(playground: str) -> str:
    """The whole page."""
    cases = {case["id"]: case for case in corpus.cases()}
    results = table.read()
    outcomes = {result["peer"]: table.outcomes(result, cases) for result in results}
    parts = [introduction(cases, results)]
    parts += [group(title, kinds, cases, results, outcomes) for title, kinds in GROUPS.items()]
    parts.append(choices())
    parts += [matrix(title, kinds, cases, results, outcomes) for title, kinds in GROUPS.items()]
    parts.append(element("h2", "Cases"))
    parts += [section(case, results, outcomes, playground) for case in cases.values()]
    parts.append(element("h2", "What a reader fails, as a list to copy"))
    parts += [failures(result, outcomes[result["peer"]], cases) for result in results]
    style = (corpus.HOME / "yardstick/page.css").read_text("utf-8")
    script = (corpus.HOME / "yardstick/page.js").read_text("utf-8")
    return page(
        "Readers of robots.txt, robots fields and robots metas", style, script, element("main", "\n".join(parts))
    )


def introduction(cases: dict[str, corpus.Case], results: list[table.Result]) -> str:
    """What the page is."""
    scored = sum(case["level"] in corpus.SCORED for case in cases.values())
    days = sorted({result["day"] for result in results})
    text = [
        element("h1", "Who reads robots rules right?"),
        element(
            "p",
            f"{len(cases):,} questions were asked of {len(results)} readers as they are "
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
        element("li", f"{element('code', MARKS[outcome])} {escaped(meaning)}") for outcome, meaning in MEANINGS.items()
    )
    return "\n".join([*text, element("ul", element("li", "<code>✓</code> right") + marks)])


def levels_of(kinds: tuple[str, ...], cases: dict[str, corpus.Case]) -> list[str]:
    """The scored levels that these kinds have."""
    there = {case["level"] for case in cases.values() if case["kind"] in kinds}
    return [level for level in corpus.SCORED if level in there]


def readers_of(kinds: tuple[str, ...], results: list[table.Result]) -> list[table.Result]:
    """The readers that have one of these kinds."""
    return [result for result in results if set(kinds) & set(result["kinds"])]


def group(
    title: str, kinds: tuple[str, ...], cases: dict[str, corpus.Case], results: list[table.Result], outcomes: Outcomes
) -> str:
    """The table of the readers of one thing, the best first."""
    levels = levels_of(kinds, cases)
    rows = []
    for result in readers_of(kinds, results):
        of = {name: outcome for name, outcome in outcomes[result["peer"]].items() if cases[name]["kind"] in kinds}
        rows.append(row(result, of, cases, levels))
    rows.sort(key=lambda found: found[0])
    heads = [
        "Reader",
        "Version",
        *(f"{level} right / asked" for level in levels),
        "fail-open",
        "over-blocked",
        "no answer",
    ]
    head = element(
        "tr",
        "".join(
            element("th", escaped(name), scope="col", class_="n" if number > 1 else None)
            for number, name in enumerate(heads)
        ),
    )
    body = "\n".join(text for _, text in rows)
    made = element("table", element("thead", head) + "\n" + element("tbody", body))
    scroll = element("div", made, class_="wide", tabindex="0", role="region", aria_label=f"{title}: the readers")
    return element("h2", escaped(title)) + "\n" + scroll


def row(
    result: table.Result, outcomes: dict[str, str], cases: dict[str, corpus.Case], levels: list[str]
) -> tuple[Any, str]:
    """A reader: what it is sorted by, and its row."""
    asked = {
        name: outcome
        for name, outcome in outcomes.items()
        if outcome != score.SKIP and cases[name]["level"] in corpus.SCORED
    }
    cells, right = [], []
    for level in levels:
        of = [outcome for name, outcome in asked.items() if cases[name]["level"] == level]
        right.append(of.count(score.RIGHT) / len(of) if of else 0)
        cells.append(element("td", f"{of.count(score.RIGHT)} / {len(of)}" if of else "–", class_="n"))
    found = list(asked.values())
    numbers = [found.count(score.OPEN), found.count(score.OVER), sum(found.count(error) for error in score.ERRORS)]
    cells += [
        element("td", str(number), class_="n " + (name if number else "soft"))
        for number, name in zip(numbers, (score.OPEN, score.OVER, ""))
    ]
    same = element("span", f" reads with {escaped(result['same'])}", class_="soft") if result["same"] else ""
    dialect = (
        element("span", f" in the dialect of {escaped(result['reading'])}", class_="soft") if result["reading"] else ""
    )
    link = element("a", escaped(result["peer"]), href=result["url"])
    text = element(
        "tr",
        element("th", link + same + dialect, scope="row") + element("td", escaped(result["version"])) + "".join(cells),
    )
    return (-sum(right), numbers[0] + numbers[1] + numbers[2], result["peer"]), text


def choices() -> str:
    """Which cases are shown."""

    def boxes(name: str, values: tuple[str, ...]) -> str:
        return "".join(
            element("label", f'<input type="checkbox" name="{name}" value="{value}" checked> {value}') + "\n"
            for value in values
        )

    differ = element("label", '<input type="checkbox" name="differ"> only where readers differ')
    form = element(
        "form", boxes("kind", corpus.KINDS) + boxes("level", corpus.LEVELS) + differ + "<output></output>", hidden=""
    )
    return element("h2", "Each case and each reader") + "\n" + form


def facts(case: corpus.Case, names: list[str], outcomes: Outcomes) -> dict[str, Any]:
    """The attributes by which a case is shown or hidden."""
    said = {outcomes[name].get(case["id"]) for name in names} - {None, score.SKIP}
    return {"data_kind": case["kind"], "data_level": case["level"], "data_differ": "1" if len(said) > 1 else "0"}


def matrix(
    title: str, kinds: tuple[str, ...], cases: dict[str, corpus.Case], results: list[table.Result], outcomes: Outcomes
) -> str:
    """The answers of all readers of one thing, a row a case."""
    names = [result["peer"] for result in readers_of(kinds, results)]
    head = element("th", "Case", scope="col") + "".join(
        element("th", escaped(name), scope="col", class_="turned") for name in names
    )
    rows = []
    for case in cases.values():
        if case["kind"] not in kinds:
            continue
        link = element("a", escaped(case["id"]), href=f"#{case['id']}", title=case["about"])
        cells = element("th", link, scope="row", class_="id") + "".join(
            cell(case, outcomes[name].get(case["id"])) for name in names
        )
        rows.append(element("tr", cells, **facts(case, names, outcomes)))
    made = element("table", element("thead", element("tr", head)) + "\n" + element("tbody", "\n".join(rows)))
    scroll = element("div", made, class_="wide", tabindex="0", role="region", aria_label=f"{title}: cases and readers")
    return element("h3", escaped(title)) + "\n" + scroll


def cell(case: corpus.Case, outcome: str | None) -> str:
    """One answer. An open case has no right one: it is only the same as ours, or not."""
    if outcome is None:
        return element("td", "", class_="mark")
    if case["level"] == "open":
        return element("td", "=" if outcome == score.RIGHT else MARKS[outcome], class_="mark open")
    return element("td", MARKS[outcome], class_=f"mark {outcome}")


def section(case: corpus.Case, results: list[table.Result], outcomes: Outcomes, playground: str) -> str:
    """One case: its input, its answer, why, and who says what."""
    names = [result["peer"] for result in results]
    parts = [element("dl", "".join(basis(case)))]
    parts += [element("h3", escaped(name)) + element("pre", text) for name, text in inputs(case)]
    expected = " or ".join(json.dumps(answer) for answer in case["expect"])
    parts.append(
        element(
            "p",
            ("Our answer, which no text demands: " if case["level"] == "open" else "Right: ")
            + element("code", escaped(expected)),
        )
    )
    parts += [
        element(
            "p",
            f"{escaped(r['who'])}: {element('code', escaped(json.dumps(r['answer'])))}, because {escaped(r['why'])}",
        )
        for r in case.get("readings", [])
    ]
    parts.append(element("dl", "".join(said(case, results, outcomes))))
    link = into(playground, case)
    if link:
        parts.append(element("p", element("a", "The same question in the playground", href=link)))
    title = f"{element('code', escaped(case['id']))} {element('span', case['level'], class_='soft')} {escaped(case['about'])}"
    return element(
        "details", element("summary", title) + "\n" + "\n".join(parts), id=case["id"], **facts(case, names, outcomes)
    )


def basis(case: corpus.Case) -> list[str]:
    """The clauses, with links."""
    made = []
    for clause in case["basis"]:
        place = (
            f" section {clause['section']}"
            if clause.get("section", "")[:1].isdigit()
            else f" {clause.get('section', '')}"
        )
        read = f", read on {clause['read']}" if "read" in clause else ""
        made.append(
            element("dd", element("a", escaped(clause["doc"] + place.rstrip()), href=clause["url"]) + escaped(read))
        )
    return [element("dt", "Clause"), *(made or [element("dd", "none")])]


def inputs(case: corpus.Case) -> list[tuple[str, str]]:
    """The parts of the input, as people can see them."""
    given = case["input"]
    made = [
        (
            "Client and address",
            escaped(f"{', '.join(given['agents']) or 'a client without a name'}\n{given['url'][:400]}"),
        )
    ]
    if "robots_answers" in given:
        made.append(
            (
                "Answers to the request for robots.txt",
                escaped("\n".join(f"{a['status']} {a.get('location', '')}".strip() for a in given["robots_answers"])),
            )
        )
    if "robots_txt_parts" in given:
        made.append(
            (
                "robots.txt",
                "".join(
                    f"{visible(text)}{element('i', f'× {times:,}') if times > 1 else ''}"
                    for text, times in given["robots_txt_parts"]
                ),
            )
        )
    for name, title in (("robots_txt", "robots.txt"), ("html", "Page"), ("tdmrep", "tdmrep.json")):
        data = corpus.octets(given, name)
        if data is not None:
            made.append((title, octets(data) or element("i", "empty")))
    fields = corpus.question(case).get("headers")
    if fields:
        made.append(
            ("Fields", octets("\n".join(f"{name}: {value}" for name, value in fields).encode("latin-1", "replace")))
        )
    return made


def said(case: corpus.Case, results: list[table.Result], outcomes: Outcomes) -> list[str]:
    """The readers by their answers."""
    groups: dict[str, list[str]] = {}
    for result in results:
        outcome = outcomes[result["peer"]].get(case["id"])
        if outcome is None or outcome == score.SKIP:
            continue
        answer = result["other"].get(case["id"], case["expect"][0])
        groups.setdefault(f"{json.dumps(answer)} {'' if case['level'] == 'open' else outcome}".strip(), []).append(
            result["peer"]
        )
    ordered = sorted(groups.items(), key=lambda found: -len(found[1]))
    return [
        element("dt", element("code", escaped(answer[:200]))) + element("dd", escaped(", ".join(names)))
        for answer, names in ordered
    ]


def into(playground: str, case: corpus.Case) -> str | None:
    """The address of the playground with the question in it."""
    packed = gzip.compress(
        json.dumps(record(case["kind"], corpus.question(case)), ensure_ascii=False).encode(), mtime=0
    )
    link = f"{playground}#v2={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
    return link if len(link) <= MOST_OF_LINK else None


def failures(result: table.Result, outcomes: dict[str, str], cases: dict[str, corpus.Case]) -> str:
    """The ids that a reader fails, for the file of its own tests."""
    bad = sorted(
        name
        for name, outcome in outcomes.items()
        if outcome in (score.OPEN, score.OVER, *score.ERRORS) and cases[name]["level"] in corpus.SCORED
    )
    title = f"{result['peer']}: {len(bad)}"
    area = element(
        "textarea",
        escaped("\n".join(bad)),
        readonly="",
        rows=min(12, len(bad) + 1),
        aria_label=f"Ids that {result['peer']} fails",
    )
    return element(
        "details", element("summary", escaped(title)) + area, id=f"peer/{peers.short({'name': result['peer']})}"
    )
