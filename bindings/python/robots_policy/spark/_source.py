"""The data source ``robots_policy``: WARC archives become a table, one task an archive."""

from __future__ import annotations

import io
import json
import warnings
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, cast

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

import robots_policy
from robots_policy.spark._archives import Archive, archives
from robots_policy.spark._files import opened
from robots_policy.spark._settings import ROWS, Row, ScanSettings, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyspark.sql.types import StructType

    from robots_policy.arrow import RobotsAnswers, Scan

__all__ = ["OPTIONS", "Source", "archive_batches"]


def _choice(*words: str) -> Any:  # noqa: ANN401 - a reader of a row
    def one_of(text: str) -> str:
        if text not in words:
            message = f"{text!r} is not one of {', '.join(words)}"
            raise ValueError(message)
        return text

    return one_of


# The options that the command and the functions do not have.
OPTIONS = (
    *ROWS,
    Row(
        "table",
        _choice("responses", "robots-answers", "damages"),
        "TABLE",
        "responses: a row for each response and agent; robots-answers: the answers for robots.txt; damages: the first "
        "10,000 damaged places of each archive, of which one without a record has one",
    ),
    Row(
        "columns",
        lambda text: text.replace(",", " ").split(),
        "NAMES",
        "the columns that are needed, with commas between them; Spark asks a Python data source for all",
    ),
    Row(
        "on_damage",
        _choice("keep", "skip", "fail"),
        "WORD",
        "keep, which is the default: all that can be read has its rows, and the task warns of damages; a file "
        "without a record fails it; skip: the same without a word, and a file without a record has no rows; fail: a "
        "damage fails the task, after its archive was read",
    ),
)


DAMAGES = pa.schema(
    [
        pa.field("file", pa.string(), nullable=False),
        pa.field("offset", pa.int64(), nullable=False),
        pa.field("code", pa.string(), nullable=False),
        pa.field("message", pa.string(), nullable=False),
    ]
)


@dataclass(frozen=True)
class Reading:
    """What is read of each archive."""

    settings: ScanSettings
    table: str
    on_damage: str
    columns: Sequence[str] | None

    @property
    def schema(self) -> pa.Schema:
        """The columns."""
        if self.table == "damages":
            whole = DAMAGES
        elif self.table == "robots-answers":
            whole = pa.schema(robots_policy.arrow.robots_answers(io.BytesIO()))
        else:
            whole = self.settings.schema
        if self.columns is None:
            return whole
        unknown = [name for name in self.columns if name not in whole.names]
        if unknown:
            message = f"columns: {unknown[0]!r} is not a column of {self.table}; they are: {', '.join(whole.names)}"
            raise ValueError(message)
        return pa.schema([whole.field(name) for name in self.columns])


class Task(InputPartition):
    """The task of one archive."""

    def __init__(self, archive: Archive, reading: Reading) -> None:
        super().__init__(archive.name)
        self.archive = archive
        self.reading = reading


class Source(DataSource):
    """``spark.read.format("robots_policy").option("agents", "ExampleBot").load("crawl/*.warc.gz")``."""

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "robots_policy"

    def schema(self) -> StructType:
        """The columns; raises ``ValueError`` for a wrong option."""
        return from_arrow_schema(_reading(self._values()).schema)

    def reader(self, schema: StructType) -> DataSourceReader:
        """The reader of these columns."""
        return Reader(self._names(), self._values(), schema)

    def _values(self) -> dict[str, Any]:
        given = {name: text for name, text in self.options.items() if name not in ("path", "paths")}
        return read(given, OPTIONS)

    def _names(self) -> list[str]:
        if "paths" in self.options:
            return cast("list[str]", json.loads(self.options["paths"]))
        return [self.options["path"]] if "path" in self.options else []


def _reading(values: Mapping[str, Any]) -> Reading:
    settings = ScanSettings.among(values)
    settings.check()
    return Reading(
        settings,
        values.get("table", "responses"),
        values.get("on_damage", "keep"),
        values.get("columns"),
    )


class Reader(DataSourceReader):
    """Reads archives, one a task."""

    def __init__(self, names: list[str], values: Mapping[str, Any], schema: StructType) -> None:
        self.names = names
        self.values = values
        # Nullability and order are those that the caller asked for.
        self.wanted = to_arrow_schema(schema, timezone="UTC")

    def partitions(self) -> Sequence[InputPartition]:
        """One task an archive."""
        reading = _reading(self.values)
        # All tasks, and those that are repeated, have the same time.
        settings = ScanSettings({"now": datetime.now(UTC), **reading.settings.how})
        reading = replace(reading, settings=settings)
        found = archives(self.names, listed=self.values.get("list"), base_url=self.values.get("base_url"))
        return [Task(archive, reading) for archive in found]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of an archive."""
        task = cast("Task", partition)
        for batch in archive_batches(task.archive, task.reading):
            yield batch.select(self.wanted.names).cast(self.wanted)


def archive_batches(archive: Archive, reading: Reading) -> Iterator[pa.RecordBatch]:
    """The rows of an archive, or its damages. Raises ``OSError`` for what cannot be read, and as ``on_damage`` says."""
    with opened(archive.address) as source:
        with _rows(archive, reading, source.file) as rows:
            if reading.table == "damages":
                yield _damages(rows)
            else:
                yield from _reported(rows, reading.on_damage)
        caution = source.caution(archive.origin)
    # What keeps damages warns of this too.
    if caution is not None and not _warns(reading):
        warnings.warn(caution, stacklevel=2)


def _warns(reading: Reading) -> bool:
    return reading.on_damage == "keep" and reading.table != "damages"


def _rows(archive: Archive, reading: Reading, file: Any) -> Scan | RobotsAnswers:  # noqa: ANN401 - a path or a file
    settings = reading.settings
    on_damage: Literal["warn", "ignore"] = "warn" if _warns(reading) else "ignore"
    if reading.table != "robots-answers":
        return settings.scan(file, archive.name, on_damage=on_damage)
    return robots_policy.arrow.robots_answers(
        file, name=archive.name, fast_skip=settings.how.get("fast_skip", False), on_damage=on_damage
    )


def _reported(rows: Scan | RobotsAnswers, on_damage: str) -> Iterator[pa.RecordBatch]:
    """The rows; says in an error which option reads on."""
    try:
        for batch in rows:
            yield pa.record_batch(batch)
    except robots_policy.errors.DamagedArchive as error:
        message = f'{error}; .option("on_damage", "skip") reads the other archives'
        raise robots_policy.errors.DamagedArchive(message) from error
    damages = rows.damages
    if damages and on_damage == "fail":
        more = f" and {len(damages) - 1} further places" if len(damages) > 1 else ""
        message = (
            f'{rows.name}{more}: {damages[0].message}; .option("on_damage", "keep") keeps what can be read, and '
            '.option("table", "damages") lists the places'
        )
        raise robots_policy.errors.DamagedArchive(message)


def _damages(rows: Scan | RobotsAnswers) -> pa.RecordBatch:
    """The damages of an archive that is read to its end."""
    for _ in rows:
        pass
    columns = list(zip(*rows.damages, strict=True)) or [()] * len(DAMAGES)
    arrays = [pa.array(cells, member.type) for cells, member in zip(columns, DAMAGES, strict=True)]
    return pa.record_batch(arrays, DAMAGES)
