"""The values of ``Request-rate`` and ``Visit-time``, as Protego and the standard library read them.

The work-alikes import this module when they are first asked for a value: to make named tuples costs more than all else
in their imports.
"""

from __future__ import annotations

from datetime import time
from typing import NamedTuple


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


class PlainRequestRate(NamedTuple):
    """At most ``requests`` in ``seconds``."""

    requests: int
    seconds: int


# A pickle finds the types where users import them.
RequestRate.__module__ = VisitTime.__module__ = "robots_policy.protego"
PlainRequestRate.__module__ = "robots_policy.robotparser"
PlainRequestRate.__name__ = PlainRequestRate.__qualname__ = "RequestRate"

_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def request_rate(value: str) -> RequestRate:
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


def visit_time(value: str) -> VisitTime:
    """Read ``0600-0845``, and ``0600 0845``."""
    return VisitTime(*_period(value.split("-") if "-" in value else value.split(" ")))


def plain_request_rate(value: str) -> PlainRequestRate:
    """Read ``3/15``."""
    requests, seconds = value.split("/")
    return PlainRequestRate(_whole(requests), _whole(seconds))


def _period(times: list[str]) -> tuple[time, time]:
    start, end = times
    return _time(start), _time(end)


def _time(digits: str) -> time:
    """Read ``HHMM`` or ``HMM``."""
    digits = digits.strip()
    if len(digits) not in (3, 4) or not (digits.isascii() and digits.isdigit()):
        raise ValueError(digits)
    return time(int(digits[:-2]), int(digits[-2:]))


def _whole(digits: str) -> int:
    digits = digits.strip()
    if not digits.isdecimal():
        raise ValueError(digits)
    return int(digits)
