"""What follows from `results/`: the tables of its README, the badges and the pages."""

from __future__ import annotations

import json
from pathlib import Path

from . import clients_page, corpus, peers, readers_page, score, table

# The pages are made by one command, and not kept.
FOLDER = str(corpus.HOME.parent / "target/conformance")
RESULTS = corpus.HOME / "results"
INTRODUCTION = """\
# Results

`python3 conformance/run.py --pages` writes this file and the pages from `readers/`, which `--peers --publish` makes.

A cell has the cases that were right, and those that were asked. *Fail-open* is a yes to what is forbidden, *over-blocked* a no to
what is permitted; open cases are in neither.
"""


def publish(folder: str, playground: str) -> None:
    """Writes everything."""
    results = table.read()
    (RESULTS / "README.md").write_text(overview(results), "utf-8")
    badges(results)
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    (place / "readers.html").write_text(readers_page.html(playground), "utf-8")
    (place / "clients.html").write_text(clients_page.html(), "utf-8")
    print(place / "readers.html", place / "clients.html", sep="\n")


def overview(results: list[table.Result]) -> str:
    """The tables in Markdown."""
    text = [INTRODUCTION]
    for title, kinds in readers_page.GROUPS.items():
        heads = ["reader", "version", *readers_page.levels_of(kinds), "fail-open", "over-blocked", "no answer"]
        text += [f"## {title}", "", *tabular(heads)]
        for result, cells, errors, _ in readers_page.ranking(kinds, results):
            text.append(line(f"[{result['peer']}]({result['url']})", result["version"], *cells, *errors))
        text.append("")
    text += ["## Clients", "", *tabular(["client", "version", *clients_page.heads()])]
    for client in clients_page.clients():
        note = ", for links alone" if clients_page.only_links(client) else ""
        text.append(line(client["client"] + note, client["version"], *clients_page.numbers(client)))
    sent = "`conformance/trial.py` sent each of them to the sites of `cases/client.jsonl`: [docs/trial.md](../../docs/trial.md)."
    return "\n".join([*text, "", sent, ""])


def tabular(heads: list[str]) -> list[str]:
    """The first lines of a table."""
    return [line(*heads), "|" + "---|" * len(heads)]


def line(*cells: object) -> str:
    """A row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def badges(results: list[table.Result]) -> None:
    """A file a reader, in the form that shields.io reads."""
    folder = RESULTS / "badges"
    folder.mkdir(parents=True, exist_ok=True)
    counted = {case["id"] for case in corpus.cases() if case["level"] in ("rfc", "should", "de-facto")}
    for result in results:
        asked = [said for name, said in result["outcomes"].items() if name in counted and said != score.SKIP]
        right, is_open = asked.count(score.RIGHT), asked.count(score.OPEN)
        badge = {
            "schemaVersion": 1,
            "label": "robots conformance",
            "message": f"{right} of {len(asked)}",
            "color": "brightgreen" if right == len(asked) else "red" if is_open else "yellow",
        }
        (folder / f"{peers.short({'name': result['peer']})}.json").write_text(json.dumps(badge) + "\n", "utf-8")
