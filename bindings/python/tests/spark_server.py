"""A server of archives on loopback that cuts and holds back, and records what it answered."""

from __future__ import annotations

import hashlib
import re
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import spark_processes as ps
from conftest import Quiet, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Hold:
    """Holds back the bytes from a place on, until they are released; each request that comes there waits."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.is_reached = threading.Event()
        self._released = threading.Event()

    def wait(self) -> None:
        """Wait in the server."""
        self.is_reached.set()
        # Longer than a test waits: a hold never ends by itself.
        self._released.wait(2 * ps.DEADLINE)

    def release(self) -> None:
        """Send the rest."""
        self._released.set()


@dataclass
class Served:
    """How a file is answered."""

    file: Path
    # Whether it sends an `ETag`.
    has_validator: bool = True
    # Whether it says where a body ends.
    is_framed: bool = True
    # Bytes of a body after which a connection is cut.
    cut: int | None = None
    hold: Hold | None = None


@dataclass
class Archives:
    """A server, and the names and statuses of its answers; a name without a row is 404."""

    url: str
    served: dict[str, Served]
    answers: list[tuple[str, int]] = field(default_factory=list)

    def of(self, name: str) -> list[int]:
        """The statuses of the answers for one archive."""
        return [status for answered, status in self.answers if answered == name]


class Handler(Quiet):
    """Answers as a row of `Archives` says."""

    protocol_version = "HTTP/1.1"
    archives: Archives

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].rpartition("/")[2]
        row = self.archives.served.get(name)
        octets = b"" if row is None else row.file.read_bytes()
        found = self._range(octets)
        status = 404 if row is None else 206 if found else 200
        self.archives.answers.append((name, status))
        if row is None:
            self.answer(status)
            return
        start, end = found or (0, len(octets))
        self.send_response(status)
        self.send_header("Accept-Ranges", "bytes")
        if row.has_validator:
            self.send_header("ETag", validator(octets))
        if found:
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(octets)}")
        if row.is_framed:
            self.send_header("Content-Length", str(end - start))
        self.end_headers()
        is_cut = row.cut is not None and row.cut < end - start
        self.close_connection |= is_cut or not row.is_framed
        self._send(octets[start:end][: row.cut], start, row.hold)

    def _range(self, octets: bytes) -> tuple[int, int] | None:
        """Where the answer begins and ends, if it has a part of the file."""
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if_range = self.headers.get("If-Range")
        if not asked or (if_range and if_range != validator(octets)):
            return None
        return int(asked[1]), min(int(asked[2] or len(octets)) + 1, len(octets))

    def _send(self, octets: bytes, start: int, hold: Hold | None) -> None:
        """Send a body that begins at this place of the file, and end where a client was killed."""
        try:
            if hold and start <= hold.at < start + len(octets):
                self.wfile.write(octets[: hold.at - start])
                hold.wait()
                octets = octets[hold.at - start :]
            self.wfile.write(octets)
        except OSError:
            self.close_connection = True


def validator(octets: bytes) -> str:
    """The ETag of a content."""
    return f'"{hashlib.sha256(octets).hexdigest()[:16]}"'


@contextmanager
def archives_served(rows: dict[str, Served]) -> Iterator[Archives]:
    """Serve these files by their names."""
    archives = Archives("", rows)
    with serving(type("Bound", (Handler,), {"archives": archives})) as url:
        archives.url = f"{url}/"
        try:
            yield archives
        finally:
            for row in rows.values():
                if row.hold:
                    row.hold.release()
