"""The reader of robots.txt for ``ROBOTSTXT_PARSER``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.robotstxt import RobotParser as ScrapyRobotParser

from robots_policy import RobotsTxt
from robots_policy._native import _may_fetch
from robots_policy._shims import NO_LIMIT, Clients

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

    from robots_policy import Client

__all__ = ["FIELDS_KEPT", "RobotParser"]

# A spider that sends a new name with each request must not fill the memory.
FIELDS_KEPT = 64


class RobotParser(ScrapyRobotParser):
    """Reads robots.txt for Scrapy's own middleware: ``ROBOTSTXT_PARSER = "robots_policy.scrapy.RobotParser"``.

    Scrapy gives a parser the body alone, so the rules of a 503 are rules here too; ``RobotsTxtMiddleware`` sees the
    status.
    """

    def __init__(self, robots_txt: RobotsTxt) -> None:
        """Answer from a file that has been read."""
        self.robots_txt = robots_txt
        self._clients = Clients(robots_txt.client_for, FIELDS_KEPT)

    @classmethod
    def from_crawler(cls, crawler: Crawler, robotstxt_body: bytes) -> Self:  # noqa: ARG003 - Scrapy's interface
        """Read a file. Bytes of any kind are read; none raises."""
        return cls(RobotsTxt(robotstxt_body, limit=NO_LIMIT))

    def allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        """Whether the client that sends this ``User-Agent`` field may fetch the URL."""
        return _may_fetch(self.robots_txt, url, self.client_for(user_agent))

    def crawl_delay(self, user_agent: str | bytes) -> float | None:
        """Return the seconds that the client should wait between two requests."""
        return self.robots_txt.crawl_delay(self.client_for(user_agent))

    def client_for(self, user_agent: str | bytes) -> Client:
        """Return the agent whose group binds the client; the answer for each field is kept."""
        return self._clients[user_agent]
