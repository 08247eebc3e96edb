"""A work-alike of :mod:`urllib.robotparser`.

``from robots_policy.robotparser import RobotFileParser`` is the whole migration::

    >>> from robots_policy.robotparser import RobotFileParser
    >>> rules = RobotFileParser()
    >>> rules.parse(["User-agent: ExampleBot", "Disallow: /private"])
    >>> rules.can_fetch("Mozilla/5.0 (compatible; ExampleBot/1.0)", "https://example.com/private/page")
    False

The table in :doc:`/migrating` lists each answer that differs from that of the standard library, with its clause.
"""

from __future__ import annotations

import time

from robots_policy._native import _may_fetch
from robots_policy._shims import Clients, file, groups, last_value

# `typing`, named tuples and `urllib.request` cost more to import than all else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from urllib.request import Request

    from robots_policy import RobotsTxt
    from robots_policy._rates import PlainRequestRate as RequestRate

__all__ = ["RequestRate", "RobotFileParser"]

_SHOWN = {"allow": "Allow", "disallow": "Disallow", "crawl-delay": "Crawl-delay", "request-rate": "Request-rate"}


class RobotFileParser:
    """The rules of one robots.txt file, with the methods of :class:`urllib.robotparser.RobotFileParser`.

    User agents are whole ``User-Agent`` fields or product tokens; URLs are absolute or not.
    """

    robots_txt: RobotsTxt
    """The file: which rule decides, its line, and the diagnostics."""
    disallow_all: bool
    """Nothing may be fetched, whatever the rules say: the site refused or failed to answer."""
    allow_all: bool
    """Everything may be fetched, whatever the rules say: the site has no robots.txt."""

    def __init__(self, url: str | Request = "") -> None:
        """Make rules that allow nothing until :meth:`read`, :meth:`parse` or :meth:`modified` is called."""
        self.disallow_all = False
        self.allow_all = False
        self.last_checked: float = 0
        self._text: list[str] = []
        self._read()
        self.set_url(url)

    def _read(self) -> None:
        self.robots_txt = file("\n".join(self._text))
        self._clients = Clients(self.robots_txt.client_for)

    def mtime(self) -> float:
        """Return the time at which robots.txt was last fetched, or 0."""
        return self.last_checked

    def modified(self) -> None:
        """Set the time at which robots.txt was last fetched to now."""
        self.last_checked = time.time()

    def set_url(self, url: str | Request) -> None:
        """Set the URL of the robots.txt file, or a request for it."""
        from urllib.parse import urlsplit  # noqa: PLC0415

        self.url = url
        parts = urlsplit(url if isinstance(url, str) else url.full_url)
        self.host, self.path = parts.netloc, parts.path

    def read(self) -> None:
        """Fetch the robots.txt file and read it, instead of one that was read before.

        Errors of the network are raised. Of the statuses (RFC 9309 §2.3.1) 401 and 403 allow nothing, as in the
        standard library; other 4xx allow everything; 5xx allow nothing.
        """
        from urllib.error import HTTPError  # noqa: PLC0415
        from urllib.request import urlopen  # noqa: PLC0415

        try:
            with urlopen(self.url) as response:  # noqa: S310
                body: bytes = response.read()
        except HTTPError as error:
            error.close()
            unavailable = 400 <= error.code < 500  # noqa: PLR2004
            self.allow_all = unavailable and error.code not in (401, 403)
            self.disallow_all = not self.allow_all
        else:
            self.allow_all = self.disallow_all = False
            self._text = []
            self.parse(body.decode("utf-8", "surrogateescape").splitlines())

    def parse(self, lines: Iterable[str]) -> None:
        """Read lines of a robots.txt file, after those of former calls. A ``str`` is the text of a file."""
        lines = lines.splitlines() if isinstance(lines, str) else lines
        self._text += [line.rstrip("\r\n") for line in lines]
        self._read()
        self.modified()

    def can_fetch(self, useragent: str, url: str) -> bool:
        """Return whether the user agent may fetch the URL; nothing is allowed before the file was read."""
        if self.disallow_all:
            return False
        if self.allow_all:
            return True
        if not self.last_checked:
            return False
        return _may_fetch(self.robots_txt, url, self._clients[useragent])

    def crawl_delay(self, useragent: str) -> float | None:
        """Return the seconds to wait between two requests, or ``None``; an ``int`` if they are a whole number."""
        if not self.last_checked:
            return None
        delay = self.robots_txt.crawl_delay(self._clients[useragent])
        return int(delay) if delay is not None and delay.is_integer() else delay

    def request_rate(self, useragent: str) -> RequestRate | None:
        """Return the rate of requests, or ``None``. Of several values the last that can be read counts."""
        if not self.last_checked:
            return None
        from robots_policy._rates import plain_request_rate  # noqa: PLC0415

        return last_value(self.robots_txt, self._clients[useragent], "request-rate", plain_request_rate)

    def site_maps(self) -> list[str] | None:
        """Return the addresses of the sitemaps, or ``None``."""
        return self.robots_txt.sitemaps or None

    def __str__(self) -> str:
        """Return the groups as a robots.txt file."""
        texts = []
        for agents, lines in groups(self.robots_txt):
            shown = [f"User-agent: {agent}" for agent in agents]
            shown += [f"{_SHOWN[key]}: {value}" for key, value in lines if key in _SHOWN]
            texts.append("\n".join(shown))
        return "\n\n".join(texts)


def __getattr__(name: str) -> type:
    if name != "RequestRate":
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    from robots_policy._rates import PlainRequestRate  # noqa: PLC0415

    return PlainRequestRate
