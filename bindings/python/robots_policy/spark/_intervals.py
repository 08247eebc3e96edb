"""The seconds at which each answer of an authority holds, before redirects are followed.

**How it works.** The answers of an authority come one after the other, in the order in which a store has them: time,
status, location, digest. The rule is the library's, :func:`robots_policy._native._timeline`, which joins the pages of
the program too. At one time several answers may be the current one, in tiers: one counts only where those before it
lead to nothing that is known. An authority is also that of an answer at another address, to which redirects lead.

**Invariants.** Two answers are alike if they have the same status, location and digest, as in a store, also where the
body means nothing. The intervals of an authority that overlap differ in their tiers or answers. What means the same in
a row is one interval.

**What breaks if touched.** An answer in another order, or an authority in two groups, holds at the wrong time.

**Which test notices.** ``test_spark_timeline.py``, and ``test_spark_access.py`` with groups across batches.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
from pyspark.sql.types import BooleanType, LongType, StringType, StructField, StructType

from robots_policy._native import _timeline
from robots_policy.robots import RobotsAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pyspark.sql import DataFrame
    from pyspark.sql.types import DataType

__all__ = ["END", "START", "Intervals", "intervals"]

# Seconds since 1970 before and after every other time.
START, END = -(1 << 63), (1 << 63) - 1
ROWS = 8192
NULLABLE = {"location", "leads_to", "sha256", "digest", "why"}


def _fields(**types: type[DataType]) -> StructType:
    return StructType([StructField(name, kind(), nullable=name in NULLABLE) for name, kind in types.items()])


READ = _fields(
    authority=StringType,
    at=LongType,
    status=LongType,
    location=StringType,
    sha256=StringType,
    raw_authority=StringType,
    digest=StringType,
    has_outcome=BooleanType,
    is_redirect=BooleanType,
    leads_to=StringType,
)
HELD = StructType([*_fields(since=LongType, until=LongType, tier=LongType, why=StringType), *READ])


class Answer(NamedTuple):
    """A row of ``READ``."""

    authority: str
    at: int
    status: int
    location: str | None
    sha256: str | None
    """The digest of its body; ``None`` if its coding is not undone."""
    raw_authority: str
    """The authority as the table has it."""
    digest: str | None
    """The digest again; that of a body which means nothing is empty."""
    has_outcome: bool
    is_redirect: bool
    leads_to: str | None

    @property
    def state(self) -> tuple[object, ...]:
        """What it says."""
        return (self.status, self.location, self.sha256)

    @property
    def meaning(self) -> tuple[object, ...]:
        """What it says that counts."""
        if self.is_redirect:
            return (True, self.leads_to)
        return (False, self.status, self.location, self.digest)


class Interval(NamedTuple):
    """The seconds between which an answer holds, the last one not among them, and why it is not current."""

    since: int
    until: int
    tier: int
    why: str | None
    answer: Answer

    @property
    def meaning(self) -> tuple[object, ...]:
        """What it says at each of its times."""
        return (self.tier, self.why, *self.answer.meaning)


def intervals(answers: DataFrame, within: int | None) -> DataFrame:
    """The intervals of answers with ``authority``, ``at``, ``status``, ``location`` and ``sha256``, as in ``HELD``.

    ``within`` is for how many seconds an answer counts as current; for ``None``, the latest one always holds.
    """
    read = answers.dropna(subset=["authority", "at", "status"]).mapInArrow(_read, READ)
    placed = read.repartition("authority").sortWithinPartitions("authority", "at", "status", "location", "sha256")
    return placed.mapInArrow(Intervals(within), HELD)


def _read(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The answers, and what each of them means by itself."""
    for batch in batches:
        rows = (_answer(*row) for row in zip(*_lists(batch), strict=True))
        yield _batch([row for row in rows if row is not None], READ, batch.column("authority").type)


def _answer(text: str, at: int, status: int, location: str | None, sha256: str | None) -> Answer | None:
    """The answer; ``None`` for a text that is not an authority."""
    try:
        answer = RobotsAnswer(text, status, location, None if sha256 is None else b"")
    except ValueError:
        return None
    digest = sha256 if sha256 is None or answer.is_file else ""
    means = (answer.has_outcome, answer.is_redirect, answer.leads_to)
    return Answer(answer.authority, at, status, location, sha256, text, digest, *means)


class Intervals:
    """The function for ``mapInArrow``, over sorted answers."""

    def __init__(self, within: int | None) -> None:
        """Take for how many seconds an answer is current; ``None`` is for the latest answers."""
        self.within = within

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Take the answers of ``READ``; give the intervals of ``HELD``. An authority may go on in the next batch."""
        batches = iter(batches)
        first = next(batches, None)
        if first is None:
            return
        rows = (Answer(*row) for batch in itertools.chain([first], batches) for row in zip(*_lists(batch), strict=True))
        groups = (list(group) for _, group in itertools.groupby(rows, key=lambda answer: answer.authority))
        merged = (one for group in groups for one in _merged(_held(group, self.within)))
        held = ((one.since, one.until, one.tier, one.why, *one.answer) for one in merged)
        text = first.column("authority").type
        while some := list(itertools.islice(held, ROWS)):
            yield _batch(some, HELD, text)


def _held(answers: Sequence[Answer], within: int | None) -> Iterator[list[Interval]]:
    """The intervals, those of one time together."""
    numbers: dict[tuple[object, ...], int] = {}
    states = [numbers.setdefault(one.state, len(numbers)) for one in answers]
    has_outcome, is_redirect = [one.has_outcome for one in answers], [one.is_redirect for one in answers]
    for since, last, held in _timeline([one.at for one in answers], has_outcome, is_redirect, states, within):
        until = min(last, END - 1) + 1
        # Where a redirect of a lower tier leads to nothing, none to the same place leads to something.
        lowest: dict[str | None, int] = {}
        for tier, place, _ in held:
            lowest.setdefault(answers[place].leads_to, tier)
        yield [
            Interval(since, until, tier, why, one)
            for tier, place, why in held
            if not (one := answers[place]).is_redirect or lowest[one.leads_to] == tier
        ]


def _merged(times: Iterable[list[Interval]]) -> Iterator[Interval]:
    """The intervals, as long as nothing but the time of the answer changes."""
    open_ones: dict[tuple[object, ...], Interval] = {}
    for held in times:
        now: dict[tuple[object, ...], Interval] = {}
        for one in held:
            before = open_ones.get(one.meaning)
            goes_on = before is not None and before.until == one.since
            now[one.meaning] = one._replace(since=before.since) if before is not None and goes_on else one
        yield from (one for one in open_ones.values() if one.meaning not in now or now[one.meaning].since > one.since)
        open_ones = now
    yield from open_ones.values()


def _lists(batch: pa.RecordBatch) -> list[list[Any]]:
    return [column.to_pylist() for column in batch.columns]


def _batch(rows: Sequence[tuple[Any, ...]], fields: StructType, text: pa.DataType) -> pa.RecordBatch:
    kinds = {"string": text, "bigint": pa.int64(), "boolean": pa.bool_()}
    columns = zip(*rows, strict=True) if rows else [()] * len(fields)
    both = zip(fields, columns, strict=True)
    arrays = [pa.array(column, kinds[field.dataType.simpleString()]) for field, column in both]
    return pa.RecordBatch.from_arrays(arrays, names=fields.names)
