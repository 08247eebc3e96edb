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
from robots_policy._native import _access_apart
from robots_policy.enums import DiagnosticCode
from robots_policy.errors import InvalidProductToken
from robots_policy.robots import RobotsAnswer
from robots_policy.spark._uses import LICENSES, UNREAD, USES, Page, Question, answered, licensed, stated, unread

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from robots_policy import Access
    from robots_policy.spark._uses import Row

__all__ = ["ANSWER", "OUTSIDE", "PAGE", "REASON", "UNITED", "Fill"]

# The kinds of row, in the order of a sorted partition.
ANSWER, PAGE, OUTSIDE = 0, 1, 2

ROBOTS_TXT, VOCABULARY = "robots.txt", "vocabulary"
SOURCES, REASON, DIAGNOSTICS, TRUNCATED = UNITED = ("sources", "reasons", "diagnostics", "truncated")
# The columns of a scan that name an answer; that of an earlier join would be another one.
NAMED = ("robots_url", "robots_status", "robots_fetched", "robots_sha256", "robots_record_id")
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
    def why(self) -> str | None:
        """Why it is not current, if it is not."""
        why: str | None = self.row["why"]
        return why

    @property
    def rank(self) -> tuple[int, str, int, str, str]:
        """Its place among the answers of a tier."""
        row = self.row
        return row["redirects"], row["place"], row["status"], row["digest"] or "", row["why"] or ""

    def access(self, target: str, client: Client) -> Access:
        """What it says of a page."""
        access = self.robots.access(target, client)
        is_apart = access.allowed and self.why is not None
        return _access_apart(self.robots, target, client) if is_apart else access

    @cached_property
    def robots(self) -> RobotsOutcome:
        """How the fetch ended."""
        return RobotsAnswer(self.authority, self.row["status"], self.row["location"], self.row["body"]).outcome()

    def question(self, target: str, client: Client) -> Question:
        """What it says of a page, as a question to the library."""
        robots = self.robots
        why = "content-coding" if robots.cause == "undecodable" else robots.why
        body = None if robots.file is None else self.row["body"]
        # A redirect too many allows the site, and says nothing of its rules; of another time, it says nothing at all.
        is_allowed_unread = robots.cause == "redirects" and self.why is None
        status = 301 if is_allowed_unread else STATUSES[robots.state]
        return Question(target, status, body, why, client, self.why)

    def diagnostics(self, client: Client) -> tuple[str, ...]:
        """The codes of the diagnostics that concern a client, each once."""
        known = self._diagnostics.get(client)
        if known is None:
            # Those about the file as a whole depend on who asks; no path matters to them.
            found = self._policy.verdict(client).diagnostics
            known = self._diagnostics[client] = tuple(dict.fromkeys(str(one.code) for one in found))
        return known

    @cached_property
    def _policy(self) -> Policy:
        return Policy(robots_txt=self.robots)

    @cached_property
    def truncated(self) -> tuple[str, ...]:
        """The name of the input, if the file met its parsing limit."""
        file = self.robots.file
        return (ROBOTS_TXT,) if file is not None and file.truncated else ()


STATUSES = {"rules": 200, "unavailable": 404, "unreachable": 503, "unknown": 202}
SITE = ("key", "until", "tier", "why", "redirects", "place", "status", "location", "digest", "body")


class Found(NamedTuple):
    """What robots.txt says of one page."""

    access: Access
    site: Site | None
    client: Client
    question: Question | None = None

    @property
    def known(self) -> frozenset[str]:
        """The name of access among the answers, if it is known."""
        return frozenset() if self.access.allowed is None else frozenset(["access"])

    def added(self, column: str, stated: Row | None) -> Sequence[Any]:
        """The elements that it adds to a column of lists; ``stated`` is what it states about AI use."""
        if self.site is None:
            return ()
        if column == DIAGNOSTICS:
            return self.site.diagnostics(self.client)
        if column == TRUNCATED:
            return self.site.truncated
        if column == SOURCES:
            is_about_use = stated is not None and (stated["reasons"] or stated[LICENSES])
            return (ROBOTS_TXT,) if self.access.rule is not None or is_about_use else ()
        reasons = [] if stated is None else stated["reasons"]
        return [self._reason(), *reasons] if self.access.reason == "disallow-rule" else reasons

    def _reason(self) -> Row:
        _, _, scope, text, line, _ = self.access
        reason = {"directive": "disallow", "scope": scope, "source": ROBOTS_TXT, "line": line, "text": text}
        return reason | {VOCABULARY: None}


UNKNOWN = RobotsOutcome.unknown()
NOTHING = Found(UNKNOWN.access("/", "*"), None, Client())


class Fill:
    """The function for ``mapInArrow``. Columns of pages are known by their numbers, because names can be any."""

    def __init__(self, columns: tuple[str, ...], result: tuple[str, ...], uses: frozenset[str] = frozenset()) -> None:
        """Take the columns of the pages, those of the result, which begins with them, and those about AI use."""
        self.columns = columns
        self.result = result
        self.uses = uses
        # A table of an earlier version has reasons without a vocabulary.
        self.has_uses = bool(uses) or (SOURCES in columns and REASON not in columns)
        self.forgotten = frozenset(NAMED if set(NAMED) <= set(columns) else ())

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
        pages = self._pages(columns) if self.has_uses else [Page()] * len(candidates)
        found, about_use = self._strictest(columns, candidates, pages)
        accesses = [one.access for one in found]
        access = {
            "access_allowed": pa.array([access.allowed for access in accesses], pa.bool_()),
            "access_reason": pa.array([access.reason for access in accesses], text),
            "access_rule": pa.array([access.rule for access in accesses], text),
        }
        joined = self._joined(columns, found, pages, about_use) if any(about_use) else {}
        filled: list[Any] = []
        for index, name in enumerate(self.result):
            if name in UNITED:
                both = zip(found, about_use, strict=True)
                filled.append(_united(columns[index], [one.added(name, row) for one, row in both], name))
            elif name in self.forgotten:
                filled.append(pa.nulls(len(found), columns[index].type))
            elif name in access:
                filled.append(access[name])
            elif name in joined:
                filled.append(pa.array(joined[name], columns[index].type))
            else:
                filled.append(columns[index])
        return pa.RecordBatch.from_arrays(filled, names=list(self.result))

    def _strictest(
        self, columns: list[Any], candidates: list[list[Found]], pages: list[Page]
    ) -> tuple[list[Found], list[Row | None]]:
        """Of the answers for each page the one that forbids most, the first of equal ones; and what it states."""
        places = [place for place, several in enumerate(candidates) for _ in several]
        flat = [one for several in candidates for one in several]
        is_asked = [self.has_uses or len(candidates[place]) > 1 for place in places]
        questions = [one.question if asked else None for one, asked in zip(flat, is_asked, strict=True)]
        rows = stated(questions, [pages[place] for place in places])
        if len(flat) == len(candidates):
            return flat, rows
        cells = {name: self._cells(columns, name) for name in USES}
        found: dict[int, tuple[tuple[bool, int], Found, Row | None]] = {}
        for place, one, row in zip(places, flat, rows, strict=True):
            known = {name: answered(cells[name][place], row, name, pages[place]) for name in USES if row is not None}
            forbids = (one.access.allowed is False, list(known.values()).count("disallow"))
            if place not in found or forbids > found[place][0]:
                found[place] = (forbids, one, row if self.has_uses else None)
        return [one for _, one, _ in found.values()], [row for _, _, row in found.values()]

    def _cells(self, columns: list[Any], name: str) -> list[Any]:
        """The cells of a column, if the table has it."""
        if name not in self.uses:
            return [None] * len(columns[0])
        return list(columns[self.columns.index(name)].to_pylist())

    def _pages(self, columns: list[Any]) -> list[Page]:
        """What the rows show of the other sources of their pages."""
        cells = zip(self._cells(columns, REASON), self._cells(columns, UNREAD), strict=True)
        return [Page.of(reasons, unread) for reasons, unread in cells]

    def _joined(
        self, columns: list[Any], found: list[Found], pages: list[Page], about_use: list[Row | None]
    ) -> dict[str, list[Any]]:
        """The cells about AI use, with what robots.txt states."""
        cells = {name: self._cells(columns, name) for name in self.uses - {REASON}}
        answers = [name for name in cells if name not in (LICENSES, UNREAD)]
        for place, (one, row, page) in enumerate(zip(found, about_use, pages, strict=True)):
            if row is None:
                continue
            for name in answers:
                cells[name][place] = answered(cells[name][place], row, name, page)
            if LICENSES in cells:
                cells[LICENSES][place] = licensed(cells[LICENSES][place] or (), row)
            if UNREAD in cells:
                known = [name for name in answers if cells[name][place] is not None]
                uses = {name.removeprefix("use_").replace("_", "-") for name in known}
                cells[UNREAD][place] = unread(row, page, one.known | uses)
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
        return NOTHING
    # As the library does with an address that is neither an absolute URL nor a path.
    target = url if url.startswith("/") or "://" in url else f"/{url}"
    # Without an answer, the address of a robots.txt may be fetched all the same.
    try:
        access = (UNKNOWN if site is None else site).access(target, client)
    except ValueError:
        # A text that is not the address of a page: nothing is known of it, as in a table of pages.
        return Found(UNKNOWN.access("/", client), None, client)
    # Without an answer, what an earlier one allowed is not known.
    question = Question(target, None, None, None, client, None) if site is None else site.question(target, client)
    return Found(access, site, client, question)


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
    values = values.field(values.type.get_field_index("source")) if name == REASON else values
    own = ROBOTS_TXT_CODES if name == DIAGNOSTICS else {ROBOTS_TXT}
    is_own = compute.is_in(values, pa.array(sorted(own), values.type))
    has_own = compute.list_parent_indices(column).filter(is_own).to_pylist()
    changed = sorted({*has_own, *[row for row, more in enumerate(added) if more]})
    if not changed:
        return column
    lists = []
    for row, old in zip(changed, column.take(pa.array(changed)).to_pylist(), strict=True):
        more = added[row]
        kept = [one for one in old or () if (one["source"] if name == REASON else one) not in own and one not in more]
        both = [*more, *kept]
        # Reasons about AI use are the last.
        lists.append(sorted(both, key=_is_about_use) if name == REASON else both)
    # The rows that change are taken from the new lists, which come after the old ones.
    places = list(range(len(column)))
    for index, row in enumerate(changed):
        places[row] = len(column) + index
    return pa.concat_arrays([column, pa.array(lists, column.type)]).take(pa.array(places))


def _is_about_use(reason: Row) -> bool:
    return reason.get(VOCABULARY) is not None
