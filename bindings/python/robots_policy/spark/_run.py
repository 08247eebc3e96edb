"""A run over many archives: one Parquet file and one report for each, as ``robots-policy scan`` writes them."""

from __future__ import annotations

import base64
import json
import pickle
import re
import warnings
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark import TaskContext
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from robots_policy import RobotsPolicyError
from robots_policy._native import _run_report, _run_summary, _without_cubes
from robots_policy.spark._archives import Archive, archives
from robots_policy.spark._files import joined, located, opened
from robots_policy.spark._folder import SUMMARY, Folder, OutputError, Place, Summed, written
from robots_policy.spark._settings import ScanSettings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyspark.sql import DataFrame, Row, SparkSession

    from robots_policy.typing import Agent, AssumeAbsent, Engines, Options

__all__ = ["UnreadableArchives", "scan_files"]

COUNTS = ("records", "responses", "revisits", "rows", "damaged")
NUMBERS = ", ".join(f"{name} bigint" for name in ("size", *COUNTS))
REPORTS = f"archive string, table string, kept boolean, {NUMBERS}, error string, report string"
SHOWN = 20


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
    # The facts that distinguish the run from others.
    facts: dict[str, str]
    # How often Spark tries a task.
    attempts: int
    names: list[str]
    listed: str | None
    base_url: str | None
    # The folder that relative paths are relative to.
    start: str

    def archives(self) -> list[Archive]:
        """The archives."""
        return archives(self.names, listed=self.listed, base_url=self.base_url, start=self.start)


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
    rows = scan_rows(
        spark,
        paths,
        out,
        agents,
        engine=engine,
        list=list,
        base_url=base_url,
        resume=resume,
        fast_skip=fast_skip,
        robots_store=robots_store,
        now=now,
        options=options,
        assume_absent=(assume_absent,) if isinstance(assume_absent, str) else tuple(assume_absent or ()),
        robots_time=robots_time,
        robots_within=robots_within,
    )
    for caution in cautions(rows):
        warnings.warn(caution, stacklevel=2)
    unreadable = [row.error for row in rows if row.error is not None]
    if unreadable and on_unreadable == "fail":
        raise UnreadableArchives(out, len(rows), unreadable)
    return spark.createDataFrame(rows, REPORTS)


def scan_rows(  # noqa: PLR0913 - as the caller names them
    spark: SparkSession,
    paths: str | Sequence[str],
    out: str,
    agents: Sequence[Agent] | None,
    *,
    resume: bool,
    list: str | None = None,  # noqa: A002 - as the program's flag
    base_url: str | None = None,
    **how: Any,  # noqa: ANN401 - the other settings
) -> list[Row]:
    """Scan as :func:`scan_files` does, and return the rows."""
    settings = ScanSettings(agents, **{name: value for name, value in how.items() if value is not None})
    if settings.robots_store is not None and "/" in settings.robots_store:
        settings = replace(settings, robots_store=located(settings.robots_store))
    settings.check()
    names = [paths] if isinstance(paths, str) else [str(path) for path in paths]
    distinguishing = settings.distinguishing()
    # Executors have another working folder.
    folder = Folder(located(out))
    job = Job(settings, folder, distinguishing, _attempts(spark), names, list, base_url, str(Path.cwd()))
    job.archives()
    now = int(datetime.now(UTC).timestamp())
    began = folder.run(distinguishing, now, settings.facts(now), resume=resume)
    folder.begin_again()
    if settings.now is None:
        job = replace(job, settings=replace(settings, now=datetime.fromtimestamp(began, UTC)))
    spark.dataSource.register(Files)
    payload = base64.b64encode(pickle.dumps(job)).decode()
    rows = spark.read.format(Files.name()).option("job", payload).load().collect()
    _end(folder, rows)
    return rows


def _end(folder: Folder, rows: Sequence[Row]) -> None:
    """Write what is known at the end of a run."""
    tables = [row.table for row in rows if row.table is not None]
    missing = sorted(set(tables) - folder.names())
    if missing:
        message = (
            f"{len(missing)} of {len(tables)} tables are not in {folder.address} as the driver sees it, the first "
            f"{missing[0]}; executors wrote them to disks of their own: name a folder that all nodes share, or a store "
            "such as hdfs:// or s3://"
        )
        raise OutputError(message)
    summary = summary_of(rows)
    folder.write(SUMMARY, summary)
    if not summary["unreadable"]:
        folder.succeed(tables)


def cautions(rows: Sequence[Row]) -> list[str]:
    """The messages about archives of which nothing shows that they were read to their end."""
    reports = (json.loads(row.report) for row in rows if row.report is not None)
    return [report["caution"] for report in reports if "caution" in report]


def summary_of(rows: Sequence[Row]) -> dict[str, Any]:
    """The sums of all reports, which the folder keeps."""
    reports = [row.report for row in rows if row.report is not None]
    return _run_report(len(rows), reports, [row.error for row in rows if row.error is not None])


def text_of(rows: Sequence[Row], seconds: float, *, has_robots: bool) -> str:
    """The summary of a run, as the program prints it."""
    tables = [row for row in rows if row.report is not None]
    new = [row for row in tables if not row.kept]
    return _run_summary(
        [(row.archive, row.report) for row in tables],
        len(tables) - len(new),
        sum(row.size or 0 for row in new),
        sum(row.rows for row in new),
        seconds,
        has_robots,
    )


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


class Task(InputPartition):
    """The task of one archive."""

    def __init__(self, archive: Archive, job: Job) -> None:
        super().__init__(archive.name)
        self.archive = archive
        self.job = job


class Files(DataSource):
    """The tasks of a run, whose rows are their reports."""

    @classmethod
    def name(cls) -> str:
        """The name of the format, which is for this module alone."""
        return "robots_policy_files"

    def schema(self) -> str:
        """The columns."""
        return REPORTS

    def reader(self, schema: object) -> DataSourceReader:
        """The reader."""
        del schema
        return FilesReader(pickle.loads(base64.b64decode(self.options["job"])))  # noqa: S301 - from this module


class FilesReader(DataSourceReader):
    """Writes tables, and reads their reports."""

    def __init__(self, job: Job) -> None:
        self.job = job

    def partitions(self) -> Sequence[InputPartition]:
        """One task an archive."""
        job = replace(self.job, names=[], listed=None)
        return [Task(archive, job) for archive in self.job.archives()]

    def read(self, partition: InputPartition) -> Iterator[tuple[Any, ...]]:
        """Write the table of an archive; the row is its report."""
        task = cast("Task", partition)
        try:
            yield scanned(task.job, task.archive)
        except OutputError:
            raise
        except OSError as error:
            context = TaskContext.get()
            if context is not None and context.attemptNumber() + 1 < task.job.attempts:
                raise  # another node may be able to read it
            yield (task.archive.name, None, False, None, *[None] * len(COUNTS), unread(task.archive, error), None)


def unread(archive: Archive, error: OSError) -> str:
    """The sentence that says why an archive cannot be read; a query may hold a signature, and is not in it."""
    if error.filename == archive.address and error.strerror:
        return f"cannot read {archive.origin}: {error.strerror}"
    why = str(error).replace(archive.address, archive.origin)
    return why if archive.origin in why else f"cannot read {archive.origin}: {why}"


def scanned(job: Job, archive: Archive) -> tuple[Any, ...]:
    """The row of an archive, after its table was written, or found."""
    place = job.folder.place(archive)
    with opened(archive.address) as source:
        report = place.kept(source.identity)
        is_kept = report is not None
        if report is None:
            report = _written_table(job, place, source.file, source.identity)
        counts = [report[name] for name in COUNTS]
        caution = source.caution(archive.origin)
        # The driver gets the reports of all archives, and the cubes have most of the bytes.
        given = _without_cubes(json.dumps(report)) | ({} if caution is None else {"caution": caution})
        text = json.dumps(given, ensure_ascii=False)
        return (archive.name, place.table, is_kept, source.size, *counts, None, text)


def _written_table(job: Job, place: Place, file: Any, identity: dict[str, object] | None) -> dict[str, Any]:  # noqa: ANN401
    """Write the table of an archive, and its report."""
    origin = place.origin(identity)
    schema = place.metadata(job.settings.schema, job.facts, origin)
    address = joined(job.folder.address, place.table)
    with job.folder.writing(place.table) as stream:
        with job.settings.scan(file, place.archive.name) as scan:
            with written(address):
                file_of_table = Summed(stream)
                table = pq.ParquetWriter(file_of_table, schema, compression="zstd")
            try:
                for batch in scan:
                    with written(address):
                        table.write_batch(pa.record_batch(batch).cast(schema))
            finally:
                with written(address):
                    table.close()
            report = {"archive": place.archive.name, "input": origin, "table": file_of_table.said, **scan.report}
        job.folder.write(place.report, report)
    return report
