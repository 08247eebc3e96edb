"""Drafts of messages to the maintainers of readers: what fails, with the smallest input. Nothing is sent from here."""

from __future__ import annotations

import json

from . import clients_page, corpus, peers, score, table

FOLDER = corpus.HOME / "letters"
# The cases that a letter shows whole, by their severity and their size.
SHOWN = 5
OWN = "robots-policy"
# Whoever differs from a draft, or in an open case, hears nothing of it.
REPORTED = ("rfc", "should", "de-facto")


def write(cases: dict[str, corpus.Case], results: list[table.Result]) -> None:
    """A letter to each project that fails a case of a standard."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for result in results:
        if result["peer"].startswith(OWN) or result["same"]:
            continue
        outcomes = table.outcomes(result, cases)
        failing = [cases[name] for name, outcome in outcomes.items() if is_reported(cases[name], outcome)]
        if failing:
            (FOLDER / f"{peers.short({'name': result['peer']})}.md").write_text(
                letter(result, failing, outcomes), "utf-8"
            )
    write_of_clients()


def write_of_clients() -> None:
    """A letter to each client that read what was closed, or kept out of what was open."""
    asked = {case["id"]: case for case in clients_page.cases()}
    for client in clients_page.clients():
        wrong = {name for name, outcome in client["outcomes"].items() if outcome in clients_page.ERRORS}
        failing = [case for name, case in asked.items() if name in wrong and case["level"] in REPORTED]
        if failing and not client["client"].startswith(OWN):
            name = peers.short({"name": client["client"]})
            (FOLDER / f"client-{name}.md").write_text(letter_of_client(client, failing), "utf-8")


def letter_of_client(client: clients_page.Client, failing: list[corpus.Case]) -> str:
    """The text."""
    text = [
        f"# {client['client']} {client['version']}",
        "",
        f"Hello, and thank you for {client['client']}. We send clients to sites on one computer that behave badly by a script, and",
        f"look at what they request. In {len(failing)} cases yours did otherwise than the text that the case names. If it is not meant to",
        "obey robots.txt, or we set it up in a way that it is not meant for, please write to us: the row or the driver changes.",
        "",
    ]
    for case in failing[:SHOWN]:
        clause = case["basis"][0]
        outcome = clients_page.WORDS[client["outcomes"][case["id"]]][2]
        place = f"{clause['doc']} section {clause['section']}" if "section" in clause else clause["doc"]
        text += [f"## {case['id']}", "", f"{case['about']} ({place}: {clause['url']})", ""]
        text += [f"It {outcome}. The site, sent to {', '.join(case['start'])}:", ""]
        text += ["```json", json.dumps(case["hosts"], ensure_ascii=False, indent=1), "```", ""]
    text += ["## All of them", "", "```text", *sorted(case["id"] for case in failing), "```", ""]
    text += ["To see one again, with every request:", ""]
    text += ["```sh", f"robots-policy trial --case '{failing[0]['id']}' --json -- YOUR-CLIENT {{url}}", "```", ""]
    return "\n".join(text)


def is_reported(case: corpus.Case, outcome: str) -> bool:
    """Drafts and open cases are no fault of anybody."""
    return case["level"] in REPORTED and outcome in (score.OPEN, score.OVER, *score.ERRORS)


def letter(result: table.Result, failing: list[corpus.Case], outcomes: dict[str, str]) -> str:
    """The text."""
    asked = sum(outcome != score.SKIP for name, outcome in outcomes.items())
    text = [
        f"# {result['peer']} {result['version']}",
        "",
        f"To: the maintainers of {result['url']}",
        "",
        f"Hello, and thank you for {result['peer'].split(' (')[0]}. We keep a corpus of questions about robots.txt, robots fields and robots",
        f"metas, each with the clause that answers it, and asked your reader {asked} of them. Most of its answers are those of the texts. In",
        f"{len(failing)} it differs. We may have read a clause wrong, or called your reader in a way that it is not meant for: then please tell us,",
        "and the case or the adapter changes. Cases that no text decides are not in this list.",
        "",
    ]
    order = sorted(
        failing, key=lambda case: (outcomes[case["id"]] != score.OPEN, case["level"] != "rfc", size(case), case["id"])
    )
    text += [line for case in order[:SHOWN] for line in [*example(case, result, outcomes[case["id"]]), ""]]
    text += ["## All of them", "", "```text", *sorted(case["id"] for case in failing), "```", ""]
    text += ["To ask them again in your own tests, with this list as the failures that are known:", "", "```sh"]
    reading = f" --reading {result['reading']}" if result["reading"] else ""
    text += [
        f"python3 conformance/run.py --adapter 'YOUR ADAPTER' --list {result['list']}{reading} \\",
        f"  {' '.join(f'--level {level}' for level in REPORTED)} --allow-fail known.txt",
        "```",
        "",
    ]
    return "\n".join(text)


def size(case: corpus.Case) -> int:
    """The length of the input."""
    return len(json.dumps(case["input"]))


def example(case: corpus.Case, result: table.Result, outcome: str) -> list[str]:
    """One case with its input and both answers."""
    given = case["input"]
    clause = case["basis"][0]
    place = f"{clause['doc']} section {clause['section']}" if "section" in clause else clause["doc"]
    answer = result["other"].get(case["id"], {})
    text = [f"## {case['id']}", "", f"{case['about']} ({place}: {clause['url']})", ""]
    text += ["```text", *shown(given), "```", ""]
    said = (
        f"ends with: {json.dumps(answer, ensure_ascii=False)}"
        if outcome in score.ERRORS
        else f"answers `{json.dumps(answer)}`"
    )
    text.append(
        f"For {', '.join(given['agents']) or 'a client without a name'} at `{given['url'][:300]}` it {said}; the text wants `{json.dumps(case['expect'][0])}`."
    )
    return text


def shown(given: dict[str, object]) -> list[str]:
    """The input as text; bytes that are no text are escaped."""
    lines: list[str] = []
    if "robots_txt_parts" in given:
        parts = given["robots_txt_parts"]
        lines += [f"{json.dumps(text)} × {times:,}" for text, times in parts] if isinstance(parts, list) else []
    for name in ("robots_txt", "html"):
        data = corpus.octets(given, name)
        if data is not None:
            lines += (
                data.decode("utf-8", "backslashreplace").replace("\r", "\\r").replace("\0", "\\0").splitlines()[:30]
            )
    fields = given.get("headers")
    if isinstance(fields, list):
        lines += [f"{name}: {value}" for name, value in fields]
    answers = given.get("robots_answers")
    if isinstance(answers, list):
        lines += [f"answer to the request for robots.txt: {answer['status']}" for answer in answers]
    return lines
