"""What follows from `results/`: the tables of its README, the badges and the pages."""

from __future__ import annotations

import json
from pathlib import Path

from . import clients_page, corpus, peers, readers_page, score, table

# The pages are made by one command, and not kept.
FOLDER = str(corpus.HOME.parent / "target/conformance")
RESULTS = corpus.HOME / "results"


def publish(folder: str, playground: str) -> None:
    """Writes everything."""
    cases = {case["id"]: case for case in corpus.cases()}
    results = table.read()
    (RESULTS / "README.md").write_text(overview(cases, results), "utf-8")
    badges(cases, results)
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    (place / "readers.html").write_text(readers_page.html(playground), "utf-8")
    (place / "clients.html").write_text(clients_page.html(), "utf-8")
    print(place / "readers.html", place / "clients.html", sep="\n")


def overview(cases: dict[str, corpus.Case], results: list[table.Result]) -> str:
    """The tables in Markdown."""
    text = [
        "# Results",
        "",
        "`python3 conformance/run.py --pages` writes this file and the pages from `readers/`, which `--peers --publish` makes.",
        "",
    ]
    text += [
        "A cell has the cases that were right, and those that were asked. *Fail-open* is a yes to what is forbidden, *over-blocked* a no to",
        "what is permitted; open cases are in neither.",
        "",
    ]
    for title, kinds in readers_page.GROUPS.items():
        levels = readers_page.levels_of(kinds, cases)
        text += [
            f"## {title}",
            "",
            f"| reader | version | {' | '.join(levels)} | fail-open | over-blocked | no answer |",
        ]
        text.append("|---|---|" + "---|" * (len(levels) + 3))
        text += [line for _, line in sorted(lines(kinds, levels, cases, results))]
        text.append("")
    return "\n".join(text + of_clients())


def of_clients() -> list[str]:
    """The table of clients."""
    levels = {case["id"]: case["level"] for case in clients_page.cases()}
    heads = ["client", "version", "ok", *(word for word, _, _ in clients_page.ERRORS.values()), "not tested"]
    text = ["## Clients", "", f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for client in clients_page.clients():
        note = ", for links alone" if clients_page.only_links(client) else ""
        counts = " | ".join(str(count) for count in clients_page.numbers(client, levels))
        text.append(f"| {client['client']}{note} | {client['version']} | {counts} |")
    return [
        *text,
        "",
        "`robots-policy trial` sent each of them to the sites of `cases/client.jsonl`: [docs/trial.md](../../docs/trial.md).",
        "",
    ]


def lines(
    kinds: tuple[str, ...], levels: list[str], cases: dict[str, corpus.Case], results: list[table.Result]
) -> list[tuple[object, str]]:
    """A line a reader, with what it is sorted by."""
    made: list[tuple[object, str]] = []
    for result in readers_page.readers_of(kinds, results):
        found = {
            name: outcome
            for name, outcome in table.outcomes(result, cases).items()
            if cases[name]["kind"] in kinds and outcome != score.SKIP
        }
        by_level = {
            level: [outcome for name, outcome in found.items() if cases[name]["level"] == level] for level in levels
        }
        scored = [outcome for of in by_level.values() for outcome in of]
        cells = [f"{of.count(score.RIGHT)} / {len(of)}" if of else "–" for of in by_level.values()]
        cells += [
            str(scored.count(score.OPEN)),
            str(scored.count(score.OVER)),
            str(sum(scored.count(error) for error in score.ERRORS)),
        ]
        share = sum(of.count(score.RIGHT) / len(of) for of in by_level.values() if of)
        made.append(
            (
                (-share, result["peer"]),
                f"| [{result['peer']}]({result['url']}) | {result['version']} | {' | '.join(cells)} |",
            )
        )
    return made


def badges(cases: dict[str, corpus.Case], results: list[table.Result]) -> None:
    """A file a reader, in the form that shields.io reads."""
    folder = RESULTS / "badges"
    folder.mkdir(parents=True, exist_ok=True)
    for result in results:
        scored = [
            outcome
            for name, outcome in table.outcomes(result, cases).items()
            if cases[name]["level"] in ("rfc", "should", "de-facto")
        ]
        asked = [outcome for outcome in scored if outcome != score.SKIP]
        right, is_open = asked.count(score.RIGHT), asked.count(score.OPEN)
        color = "brightgreen" if right == len(asked) else "red" if is_open else "yellow"
        badge = {
            "schemaVersion": 1,
            "label": "robots conformance",
            "message": f"{right} of {len(asked)}",
            "color": color,
        }
        (folder / f"{peers.short({'name': result['peer']})}.json").write_text(json.dumps(badge) + "\n", "utf-8")
