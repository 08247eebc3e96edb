"""Sorted answers and pages become rows with access.

**How it works.** The rows of a partition are sorted by authority, then by time, an answer before the pages of its time.
So one answer is held at a time: it is that of the pages that follow, until the next answer, its end or the next
authority. It is parsed when the first page needs it.

**Invariant.** A page has the answer of its own authority that holds at its time. Without one, access is unknown.

**What breaks if touched.** Without the comparison of authorities, a site without robots.txt has the rules of another.
A partition that is not sorted loses answers.

**Which test notices.** All comparisons of ``test_spark_access.py``.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
from pyarrow import compute

from robots_policy import Accessor, DiagnosticCode, InvalidProductToken, Robots, RobotsAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from robots_policy import Access

__all__ = ["ANSWER", "OUTSIDE", "PAGE", "REASON", "UNITED", "Fill"]

# The kinds of row, in the order of a sorted partition.
ANSWER, PAGE, OUTSIDE = 0, 1, 2

ROBOTS_TXT = "robots.txt"
SOURCES, REASON, REMARKS, TRUNCATED = UNITED = ("sources", "reasons", "remarks", "truncated")
# The table of diagnostics has those of robots.txt together; the last row of all is of every input.
_CODES = [code.value for code in DiagnosticCode]
ROBOTS_TXT_CODES = frozenset(_CODES[_CODES.index(DiagnosticCode.BYTE_ORDER_MARK.value) : -1])


class Site:
    """What is known of one authority's robots.txt, until a time."""

    def __init__(self, authority: str, until: int, row: dict[str, Any]) -> None:
        """Hold an answer. It is not parsed yet."""
        self.authority = authority
        self.until = until
        self.row = row

    @cached_property
    def robots(self) -> Robots:
        """How the fetch ended."""
        return RobotsAnswer(self.authority, self.row["status"], self.row["location"], self.row["body"]).outcome()

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """The codes of its diagnostics, each once."""
        file = self.robots.file
        return () if file is None else tuple(dict.fromkeys(str(one.code) for one in file.diagnostics))

    @cached_property
    def truncated(self) -> tuple[str, ...]:
        """The name of the input, if the file met its parsing limit."""
        file = self.robots.file
        return (ROBOTS_TXT,) if file is not None and file.truncated else ()


NOWHERE = Site("", 0, {})


class Found(NamedTuple):
    """What robots.txt says of one page."""

    access: Access
    site: Site | None

    def added(self, column: str) -> Sequence[Any]:
        """The elements that it adds to a column of lists."""
        if self.site is None:
            return ()
        if column == REMARKS:
            return self.site.remarks
        if column == TRUNCATED:
            return self.site.truncated
        if column == SOURCES:
            return () if self.access.rule is None else (ROBOTS_TXT,)
        return [self._reason()] if self.access.reason == "disallow-rule" else ()

    def _reason(self) -> dict[str, Any]:
        _, _, scope, text, line, _ = self.access
        return {"directive": "disallow", "scope": scope, "source": ROBOTS_TXT, "line": line, "text": text}


UNKNOWN = Robots.unknown()
NOTHING = Found(UNKNOWN.access("/", "*"), None)


class Fill:
    """The function for ``mapInArrow``. Columns of pages are known by their numbers, because names can be any."""

    def __init__(self, columns: tuple[str, ...], result: tuple[str, ...]) -> None:
        """Take the columns of the pages and those of the result, which begins with them."""
        self.columns = columns
        self.result = result

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Take sorted answers and pages; give the pages."""
        site = NOWHERE
        accessors = _Accessors()
        for batch in batches:
            pages = batch.column("page").filter(compute.greater(batch.column("kind"), ANSWER))
            columns = [pages.field(index) for index in range(len(self.columns))]
            url, agent = (columns[self.columns.index(name)].to_pylist() for name in ("url", "agent"))
            found: list[Found] = []
            for row, (kind, key, time) in enumerate(_texts(batch, "kind", "key", "time")):
                if kind == ANSWER:
                    site = _site(batch, row)
                    continue
                is_of_it = kind == PAGE and site.authority == key and time < site.until
                page = len(found)
                found.append(_found(site if is_of_it else None, url[page], accessors[agent[page]]))
            if found:
                yield self._filled(columns, found, batch.column("key").type)

    def _filled(self, columns: list[Any], found: list[Found], text: pa.DataType) -> pa.RecordBatch:
        accesses = [one.access for one in found]
        access = {
            "access_allowed": pa.array([access.allowed for access in accesses], pa.bool_()),
            "access_reason": pa.array([access.reason for access in accesses], text),
            "access_rule": pa.array([access.rule for access in accesses], text),
        }
        filled = []
        for index, name in enumerate(self.result):
            if name in UNITED:
                filled.append(_united(columns[index], [one.added(name) for one in found], name))
            else:
                filled.append(access[name] if name in access else columns[index])
        return pa.RecordBatch.from_arrays(filled, names=list(self.result))


def _texts(batch: pa.RecordBatch, *names: str) -> Iterator[tuple[Any, ...]]:
    return zip(*(batch.column(name).to_pylist() for name in names), strict=True)


def _site(batch: pa.RecordBatch, row: int) -> Site:
    cells = {name: batch.column(name)[row].as_py() for name in ("key", "until", "status", "location", "body")}
    return Site(cells["key"], cells["until"], cells)


def _found(site: Site | None, url: str | None, accessor: Accessor | None) -> Found:
    if url is None or accessor is None:
        return NOTHING
    # As the library does with an address that is neither an absolute URL nor a path.
    target = url if url.startswith("/") or "://" in url else f"/{url}"
    # Without an answer, the address of a robots.txt may be fetched all the same.
    return Found((UNKNOWN if site is None else site.robots).access(target, accessor), site)


class _Accessors(dict[str | None, Accessor | None]):
    """The clients, by the names that the rows of a scan give them."""

    def __missing__(self, agent: str | None) -> Accessor | None:
        """Make the client. Raises ``ValueError`` for a name that no scan writes."""
        self[agent] = None if agent is None else _accessor(agent)
        return self[agent]


def _accessor(agent: str) -> Accessor:
    try:
        return Accessor(*() if agent == "*" else agent.split(","))
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
    own = ROBOTS_TXT_CODES if name == REMARKS else {ROBOTS_TXT}
    is_own = compute.is_in(values, pa.array(sorted(own), values.type))
    has_own = compute.list_parent_indices(column).filter(is_own).to_pylist()
    changed = sorted({*has_own, *[row for row, more in enumerate(added) if more]})
    if not changed:
        return column
    lists = []
    for row, old in zip(changed, column.take(pa.array(changed)).to_pylist(), strict=True):
        more = added[row]
        kept = [one for one in old or () if (one["source"] if name == REASON else one) not in own and one not in more]
        lists.append([*more, *kept])
    # The rows that change are taken from the new lists, which come after the old ones.
    places = list(range(len(column)))
    for index, row in enumerate(changed):
        places[row] = len(column) + index
    return pa.concat_arrays([column, pa.array(lists, column.type)]).take(pa.array(places))
