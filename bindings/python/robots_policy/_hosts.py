"""The hosts of a cache of robots.txt, in a bounded memory; without a client."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from robots_policy.robots import RobotsFetch, robots_txt_url

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

__all__ = ["Answer", "Body", "Host", "Hosts"]

Fields: TypeAlias = list[tuple[bytes, bytes]]
# Status, field lines and body; status 0 is a request without an answer.
Answer: TypeAlias = tuple[int, Fields | None, bytes | None]
# `RobotsFetch` reads 512 KiB of a file, and sees by more bytes that it is longer; codings add a little.
LIMIT = (512 + 64) * 1024
# HTTP does not define others, such as 999, so their meaning for robots.txt is not known.
_STATUSES = range(100, 600)


class Host:
    """The robots.txt of one scheme and authority."""

    def __init__(self, robots_txt_url: str) -> None:
        """Know nothing yet."""
        self.url = robots_txt_url
        self.fetch = RobotsFetch(robots_txt_url)
        # Held by the thread that fetches.
        self.lock = Lock()
        # How many questions are under way.
        self.users = 0
        # The bytes of the file after the last question.
        self.weight = 0

    def is_due(self, now: datetime) -> bool:
        """Return whether the file must be fetched before the next answer."""
        return self.fetch.is_due(now)


class Hosts:
    """The hosts that were asked for last."""

    def __init__(self, most: int, most_bytes: int) -> None:
        """Keep this many, and as many as have these bytes."""
        for name, value in (("max_hosts", most), ("max_bytes", most_bytes)):
            if value < 1:
                message = f"{name}: expected a number of at least 1, not {value!r}"
                raise ValueError(message)
        self._most = most
        self._most_bytes = most_bytes
        self._bytes = 0
        self._hosts: OrderedDict[str, Host] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        """Return the number of hosts that are kept."""
        return len(self._hosts)

    @contextmanager
    def host(self, url: str) -> Iterator[Host]:
        """Hold the host of a URL, which is not forgotten meanwhile: a second fetch would begin for it."""
        key = robots_txt_url(url)
        if key is None or not key.startswith("http"):
            message = f"url {url!r} has no robots.txt; write an absolute http or https URL, such as 'https://example.com/page'"
            raise ValueError(message)
        with self._lock:
            host = self._hosts.get(key)
            if host is None:
                host = self._hosts[key] = Host(key)
            self._hosts.move_to_end(key)
            host.users += 1
            self._forget()
        try:
            yield host
        finally:
            with self._lock:
                host.users -= 1
                # The first questions make indices.
                before, host.weight = host.weight, host.fetch.weight
                self._bytes += host.weight - before
                self._forget()

    def _forget(self) -> None:
        if len(self._hosts) <= self._most and self._bytes <= self._most_bytes:
            return
        # The one that was asked for last stays, however large it is.
        idle = [key for key, host in list(self._hosts.items())[:-1] if not host.users]
        for key in idle:
            if len(self._hosts) <= self._most and self._bytes <= self._most_bytes:
                return
            self._bytes -= self._hosts.pop(key).weight


class Body:
    """The bytes of a robots.txt as they come, up to the limit."""

    def __init__(self) -> None:
        """Begin without a byte."""
        self._bytes = bytearray()

    def is_full(self, chunk: bytes) -> bool:
        """Take the next bytes; return whether no more are read."""
        self._bytes += chunk[: LIMIT - len(self._bytes)]
        return len(self._bytes) >= LIMIT

    def answer(self, status: int, fields: Fields) -> Answer:
        """Return the answer with these bytes."""
        return (status, fields, bytes(self._bytes)) if status in _STATUSES else (0, None, None)
