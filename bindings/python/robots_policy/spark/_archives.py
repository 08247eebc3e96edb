"""The archives of a run: files, patterns of names, lists of names, and their addresses."""

from __future__ import annotations

import glob
import os
import urllib.parse
import warnings
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from robots_policy._native import _listed
from robots_policy.spark._files import file_system, is_remote, is_web, joined, located, opened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Archive", "archives"]


@dataclass(frozen=True)
class Archive:
    """One archive."""

    # Its name in rows, reports and errors.
    name: str
    # Where it is.
    address: str

    @property
    def origin(self) -> str:
        """Its address, without a query, which may hold a signature."""
        return self.address.partition("?")[0] if is_remote(self.address) else self.address

    @property
    def file_name(self) -> str:
        """The last part of its name, after which its table is called."""
        name = urllib.parse.unquote(self.name) if is_web(self.name) else self.name
        return name.rpartition("/")[2]


def archives(names: str | Sequence[str], *, listed: str | None = None, base_url: str | None = None) -> list[Archive]:
    """All archives, each once, in the order in which they were named; those of one pattern in the order of their names.

    Raises ``ValueError`` if there is none, and ``OSError`` for a list or a pattern that cannot be read.
    """
    given = [names] if isinstance(names, str) else [os.fspath(name) for name in names]
    given += [] if listed is None else _lines(listed)
    found = {archive.address: archive for name in given for archive in _expanded(name, base_url)}
    if not found:
        message = "no archive was named; name WARC files, a pattern, or a list of names, such as warc.paths.gz"
        raise ValueError(message)
    _require_distinct(found.values())
    return list(found.values())


def _lines(address: str) -> list[str]:
    """The names in a list, a line each; the list may be compressed with gzip, as Common Crawl's are."""
    with opened(address) as source:
        if isinstance(source.file, str):
            with open(source.file, "rb") as file:  # noqa: PTH123
                text = file.read()
        else:
            text = source.file.read()
        caution = source.caution(address.partition("?")[0])
    if caution is not None:
        warnings.warn(caution, stacklevel=2)
    try:
        return _listed(text)
    except OSError as error:
        message = f"cannot read {address}: {error}"
        raise OSError(message) from error


def _expanded(name: str, base_url: str | None) -> Iterable[Archive]:
    """The archives that a name leads to."""
    if name == "-":
        message = "-: standard input is of one machine only; name files"
        raise ValueError(message)
    if base_url is not None and not is_remote(name):
        return [Archive(name, joined(base_url, name))]
    if is_web(name):
        # A query may hold a signature, which does not belong into tables.
        return [Archive(name.partition("#")[0].partition("?")[0], name)]
    found = _remote(name) if is_remote(name) else _local(name)
    if not found:
        message = f"{name}: no file matches the pattern"
        raise FileNotFoundError(message)
    return found


def _local(name: str) -> list[Archive]:
    if os.path.isdir(name):  # noqa: PTH112
        message = f"{name}: it is a folder; name its files, as in {name.rstrip('/')}/*.warc.gz"
        raise IsADirectoryError(message)
    matches = [name]
    if glob.has_magic(name) and not os.path.exists(name):  # noqa: PTH110
        matches = [match for match in sorted(glob.glob(name, recursive=True)) if not os.path.isdir(match)]  # noqa: PTH112, PTH207
    # Executors have other working folders.
    return [Archive(match, located(match)) for match in matches]


def _remote(name: str) -> list[Archive]:
    bare, question, query = name.partition("?")
    if "*" not in bare and "[" not in bare:
        return [Archive(bare, name)]
    system, pattern = file_system(name)
    scheme = bare.partition("://")[0]
    host = bare[: len(bare) - len(pattern)] if bare.endswith(pattern) else f"{scheme}://"
    return [Archive(f"{host}{path}", f"{host}{path}{question}{query}") for path in _matching(system, pattern)]


def _matching(system: Any, pattern: str) -> list[str]:  # noqa: ANN401 - pyarrow has no types
    from pyarrow import fs  # noqa: PLC0415

    parts = pattern.split("/")
    fixed = next(index for index, part in enumerate(parts) if glob.has_magic(part))
    selector = fs.FileSelector("/".join(parts[:fixed]), recursive=len(parts) - fixed > 1)
    files = (info.path for info in system.get_file_info(selector) if info.type == fs.FileType.File)
    deep = pattern.count("/")
    return sorted(
        path
        for path in files
        if path.count("/") == deep
        and PurePosixPath(path).match(pattern)
        and not any(part.startswith(".") for part in path.split("/")[fixed:])
    )


def _require_distinct(found: Iterable[Archive]) -> None:
    """Raise if two archives would have the same table."""
    seen: dict[str, Archive] = {}
    for archive in found:
        if not archive.file_name:
            message = f"{archive.name}: it does not name a file"
            raise ValueError(message)
        other = seen.setdefault(archive.file_name, archive)
        if other is not archive:
            message = (
                f"{other.name} and {archive.name} would both be written to {archive.file_name}.parquet; "
                "scan them into two folders"
            )
            raise ValueError(message)
