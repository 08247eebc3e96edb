"""A table of responses becomes a table of verdicts."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.sql import functions as sql
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import BinaryType, BooleanType, StringType

import robots_policy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pyspark.sql import DataFrame

    from robots_policy.typing import Agent, Columns, Engines, Options

__all__ = ["judge"]

# The parsing limit of a document, and one more, which shows that there were more. The rest need not come out of the
# JVM, which keeps answers about AI use from being known.
MOST_OF_DOCUMENT = (2 << 20) + 1
# The column that says of which it was more.
CUT = "_robots_policy_cut"
SOURCES = (
    "url",
    "headers",
    "html",
    "content_type",
    "robots_txt",
    "robots_status",
    "tdmrep",
    "tdmrep_status",
    "licenses",
)
# Read only where the caller names them: tables have columns of these names for other things.
BESIDE = ("status", "cut", "assume_absent", "fetched", "robots_fetched")


def judge(  # noqa: PLR0913 - as the caller names them
    df: DataFrame,
    agents: Sequence[Agent] | None = None,
    *,
    engine: Engines | None = None,
    columns: Columns | None = None,
    keep: Sequence[str] = (),
    now: datetime | None = None,
    options: Options | None = None,
    ledger: bool = False,
) -> DataFrame:
    """Judge every row of a table for every agent or engine: :func:`robots_policy.judge_batch`, without a shuffle.

    The table has a column ``url``, and ``headers``, ``html``, ``content_type``, ``robots_txt``, ``robots_status``,
    ``tdmrep``, ``tdmrep_status`` and ``licenses`` as far as they are known; ``columns`` has other names for them. The
    result has the columns of ``keep``, then those of the verdict: a row for each row and agent. Documents that are not
    kept are cut after the parsing limit before they leave the JVM: of a longer one the body is not known.

    ``columns`` may also name columns of ``status``, ``cut``, ``assume_absent``, ``fetched`` and ``robots_fetched``,
    which are not read by default. ``ledger`` adds the state of each source, in the last column.

    ``engine`` names engines instead of agents, as in ``engine="googlebot,bingbot"``; the rows have what each does, and
    the columns ``profile``, ``not_honoured``, ``answer``, ``train`` and whether it is asked not to and listens.

    An agent, an engine, an option or a column that is wrong raises ``ValueError`` or ``TypeError`` here, and not on an
    executor.
    """
    given = columns or {}
    names: dict[str, str | None] = {name: given.get(name, name) for name in SOURCES}  # type: ignore[misc]
    names |= {name: given.get(name) for name in BESIDE}  # type: ignore[misc]
    read = [name for name in df.columns if name in keep or name in names.values()]
    df = df.select(*[sql.col(_quoted(name)) for name in read])
    settings: dict[str, Any] = {
        "agents": None if agents is None else list(agents),
        "engine": engine if engine is None or isinstance(engine, str) else list(engine),
        "columns": columns,
        "keep": list(keep),
        "now": now or datetime.now(UTC),
        "options": options,
        "ledger": ledger,
    }
    # An empty table shows each mistake.
    empty = pa.RecordBatch.from_pylist([], schema=to_arrow_schema(df.schema, timezone="UTC"))
    schema = from_arrow_schema(pa.record_batch(robots_policy.judge_batch(empty, **settings)).schema)
    if _may_cut(df, names, keep):
        df = _cut(df, names)
        settings["columns"] = {**given, "cut": CUT}
    # Spark refuses some names in mapInArrow; the columns travel by their places.
    numbered = df.toDF(*[f"column_{place}" for place in range(len(df.columns))])
    return numbered.mapInArrow(partial(_judged, names=df.columns, settings=settings), schema)


def _may_cut(df: DataFrame, names: dict[str, str | None], keep: Sequence[str]) -> bool:
    """Whether documents can be cut, and a column can say so."""
    html, cut = names["html"], names["cut"]
    if html not in df.columns or html in keep or not isinstance(df.schema[html].dataType, (BinaryType, StringType)):
        return False
    return cut is None or (cut in df.columns and cut not in keep and isinstance(df.schema[cut].dataType, BooleanType))


def _cut(df: DataFrame, names: dict[str, str | None]) -> DataFrame:
    """Cut the documents at the parsing limit, and say of which."""
    html, cut = str(names["html"]), names["cut"]
    document = sql.col(_quoted(html))
    is_cut = sql.length(document) > MOST_OF_DOCUMENT
    if cut is not None:
        is_cut = is_cut | sql.coalesce(sql.col(_quoted(cut)), sql.lit(False))  # noqa: FBT003 - a value
    return df.withColumn(CUT, is_cut).withColumn(html, sql.substring(document, 1, MOST_OF_DOCUMENT))


def _judged(
    batches: Iterable[pa.RecordBatch], *, names: list[str], settings: dict[str, Any]
) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        yield pa.record_batch(robots_policy.judge_batch(batch.rename_columns(names), **settings))


def _quoted(name: str) -> str:
    """A name in which dots and backticks are characters."""
    return "`" + name.replace("`", "``") + "`"
