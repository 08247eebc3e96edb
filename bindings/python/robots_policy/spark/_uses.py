"""What a robots.txt says of pages, page by page, and how what it states about AI use is joined into a row of a scan.

**How it works.** The library judges each page again, by the robots.txt and by what the row shows of its fields. What
else the row does not know stays unknown: its column ``unread`` says which answers.

**Invariants.** A no stays. An answer becomes known only if robots.txt alone kept it from being known. Licences and
``tdmrep.json`` are not read here; they are in ``unread``.

**Which test notices.** ``test_spark_access.py`` compares with the rows that the program writes with a store.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

import robots_policy
from robots_policy._native import _judge_apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from robots_policy import Client

__all__ = [
    "ACCESS",
    "LICENSES",
    "REASONS",
    "ROBOTS_TXT",
    "SCAN",
    "SOURCES",
    "TRUNCATED",
    "UNREAD",
    "USES",
    "Page",
    "Question",
    "answered",
    "licensed",
    "stated",
    "unread",
]

SCAN = pa.schema(robots_policy.arrow.schema())
# The columns of access, and of AI use.
ACCESS = [name for name in SCAN.names if name.startswith("access_")]
USES = frozenset(name for name in SCAN.names if name.startswith("use_"))
# The columns of lists that have something of a robots.txt.
SOURCES, REASONS, TRUNCATED, LICENSES, UNREAD = "sources", "reasons", "truncated", "licenses", "unread"
ROBOTS_TXT = "robots.txt"
# The status of a redirect more than are followed: it allows the site, and says nothing of its rules.
REDIRECT = 301
# The order of a scan.
ORDER = (ROBOTS_TXT, "fields", "document", "tdmrep.json", LICENSES, "embedded")
# The fields whose statements a row shows so that they can be read again.
FIELDS = frozenset(["content-usage", "content-signal"])
# What robots.txt does not say of a page, which the row knows, or not.
OTHERS = "fields,document,tdmrep.json,embedded"

Row = dict[str, Any]


class Question(NamedTuple):
    """An address, the answer for the robots.txt that governs it, if there is one, and who asks."""

    url: str
    status: int | None
    body: bytes | None
    why: str | None
    client: Client
    apart: str | None
    """Why the answer is not of the time of the page, if it is not."""


class Page(NamedTuple):
    """What the row of a page shows of its other sources."""

    fields: tuple[tuple[str, str], ...] = ()
    has_others: bool = False
    """Whether another source states something about AI use."""
    unread: tuple[Row, ...] | None = None

    @staticmethod
    def of(reasons: Iterable[Row] | None, unread: Iterable[Row] | None) -> Page:
        """Read the cells of a row, as far as the table has them."""
        about_use = [one for one in reasons or () if one.get("vocabulary") is not None and one["source"] != ROBOTS_TXT]
        fields = tuple((one["source"], one["text"]) for one in about_use if one["source"] in FIELDS)
        has_others = reasons is None or len(fields) < len(about_use)
        return Page(fields, has_others, None if unread is None else tuple(unread))

    def lacks(self, use: str) -> bool:
        """Return whether a source but robots.txt keeps a use from being known."""
        if self.has_others or self.unread is None:
            return True
        return any(use in one["keeps"].split() for one in self.unread if one["source"] != ROBOTS_TXT)


def stated(questions: Sequence[Question | None], pages: Sequence[Page]) -> list[Row | None]:
    """What the robots.txt says of each page, joined with what the fields state; ``None`` where nothing is asked."""
    found: list[Row | None] = [None] * len(questions)
    by_asker: dict[tuple[int, str | None], list[int]] = {}
    for place, question in enumerate(questions):
        if question is not None:
            by_asker.setdefault((id(question.client), question.apart), []).append(place)
    for places in by_asker.values():
        asked = [(question, pages[place]) for place in places if (question := questions[place]) is not None]
        for place, row, (question, _) in zip(places, _judged(asked), asked, strict=True):
            row[REASONS] = [reason for reason in row[REASONS] if reason["source"] == ROBOTS_TXT]
            for name in (SOURCES, TRUNCATED):
                row[name] = [one for one in row[name] if one == ROBOTS_TXT]
            if question.status == REDIRECT and row["access_reason"] == "unreachable":
                row |= {"access_allowed": True, "access_reason": "unavailable"}
            for one in row[UNREAD]:
                if one["source"] == ROBOTS_TXT and question.why is not None:
                    one["why"] = question.why
            found[place] = row
    return found


def _judged(asked: Sequence[tuple[Question, Page]]) -> list[Row]:
    # The body of a site is there once, however many its pages are.
    bodies: dict[bytes | None, int] = {}
    keys = [bodies.setdefault(question.body, len(bodies)) for question, _ in asked]
    lines = [[{"name": name, "value": value} for name, value in page.fields] or None for _, page in asked]
    line = pa.struct([("name", pa.large_string()), ("value", pa.large_string())])
    table = pa.record_batch(
        {
            "url": pa.array([question.url for question, _ in asked], pa.large_string()),
            "headers": pa.array(lines, pa.large_list(line)),
            "robots_status": pa.array([question.status for question, _ in asked], pa.int32()),
            "robots_txt": pa.DictionaryArray.from_arrays(
                pa.array(keys, pa.int32()), pa.array(list(bodies), pa.large_binary())
            ),
            "others": pa.array([OTHERS] * len(asked), pa.large_string()),
        }
    )
    columns = [*ACCESS, SOURCES, REASONS, TRUNCATED, LICENSES, UNREAD, *USES]
    named: Any = {"assume_absent": "others"}
    question, _ = asked[0]
    if question.apart is None:
        judged = robots_policy.judge_batch(table, [question.client], columns=named)
    else:
        judged = _judge_apart(table, [question.client], named, question.apart)
    return list(pa.record_batch(judged).select(columns).to_pylist())


def answered(old: str | None, row: Row, name: str, page: Page) -> str | None:
    """The answer of both about a use; null if it is not known."""
    if "disallow" in (old, row[name]):
        return "disallow"
    use = name.removeprefix("use_").replace("_", "-")
    answer: str | None = row[name]
    return None if page.lacks(use) else answer


def licensed(old: Iterable[str], row: Row) -> list[str]:
    """The addresses of both, each once."""
    return sorted({*old, *row[LICENSES]})


def unread(row: Row, page: Page, known: frozenset[str]) -> list[Row]:
    """The sources of both that are not known, with the answers that they keep: not those that are ``known``."""
    new = [one for one in row[UNREAD] if one["source"] in (ROBOTS_TXT, LICENSES)]
    urls = {one["url"] for one in new if one["url"] is not None}
    others = [one for one in page.unread or () if one["source"] != ROBOTS_TXT and one["url"] not in urls]
    both = [*new, *others]
    if page.has_others:
        # What another source states is not read again: its answers are as without robots.txt.
        named = {name for one in both for name in one["keeps"].split()} | {"access"}
        old = [one for one in page.unread or () if one["source"] == ROBOTS_TXT]
        both += [{**one, "keeps": _without(one["keeps"], named)} for one in old]
    both.sort(key=lambda one: ORDER.index(one["source"]))
    left = [{**one, "keeps": _without(one["keeps"], known)} for one in both]
    return [one for one in left if one["keeps"] or one["why"] != "not-given"]


def _without(keeps: str, known: Iterable[str]) -> str:
    return " ".join(name for name in keeps.split() if name not in known)
