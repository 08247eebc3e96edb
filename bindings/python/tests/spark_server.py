"""A server of archives on loopback that cuts, holds back, changes and refuses, and records what was requested."""

from __future__ import annotations

import hashlib
import re
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import spark_processes as ps
from conftest import Quiet, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CHUNK = 1 << 16


class Hold:
    """Holds back the bytes from a place on, until they are released.

    Each request that comes to the place waits there, or the first `most` of them.
    """

    def __init__(self, at: int, most: int | None = None) -> None:
        self.at = at
        self.most = most
        self.ports: list[int] = []
        self._lock = threading.Lock()
        self._released = threading.Event()

    def wait(self, port: int) -> None:
        """Wait in the server, for a client with this port."""
        with self._lock:
            if self._released.is_set() or (self.most is not None and len(self.ports) >= self.most):
                return
            self.ports.append(port)
        # Longer than a test waits: a hold never ends by itself.
        self._released.wait(2 * ps.DEADLINE)

    def release(self) -> None:
        """Send the rest."""
        self._released.set()

    def reader(self) -> int | None:
        """The process that waits for the bytes, if one does."""
        return next((pid for port in self.ports for pid in [ps.holder(port)] if pid), None)


@dataclass
class Served:
    """How a file is answered."""

    file: Path
    # Whether the server knows `Range`.
    has_ranges: bool = True
    # Whether it sends an `ETag`.
    has_validator: bool = True
    # Whether it says where a body ends.
    is_framed: bool = True
    # Bytes of a body after which a connection is cut.
    cut: int | None = None
    hold: Hold | None = None
    # What the first requests get instead.
    statuses: list[int] = field(default_factory=list)
    # What requests after the first get: the file was replaced meanwhile.
    later: Path | None = None


@dataclass
class Request:
    """What was requested, and what is sent."""

    name: str
    range: str | None
    port: int
    status: int
    sent: int = 0

    @property
    def start(self) -> int:
        """The first byte that was requested."""
        return int(self.range[len("bytes=") :].partition("-")[0]) if self.range else 0


@dataclass
class Archives:
    """A server and its requests; a name without a row is 404."""

    url: str
    served: dict[str, Served]
    requests: list[Request] = field(default_factory=list)

    def of(self, name: str) -> list[Request]:
        """The requests for one archive."""
        return [request for request in self.requests if request.name == name]


class Handler(Quiet):
    """Answers as a row of `Archives` says."""

    protocol_version = "HTTP/1.1"
    archives: Archives

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].rpartition("/")[2]
        row = self.archives.served.get(name)
        if row is None or row.statuses:
            self._refuse(name, row.statuses.pop(0) if row else 404)
            return
        file = row.later if row.later and self.archives.of(name) else row.file
        self._send(name, row, file.read_bytes())

    def _refuse(self, name: str, status: int) -> None:
        self._record(name, status)
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send(self, name: str, row: Served, octets: bytes) -> None:
        start, end, status = self._range(row, octets)
        request = self._record(name, status)
        self.send_response(status)
        if row.has_validator:
            self.send_header("ETag", validator(octets))
        if row.has_ranges:
            self.send_header("Accept-Ranges", "bytes")
        if status == 206:
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(octets)}")
        if status == 416:
            self.send_header("Content-Range", f"bytes */{len(octets)}")
            start = end
        if row.is_framed:
            self.send_header("Content-Length", str(end - start))
        else:
            self.close_connection = True
        self.end_headers()
        # A client that was killed.
        with suppress(OSError):
            for part in self._parts(row, octets[start:end], start):
                self.wfile.write(part)
                self.wfile.flush()
                request.sent += len(part)
        self.close_connection = self.close_connection or request.sent < end - start

    def _range(self, row: Served, octets: bytes) -> tuple[int, int, int]:
        """Where the answer begins and ends, and its status."""
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if_range = self.headers.get("If-Range")
        if not asked or not row.has_ranges or (if_range and if_range != validator(octets)):
            return 0, len(octets), 200
        start, last = int(asked[1]), int(asked[2] or len(octets) - 1)
        if start >= len(octets):
            return 0, 0, 416
        return start, min(last + 1, len(octets)), 206

    def _parts(self, row: Served, octets: bytes, start: int) -> Iterator[bytes]:
        """The body, until the connection is cut."""
        octets = octets[: row.cut]
        if row.hold and start <= row.hold.at < start + len(octets):
            before = row.hold.at - start
            yield from parts(octets[:before])
            row.hold.wait(self.client_address[1])
            octets = octets[before:]
        yield from parts(octets)

    def _record(self, name: str, status: int) -> Request:
        request = Request(name, self.headers.get("Range"), self.client_address[1], status)
        self.archives.requests.append(request)
        return request


def parts(octets: bytes) -> Iterator[bytes]:
    """The bytes in pieces, so that the length of what was sent is known where a client ends."""
    for place in range(0, len(octets), CHUNK):
        yield octets[place : place + CHUNK]


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
