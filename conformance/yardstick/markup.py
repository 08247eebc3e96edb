"""HTML of the pages: elements whose text is escaped, and the bytes of an input as people can see them."""

from __future__ import annotations

import html
import unicodedata

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


def page(title: str, style: str, script: str, body: str) -> str:
    """A page that needs no other file."""
    head = '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
    head += f"{element('title', escaped(title))}\n<style>\n{style}</style>\n"
    code = f"<script>\n{script}</script>\n" if script else ""
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}</head>\n<body>\n{body}\n{code}</body>\n</html>\n'
