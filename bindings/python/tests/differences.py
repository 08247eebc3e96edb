"""The rows of `bindings/python/docs/migrating.md`: questions that an original and its work-alike answer differently.

A row without differences is not in the document: there both answer alike, and a test holds it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
DOCUMENT = ROOT / "bindings" / "python" / "docs" / "migrating.md"
CORPUS = ROOT.parent / "shared" / "corpus" / "robots"

Row = dict[str, Any]
Answers = dict[tuple[str, ...], Any]


def rows(name: str) -> list[Row]:
    """The rows of one original."""
    text = (Path(__file__).parent / "migration" / f"{name}.json").read_text(encoding="utf-8")
    read: list[Row] = json.loads(text)
    return read


def answers_of_protego(protego: Any, row: Row) -> Answers:  # noqa: ANN401 - theirs or ours
    """The answers of a class with Protego's methods to all questions that a row can have."""
    rules = protego.parse(row["robots"])
    answers: Answers = {}
    for agent in row["agents"]:
        for url in row["urls"]:
            answers["can_fetch", url, agent] = answer(rules.can_fetch, url, agent)
        for question in ("crawl_delay", "request_rate", "visit_time"):
            answers[question, agent] = answer(getattr(rules, question), agent)
    answers["sitemaps",] = list(rules.sitemaps)
    answers["preferred_host",] = rules.preferred_host
    return answers


def answers_of_stdlib(parser: Any, row: Row) -> Answers:  # noqa: ANN401 - theirs or ours
    """The answers of a class with the methods of `urllib.robotparser` to all questions that a row can have."""
    rules = parser()
    rules.parse(row["robots"].split("\n"))
    answers: Answers = {}
    for agent in row["agents"]:
        for url in row["urls"]:
            answers["can_fetch", agent, url] = answer(rules.can_fetch, agent, url)
        for question in ("crawl_delay", "request_rate"):
            answers[question, agent] = answer(getattr(rules, question), agent)
    answers["site_maps",] = answer(rules.site_maps)
    return answers


def answer(question: Callable[..., Any], *arguments: str) -> Any:  # noqa: ANN401 - of any kind
    """The answer in the types of JSON; the name of an error, if one is raised."""
    try:
        found = question(*arguments)
    except ValueError as error:
        return type(error).__name__
    return (
        [part if isinstance(part, int) else part and str(part) for part in found] if isinstance(found, tuple) else found
    )


def listed(row: Row, column: str) -> Answers:
    """The questions of a row whose answer in a column is not ours, with both answers."""
    differing = (one for one in row["differs"] if one[column] != one["ours"])
    return {tuple(one["question"]): (one[column], one["ours"]) for one in differing}


def check_table(name: str, columns: Mapping[str, str]) -> None:
    """Compare the table in the document with the rows. `UPDATE=1` writes it."""
    document = DOCUMENT.read_text(encoding="utf-8")
    first, last = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    before, rest = document.split(first)
    _, after = rest.split(last)
    expected = before + first + table(rows(name), columns) + last + after
    if os.environ.get("UPDATE"):
        DOCUMENT.write_text(expected, encoding="utf-8")
    assert document == expected, "the table is not that of the rows; UPDATE=1 writes it"


def table(all_rows: Iterable[Row], columns: Mapping[str, str]) -> str:
    """The rows as a table, each with its first question."""
    names = ["difference", "robots.txt and question", *columns.values(), "here", "clause"]
    lines = [names, ["---"] * len(names)]
    for row in (row for row in all_rows if row["differs"]):
        one = row["differs"][0]
        method, *arguments = one["question"]
        question = code(f"{method}({', '.join(json.dumps(word, ensure_ascii=False) for word in arguments)})")
        # One line of the file after another, as a cell has one line.
        file = " ".join(code(line) for line in row["robots"].split("\n") if line.strip())
        answers = [shown(one[column]) for column in [*columns, "ours"]]
        lines.append([row["difference"], f"{file}: {question}", *answers, row["clause"]])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def code(text: str) -> str:
    """Text as code of a cell, in which hidden characters are escapes."""
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return "`" + plain.replace("|", "\\|") + "`"


def shown(given: Any) -> str:  # noqa: ANN401 - of any kind
    """An answer as a reader of the table sees it."""
    words = {True: "allowed", False: "disallowed"}
    if isinstance(given, bool):
        return words[given]
    return f"raises `{given}`" if str(given).endswith("Error") else code(json.dumps(given))


def slow_modules_of(module: str) -> set[str]:
    """The modules that an import brings, of those that cost more than it should."""
    program = f"import sys; before = set(sys.modules); import {module}; print(*sys.modules.keys() - before)"
    modules = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout.split()
    slow = [
        "collections",
        "datetime",
        "logging",
        "protego",
        "typing",
        "urllib.parse",
        "urllib.request",
        "urllib.robotparser",
    ]
    return {*modules} & {*slow}
