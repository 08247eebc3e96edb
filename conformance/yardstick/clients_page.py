"""The page about clients: what each requested from sites that behave badly."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from . import corpus
from .markup import (
    choices,
    code,
    element,
    escaped,
    expected,
    groups,
    kind,
    matrix,
    overview,
    page,
    row,
    section,
    soft,
    visible,
)

RESULTS = corpus.HOME / "results" / "clients"
# The outcomes that are errors, with their words, their marks and their colours.
ERRORS = {
    "read-closed": ("READ closed", "R", "fail-open", "requested what is closed"),
    "untold": ("untold", "u", "fail-open", "handed on the text of a page, and not what its site says about uses"),
    "blocked-open": ("blocked open", "v", "over-blocked", "did not request what is open"),
    "too-fast": ("too fast", "f", "over-blocked", "requested again before the time that the site names"),
    "too-often": ("too often", "m", "over-blocked", "requested an address more often than it needs"),
    "time-out": ("time-out", "t", "over-blocked", "did not end in time"),
}
WORDS = {
    "ok": ("ok", "✓", "right", "the expectation holds"),
    "not-tested": ("not tested", "–", "soft", "cannot be sent there, or failed the controls"),
    **ERRORS,
}
# What is counted of a client.
COUNTED = ("ok", *ERRORS, "not-tested")
# The place in the command of a client that obeys for links alone, and fetches whatever it is sent to.
LINKS = "{links}"

Client = dict[str, Any]


@cache
def cases() -> list[corpus.Case]:
    """The cases of clients."""
    lines = (corpus.HOME / "cases" / "client.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def clients() -> list[Client]:
    """The results, the client with the fewest errors first."""
    found = [json.loads(file.read_text("utf-8")) for file in sorted(RESULTS.glob("*.json"))]
    return sorted(found, key=lambda client: (sum(numbers(client)[1:-1]), client["client"]))


def numbers(client: Client) -> list[int]:
    """The counts of the scored cases: right, and each error, and what was not tested."""
    scored = {case["id"] for case in cases() if case["level"] in corpus.SCORED}
    found = [outcome for name, outcome in client["outcomes"].items() if name in scored]
    return [found.count(outcome) for outcome in COUNTED]


def heads() -> list[str]:
    """The names of these counts."""
    return [WORDS[outcome][0] for outcome in COUNTED]


def only_links(client: Client) -> bool:
    """Whether the client was sent to a page of links, because it obeys for links alone."""
    file = corpus.HOME / "clients" / client["client"] / "client.json"
    return file.is_file() and LINKS in json.loads(file.read_text("utf-8"))["run"]


def html() -> str:
    """The whole page."""
    asked, tried = cases(), clients()
    columns = {client["client"]: client["outcomes"] for client in tried}
    marks = {outcome: (mark, colour) for outcome, (_, mark, colour, _) in WORDS.items()}
    parts = [
        introduction(asked, tried),
        overview(["Client", "Version", *heads()], map(of_client, tried), "The clients"),
        choices("client", sorted({kind(case) for case in asked})),
        matrix(asked, columns, marks, "Cases and clients"),
        element("h2", "Cases"),
        *(of_case(case, tried) for case in asked),
    ]
    return page("Clients and robots.txt", parts)


def introduction(asked: list[corpus.Case], tried: list[Client]) -> str:
    """What the page is."""
    count = sum(case["level"] in corpus.SCORED for case in asked)
    days = ", ".join(sorted({client["day"] for client in tried}))
    words = "".join(
        element("li", f"{code(mark)} {escaped(word)}: {escaped(meaning)}") for word, mark, _, meaning in WORDS.values()
    )
    text = (
        f"{len(tried)} clients were sent to {len(asked)} sites on one computer that behave badly by a script, and their requests "
        f"were compared with what the sites had closed. {count} cases are scored; open cases, which no text decides, are not. "
        f"Tried on {escaped(days)} with <code>conformance/trial.py</code>. A client that never requests robots.txt is here, "
        "too: it may not be a crawler by its own word, and the page says what it does and not what it should."
    )
    return "\n".join([element("h1", "Which clients keep out?"), element("p", text), element("ul", words)])


def of_client(client: Client) -> str:
    """The row of a client."""
    note = "obeys for links alone, and was sent to a page that links to those of the case"
    name = escaped(client["client"]) + (soft(note) if only_links(client) else "")
    colours = ("", *(colour for _, _, colour, _ in ERRORS.values()), "")
    return row(name, client["version"], [(n, c if n else "soft") for n, c in zip(numbers(client), colours)])


def of_case(case: corpus.Case, tried: list[Client]) -> str:
    """One case: the sites, the expectation, and what each client did."""
    did = {client["client"]: client["outcomes"].get(case["id"], "not-tested") for client in tried}
    right = "; ".join(f"{key.replace('_', ' ')}: {json.dumps(value)}" for key, value in case["expect"].items())
    parts = [
        element("h3", f"Sent to {escaped(', '.join(case['start']))}"),
        *(element("pre", "\n".join(answers(host, paths))) for host, paths in case["hosts"].items()),
        expected(case, ("Reported, and not scored", "Expected"), right),
        groups((WORDS[outcome][0], name) for name, outcome in did.items()),
    ]
    return section(case, parts, set(did.values()))


def answers(host: str, paths: dict[str, list[dict[str, Any]]]) -> list[str]:
    """The script of a host, a line an answer; texts with their line ends."""
    lines = []
    for path, script in paths.items():
        for number, answer in enumerate(script, 1):
            which = f" (request {number})" if len(script) > 1 else ""
            lines.append(f"{escaped(host + path + which)}  {visible(json.dumps(answer, ensure_ascii=False))}")
    return lines
