r"""A drop-in for Protego 0.7: ``from robots_policy.protego import Protego`` is the whole migration::

    >>> from robots_policy.protego import Protego
    >>> rules = Protego.parse("User-agent: ExampleBot\nDisallow: /private\nCrawl-delay: 2")
    >>> rules.can_fetch("https://example.com/private/page", "Mozilla/5.0 (compatible; ExampleBot/1.0)")
    False
    >>> rules.crawl_delay("ExampleBot")
    2.0
    >>> rules.robots_txt.access("/private/page", "ExampleBot").rule
    'Disallow: /private'

The table in :doc:`/migrating` lists each answer that differs from Protego's, with the clause that decides.
"""

from __future__ import annotations

from robots_policy import RobotsTxt
from robots_policy._native import _may_fetch
from robots_policy._shims import Clients, file, last_value

# `typing` and named tuples cost more to import than all else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from robots_policy._rates import RequestRate, VisitTime

__all__ = ["Protego", "RequestRate", "VisitTime"]

_EMPTY = RobotsTxt("")
_OF_EMPTY = Clients(_EMPTY.client_for)


class Protego:
    """The rules of a robots.txt file, with Protego's methods.

    User agents are whole ``User-Agent`` fields or product tokens; URLs are absolute or not.
    """

    robots_txt: RobotsTxt
    """The file: which rule decides, its line, and the diagnostics."""

    def __init__(self) -> None:
        """Make the rules of an empty file, which allow everything."""
        self.robots_txt = _EMPTY
        self._clients = _OF_EMPTY

    @classmethod
    def parse(cls, content: str) -> Self:
        """Read the text of a robots.txt file. Raise ``TypeError`` for anything but ``str``."""
        if not isinstance(content, str):
            message = f"Protego.parse expects str, got {type(content).__name__}"
            raise TypeError(message)
        rules = cls()
        rules.robots_txt = file(content)
        rules._clients = Clients(rules.robots_txt.client_for)
        return rules

    def can_fetch(self, url: str, user_agent: str) -> bool:
        """Return whether the user agent may fetch the URL."""
        return _may_fetch(self.robots_txt, url, self._clients[user_agent])

    def crawl_delay(self, user_agent: str) -> float | None:
        """Return the seconds to wait between two requests, or ``None``."""
        return self.robots_txt.crawl_delay(self._clients[user_agent])

    def request_rate(self, user_agent: str) -> RequestRate | None:
        """Return the rate of requests, or ``None``. Of several values the last that can be read counts."""
        from robots_policy._rates import request_rate  # noqa: PLC0415

        return last_value(self.robots_txt, self._clients[user_agent], "request-rate", request_rate)

    def visit_time(self, user_agent: str) -> VisitTime | None:
        """Return the hours in which to visit, or ``None``. Of several values the last that can be read counts."""
        from robots_policy._rates import visit_time  # noqa: PLC0415

        return last_value(self.robots_txt, self._clients[user_agent], "visit-time", visit_time)

    @property
    def sitemaps(self) -> Iterator[str]:
        """The addresses of the sitemaps."""
        return filter(None, self.robots_txt.sitemaps)

    @property
    def preferred_host(self) -> str | None:
        """The value of the last ``Host`` line."""
        hosts = [value for _, key, value in self.robots_txt.records if key == "host" and value]
        return hosts[-1] if hosts else None


def __getattr__(name: str) -> type:
    if name not in {"RequestRate", "VisitTime"}:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    from robots_policy import _rates  # noqa: PLC0415

    found: type = getattr(_rates, name)
    return found
