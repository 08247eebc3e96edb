r"""A drop-in for Protego 0.7: ``from robots_policy.protego import Protego`` is the whole migration::

    >>> from robots_policy.protego import Protego
    >>> rules = Protego.parse("User-agent: ExampleBot\nDisallow: /private\nCrawl-delay: 2")
    >>> rules.can_fetch("https://example.com/private/page", "Mozilla/5.0 (compatible; ExampleBot/1.0)")
    False
    >>> rules.crawl_delay("ExampleBot")
    2.0
    >>> rules.robots_txt.access("/private/page", "ExampleBot").rule
    'Disallow: /private'

The table in :doc:`migrating` lists each answer that differs from Protego's, with the clause that decides.
"""

from __future__ import annotations

from collections import namedtuple
from contextlib import suppress

from robots_policy import RobotsTxt
from robots_policy._shims import Accessors, target, values

# `typing` and `datetime` cost more to import than all else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import time
    from typing import NamedTuple, Self

    from robots_policy import Accessor

    class RequestRate(NamedTuple):
        """At most ``requests`` in ``seconds``, between two times of the day if they are given."""

        requests: int
        seconds: int
        start_time: time | None
        end_time: time | None

    class VisitTime(NamedTuple):
        """The hours in which to visit."""

        start_time: time
        end_time: time

else:
    RequestRate = namedtuple("RequestRate", ["requests", "seconds", "start_time", "end_time"])  # noqa: PYI024
    VisitTime = namedtuple("VisitTime", ["start_time", "end_time"])  # noqa: PYI024

__all__ = ["Protego", "RequestRate", "VisitTime"]

_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
# Protego reads a file as a whole. A limit here would drop rules that its users obeyed.
_NO_LIMIT = 2**31 - 1


class Protego:
    """The rules of a robots.txt file, with Protego's methods.

    User agents are whole ``User-Agent`` fields or product tokens; URLs are absolute or not.
    """

    robots_txt: RobotsTxt
    """The file: which rule decides, its line, and the diagnostics."""

    def __init__(self) -> None:
        """Make the rules of an empty file, which allow everything."""
        self._read("")

    def _read(self, content: str) -> None:
        self.robots_txt = RobotsTxt(content, limit=_NO_LIMIT)
        self._accessors = Accessors(self.robots_txt)

    @classmethod
    def parse(cls, content: str) -> Self:
        """Read the text of a robots.txt file. Raise ``TypeError`` for anything but ``str``."""
        if not isinstance(content, str):
            message = f"Protego.parse expects str, got {type(content).__name__}"
            raise TypeError(message)
        rules = cls()
        rules._read(content)
        return rules

    def can_fetch(self, url: str, user_agent: str) -> bool:
        """Return whether the user agent may fetch the URL."""
        if not url.startswith(("https://", "http://")):
            url = target(url)
        return self.robots_txt.allowed(url, self._accessors[user_agent])

    def crawl_delay(self, user_agent: str) -> float | None:
        """Return the seconds to wait between two requests, or ``None``."""
        return self.robots_txt.crawl_delay(self._accessors[user_agent])

    def request_rate(self, user_agent: str) -> RequestRate | None:
        """Return the rate of requests, or ``None``. Of several values the last that can be read counts."""
        for value in self._values(self._accessors[user_agent], "request-rate"):
            with suppress(ValueError):
                return _request_rate(value)
        return None

    def visit_time(self, user_agent: str) -> VisitTime | None:
        """Return the hours in which to visit, or ``None``. Of several values the last that can be read counts."""
        for value in self._values(self._accessors[user_agent], "visit-time"):
            with suppress(ValueError):
                return _visit_time(value)
        return None

    @property
    def sitemaps(self) -> Iterator[str]:
        """The addresses of the sitemaps."""
        return filter(None, self.robots_txt.sitemaps)

    @property
    def preferred_host(self) -> str | None:
        """The value of the last ``Host`` line."""
        hosts = [value for _, key, value in self.robots_txt.records if key == "host" and value]
        return hosts[-1] if hosts else None

    def _values(self, accessor: Accessor, key: str) -> Iterator[str]:
        return reversed(values(self.robots_txt, accessor, key))


def _request_rate(value: str) -> RequestRate:
    """Read ``1/10m``, and ``1/10m 0900-1700``."""
    rate, *rest = value.split()
    requests, per = rate.split("/")
    unit = per[-1:].lower()
    seconds = int(per[:-1]) * _SECONDS[unit] if unit in _SECONDS else int(per)
    if int(requests) <= 0 or seconds <= 0:
        raise ValueError(value)
    # Protego takes the rate and leaves the rest if there are more words than two.
    start, end = _period(rest[0].split("-")) if len(rest) == 1 else (None, None)
    return RequestRate(int(requests), seconds, start, end)


def _visit_time(value: str) -> VisitTime:
    """Read ``0600-0845``, and ``0600 0845``."""
    return VisitTime(*_period(value.split("-") if "-" in value else value.split(" ")))


def _period(times: list[str]) -> tuple[time, time]:
    start, end = times
    return _time(start), _time(end)


def _time(digits: str) -> time:
    """Read ``HHMM`` or ``HMM``."""
    from datetime import time  # noqa: PLC0415

    digits = digits.strip()
    if len(digits) not in (3, 4) or not (digits.isascii() and digits.isdigit()):
        raise ValueError(digits)
    return time(int(digits[:-2]), int(digits[-2:]))
