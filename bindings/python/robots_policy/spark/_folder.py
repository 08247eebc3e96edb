"""The folder of a run, which is that of the program: on a disk that all nodes share, or in a store.

The native module writes and reads files of this machine. Of a folder in a store it gets copies of the few files that it
needs, and what it writes is put into the store.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyarrow import fs

from robots_policy.errors import OutputError
from robots_policy.spark._files import file_system, is_remote, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["RUN", "SUCCESS", "SUMMARY", "Folder"]

RUN, SUMMARY, SUCCESS = "scan.json", "summary.json", "_SUCCESS"
PART = ".part"


@dataclass(frozen=True)
class Folder:
    """A folder of tables; it travels to executors as its address."""

    address: str

    @contextlib.contextmanager
    def here(self, *names: str) -> Iterator[str]:
        """The folder on this machine: itself, or for a time another one with copies of these files, if there."""
        if not is_remote(self.address):
            yield self.address
            return
        system, path = file_system(self.address)
        with tempfile.TemporaryDirectory(prefix="robots-policy-") as here:
            for name in names:
                with contextlib.suppress(FileNotFoundError):
                    fs.copy_files(f"{path}/{name}", f"{here}/{name}", system, fs.LocalFileSystem())
            try:
                yield here
            except (OSError, ValueError) as error:
                if here not in str(error):
                    raise
                raise type(error)(str(error).replace(here, self.address)) from error

    def begin(self) -> None:
        """Make the folder of a store."""
        if is_remote(self.address):
            system, path = file_system(self.address)
            with self._written():
                system.create_dir(path, recursive=True)

    def put(self, here: str, *names: str) -> None:
        """Put files that are here into the store, and remove those that are not.

        A file with its own name is complete, whoever was killed when: each attempt of a task copies to a name that no
        other attempt uses, beside the place, and renames that.
        """
        if here == self.address:
            return
        system, path = file_system(self.address)
        for name in names:
            with self._written(name):
                if os.path.exists(f"{here}/{name}"):  # noqa: PTH110
                    part = f"{path}/.{name}.{uuid.uuid4().hex}{PART}"
                    fs.copy_files(f"{here}/{name}", part, fs.LocalFileSystem(), system)
                    _moved(system, part, f"{path}/{name}")
                else:
                    with contextlib.suppress(FileNotFoundError):
                        system.delete_file(f"{path}/{name}")

    def require(self, tables: Sequence[str]) -> None:
        """Raise if the driver does not see all tables, and remove what attempts left that were killed."""
        system, path = file_system(self.address)
        names = {info.base_name for info in system.get_file_info(fs.FileSelector(path))}
        missing = sorted(set(tables) - names)
        if missing:
            message = (
                f"{len(missing)} of {len(tables)} tables are not in {self.address} as the driver sees it, the first "
                f"{missing[0]}; executors wrote them to disks of their own: name a folder that all nodes share, or a "
                "store such as hdfs:// or s3://"
            )
            raise OutputError(message)
        for name in names:
            if name.startswith(".") and name.endswith(PART):
                with self._written(name), contextlib.suppress(FileNotFoundError):
                    system.delete_file(f"{path}/{name}")

    @contextlib.contextmanager
    def _written(self, name: str = "") -> Iterator[None]:
        """Name the file in the errors of writing."""
        try:
            yield
        except OSError as error:
            message = f"cannot write {joined(self.address, name)}: {error}"
            raise OutputError(message) from error


def _moved(system: fs.FileSystem, part: str, path: str) -> None:
    """Give a complete file its name. HDFS alone does not replace a file that is there, so that it is deleted first."""
    try:
        system.move(part, path)
    except OSError:
        if system.type_name != "hdfs" or system.get_file_info(path).type != fs.FileType.File:
            raise
        system.delete_file(path)
        system.move(part, path)
