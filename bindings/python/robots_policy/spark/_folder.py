"""The folder of a run: its settings, and a table and a report for every archive, on any file system.

``scan.json`` holds the settings, the clock, the texts that were followed and the facts about the store,
``NAME.parquet`` and ``NAME.report.json`` are of one archive, ``summary.json`` and ``_SUCCESS`` are written at the end
of a run. A report has the length and the checksum of the table beside it.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import uuid
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import fs

from robots_policy import RobotsPolicyError
from robots_policy.spark._files import file_system, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from robots_policy.spark._archives import Archive

__all__ = ["Folder", "OutputError", "Place", "Summed", "written"]

RUN, SUMMARY, SUCCESS = "scan.json", "summary.json", "_SUCCESS"
PART = ".part"
# The fact about its input that a table holds.
INPUT = b"robots-policy.input"
READ = 1 << 20

LOG = logging.getLogger("robots_policy.spark")


class OutputError(RobotsPolicyError, OSError):
    """A file of the output cannot be written."""


@dataclass(frozen=True)
class Folder:
    """A folder of tables; it travels to executors as its address."""

    address: str

    def run(
        self, settings: Mapping[str, str], began: int, facts: Mapping[str, object] | None = None, *, resume: bool
    ) -> int:
        """Begin a run with these settings, or resume one; return when its first part began, in seconds since 1970.

        The facts of a run that begins are written too.

        Raises ``ValueError`` for a folder with a run of other settings, or with any run if this one does not resume.
        """
        system, path = file_system(self.address)
        with written(self.address):
            system.create_dir(path, recursive=True)
        held = self._read(RUN)
        if held is None:
            self.write(RUN, {"began": began, **(facts or {}), "settings": dict(sorted(settings.items()))})
            return began
        if not resume:
            message = f"{self.address} already holds a run; resume it (--resume, resume=True), or name another folder"
            raise ValueError(message)
        try:
            then, since = dict(held["settings"]), int(held["began"])
        except (KeyError, TypeError, ValueError) as error:
            message = f"{joined(self.address, RUN)} is not of a run ({error!r}); scan into another folder"
            raise ValueError(message) from error
        # A run of the program lacks the engine, which says more than any other difference.
        for name in sorted(then.keys() | settings.keys(), key=lambda name: (name != "engine", name)):
            if then.get(name) != settings.get(name):
                message = (
                    f"{self.address} holds a run with {_said(name, then)}, and this one has {_said(name, settings)}; "
                    "resume with the same settings, or name another folder"
                )
                raise ValueError(message)
        return since

    def write(self, name: str, value: object) -> None:
        """Write a file of JSON in one step."""
        with self.writing(name) as stream, written(joined(self.address, name)):
            stream.write(_json(value) + b"\n")

    def names(self) -> set[str]:
        """The names of its files."""
        system, path = file_system(self.address)
        infos = system.get_file_info(fs.FileSelector(path, allow_not_found=True))
        return {info.base_name for info in infos if info.type == fs.FileType.File}

    def succeed(self, tables: list[str]) -> None:
        """Write the list of complete tables, and remove what attempts left that were killed."""
        for name in self.names():
            if name.startswith(".") and name.endswith(PART):
                self._remove(name)
        with self.writing(SUCCESS) as stream, written(joined(self.address, SUCCESS)):
            stream.write("".join(f"{table}\n" for table in sorted(tables)).encode())

    def begin_again(self) -> None:
        """Remove the sign that all tables are complete."""
        self._remove(SUCCESS)

    def place(self, archive: Archive) -> Place:
        """Where the table of an archive is."""
        return Place(self, archive)

    @contextlib.contextmanager
    def writing(self, name: str) -> Iterator[Any]:
        """Open a file for writing that gets its name when it is complete.

        **F1.** A file with its own name is complete, whoever was killed when. Each attempt of a task writes a file of a
        name that no other attempt uses, beside the place, and renames it; it never removes a file before that, because
        an attempt that lost against another may be killed between two steps. A table holds the identity of its archive
        itself, so that a report from another attempt cannot make an old table look new. The tests on a cluster kill
        workers, executors and drivers in mid-run, and compare rows and files.
        """
        system, path = file_system(joined(self.address, name))
        folder, _, last = path.rpartition("/")
        part = f"{folder}/.{last}.{uuid.uuid4().hex}{PART}"
        address = joined(self.address, name)
        try:
            with written(address):
                stream = system.open_output_stream(part)
            try:
                yield stream
            finally:
                with written(address):
                    stream.close()
            with written(address):
                if isinstance(system, fs.LocalFileSystem):
                    _on_disk(part)
                _moved(system, part, path)
        except BaseException:
            with contextlib.suppress(OSError):
                system.delete_file(part)
            raise

    def _read(self, name: str) -> Any:  # noqa: ANN401 - a value of JSON
        """A file of JSON; ``None`` if it is not there."""
        system, path = file_system(joined(self.address, name))
        try:
            with system.open_input_stream(path, compression=None) as stream:
                text = stream.read()
        except FileNotFoundError:
            return None
        try:
            return json.loads(text)
        except ValueError as error:
            message = f"{joined(self.address, name)}: {error}; delete it, or scan into another folder"
            raise ValueError(message) from error

    def _remove(self, name: str) -> None:
        system, path = file_system(joined(self.address, name))
        with written(joined(self.address, name)), contextlib.suppress(FileNotFoundError):
            system.delete_file(path)


@dataclass(frozen=True)
class Place:
    """The place of the table and the report of an archive."""

    folder: Folder
    archive: Archive

    @property
    def table(self) -> str:
        """The name of the table."""
        return f"{self.archive.file_name}.parquet"

    @property
    def report(self) -> str:
        """The name of the report."""
        return f"{self.archive.file_name}.report.json"

    def kept(self, identity: dict[str, object] | None) -> dict[str, Any] | None:
        """The report of a complete table of this version of the archive, if there is one.

        Raises ``OutputError`` if the table is of an archive of another name.
        """
        held = self._input()
        if held is None:
            return None
        origin = self.origin(identity)
        if held.get("name") != origin["name"]:
            message = (
                f"{joined(self.folder.address, self.table)} was written from {held.get('name')}, not from "
                f"{origin['name']}; scan into another folder"
            )
            raise OutputError(message)
        if identity is None or held != origin:
            return None
        report = self.folder._read(self.report)  # noqa: SLF001 - of the same file
        if not isinstance(report, dict) or report.get("input") != origin:
            return None
        # A report of an earlier version does not say.
        if report.get("table") != self._table():
            name = joined(self.folder.address, self.table)
            LOG.warning("%s is not as its report says; it is written again", name)
            return None
        return report

    def origin(self, identity: dict[str, object] | None) -> dict[str, object]:
        """What the table is made from."""
        return {"name": self.archive.origin, "identity": identity}

    def metadata(self, schema: pa.Schema, settings: Mapping[str, str], origin: object) -> pa.Schema:
        """The schema, with the facts about the run that a table holds."""
        facts = {f"robots-policy.{name}".encode(): value.encode() for name, value in settings.items()}
        return schema.with_metadata(facts | {INPUT: _json(origin)})

    def _table(self) -> dict[str, object]:
        """The length and the checksum of the table at this place."""
        system, path = file_system(joined(self.folder.address, self.table))
        table = Summed()
        with system.open_input_stream(path, compression=None) as stream:
            while octets := stream.read(READ):
                table.add(octets)
        return table.said

    def _input(self) -> dict[str, Any] | None:
        """What the table at this place was made from; ``None`` without a complete table."""
        system, path = file_system(joined(self.folder.address, self.table))
        try:
            with system.open_input_file(path) as file:
                facts = pq.read_metadata(file).metadata
            return dict(json.loads((facts or {})[INPUT]))
        except (FileNotFoundError, KeyError, ValueError):
            # A file that is not a table of ours is written again.
            return None


class Summed:
    """A stream that knows the length and the checksum of what was written to it, as the program's reports have them."""

    closed = False

    def __init__(self, stream: Any = None) -> None:  # noqa: ANN401 - a stream of pyarrow
        self.stream = stream
        self.bytes = 0
        self.crc = 0

    @property
    def said(self) -> dict[str, object]:
        """Both, for a report."""
        return {"bytes": self.bytes, "crc32": f"{self.crc:08x}"}

    def add(self, octets: bytes) -> None:
        """Count octets."""
        self.bytes += len(octets)
        self.crc = zlib.crc32(octets, self.crc)

    def write(self, octets: bytes) -> int:
        """Write octets, and count them."""
        self.stream.write(octets)
        self.add(octets)
        return len(octets)

    def flush(self) -> None:
        """Flush the stream."""
        self.stream.flush()

    def close(self) -> None:
        """Leave the stream to the one who opened it."""


def _moved(system: fs.FileSystem, part: str, path: str) -> None:
    """Give a complete file its name. HDFS alone does not replace a file that is there, so that it is deleted first."""
    try:
        system.move(part, path)
    except OSError:
        if system.type_name != "hdfs" or system.get_file_info(path).type != fs.FileType.File:
            raise
        system.delete_file(path)
        system.move(part, path)


def _on_disk(path: str) -> None:
    """Wait until a file is on the disk: a rename may get there before its content."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def written(address: str) -> Iterator[None]:
    """Name the file in the errors of writing."""
    try:
        yield
    except OSError as error:
        message = f"cannot write {address}: {error}"
        raise OutputError(message) from error


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "surrogateescape")


def _said(name: str, settings: Mapping[str, str]) -> str:
    return f"{name} `{settings[name]}`" if name in settings else f"no {name}"
