"""A run over many archives: one Parquet file and one report for each, as ``robots-policy scan`` writes them.

Spark gives each archive to a task, and tries a task again; the native module writes the table.
"""

from __future__ import annotations

import json
import logging
import re
import warnings
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql.pandas.types import from_arrow_schema

from robots_policy.errors import OutputError, RobotsPolicyError
from robots_policy.spark._archives import Archive, archives
from robots_policy.spark._files import located, opened
from robots_policy.spark._folder import RUN, SUCCESS, SUMMARY, Folder
from robots_policy.spark._settings import ScanSettings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from pyspark.sql import DataFrame, Row, SparkSession

    from robots_policy.typing import Agent, AssumeAbsent, Engines, Options

__all__ = ["UnreadableArchives", "scan_files"]

COUNTS = ("records", "responses", "revisits", "rows", "damaged")
TEXT, NUMBER = pa.string(), pa.int64()
REPORTS = pa.schema(
    {"archive": TEXT, "table": TEXT, "kept": pa.bool_()}
    | dict.fromkeys(("size", *COUNTS), NUMBER)
    | {"error": TEXT, "report": TEXT}
)
SHOWN = 20

LOG = logging.getLogger("robots_policy.spark")


class UnreadableArchives(RobotsPolicyError, OSError):  # noqa: N818 - as the package's other exceptions
    """Archives of a run could not be read; the tables of all others are complete."""

    def __init__(self, out: str, count: int, unreadable: Sequence[str]) -> None:
        self.unreadable = tuple(unreadable)
        more = f"\n  … {SUMMARY} lists the others" if len(unreadable) > SHOWN else ""
        super().__init__(
            f"{len(unreadable)} of {count} archives have no table in {out}; run it again to continue\n  "
            + "\n  ".join(unreadable[:SHOWN])
            + more
        )


@dataclass(frozen=True)
class Job:
    """What every task of a run needs to know."""

    settings: ScanSettings
    folder: Folder
    archives: Sequence[Archive]
    # How often Spark tries a task.
    attempts: int


def scan_files(  # noqa: PLR0913 - as the caller names them
    spark: SparkSession,
    paths: str | Sequence[str],
    out: str,
    agents: Sequence[Agent] | None = None,
    *,
    engine: Engines | None = None,
    list: str | None = None,  # noqa: A002 - as the program's flag
    base_url: str | None = None,
    resume: bool = True,
    fast_skip: bool = False,
    robots_store: str | None = None,
    now: datetime | None = None,
    options: Options | None = None,
    assume_absent: AssumeAbsent | None = None,
    robots_time: Literal["capture", "latest"] = "capture",
    robots_within: float | None = None,
    on_unreadable: Literal["fail", "report"] = "fail",
) -> DataFrame:
    """Scan archives into the folder ``out``: ``NAME.parquet`` and ``NAME.report.json`` for each.

    An archive is one task. Its table is written beside its place and renamed when it is complete, so that a task which
    is repeated, a second attempt, a killed executor and a killed driver change nothing; a run with the same settings
    continues an earlier one and reads only archives without a table, or that changed. ``paths`` are files, patterns,
    and URLs; ``list`` is a file of such names, a line each; ``base_url`` is what names are relative to. Without
    ``agents`` the client has no product token. ``engine`` names engines instead, as in ``engine="googlebot,bingbot"``;
    the rows have what each engine does, and the columns ``profile``, ``not_honoured``, ``answer``, ``train`` and
    whether it is asked not to and listens.

    Returns one row for each archive: its table, its counts, its report with the few cubes of a summary, of which only
    the file has all, and why it could not be read. Such an archive does not stop the others; at the end it raises
    :class:`UnreadableArchives`, or with ``on_unreadable="report"`` has only its row. ``_SUCCESS`` is in the folder if
    every archive has a table. An archive of a server that states no length has a warning, which its row has as
    ``caution`` in ``report``: a connection that broke between two records would not be noticed.

    Raises ``ValueError`` for settings that are wrong, or that are not those of the run in the folder;
    :class:`OutputError` if the folder cannot be written.
    """
    if on_unreadable not in ("fail", "report"):
        message = f"on_unreadable: {on_unreadable!r} is neither 'fail' nor 'report'"
        raise ValueError(message)
    settings = ScanSettings.of(
        agents=agents,
        engine=engine,
        fast_skip=fast_skip,
        robots_store=robots_store,
        now=now,
        options=options,
        assume_absent=assume_absent,
        robots_time=robots_time,
        robots_within=robots_within,
    )
    settings.check()
    rows, _ = scan_rows(spark, archives(paths, listed=list, base_url=base_url), out, settings, resume=resume)
    for caution in cautions(rows):
        warnings.warn(caution, stacklevel=2)
    unreadable = [row.error for row in rows if row.error is not None]
    if unreadable and on_unreadable == "fail":
        raise UnreadableArchives(out, len(rows), unreadable)
    return spark.createDataFrame(rows, from_arrow_schema(REPORTS))


def scan_rows(
    spark: SparkSession, found: Sequence[Archive], out: str, settings: ScanSettings, *, resume: bool
) -> tuple[list[Row], str]:
    """Scan as :func:`scan_files` does, and return the rows, and the summary that the program prints."""
    # Executors have another working folder.
    folder = Folder(located(out))
    job = Job(settings.located(), folder, found, _attempts(spark))
    folder.begin()
    with folder.here(RUN) as here:
        run = job.settings.native().begin(here, settings.described, resume)
        try:
            folder.put(here, RUN, SUCCESS)
            numbers = spark.range(0, len(found), 1, len(found))
            rows = numbers.mapInArrow(partial(_reports, job=job), from_arrow_schema(REPORTS)).collect()
            tables = [row for row in rows if row.table is not None]
            folder.require([row.table for row in tables])
            text = run.finish(tables, [row.error for row in rows if row.error is not None])
            folder.put(here, SUMMARY, SUCCESS)
        finally:
            run.close()
    return rows, text


def cautions(rows: Sequence[Row]) -> list[str]:
    """The messages about archives of which nothing shows that they were read to their end."""
    reports = (json.loads(row.report) for row in rows if row.report is not None)
    return [report["caution"] for report in reports if "caution" in report]


def _attempts(spark: SparkSession) -> int:
    """How often Spark tries a task; 1 where that is not known."""
    try:
        master = str(spark.conf.get("spark.master", ""))
        local = re.fullmatch(r"local(?:\[[^,\]]+(?:,\s*(\d+))?\])?", master)
        if local or not master:
            return int((local and local[1]) or 1)
        return int(spark.conf.get("spark.task.maxFailures", "4") or 4)
    except (TypeError, ValueError):
        return 1


def _reports(batches: Iterable[pa.RecordBatch], *, job: Job) -> Iterator[pa.RecordBatch]:
    """Write the tables of the archives of these numbers, of which a task has one."""
    for batch in batches:
        for number in batch.column(0).to_pylist():
            yield pa.RecordBatch.from_pylist([report(job, job.archives[number])], REPORTS)


def report(job: Job, archive: Archive) -> dict[str, Any]:
    """The row of an archive, after its table was written, or found."""
    row = {"archive": archive.name, "kept": False}
    try:
        return row | scanned(job, archive)
    except OutputError:
        raise
    except OSError as error:
        context = TaskContext.get()
        if context is not None and context.attemptNumber() + 1 < job.attempts:
            raise  # another node may be able to read it
        return row | {"error": unread(archive, error)}


def unread(archive: Archive, error: OSError) -> str:
    """The sentence that says why an archive cannot be read; a query may hold a signature, and is not in it."""
    if error.filename == archive.address and error.strerror:
        return f"cannot read {archive.origin}: {error.strerror}"
    why = str(error).replace(archive.address, archive.origin)
    return why if archive.origin in why else f"cannot read {archive.origin}: {why}"


def scanned(job: Job, archive: Archive) -> dict[str, Any]:
    """The cells of a table, after it was written, or found."""
    table, beside = f"{archive.file_name}.parquet", f"{archive.file_name}.report.json"
    with opened(archive.address) as source, job.folder.here(RUN, beside, table) as here:
        names = (archive.name, archive.origin, archive.file_name)
        is_kept, text, why = job.settings.native().scan(here, source.file, *names, source.identity)
        if why is not None:
            LOG.warning("%s in %s %s; it is written again", table, job.folder.address, why)
        if not is_kept:
            job.folder.put(here, beside, table)
        caution = source.caution(archive.origin)
        given = json.loads(text) | ({} if caution is None else {"caution": caution})
        row = {"table": table, "kept": is_kept, "size": source.size, "report": json.dumps(given, ensure_ascii=False)}
        return row | {name: given[name] for name in COUNTS}
