"""Files by their addresses: paths, ``hdfs:``, ``s3:`` and other schemes of ``pyarrow.fs``, ``http:`` and ``https:``."""

from __future__ import annotations

import contextlib
import errno
import os
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from robots_policy.arrow import RemoteFile

if TYPE_CHECKING:
    from collections.abc import Iterator


__all__ = ["Opened", "file_system", "is_remote", "is_web", "joined", "located", "opened"]

READ_AHEAD = 1 << 20


@dataclass(frozen=True)
class Opened:
    """An open file: a path, or a binary file object."""

    file: str | IO[bytes] | RemoteFile
    # What distinguishes this version of a remote file from others; `None` where that is not known.
    identity: dict[str, object] | None
    size: int | None

    def caution(self, origin: str) -> str | None:
        """The message about a file that was read, of which nothing shows that its end is that of the file."""
        why = self.file.caution if isinstance(self.file, RemoteFile) else None
        return None if why is None else f"{origin}: {why}"


def is_web(address: str) -> bool:
    """Whether it is an http or https URL."""
    return address.lower().startswith(("http://", "https://"))


def is_remote(address: str) -> bool:
    """Whether it has a scheme, as in ``s3://bucket/key``."""
    scheme, separator, _ = address.partition("://")
    return bool(separator) and scheme.replace("+", "").replace("-", "").isalnum()


def joined(base: str, name: str) -> str:
    """The address of a name under a base address, whose query stays at the end."""
    base, question, query = base.partition("?")
    return f"{base.rstrip('/')}/{name.lstrip('/')}{question}{query}"


def located(address: str) -> str:
    """The address of a file for processes with another working folder."""
    return address if is_remote(address) else os.path.abspath(address)  # noqa: PTH100 - keeps `..` as the system reads it


def file_system(address: str) -> tuple[Any, str]:
    """The file system of an address, and the path in it.

    Raises ``ValueError`` for a scheme that ``pyarrow.fs`` does not know.
    """
    from pyarrow import fs  # noqa: PLC0415 - the driver may only need a part of this module

    if not is_remote(address):
        return fs.LocalFileSystem(), os.path.abspath(address)  # noqa: PTH100 - keeps `..` as the system reads it
    if is_web(address):
        message = f"{address}: http and https are read only; write to a folder, or to hdfs://, s3://, gs://, abfs://"
        raise ValueError(message)
    try:
        return fs.FileSystem.from_uri(address)  # type: ignore[no-any-return]
    except (ValueError, NotImplementedError) as error:
        message = f"{address}: {error}"
        raise ValueError(message) from error


@contextlib.contextmanager
def opened(address: str) -> Iterator[Opened]:
    """Open a file for reading from its beginning, as it is: nothing is decompressed.

    Raises ``OSError`` with the address.
    """
    if is_web(address):
        with RemoteFile(address) as file:
            yield Opened(file, file.identity, file.length)
    elif is_remote(address):
        system, path = file_system(address)
        with _named(address):
            info = system.get_file_info(path)
            _require_file(address, info)
            stream = system.open_input_stream(path, compression=None, buffer_size=READ_AHEAD)
        with stream:
            changed = None if info.mtime_ns is None else str(info.mtime_ns)
            yield Opened(stream, {"size": info.size, "version": changed}, info.size)
    else:
        # The native module knows the identity of a file of this machine.
        path = os.path.abspath(address)  # noqa: PTH100
        size = os.stat(path).st_size  # noqa: PTH116
        yield Opened(path, None, size if os.path.isfile(path) else None)  # noqa: PTH113


def _require_file(address: str, info: Any) -> None:  # noqa: ANN401 - pyarrow has no types
    from pyarrow import fs  # noqa: PLC0415

    if info.type == fs.FileType.NotFound:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), address)
    if info.type == fs.FileType.Directory:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), address)


@contextlib.contextmanager
def _named(address: str) -> Iterator[None]:
    """Add the address to errors that lack it."""
    try:
        yield
    except OSError as error:
        if address in str(error):
            raise
        message = f"cannot read {address}: {error}"
        raise OSError(message) from error
