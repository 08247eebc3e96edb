"""The robots.txt of each site: one fetch at a time, a bounded memory."""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

from robots_policy import RobotsOutcome
from robots_policy._shims import NO_LIMIT
from robots_policy.robots import RobotsFetch
from robots_policy.scrapy._parser import RobotParser

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from scrapy.crawler import Crawler

__all__ = ["SITES", "Site", "Sites"]


class Site:
    """The robots.txt of one scheme and authority."""

    def __init__(self, robots_txt_url: str) -> None:
        """Know nothing yet."""
        # Scrapy's own middleware reads all of a file that `DOWNLOAD_MAXSIZE` lets through, and so does this one.
        self.fetch = RobotsFetch(robots_txt_url, limit=NO_LIMIT)
        self.robots = RobotsOutcome.unknown()
        self.parser: RobotParser | None = None
        self._until: datetime | None = None
        self._waiting: list[Deferred[None]] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a fetch is under way."""
        return self._waiting is not None

    def ended(self, now: datetime, max_age: timedelta) -> None:
        """Take the outcome of the fetch."""
        self.robots = self.fetch.outcome(now)
        file = self.robots.file
        self.parser = None if file is None else RobotParser(file)
        self._until = now + max_age

    async def until_fresh(self, fetched: Callable[[Site], Awaitable[None]]) -> None:
        """Fetch the file if it is not fresh, or wait for the fetch under way."""
        if self._waiting is not None:
            # Each request waits for a Deferred of its own: of several futures that `asFuture` makes of one, only the
            # first has the result.
            turn: Deferred[None] = Deferred()
            self._waiting.append(turn)
            await maybe_deferred_to_future(turn)
            return
        now = utc_now()
        if self._until is not None and now < self._until and not self.fetch.is_due(now):
            return
        self._waiting = []
        try:
            await fetched(self)
        finally:
            # Also if the crawl is cancelled, so that no request waits for ever.
            waiting, self._waiting = self._waiting, None
            for turn in waiting:
                turn.callback(None)


class Sites:
    """The sites that were used last."""

    def __init__(self, most: int) -> None:
        """Keep this many sites."""
        self._most = most
        self._sites: OrderedDict[str, Site] = OrderedDict()

    def __len__(self) -> int:
        """Return the number of sites that are kept."""
        return len(self._sites)

    def site(self, robots_txt_url: str) -> Site:
        """Return the site of this robots.txt."""
        site = self._sites.get(robots_txt_url)
        if site is None:
            site = self._sites[robots_txt_url] = Site(robots_txt_url)
            self._forget(robots_txt_url)
        self._sites.move_to_end(robots_txt_url)
        return site

    def robots(self, robots_txt_url: str | None) -> RobotsOutcome | None:
        """Return what is known of a robots.txt, without fetching it."""
        site = None if robots_txt_url is None else self._sites.get(robots_txt_url)
        return None if site is None else site.robots

    def _forget(self, new: str) -> None:
        """Make room; a site whose fetch is under way stays, because a second fetch would begin for it."""
        excess = len(self._sites) - self._most
        idle = (url for url, site in self._sites.items() if url != new and not site.is_busy)
        for url in [url for url, _ in zip(idle, range(excess), strict=False)]:
            del self._sites[url]


# The sites of each crawl whose robots.txt is obeyed.
SITES: WeakKeyDictionary[Crawler, Sites] = WeakKeyDictionary()


def utc_now() -> datetime:
    """Return the time of the clock."""
    return datetime.now(UTC)
