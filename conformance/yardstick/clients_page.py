"""The page about clients: what each requested from sites that behave badly."""

from __future__ import annotations

import json
from typing import Any

from . import corpus
from .markup import element, escaped, page, visible

RESULTS = corpus.HOME / "results" / "clients"
# The outcomes that are errors, with their words and their marks.
ERRORS = {
    "read-closed": ("READ closed", "R", "requested what is closed"),
    "untold": ("untold", "u", "handed on the text of a page, and not what its site says about uses"),
    "blocked-open": ("blocked open", "v", "did not request what is open"),
    "too-fast": ("too fast", "f", "requested again before the time that the site names"),
    "too-often": ("too often", "m", "requested an address more often than it needs"),
    "time-out": ("time-out", "t", "did not end in time"),
}
OTHERS = {
    "ok": ("ok", "✓", "the expectation holds"),
    "not-tested": ("not tested", "–", "cannot be sent there, or failed the controls"),
}
WORDS = {**OTHERS, **ERRORS}
# The place in the command of a client that obeys for links alone, and fetches whatever it is sent to.
LINKS = "{links}"

Client = dict[str, Any]


def cases() -> list[corpus.Case]:
    """The cases of clients."""
    lines = (corpus.HOME / "cases" / "client.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def clients() -> list[Client]:
    """The results, the client with the fewest errors first."""
    found = [json.loads(file.read_text("utf-8")) for file in sorted(RESULTS.glob("*.json"))]
    scored = {case["id"] for case in cases() if case["level"] in corpus.SCORED}
    return sorted(
        found,
        key=lambda client: (sum(o in ERRORS for n, o in client["outcomes"].items() if n in scored), client["client"]),
    )


def scored(client: Client, levels: dict[str, str]) -> list[str]:
    """The outcomes of the scored cases."""
    return [outcome for name, outcome in client["outcomes"].items() if levels.get(name, "open") in corpus.SCORED]


def numbers(client: Client, levels: dict[str, str]) -> list[int]:
    """The counts of a row: right, and each error, and what was not tested."""
    found = scored(client, levels)
    return [found.count(outcome) for outcome in ("ok", *ERRORS, "not-tested")]


def only_links(client: Client) -> bool:
    """Whether the client was sent to a page of links, because it obeys for links alone."""
    file = corpus.HOME / "clients" / client["client"] / "client.json"
    return file.is_file() and LINKS in json.loads(file.read_text("utf-8"))["run"]


def html() -> str:
    """The whole page."""
    asked, tried = cases(), clients()
    levels = {case["id"]: case["level"] for case in asked}
    parts = [introduction(asked, tried), summary(tried, levels), choices(asked), matrix(asked, tried)]
    parts += [element("h2", "Cases"), *(section(case, tried) for case in asked)]
    style = (corpus.HOME / "yardstick/page.css").read_text("utf-8")
    script = (corpus.HOME / "yardstick/page.js").read_text("utf-8")
    return page("Clients and robots.txt", style, script, element("main", "\n".join(parts)))


def introduction(asked: list[corpus.Case], tried: list[Client]) -> str:
    """What the page is."""
    count = sum(case["level"] in corpus.SCORED for case in asked)
    days = sorted({client["day"] for client in tried})
    words = "".join(
        element("li", f"{element('code', mark)} {escaped(word)}: {escaped(meaning)}")
        for word, mark, meaning in WORDS.values()
    )
    return "\n".join(
        [
            element("h1", "Which clients keep out?"),
            element(
                "p",
                f"{len(tried)} clients were sent to {len(asked)} sites on one computer that behave badly by a script, and their requests "
                f"were compared with what the sites had closed. {count} cases are scored; open cases, which no text decides, are not. "
                f"Tried on {escaped(', '.join(days))} with <code>robots-policy trial</code>. A client that never requests robots.txt is here, "
                "too: it may not be a crawler by its own word, and the page says what it does and not what it should.",
            ),
            element("ul", words),
        ]
    )


def summary(tried: list[Client], levels: dict[str, str]) -> str:
    """The table of clients."""
    heads = ["Client", "Version", "ok", *(word for word, _, _ in ERRORS.values()), "not tested"]
    head = element(
        "tr",
        "".join(
            element("th", escaped(name), scope="col", class_="n" if at > 1 else None) for at, name in enumerate(heads)
        ),
    )
    rows = []
    for client in tried:
        note = element(
            "span", " obeys for links alone, and was sent to a page that links to those of the case", class_="soft"
        )
        name = element("th", escaped(client["client"]) + (note if only_links(client) else ""), scope="row")
        counts = numbers(client, levels)
        classes = ["", "fail-open", "fail-open", "over-blocked", "over-blocked", "over-blocked", "", ""]
        cells = "".join(element("td", str(n), class_=f"n {c if n else 'soft'}") for n, c in zip(counts, classes))
        rows.append(element("tr", name + element("td", escaped(client["version"])) + cells))
    made = element("table", element("thead", head) + element("tbody", "\n".join(rows)))
    return element("div", made, class_="wide", tabindex="0", role="region", aria_label="The clients")


def kind(case: corpus.Case) -> str:
    """The second part of the id."""
    return str(case["id"]).split("/")[1]


def choices(asked: list[corpus.Case]) -> str:
    """Which cases are shown."""
    kinds = sorted({kind(case) for case in asked})
    boxes = [
        element("label", f'<input type="checkbox" name="{name}" value="{value}" checked> {value}')
        for name, values in (("kind", kinds), ("level", corpus.LEVELS))
        for value in values
    ]
    boxes.append(element("label", '<input type="checkbox" name="differ"> only where clients differ'))
    form = element("form", "\n".join(boxes) + "<output></output>", hidden="")
    return element("h2", "Each case and each client") + "\n" + form


def facts(case: corpus.Case, tried: list[Client]) -> dict[str, Any]:
    """The attributes by which a case is shown or hidden."""
    said = {client["outcomes"].get(case["id"]) for client in tried} - {None, "not-tested"}
    return {"data_kind": kind(case), "data_level": case["level"], "data_differ": "1" if len(said) > 1 else "0"}


def matrix(asked: list[corpus.Case], tried: list[Client]) -> str:
    """A row a case, a column a client."""
    names = "".join(element("th", escaped(client["client"]), scope="col", class_="turned") for client in tried)
    rows = []
    for case in asked:
        link = element("a", escaped(case["id"]), href=f"#{case['id']}", title=case["about"])
        cells = "".join(cell(case, client["outcomes"].get(case["id"])) for client in tried)
        rows.append(element("tr", element("th", link, scope="row", class_="id") + cells, **facts(case, tried)))
    head = element("thead", element("tr", element("th", "Case", scope="col") + names))
    made = element("table", head + element("tbody", "\n".join(rows)))
    return element("div", made, class_="wide", tabindex="0", role="region", aria_label="Cases and clients")


def cell(case: corpus.Case, outcome: str | None) -> str:
    """One outcome."""
    if outcome is None:
        return element("td", "", class_="mark")
    colour = {"ok": "right", "read-closed": "fail-open", "untold": "fail-open", "not-tested": "soft"}.get(
        outcome, "over-blocked"
    )
    return element("td", WORDS[outcome][1], class_="mark " + ("open" if case["level"] == "open" else colour))


def section(case: corpus.Case, tried: list[Client]) -> str:
    """One case: the sites, the expectation, and what each client did."""
    clauses = "".join(element("dd", clause(basis)) for basis in case["basis"])
    did: dict[str, list[str]] = {}
    for client in tried:
        did.setdefault(client["outcomes"].get(case["id"], "not-tested"), []).append(client["client"])
    said = "".join(
        element("dt", escaped(WORDS[outcome][0])) + element("dd", escaped(", ".join(names)))
        for outcome, names in did.items()
    )
    expected = "; ".join(f"{key.replace('_', ' ')}: {json.dumps(value)}" for key, value in case["expect"].items())
    parts = [
        element("dl", element("dt", "Clause") + (clauses or element("dd", "none"))),
        element("h3", f"Sent to {escaped(', '.join(case['start']))}"),
        *(element("pre", "\n".join(answers(host, paths))) for host, paths in case["hosts"].items()),
        element(
            "p",
            ("Reported, and not scored: " if case["level"] == "open" else "Expected: ")
            + element("code", escaped(expected)),
        ),
        element("dl", said),
    ]
    title = f"{element('code', escaped(case['id']))} {element('span', case['level'], class_='soft')} {escaped(case['about'])}"
    return element("details", element("summary", title) + "\n" + "\n".join(parts), id=case["id"], **facts(case, tried))


def clause(basis: dict[str, str]) -> str:
    """A clause, with its address where it has one."""
    text = escaped(f"{basis['doc']} {basis.get('section', '')}".strip())
    link = element("a", text, href=basis["url"]) if "url" in basis else text
    return link + escaped(f", read on {basis['read']}" if "read" in basis else "")


def answers(host: str, paths: dict[str, list[dict[str, Any]]]) -> list[str]:
    """The script of a host, a line an answer; texts with their line ends."""
    lines = []
    for path, script in paths.items():
        for number, answer in enumerate(script, 1):
            which = f" (request {number})" if len(script) > 1 else ""
            lines.append(f"{escaped(host + path + which)}  {visible(json.dumps(answer, ensure_ascii=False))}")
    return lines
