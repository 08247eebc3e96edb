"""Rows of pages and the answers for robots.txt become rows with access."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql import functions as sql
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import ArrayType, BinaryType, IntegralType, StringType, StructType, TimestampType

from robots_policy._native import _robots_within
from robots_policy.robots import authority as authority_of
from robots_policy.spark._fill import ANSWER, OUTSIDE, PAGE, UNITED, Fill
from robots_policy.spark._timeline import START, seconds, timeline
from robots_policy.spark._uses import ACCESS, LICENSES, REASONS, SCAN, UNREAD, USES

if TYPE_CHECKING:
    from typing import Literal

    from pyspark.sql import DataFrame
    from pyspark.sql.types import DataType, StructField

__all__ = ["with_access"]

ANSWERS: dict[str, type[DataType]] = {
    "authority": StringType,
    "at": TimestampType,
    "status": IntegralType,
    "location": StringType,
    "body": BinaryType,
}
OF_SCAN = {field.name: field for field in from_arrow_schema(SCAN).fields}
# The columns that rows of engines have beside the others.
OF_ENGINES = {"profile", "not_honoured", "answer", "train"}
# Columns of pages have numbers for names while they are on the way, so that no name has a meaning of ours.
CARRIED = "c{}".format


def with_access(
    rows: DataFrame,
    answers: DataFrame,
    *,
    robots_time: Literal["capture", "latest"] = "capture",
    robots_within: float | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """Fill in what robots.txt says of each page: ``access_allowed``, ``access_reason``, ``access_rule``.

    ``rows`` has ``url``, ``agent`` as :func:`robots_policy.scan` writes it, and for ``capture`` a timestamp ``date``.
    The three columns are replaced where they are, otherwise they are the last; what ``sources``, ``reasons``,
    ``diagnostics`` and ``truncated`` have of a robots.txt is replaced too, if ``rows`` has these columns. The columns
    that name an answer, ``robots_url`` to ``robots_record_id``, become null: this join does not fill them. What it
    states about AI use is joined into ``use_train`` and the other uses, ``licenses`` and ``unread``: a ``disallow`` of
    either counts, and an answer becomes known if ``unread`` shows that robots.txt alone kept it from being known. All
    else is carried through, so the result for rows of a scan without a store is that of a scan with one, except for
    ``tdmrep.json`` and licences, which stay unread, and for pages of which a document or ``TDM-Reservation`` states
    something about AI use: their answers about it stay null unless they are a no. The order of rows is another.

    ``answers`` is the table of :func:`robots_policy.spark.robots_answers`. Pages are joined with it as a scan with
    ``robots_store`` joins them, in whole seconds: ``capture`` takes the answer that was current at the ``date`` of the
    page, or within ``robots_within`` hours, 24 without it. What others forbid counts too, and what they allow is
    unknown (``other-time``). ``latest`` takes the latest answers, and ``robots_within`` is an error. Redirects are
    followed among the answers that hold at this time. Access is unknown for a page without an answer and for a null
    ``url`` or ``agent``; a null ``date`` is before every answer, and a robots.txt itself may always be fetched. Files
    are read with the defaults, for clients of which nothing but their product tokens is known.

    One shuffle brings the pages of an authority together, into ``partitions`` partitions, as many as Spark is set to if
    ``None``. Memory does not grow with the pages of an authority. ``answers`` is read twice: write it to Parquet first
    if it comes from archives.

    Raises ``ValueError`` for a wrong time, for a column that is missing, there twice, or of another type, and for rows
    of engines.
    """
    within = _robots_within(robots_time, robots_within)
    needed: dict[str, type[DataType]] = {"url": StringType, "agent": StringType}
    _check("rows", rows, needed | ({} if within is None else {"date": TimestampType}))
    _check("answers", answers, ANSWERS)
    if set(rows.columns) >= OF_ENGINES:
        message = (
            "rows: they are of engines, of which each has its own reading of robots.txt; give the scan a robots_store, "
            "or judge a table with robots_txt and robots_status"
        )
        raise ValueError(message)
    fields = _fields(rows.schema)
    known = timeline(answers, within).withColumnsRenamed({"authority": "key", "since": "time"})
    together = known.withColumn("kind", sql.lit(ANSWER)).unionByName(_pages(rows, within), allowMissingColumns=True)
    placed = together.repartition("key") if partitions is None else together.repartition(partitions, "key")
    # An answer comes before the pages of its time.
    placed = placed.sortWithinPartitions("key", "time", "kind")
    fill = Fill(tuple(rows.columns), tuple(field.name for field in fields), _uses(rows.schema))
    return placed.mapInArrow(fill, StructType(fields))


def _check(table: str, frame: DataFrame, needed: dict[str, type[DataType]]) -> None:
    for name, kind in needed.items():
        if frame.columns.count(name) != 1:
            fault = "is missing" if name not in frame.columns else "is there more than once"
            message = f"{table}: the column {name!r} {fault}; its columns are {', '.join(frame.columns)}"
            raise ValueError(message)
        given = frame.schema.fields[frame.columns.index(name)].dataType
        if not isinstance(given, kind):
            message = f"{table}: the column {name!r} is {given.simpleString()}, not {kind.typeName()}; cast it"
            raise ValueError(message)  # noqa: TRY004 - of data, not of Python


def _fields(schema: StructType) -> list[StructField]:
    """The columns of the result."""
    for field in schema.fields:
        if field.name in UNITED and not _is_of_scan(field):
            message = (
                f"rows: the column {field.name!r} is {field.dataType.simpleString()} and not that of a scan; "
                "give it another name"
            )
            raise ValueError(message)
    access = {name: OF_SCAN[name] for name in ACCESS}
    fields = [access.pop(field.name, field) for field in schema.fields]
    return [*fields, *access.values()]


def _is_of_scan(field: StructField) -> bool:
    """Whether it has the type of the column of this name of a scan."""
    return _shape(field.dataType) == _shape(OF_SCAN[field.name].dataType)


def _shape(given: DataType) -> tuple[bool, object]:
    """Whether it is a list, and of what; the members of a structure may be in any order."""
    is_list = isinstance(given, ArrayType)
    element = given.elementType if isinstance(given, ArrayType) else given
    return is_list, set(element.names) if isinstance(element, StructType) else type(element)


def _uses(schema: StructType) -> frozenset[str]:
    """The columns that have something about AI use, as far as they are those of a scan."""
    about_use = {REASONS, UNREAD, LICENSES, *USES}
    return frozenset(field.name for field in schema.fields if field.name in about_use and _is_of_scan(field))


def _pages(rows: DataFrame, within: int | None) -> DataFrame:
    """The pages: by authority, at their second; a page that no answer can be of is elsewhere, by its address.

    A page without a date is before all answers, as in the program.
    """
    carried = rows.toDF(*[CARRIED(index) for index in range(len(rows.columns))])
    column = {name: CARRIED(index) for index, name in enumerate(rows.columns)}
    url = sql.col(column["url"])
    start = sql.lit(START)
    time = start if within is None else sql.coalesce(seconds(column["date"]), start)
    authority = sql.udf(_authority, StringType(), useArrow=True)
    page = sql.struct(*carried.columns)
    pages = carried.select(authority(url).alias("authority"), time.alias("time"), url.alias("url"), page.alias("page"))
    is_placed = sql.col("authority").isNotNull()
    return pages.select(
        sql.coalesce("authority", "url", sql.lit("")).alias("key"),
        "time",
        sql.when(is_placed, sql.lit(PAGE)).otherwise(sql.lit(OUTSIDE)).alias("kind"),
        "page",
    )


def _authority(url: str | None) -> str | None:
    return None if url is None else authority_of(url)
