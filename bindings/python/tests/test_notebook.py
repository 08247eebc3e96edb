"""What a notebook shows of a verdict: every restriction and everything unknown of its record, and the bytes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from conftest import ROOT, program
from test_contract import cases, judged

from robots_policy import Verdict, judge

TAGS = set(Path("div/style/table/caption/b/br/thead/tbody/tr/th/td/code/i/bdi/p/mark/pre").parts)
ENGINES = ["googlebot", "bingbot", "gptbot", "yandexbot", "google-extended"]
WORDS = {True: {"yes"}, False: {"NO"}, None: {"?"}}
USES = {"disallow": "NO", "conditional": "IF", "allow": "yes", "unstated": "-", None: "?"}


class Shown:
    """The rows of a table, its marks, and all of its text; markup that is not closed is an error."""

    def __init__(self, html: str) -> None:
        root = ET.fromstring(html.replace("<br>", "<br/>"))  # noqa: S314 - our own
        self.tags = {each.tag for each in root.iter()}
        self.attributes = {name for each in root.iter() for name in each.attrib}
        for style in root.iter("style"):
            style.text = None
        lines = [["".join(cell.itertext()) for cell in line] for line in root.iter("tr")]
        self.titles = [line[0] for line in lines if len(line) == 1]
        rows = [(label, (answer, because)) for label, answer, because in (line for line in lines if len(line) == 3)]
        self.labels = [label for label, _ in rows]
        # A robots.txt has the rows of each name below its title.
        self.rows = dict(rows)
        self.marks = ["".join(mark.itertext()) for mark in root.iter("mark")]
        self.text = "".join(root.itertext())

    def answer(self, label: str) -> str:
        """The answer of a row, or none."""
        return self.rows.get(label, ("", ""))[0]


def shown(verdict: Verdict) -> Shown:
    """What a notebook shows of it."""
    return Shown(verdict._repr_html_())


def plain(text: str) -> str:
    """A text as the program shows it."""
    hidden = r"[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
    short = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}
    return re.sub(hidden, lambda c: short.get(c[0], f"\\u{{{ord(c[0]):x}}}"), text)


def check(verdict: Verdict) -> Shown:
    """Every no and everything unknown of the record of a verdict is in its table, with a reason."""
    record, html = verdict.to_dict(), shown(verdict)
    allowed = record["access"]["allowed"]
    assert html.answer("fetch") in (WORDS[allowed] | ({"-"} if allowed is None else set())), record
    for key in ("index", "follow", "archive"):
        assert html.answer(key) in WORDS[record[key]], (key, record)
    assert html.answer("snippet") in WORDS[record["snippet"]["allowed"]], record
    for activity, answer in record["uses"].items():
        own, all_uses = html.answer(activity), html.rows.get("AI use", ("", ""))
        if not own and answer is None:
            assert all_uses[0] == "NO" or (all_uses[0] == "?" and activity in all_uses[1]), (activity, record)
        elif own or answer != "unstated":
            limited = {"LIM"} if answer in (None, "unstated") and "as" in record else set()
            assert own in {USES[answer]} | limited, (activity, record)
    for label, (answer, because) in html.rows.items():
        assert because or answer not in ("NO", "?", "IF", "NO?"), (label, record)
    labels = [label for label in html.labels if label not in ("also", "unread")]
    assert len(labels) == len(set(labels)), record
    assert all(html.marks), record
    engine = record.get("as")
    if engine is not None:
        assert engine["answer"] is not False or html.answer("input") == "NO" or "never for input" in html.text, record
        for left in engine["not_honoured"][:8]:
            assert left["directive"] in html.text, record
    return html


def few(reasons: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The statements that a table shows all."""
    return reasons if len(reasons) <= 4 else []


def test_every_case_of_the_fixtures_shows_its_restrictions(fixtures: Path) -> None:
    records = cases(fixtures)
    assert len(records) > 500
    # Every case has several askers.
    for record in records[::2]:
        verdict = judged(record)
        html = check(verdict)
        for reason in few(verdict.to_dict()["reasons"]):
            is_said = plain(reason["text"]) in html.text or str(reason.get("directive")) in html.text
            assert is_said, (reason, record)


@pytest.mark.parametrize("engine", ENGINES)
def test_every_case_as_an_engine(fixtures: Path, engine: str) -> None:
    for record in cases(fixtures)[ENGINES.index(engine) :: 2 * len(ENGINES) + 1]:
        own = judged(record)
        check(own.policy.engine_verdict(engine, own.url, own.now))


def response(file: Path) -> tuple[list[tuple[str, str]], bytes]:
    """The fields and the document of a saved response."""
    head, _, body = file.read_bytes().replace(b"\r\n", b"\n").partition(b"\n\n")
    lines = head.decode("latin-1").splitlines()[1:]
    fields = [(name, value.strip()) for name, _, value in (line.partition(":") for line in lines)]
    return fields, body


ROW = re.compile(r"^  (?P<label>\S+(?: use)?) +(?P<answer>NO\??|\?|IF|LIM)(?:  |$)", re.MULTILINE)


@pytest.mark.parametrize("asker", ["--agent=ExampleBot", "--agent=GPTBot", "--as=googlebot", "--as=bingbot"])
def test_the_table_has_what_the_program_says(asker: str) -> None:
    kind, _, name = asker.partition("=")
    for file in sorted((ROOT / "fixtures" / "wild").glob("*/response.http")):
        fields, body = response(file)
        if b"HTTP/1.1 200" not in file.read_bytes()[:16] and b"HTTP/2 200" not in file.read_bytes()[:16]:
            continue
        if kind == "--as":
            verdict = judge(engine=name, url="/", headers=fields, html=body, status=200)
        else:
            verdict = judge(name, "/", headers=fields, html=body, status=200)
        html = shown(verdict)
        text = program("eval", asker, file, is_damaged=True).decode()
        rows = ROW.findall(text)
        for label, answer in rows:
            assert html.answer(label) == answer, (file.parent.name, label, text)


@pytest.mark.release
def test_a_notebook_that_runs_has_the_tables(tmp_path: Path) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    nbconvert = pytest.importorskip("nbconvert")
    cells = [
        "import robots_policy",
        "verdict = robots_policy.judge('ExampleBot', headers=[('X-Robots-Tag', 'noindex')])\nverdict",
        "verdict.access",
        "robots_policy.RobotsTxt('User-agent: *\\nDisallow: /')",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, resources={"metadata": {"path": tmp_path}}).execute()
    outputs = [cell.outputs[0].data for cell in notebook.cells[1:]]
    for output in outputs:
        assert "robots-policy" in output["text/html"]
        assert output["text/plain"]
    page, _ = nbconvert.HTMLExporter().from_notebook_node(notebook)
    # It writes the markup anew.
    for words in ("<mark>noindex</mark>", "keeps it out of the index", "<mark>Disallow: /</mark>"):
        assert words in page
