"""The answer for robots.txt that holds for each authority at each time, redirects followed.

**How it works.** An interval is an authority, and the times ``since`` and ``until`` between which one answer holds:
the greatest by the order of the program's store among those that came before. The intervals of an authority do not
overlap, and the last one has no end. Redirects are followed on intervals without bodies: a path is an authority, the
``place`` whose answer holds for it, and the interval in which every step led there. Each step joins the paths with
the redirects on overlapping intervals, so every redirect of a chain held at the same time. Bodies are joined once, in
the end.

**Invariants.** The meaning of an answer comes from :class:`robots_policy.RobotsAnswer`. Whether an interval is a
redirect, and to where, does not depend on bodies: the order compares them last, between answers of one status and one
location. After ``REDIRECTS`` steps a further redirect is an outcome, and only then. A path to a place without an
answer ends, so that nothing is known there.

**What breaks if touched.** A ``since`` that is too early gives a page rules that did not exist yet; a lost ``until``
gives it rules where the program knows none. Equal answers in a row are one interval: without that, a place to which a
million hosts lead has a million copies of each of its answers.

**Which test notices.** ``test_spark_timeline.py`` compares random answers and pages with a plain reading of the rules,
and counts the intervals of a hub; ``test_spark_access.py`` compares with stores of the program that were built from the
answers before each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
from pyarrow import compute
from pyspark.sql import Window
from pyspark.sql import functions as sql
from pyspark.sql.types import BinaryType, BooleanType, LongType, StringType, StructField, StructType

from robots_policy import RobotsAnswer, authority

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyspark.sql import Column, DataFrame
    from pyspark.sql.types import DataType

__all__ = ["END", "START", "timeline"]

# Microseconds since 1970 before and after every other time.
START, END = -(1 << 63), (1 << 63) - 1
# As many as the library follows, by RFC 9309 §2.3.1.2.
REDIRECTS = 5


def _fields(**types: DataType) -> StructType:
    return StructType([StructField(name, kind, nullable=name in NULLABLE) for name, kind in types.items()])


NULLABLE = {"location", "leads_to", "body"}
READ = _fields(
    authority=StringType(),
    at=LongType(),
    has_outcome=BooleanType(),
    status=LongType(),
    location=StringType(),
    body=BinaryType(),
    is_redirect=BooleanType(),
    leads_to=StringType(),
)


def timeline(answers: DataFrame, at: str) -> DataFrame:
    """The intervals of the answers: ``authority``, ``since``, ``until``, ``status``, ``location``, ``body``.

    Times are microseconds since 1970. For ``latest``, each authority has one interval, without a start and an end.
    """
    is_decoded = sql.when(sql.col("body").isNotNull(), sql.lit(b""))
    short = _read(answers.withColumn("body", is_decoded))
    steps = _intervals(short, at, rank=("status", "location"), state=("is_redirect", "leads_to"))
    whole = _intervals(_read(answers), at, rank=("status", "location", "body"), state=("status", "location", "body"))
    return _joined(_paths(steps), whole)


def _read(answers: DataFrame) -> DataFrame:
    """The answers, and what each of them means by itself."""
    moment = sql.unix_micros("at").alias("at")
    chosen = answers.select("authority", moment, sql.col("status").cast("long"), "location", "body")
    return chosen.dropna(subset=["authority", "at", "status"]).mapInArrow(_read_batches, READ)


def _read_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        authorities = [authority(text) for text in batch.column("authority").to_pylist()]
        is_one = pa.array([text is not None for text in authorities])
        read = batch.set_column(0, "authority", pa.array(authorities, batch.column("authority").type))
        yield _read_batch(read.filter(is_one))


def _read_batch(batch: pa.RecordBatch) -> pa.RecordBatch:
    authorities, at, statuses, locations, bodies = batch.columns
    texts = zip(authorities.to_pylist(), statuses.to_pylist(), locations.to_pylist(), strict=True)
    is_coded = bodies.is_null().to_pylist()
    answers = [RobotsAnswer(*text, None if coded else b"") for text, coded in zip(texts, is_coded, strict=True)]
    # A body that is not read, such as the page of a 404, need not be sorted and kept.
    is_kept = [answer.is_file or coded for answer, coded in zip(answers, is_coded, strict=True)]
    columns = [
        authorities,
        at,
        pa.array([answer.has_outcome for answer in answers], pa.bool_()),
        statuses,
        locations,
        compute.if_else(pa.array(is_kept, pa.bool_()), bodies, pa.scalar(b"", bodies.type)),
        pa.array([answer.is_redirect for answer in answers], pa.bool_()),
        pa.array([answer.leads_to for answer in answers], locations.type),
    ]
    return pa.RecordBatch.from_arrays(columns, names=READ.names)


def _intervals(read: DataFrame, at: str, *, rank: tuple[str, ...], state: tuple[str, ...]) -> DataFrame:
    """The intervals of each authority in which the greatest answer has one ``state``.

    An answer with an outcome is greater than one without, then the later one, then that with the greater ``rank``, in
    which null is the least.
    """
    ranked = [sql.desc(name) for name in rank]
    if at == "latest":
        window = Window.partitionBy("authority").orderBy(sql.desc("has_outcome"), sql.desc("at"), *ranked)
        greatest = read.withColumn("place", sql.row_number().over(window)).filter("place = 1").drop("place")
        return greatest.withColumns({"since": sql.lit(START), "until": sql.lit(END)})
    window = Window.partitionBy("authority").orderBy("at", sql.desc("has_outcome"), *ranked)
    before = window.rowsBetween(Window.unboundedPreceding, -1)
    is_first = ~sql.lag("at").over(window).eqNullSafe(sql.col("at"))
    had_outcome = sql.coalesce(sql.bool_or("has_outcome").over(before), sql.lit(False))  # noqa: FBT003 - a value
    greatest = read.withColumn("is_greatest", is_first & (sql.col("has_outcome") | ~had_outcome))
    times = Window.partitionBy("authority").orderBy("at")
    held = sql.struct(*state)
    changed = greatest.filter("is_greatest").withColumn("is_new", ~sql.lag(held).over(times).eqNullSafe(held))
    until = sql.coalesce(sql.lead("at").over(times), sql.lit(END))
    return changed.filter("is_new").withColumns({"since": sql.col("at"), "until": until})


def _paths(steps: DataFrame) -> DataFrame:
    """Where the answer for each authority is, in which interval; and whether its redirects are used up."""
    path = ["authority", "place", "since", "until"]
    paths = steps.filter("not is_redirect").withColumn("place", sql.col("authority")).select(*path)
    paths = paths.withColumn("is_last", sql.lit(False))  # noqa: FBT003
    # After this exchange, which Spark reuses, no step looks for the redirects among all answers again.
    redirects = steps.filter("is_redirect and leads_to is not null").withColumnRenamed("leads_to", "place")
    redirects = redirects.select(*path).repartition("place")
    followed = redirects
    for step in range(1, REDIRECTS + 1):
        if step > 1:
            followed = (
                _overlapping(followed, redirects).select("authority", "other_place", "since", "until").toDF(*path)
            )
        paths = paths.unionByName(followed.withColumn("is_last", sql.lit(step == REDIRECTS)))
    return paths


def _joined(paths: DataFrame, whole: DataFrame) -> DataFrame:
    held = whole.select("authority", "since", "until", "is_redirect", "status", "location", "body")
    found = _overlapping(paths, held).filter(sql.col("is_last") | ~sql.col("other_is_redirect"))
    return found.select(
        "authority",
        "since",
        "until",
        *[sql.col(f"other_{name}").alias(name) for name in ("status", "location", "body")],
    )


def _overlapping(paths: DataFrame, others: DataFrame) -> DataFrame:
    """Each path with every interval of its place that it shares a time with, cut to this time."""
    others = others.toDF(*[f"other_{name}" for name in others.columns])
    is_shared = _less("since", "other_until") & _less("other_since", "until")
    both = paths.join(others, (sql.col("place") == sql.col("other_authority")) & is_shared)
    since, until = sql.greatest("since", "other_since"), sql.least("until", "other_until")
    return both.withColumns({"since": since, "until": until})


def _less(one: str, other: str) -> Column:
    return sql.col(one) < sql.col(other)
