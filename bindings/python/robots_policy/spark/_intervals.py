"""The seconds at which each answer of an authority holds, before redirects are followed.

**How it works.** The answers of an authority come one after the other, in the order in which a store has them: time,
status, location, digest. The rule is the library's, :func:`robots_policy._native._timeline`, which joins the pages of
the program too.

**Invariants.** Two answers are alike if they have the same status, location and digest, as in a store, also where the
body means nothing. The intervals of an authority do not overlap. What means the same in a row is one interval.

**What breaks if touched.** An answer in another order, or an authority in two groups, holds at the wrong time.

**Which test notices.** ``test_spark_timeline.py``, and ``test_spark_access.py`` with groups across batches.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
from pyspark.sql.types import BooleanType, LongType, StringType, StructField, StructType

from robots_policy._native import _timeline
from robots_policy.robots import RobotsAnswer, authority

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
HELD = _fields(
    authority=StringType,
    since=LongType,
    until=LongType,
    why=StringType,
    status=LongType,
    location=StringType,
    raw_authority=StringType,
    digest=StringType,
    is_redirect=BooleanType,
    leads_to=StringType,
)


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

    @property
    def rank(self) -> tuple[object, ...]:
        """The order of the program's store; the latest answer is the greatest one."""
        return (self.has_outcome, self.at, self.status, self.location is not None, self.location or "")


class Interval(NamedTuple):
    """The seconds between which an answer holds, the last one not among them, and why it is not current."""

    since: int
    until: int
    why: str | None
    answer: Answer

    def row(self) -> tuple[object, ...]:
        """The row of ``HELD``."""
        one = self.answer
        times = (one.authority, self.since, self.until, self.why)
        return (*times, one.status, one.location, one.raw_authority, one.digest, one.is_redirect, one.leads_to)


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
    own = authority(text)
    if own is None:
        return None
    answer = RobotsAnswer(own, status, location, None if sha256 is None else b"")
    digest = sha256 if sha256 is None or answer.is_file else ""
    means = (answer.has_outcome, answer.is_redirect, answer.leads_to)
    return Answer(own, at, status, location, sha256, text, digest, *means)


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
        held = (one.row() for group in groups for one in self._of(group))
        text = first.column("authority").type
        while some := list(itertools.islice(held, ROWS)):
            yield _batch(some, HELD, text)

    def _of(self, answers: Sequence[Answer]) -> Iterable[Interval]:
        """The intervals of one authority."""
        return _latest(answers) if self.within is None else _merged(_held(answers, self.within))


def _held(answers: Sequence[Answer], within: int) -> Iterator[Interval]:
    numbers: dict[tuple[object, ...], int] = {}
    states = [numbers.setdefault(one.state, len(numbers)) for one in answers]
    has_outcome = [one.has_outcome for one in answers]
    for since, last, place, why in _timeline([one.at for one in answers], has_outcome, states, within):
        yield Interval(since, min(last, END - 1) + 1, why, answers[place])


def _merged(held: Iterable[Interval]) -> Iterator[Interval]:
    """The intervals, as long as nothing but the time of the answer changes."""
    open_one: Interval | None = None
    for one in held:
        if open_one is None:
            open_one = one
        elif (open_one.until, open_one.why, open_one.answer.meaning) == (one.since, one.why, one.answer.meaning):
            open_one = open_one._replace(until=one.until)
        else:
            yield open_one
            open_one = one
    if open_one is not None:
        yield open_one


def _latest(answers: Sequence[Answer]) -> Iterator[Interval]:
    """The greatest answers, which are several only if their files alone differ."""
    greatest = max(answers, key=lambda one: one.rank)
    held = _held(answers, 0) if greatest.has_outcome else ()
    why = next((one.why for one in held if one.since <= greatest.at < one.until), None)
    equal = {one.digest: one for one in answers if one.rank == greatest.rank}
    return (Interval(START, END, why, one) for one in equal.values())


def _lists(batch: pa.RecordBatch) -> list[list[Any]]:
    return [column.to_pylist() for column in batch.columns]


def _batch(rows: Sequence[tuple[Any, ...]], fields: StructType, text: pa.DataType) -> pa.RecordBatch:
    kinds = {"string": text, "bigint": pa.int64(), "boolean": pa.bool_()}
    columns = zip(*rows, strict=True) if rows else [()] * len(fields)
    both = zip(fields, columns, strict=True)
    arrays = [pa.array(column, kinds[field.dataType.simpleString()]) for field, column in both]
    return pa.RecordBatch.from_arrays(arrays, names=fields.names)
