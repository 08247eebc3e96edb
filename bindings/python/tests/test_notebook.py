"""What a notebook shows of a verdict: every restriction and everything unknown of its record, the bytes, and nothing else."""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest
from conftest import ROOT, program
from test_contract import cases, judged

import robots_policy
from robots_policy import Policy, Robots, RobotsTxt, Verdict, judge

if TYPE_CHECKING:
    from pathlib import Path

ENGINES = ["googlebot", "bingbot", "gptbot", "yandexbot", "google-extended"]
WORDS = {True: {"yes"}, False: {"NO"}, None: {"?"}}
USES = {"disallow": "NO", "conditional": "IF", "allow": "yes", "unstated": "-", None: "?"}


class Shown(HTMLParser):
    """The rows of a table, its marks, and all of its text; markup that is not closed is an error."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.cells: list[str] = []
        self.rows: dict[str, tuple[str, str]] = {}
        self.marks: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag == "br":
            return
        self.open.append(tag)
        if tag == "tr":
            self.cells = []
        elif tag in ("td", "th"):
            self.cells.append("")
        elif tag == "mark":
            self.marks.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag == "tr" and len(self.cells) == 3:
            label, answer, because = self.cells
            assert label not in self.rows
            self.rows[label] = (answer, because)

    def handle_data(self, data: str) -> None:
        if "style" in self.open:
            return
        self.text += data
        if self.cells and {"td", "th"} & set(self.open):
            self.cells[-1] += data
        if "mark" in self.open:
            self.marks[-1] += data

    def answer(self, label: str) -> str:
        """The answer of a row, or none."""
        return self.rows.get(label, ("", ""))[0]


def shown(verdict: Verdict) -> Shown:
    """What a notebook shows of it."""
    return Shown(verdict._repr_html_())


def plain(text: str) -> str:
    """A text as the program shows it."""
    hidden = r"[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
    short = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}
    return re.sub(hidden, lambda c: short.get(c[0], f"\\u{{{ord(c[0]):x}}}"), text)


def check(verdict: Verdict) -> None:
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
            assert own == USES[answer], (activity, record)
    for directive in record["directives"]:
        assert directive in html.text or any(reason["directive"] == directive for reason in record["reasons"]), record
    for label, (answer, because) in html.rows.items():
        assert because or answer not in ("NO", "?", "IF", "NO?"), (label, record)
    for mark in html.marks:
        assert mark, record
    engine = record.get("as")
    if engine is not None:
        assert engine["answer"] is not False or html.answer("answers").startswith("NO"), record
        for left in engine["not_honoured"][:8]:
            assert left["directive"] in html.text, record


def few(reasons: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The statements that a table shows all."""
    return reasons if len(reasons) <= 4 else []


def test_every_case_of_the_fixtures_shows_its_restrictions(fixtures: Path) -> None:
    records = cases(fixtures)
    assert len(records) > 500
    for record in records:
        verdict = judged(record)
        check(verdict)
        html = shown(verdict)
        for reason in few(verdict.to_dict()["reasons"]):
            assert plain(reason["text"]) in html.text, (reason, record)


@pytest.mark.parametrize("engine", ENGINES)
def test_every_case_as_an_engine(fixtures: Path, engine: str) -> None:
    for record in cases(fixtures)[:: len(ENGINES) + 1]:
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
        status = {"status": 200, "now": robots_policy.judge("*").now}
        if kind == "--as":
            verdict = judge(engine=name, url="/", headers=fields, html=body, **status)
        else:
            verdict = judge(name, "/", headers=fields, html=body, **status)
        html = shown(verdict)
        text = program("eval", asker, file, is_damaged=True).decode()
        rows = ROW.findall(text)
        for label, answer in rows:
            assert html.answer(label) == answer, (file.parent.name, label, text)


def test_the_bytes_are_marked_in_their_line() -> None:
    verdict = judge(
        "ExampleBot",
        "https://example.com/private/page",
        headers=[("Server", "x"), ("X-Robots-Tag", "all"), ("X-Robots-Tag", "max-snippet: 9, noarchive")],
        html="<title>é</title>\n<!-- é --><meta name=robots content=nofollow>\n",
        robots="User-agent: *\n  Disallow: /private # not for you",
    )
    html = shown(verdict)
    assert html.marks == ["Disallow: /private", "noarchive", "nofollow"]
    assert "robots.txt:2   Disallow: /private # not for you forbids fetching it" in html.text
    assert "X-Robots-Tag:2 max-snippet: 9, noarchive forbids" in html.text
    assert "html:2 <!-- é --><meta name=robots content=nofollow> forbids" in html.text
    assert html.rows["follow"] == ("NO", "nofollow meta robots html:2:37")
    assert html.tags <= set("div style table caption b br thead tbody tr th td code i bdi p mark pre".split())
    assert html.attributes <= {"class", "lang", "dir", "scope", "colspan"}


def test_the_repr_agrees_with_the_table() -> None:
    for robots, html in [("User-agent: *\nDisallow: /", "<meta name=robots content=noindex>"), (None, None), ("", b"<p>")]:
        for engine in (None, "googlebot"):
            asker = {"engine": engine} if engine else {"agent": "ExampleBot"}
            verdict = judge(**asker, url="/x", headers=[("A", "b")], html=html, robots=robots)  # type: ignore[arg-type]
            table = shown(verdict)
            names = {"allowed": "fetch"}
            for name, value in re.findall(r"(\w+)=(True|False|None)", repr(verdict)):
                if name in ("allowed", "index", "follow", "archive", "snippet"):
                    word = {"True": "yes", "False": "NO", "None": "?"}[value]
                    assert table.answer(names.get(name, name)) == word, (name, repr(verdict))


def test_a_verdict_of_a_policy_shows_statements_alone() -> None:
    signals = robots_policy.signals_from_headers([("X-Robots-Tag", "noindex, nofollow")])
    verdict = Policy(signals, "User-agent: *\nDisallow: / # all").verdict("ExampleBot")
    check(verdict)
    # The file of a robots.txt stays with its rules.
    assert shown(verdict).marks == ["Disallow: /", "noindex", "nofollow"]
    assert "x-robots-tag line 1, bytes 9-17 nofollow" in shown(verdict).text
    assert "Disallow: / # all" in shown(verdict).text


def test_the_general_verdict_of_an_engine_keeps_its_lines() -> None:
    verdict = judge(engine="googlebot", html="<meta name=robots content=noarchive>", headers=[])
    assert shown(verdict.general).marks == ["noarchive"]
    assert "<meta name=robots content=noarchive>" in shown(verdict.general).text


HOSTILE = ["</code></table><script>alert(1)</script>", "\" onload='x' <img src=x>", "a\u202eb\x1b[31m\u2066c", "&lt;&amp;"]


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_from_outside_is_markup(text: str) -> None:
    verdict = judge(
        "ExampleBot",
        f"/{text}",
        headers=[("X-Robots-Tag", f"noindex, {text}"), ("X-Robots-Tag", f"x{text}: noindex")],
        html=f"<meta name=robots content=\"noindex {escape(text)}\"><meta name=\"{escape(text)}\" content=noindex>",
        robots=f"User-agent: *\nDisallow: /{text}\nUser-agent: {text}\nDisallow: {text}",
    )
    for shows in (verdict, verdict.access, verdict.policy.engine_verdict("bingbot", f"/{text}")):
        html = shows._repr_html_()
        assert not re.search("[\u202e\u2066\x1b]", html)
        tags = Shown(html).tags
        assert tags <= set("div style table caption b br thead tbody tr th td code i bdi p mark pre".split())


@pytest.mark.parametrize(
    ("robots", "answer", "because"),
    [
        (RobotsTxt(b"User-agent: a\nDisallow: /x"), "NO", "Disallow: /x group a robots.txt:2"),
        (RobotsTxt(b"User-agent: a\nAllow: /x\nDisallow: /"), "yes", "Allow: /x group a robots.txt:2"),
        (RobotsTxt(b"User-agent: a\nDisallow: /y"), "yes", "no rule of group a matches"),
        (RobotsTxt(b"User-agent: b\nDisallow: /y"), "yes", "no group is for this client"),
        (Robots.from_response(503), "NO", "the site counts as closed"),
        (Robots.from_response(404), "yes", "everything is allowed"),
        (Robots.unknown(), "?", "robots.txt was not requested"),
    ],
)
def test_an_answer_of_robots_txt_is_a_table(robots: RobotsTxt | Robots, answer: str, because: str) -> None:
    access = robots.access("/x", "a")
    html = Shown(access._repr_html_())
    assert html.rows["fetch"] == (answer, because)
    assert html.marks == (["Disallow: /x"] if access.rule and not access.allowed else [])


def test_a_hostile_document_costs_little() -> None:
    html = b"<meta name=robots content=noindex>" * 20_000
    verdict = judge("ExampleBot", html=html, headers=[("X-Robots-Tag", "noindex, " * 5000)])
    assert len(verdict._repr_html_()) < 20_000
