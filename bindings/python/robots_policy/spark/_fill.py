"""Sorted answers and pages become rows with access.

**How it works.** The rows of a partition are sorted by authority, then by time, an answer before the pages of its time.
So few answers are held at a time: they are those of the pages that follow, each until its end or the next authority.
One is parsed when the first page needs it. Of those that hold at the time of a page, the lowest tier counts, and of
this one the answer that forbids most: the page before uses of it, then the first in the order of the program's search.

**Invariant.** A page has the answers of its own authority that hold at its time. Without one, access is unknown. An
answer that is not current, which has a ``why``, permits nothing; where several hold, each has one.

**What breaks if touched.** Without the comparison of authorities, a site without robots.txt has the rules of another.
A partition that is not sorted loses answers. Another order takes the row's other cells from another answer than the
program.

**Which test notices.** All comparisons of ``test_spark_access.py``.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
from pyarrow import compute

from robots_policy import Client, Policy, RobotsOutcome
from robots_policy.enums import DiagnosticCode
from robots_policy.errors import InvalidProductToken
from robots_policy.robots import RobotsAnswer
from robots_policy.spark import _uses as uses
from robots_policy.spark._uses import LICENSES, REASONS, UNREAD, Page, Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from robots_policy.spark._uses import Row

__all__ = ["ANSWER", "OUTSIDE", "PAGE", "UNITED", "Fill"]

# The kinds of row, in the order of a sorted partition.
ANSWER, PAGE, OUTSIDE = 0, 1, 2

DIAGNOSTICS = "diagnostics"
UNITED = (uses.SOURCES, REASONS, DIAGNOSTICS, uses.TRUNCATED)
# The columns of a scan that name an answer; that of an earlier join would be another one.
NAMED = {name for name in uses.SCAN.names if name.startswith("robots_")}
# Diagnostics of robots.txt alone are together in their table; those about AI use and names follow, of fields too.
_CODES = [code.value for code in DiagnosticCode]
_FIRST, _END = _CODES.index(DiagnosticCode.BYTE_ORDER_MARK.value), _CODES.index("usage-unreadable")
ROBOTS_TXT_CODES = frozenset(_CODES[_FIRST:_END])


class Site:
    """What is known of one authority's robots.txt, until a time."""

    def __init__(self, authority: str, until: int, row: dict[str, Any]) -> None:
        """Hold an answer. It is not parsed yet."""
        self.authority = authority
        self.until = until
        self.row = row
        self._diagnostics: dict[Client, tuple[str, ...]] = {}

    @property
    def rank(self) -> tuple[int, str, int, str, str]:
        """Its place among the answers of a tier."""
        row = self.row
        return row["redirects"], row["place"], row["status"], row["digest"] or "", row["why"] or ""

    @cached_property
    def robots(self) -> RobotsOutcome:
        """How the fetch ended."""
        return RobotsAnswer(self.authority, self.row["status"], self.row["location"], self.row["body"]).outcome()

    def question(self, target: str, client: Client) -> Question:
        """What it says of a page, as a question to the library."""
        robots, apart = self.robots, self.row["why"]
        why = "content-coding" if robots.cause == "undecodable" else robots.why
        body = None if robots.file is None else self.row["body"]
        # Of another time, a redirect too many says nothing at all.
        is_too_many = (robots.state, robots.cause, apart) == ("unavailable", "redirects", None)
        status = uses.REDIRECT if is_too_many else STATUSES[robots.state]
        return Question(target, status, body, why, client, apart)

    def diagnostics(self, client: Client) -> tuple[str, ...]:
        """The codes of the diagnostics that concern a client, each once."""
        known = self._diagnostics.get(client)
        if known is None:
            # Those about the file as a whole depend on who asks; no path matters to them.
            found = Policy(robots_txt=self.robots).verdict(client).diagnostics
            known = self._diagnostics[client] = tuple(dict.fromkeys(str(one.code) for one in found))
        return known


STATUSES = {"rules": 200, "unavailable": 404, "unreachable": 503, "unknown": 202}
SITE = ("key", "until", "tier", "why", "redirects", "place", "status", "location", "digest", "body")


class Found(NamedTuple):
    """An answer for the robots.txt of a page, the question, and what the answer says of the page."""

    site: Site | None = None
    question: Question | None = None
    stated: Row | None = None

    def cell(self, column: str) -> Any:  # noqa: ANN401 - of any column
        """The cell of a column of access."""
        return NOTHING.get(column) if self.stated is None else self.stated[column]

    def added(self, column: str) -> Sequence[Any]:
        """The elements that it adds to a column of lists."""
        if self.site is None or self.question is None or self.stated is None:
            return ()
        if column == DIAGNOSTICS:
            return self.site.diagnostics(self.question.client)
        elements: Sequence[Any] = self.stated[column]
        return elements

    def forbids(self, known: Iterable[str | None]) -> tuple[bool, int]:
        """How much it forbids, with these answers about AI use."""
        return self.cell("access_allowed") is False, list(known).count("disallow")


UNKNOWN = RobotsOutcome.unknown()
# What is known of a page without an address, or without an agent.
NOTHING = {"access_reason": "unknown"}


class Fill:
    """The function for ``mapInArrow``. Columns of pages are known by their numbers, because names can be any."""

    def __init__(
        self, columns: tuple[str, ...], result: tuple[str, ...], about_use: frozenset[str] = frozenset()
    ) -> None:
        """Take the columns of the pages, those of the result, which begins with them, and those about AI use."""
        self.columns = columns
        self.result = result
        self.about_use = about_use
        self.forgotten = NAMED if set(columns) >= NAMED else set()

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Take sorted answers and pages; give the pages."""
        sites: list[Site] = []
        clients = _Clients()
        for batch in batches:
            pages = batch.column("page").filter(compute.greater(batch.column("kind"), ANSWER))
            columns = [pages.field(index) for index in range(len(self.columns))]
            url, agent = (columns[self.columns.index(name)].to_pylist() for name in ("url", "agent"))
            found: list[list[Found]] = []
            for row, (kind, key, time) in enumerate(_texts(batch, "kind", "key", "time")):
                if kind == ANSWER:
                    sites = [*_held(sites, key, time), _site(batch, row)]
                    continue
                held: Sequence[Site | None] = _counting(_held(sites, key, time)) if kind == PAGE else ()
                page = len(found)
                found.append([_found(site, url[page], clients[agent[page]]) for site in held or [None]])
            if found:
                yield self._filled(columns, found, batch.column("key").type)

    def _filled(self, columns: list[Any], candidates: list[list[Found]], text: pa.DataType) -> pa.RecordBatch:
        pages = self._pages(columns)
        found = self._strictest(columns, candidates, pages)
        joined = self._joined(columns, found, pages)
        filled: list[Any] = []
        for index, name in enumerate(self.result):
            if name in UNITED:
                filled.append(_united(columns[index], [one.added(name) for one in found], name))
            elif name in self.forgotten:
                filled.append(pa.nulls(len(found), columns[index].type))
            elif name in uses.ACCESS:
                kind = uses.SCAN.field(name).type
                filled.append(pa.array([one.cell(name) for one in found], text if kind == pa.string() else kind))
            elif name in joined:
                filled.append(pa.array(joined[name], columns[index].type))
            else:
                filled.append(columns[index])
        return pa.RecordBatch.from_arrays(filled, names=list(self.result))

    def _strictest(self, columns: list[Any], candidates: list[list[Found]], pages: list[Page]) -> list[Found]:
        """Of the answers for each page the one that forbids most, the first of equal ones, with what it says."""
        places = [place for place, several in enumerate(candidates) for _ in several]
        flat = [one for several in candidates for one in several]
        rows = uses.stated([one.question for one in flat], [pages[place] for place in places])
        flat = [one._replace(stated=row) for one, row in zip(flat, rows, strict=True)]
        if len(flat) == len(candidates):
            return flat
        cells = {name: self._cells(columns, name) for name in uses.USES}
        found: dict[int, tuple[tuple[bool, int], Found]] = {}
        for place, one in zip(places, flat, strict=True):
            row = one.stated
            known = [
                uses.answered(cells[name][place], row, name, pages[place]) for name in uses.USES if row is not None
            ]
            forbids = one.forbids(known)
            if place not in found or forbids > found[place][0]:
                found[place] = (forbids, one)
        return [one for _, one in found.values()]

    def _cells(self, columns: list[Any], name: str) -> list[Any]:
        """The cells of a column, if the table has it."""
        if name not in self.about_use:
            return [None] * len(columns[0])
        return list(columns[self.columns.index(name)].to_pylist())

    def _pages(self, columns: list[Any]) -> list[Page]:
        """What the rows show of the other sources of their pages."""
        cells = zip(self._cells(columns, REASONS), self._cells(columns, UNREAD), strict=True)
        return [Page.of(reasons, unread) for reasons, unread in cells]

    def _joined(self, columns: list[Any], found: list[Found], pages: list[Page]) -> dict[str, list[Any]]:
        """The cells about AI use, with what robots.txt states."""
        cells = {name: self._cells(columns, name) for name in self.about_use - {REASONS}}
        answers = [name for name in cells if name not in (LICENSES, UNREAD)]
        for place, (one, page) in enumerate(zip(found, pages, strict=True)):
            row = one.stated
            if row is None:
                continue
            for name in answers:
                cells[name][place] = uses.answered(cells[name][place], row, name, page)
            if LICENSES in cells:
                cells[LICENSES][place] = uses.licensed(cells[LICENSES][place] or (), row)
            if UNREAD in cells:
                known = {
                    name.removeprefix("use_").replace("_", "-") for name in answers if cells[name][place] is not None
                }
                if row["access_allowed"] is not None:
                    known.add("access")
                cells[UNREAD][place] = uses.unread(row, page, frozenset(known))
        return cells


def _texts(batch: pa.RecordBatch, *names: str) -> Iterator[tuple[Any, ...]]:
    return zip(*(batch.column(name).to_pylist() for name in names), strict=True)


def _held(sites: list[Site], authority: str, time: int) -> list[Site]:
    """Those of an authority that hold at a time, of which all began."""
    return [site for site in sites if site.authority == authority and time < site.until]


def _counting(sites: list[Site]) -> list[Site]:
    """Those of the lowest tier, in the order of the program's search."""
    if len(sites) < 2:  # noqa: PLR2004 - there is nothing to choose
        return sites
    tier = min(site.row["tier"] for site in sites)
    return sorted((site for site in sites if site.row["tier"] == tier), key=lambda site: site.rank)


def _site(batch: pa.RecordBatch, row: int) -> Site:
    cells = {name: batch.column(name)[row].as_py() for name in SITE}
    return Site(cells["key"], cells["until"], cells)


def _found(site: Site | None, url: str | None, client: Client | None) -> Found:
    if url is None or client is None:
        return Found()
    # As the library does with an address that is neither an absolute URL nor a path.
    target = url if url.startswith("/") or "://" in url else f"/{url}"
    try:
        UNKNOWN.access(target, client)
    except ValueError:
        # A text that is not the address of a page: nothing is known of it, as in a table of pages.
        return Found()
    # Without an answer, what an earlier one allowed is not known.
    question = Question(target, None, None, None, client, None) if site is None else site.question(target, client)
    return Found(site, question)


class _Clients(dict[str | None, Client | None]):
    """The clients, by the names that the rows of a scan give them."""

    def __missing__(self, agent: str | None) -> Client | None:
        """Make the client. Raises ``ValueError`` for a name that no scan writes."""
        self[agent] = None if agent is None else _client(agent)
        return self[agent]


def _client(agent: str) -> Client:
    try:
        return Client(*() if agent == "*" else agent.split(","))
    except InvalidProductToken as error:
        message = (
            f"the column agent has {agent!r}: {error}; write product tokens with commas between them, "
            "or * for a client without a name"
        )
        raise ValueError(message) from error


def _united(column: Any, added: list[Sequence[Any]], name: str) -> Any:  # noqa: ANN401 - arrays of Arrow
    """The lists with what was added, without what they had of a robots.txt."""
    values = column.flatten()
    values = values.field(values.type.get_field_index("source")) if name == REASONS else values
    own = ROBOTS_TXT_CODES if name == DIAGNOSTICS else {uses.ROBOTS_TXT}
    is_own = compute.is_in(values, pa.array(sorted(own), values.type))
    has_own = compute.list_parent_indices(column).filter(is_own).to_pylist()
    changed = sorted({*has_own, *[row for row, more in enumerate(added) if more]})
    if not changed:
        return column
    lists = []
    for row, old in zip(changed, column.take(pa.array(changed)).to_pylist(), strict=True):
        more = added[row]
        kept = [one for one in old or () if (one["source"] if name == REASONS else one) not in own and one not in more]
        both = [*more, *kept]
        # Reasons about AI use are the last.
        lists.append(sorted(both, key=_is_about_use) if name == REASONS else both)
    # The rows that change are taken from the new lists, which come after the old ones.
    places = list(range(len(column)))
    for index, row in enumerate(changed):
        places[row] = len(column) + index
    return pa.concat_arrays([column, pa.array(lists, column.type)]).take(pa.array(places))


def _is_about_use(reason: Row) -> bool:
    return reason["vocabulary"] is not None
