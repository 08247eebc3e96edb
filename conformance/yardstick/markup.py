"""HTML of the pages: elements whose text is escaped, what both pages have, and bytes of an input as people see them."""

from __future__ import annotations

import html
import unicodedata
from typing import TYPE_CHECKING

from . import corpus

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    # The outcomes of cases, by the names of those that were asked.
    Columns = Mapping[str, Mapping[str, str]]

# Characters that no one would see, and how they are shown.
SHOWN = {"\r": "␍", "\t": "␉", "\0": "␀"}


def escaped(text: object) -> str:
    """Text of an element or of an attribute."""
    return html.escape(str(text))


def element(name: str, content: str, **attributes: object) -> str:
    """An element of HTML that is ready; names of attributes end in `_` where they are words of Python."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{said}>{content}</{name}>"


def code(text: object) -> str:
    """A text as it is written."""
    return element("code", escaped(text))


def soft(text: str) -> str:
    """A remark after a name."""
    return element("span", f" {escaped(text)}", class_="soft")


def visible(text: str) -> str:
    """Text in which each character can be seen."""
    return "".join(shown(character) for character in text)


def shown(character: str) -> str:
    """One character: itself, or a mark of what it is."""
    if character == "\n":
        return "\n"
    mark = SHOWN.get(character)
    if mark is None and unicodedata.category(character) in ("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"):
        mark = f"U+{ord(character):04X}"
    if mark is None and character != " " and character.isspace():
        mark = f"U+{ord(character):04X}"
    return escaped(character) if mark is None else element("i", mark)


def octets(data: bytes, limit: int = 4096) -> str:
    """Bytes as text, where they are UTF-8, and as hexadecimal digits where they are not."""
    said = data[:limit].decode("utf-8", "surrogateescape")
    marked = "".join(element("i", f"{ord(c) - 0xDC00:02X}") if 0xDC80 <= ord(c) <= 0xDCFF else shown(c) for c in said)
    more = f"\n… {len(data) - limit:,} octets more" if len(data) > limit else ""
    return marked + escaped(more)


def page(title: str, parts: Iterable[str]) -> str:
    """A page that needs no other file."""
    style, script = ((corpus.HOME / "yardstick" / name).read_text("utf-8") for name in ("page.css", "page.js"))
    head = '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
    head += f"{element('title', escaped(title))}\n<style>\n{style}</style>\n"
    body = element("main", "\n".join(parts)) + f"\n<script>\n{script}</script>\n"
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}</head>\n<body>\n{body}</body>\n</html>\n'


def table(heads: str, rows: Iterable[str], label: str) -> str:
    """A table that scrolls by itself."""
    made = element("thead", element("tr", heads)) + "\n" + element("tbody", "\n".join(rows))
    return element("div", element("table", made), class_="wide", tabindex="0", role="region", aria_label=label)


def overview(heads: list[str], rows: Iterable[str], label: str) -> str:
    """A table of names, versions and numbers."""
    cells = (element("th", escaped(head), scope="col", class_="n" if at > 1 else None) for at, head in enumerate(heads))
    return table("".join(cells), rows, label)


def row(head: str, version: str, numbers: Iterable[tuple[object, str]]) -> str:
    """A row of an overview; each number with its class."""
    cells = "".join(element("td", str(number), class_=f"n {name}".strip()) for number, name in numbers)
    return element("tr", element("th", head, scope="row") + element("td", escaped(version)) + cells)


def choices(who: str, kinds: Iterable[str]) -> str:
    """Which cases are shown."""
    boxes = [
        element("label", f'<input type="checkbox" name="{name}" value="{value}" checked> {value}')
        for name, values in (("kind", kinds), ("level", corpus.LEVELS))
        for value in values
    ]
    boxes.append(element("label", f'<input type="checkbox" name="differ"> only where {who}s differ'))
    form = element("form", "\n".join(boxes) + "<output></output>", hidden="")
    return element("h2", f"Each case and each {who}") + "\n" + form


def kind(case: corpus.Case) -> str:
    """The first part of an id; of a case of clients, which are of one kind, the second."""
    first, second = case["id"].split("/")[:2]
    return str(second if first == "client" else first)


def facts(case: corpus.Case, said: set[str | None]) -> dict[str, str]:
    """The attributes by which a case is shown or hidden."""
    differ = "1" if len(said - {None, "skip", "not-tested"}) > 1 else "0"
    return {"data_kind": kind(case), "data_level": case["level"], "data_differ": differ}


def matrix(cases: list[corpus.Case], columns: Columns, marks: Mapping[str, tuple[str, str]], label: str) -> str:
    """A row a case, a column a name; marks with their classes. An open case has no right answer: it is ours, or not."""

    def cell(case: corpus.Case, outcome: str | None) -> str:
        if outcome is None:
            return element("td", "", class_="mark")
        mark, colour = marks[outcome]
        if case["level"] == "open":
            mark, colour = "=" if outcome == "right" else mark, "open"
        return element("td", mark, class_=f"mark {colour}")

    heads = element("th", "Case", scope="col")
    heads += "".join(element("th", escaped(name), scope="col", class_="turned") for name in columns)
    rows = []
    for case in cases:
        link = element("a", escaped(case["id"]), href=f"#{case['id']}", title=case["about"])
        said = [outcomes.get(case["id"]) for outcomes in columns.values()]
        cells = element("th", link, scope="row", class_="id") + "".join(cell(case, outcome) for outcome in said)
        rows.append(element("tr", cells, **facts(case, set(said))))
    return table(heads, rows, label)


def section(case: corpus.Case, parts: Iterable[str], said: set[str | None]) -> str:
    """One case, which is opened by a click: its clauses, and what else there is to say."""
    clauses = "".join(element("dd", clause(basis)) for basis in case["basis"]) or element("dd", "none")
    text = "\n".join([element("dl", element("dt", "Clause") + clauses), *parts])
    title = f"{code(case['id'])} {element('span', case['level'], class_='soft')} {escaped(case['about'])}"
    return element("details", element("summary", title) + "\n" + text, id=case["id"], **facts(case, said))


def clause(basis: dict[str, str]) -> str:
    """A clause, with its address where it has one."""
    place = basis.get("section", "")
    text = escaped(f"{basis['doc']} {'section ' if place[:1].isdigit() else ''}{place}".strip())
    link = element("a", text, href=basis["url"]) if "url" in basis else text
    return link + escaped(f", read on {basis['read']}" if "read" in basis else "")


def expected(case: corpus.Case, words: tuple[str, str], answer: str) -> str:
    """The answer of a case, after one of two words: that of an open case, and that of others."""
    return element("p", f"{words[0] if case['level'] == 'open' else words[1]}: {code(answer)}")


def groups(named: Iterable[tuple[str, str]]) -> str:
    """Names by what they said, that of most names first."""
    said: dict[str, list[str]] = {}
    for answer, name in named:
        said.setdefault(answer, []).append(name)
    ordered = sorted(said.items(), key=lambda found: -len(found[1]))
    return element(
        "dl", "".join(element("dt", code(one)) + element("dd", escaped(", ".join(of))) for one, of in ordered)
    )
