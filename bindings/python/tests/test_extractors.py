"""Extractors of texts find no closed word in a blanked page, and each open one that they found before."""

import re
from typing import Any

import pytest

from robots_policy import judge

pytestmark = pytest.mark.release
MARKS = {
    "<{0} data-nosnippet>{1}</{0}>": ["span", "div", "section", "p", "li"],
    "<{0} class='a robots-nocontent'>{1}</{0}>": ["span", "div", "blockquote"],
    "<!--{0}-->{1}<!--/{0}-->": ["noindex"],
    "<{0}>{1}</{0}>": ["noindex"],
    "<!--googleoff: {0}-->{1}<!--googleon: {0}-->": ["index", "snippet", "all"],
}
CLOSED = [mark.format(name, "{}") for mark, names in MARKS.items() for name in names]
EXTRACTORS: dict[str, Any] = {
    "trafilatura": lambda module, page: module.extract(page, favor_recall=True),
    "resiliparse.extract.html2text": lambda module, page: module.extract_plain_text(page, main_content=True),
    "readability": lambda module, page: module.Document(page).summary(),
}


def page(closed: str, position: int) -> str:
    """An article of several paragraphs, with a mark in one of them."""
    sentences = [" ".join(f"open{at}x{word}" for word in range(40)) for at in range(6)]
    sentences[position] += f", {closed.format('secret words of a guest secret')}, and the rest of it."
    body = "".join(f"<p>{sentence}.</p>\n" for sentence in sentences)
    return f"<!doctype html><title>A page</title><body><main><article><h1>Heading</h1>{body}</article></main></body>"


@pytest.mark.parametrize("name", EXTRACTORS)
@pytest.mark.parametrize("closed", CLOSED)
def test_closed_words_are_gone_and_open_ones_stay(name: str, closed: str) -> None:
    module = pytest.importorskip(name)
    for position in range(6):
        html = page(closed, position)
        blanked = judge("*", headers=[("Content-Type", "text/html")], html=html, parts=True).blanked().decode()
        before, after = (set(re.findall(r"\w+", EXTRACTORS[name](module, text) or "")) for text in (html, blanked))
        assert "secret" not in after
        assert {word for word in before if word.startswith("open")} <= after
        assert len(after) > 200
