"""The downloader middleware that obeys robots.txt, with the status, the redirects and the age of its answers."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from scrapy import Request, signals
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.misc import load_object

from robots_policy import Client
from robots_policy._responses import CUT
from robots_policy.robots import robots_txt_url
from robots_policy.scrapy import _names, _settings
from robots_policy.scrapy._agent import Agents
from robots_policy.scrapy._parser import RobotParser
from robots_policy.scrapy._sites import SITES, Site, Sites, utc_now

if TYPE_CHECKING:
    from typing import NoReturn, Self

    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["RobotsTxtMiddleware"]

logger = logging.getLogger(__name__)
ANONYMOUS = Client()
# As in Scrapy's own middleware.
DOWNLOAD_PRIORITY = 1000


class RobotsTxtMiddleware:
    """Obeys robots.txt in place of Scrapy's middleware of this name.

    A robots.txt that is unreachable forbids its site (RFC 9309 §2.3.1.4), one that is absent allows it, and each is
    fetched again when it is too old. Requests to a site wait while its robots.txt is fetched; the reactor does not.
    """

    def __init__(self, crawler: Crawler) -> None:
        """Read the settings; a wrong one raises."""
        settings = crawler.settings
        if not settings.getbool("ROBOTSTXT_OBEY"):
            raise NotConfigured
        _settings.check(settings)
        self._crawler = crawler
        self._agents = Agents(settings)
        self._may_if_unreachable = _settings.UNREACHABLE.of(settings)
        self._max_age = timedelta(seconds=_settings.MAX_AGE.of(settings))
        self._sites = SITES[crawler] = Sites(_settings.CACHE_SIZE.of(settings))
        parser = load_object(settings["ROBOTSTXT_PARSER"])
        if settings.getpriority("ROBOTSTXT_PARSER") and parser is not RobotParser:
            logger.warning(
                "ROBOTSTXT_PARSER = %r has no effect: the middleware of robots_policy.scrapy reads robots.txt itself.",
                settings["ROBOTSTXT_PARSER"],
            )

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a crawl."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Let the request pass, or raise ``IgnoreRequest``."""
        if request.meta.get(_names.DONT_OBEY.text) or urlparse_cached(request).scheme not in ("http", "https"):
            return
        url = robots_txt_url(request.url)
        if url is None:
            self._forbid(request, "its URL has no authority whose robots.txt could be read")
        site = self._sites.site(url)
        await site.until_fresh(lambda site: self._fetch(site, request))
        agent = ANONYMOUS if site.parser is None else self._agents.for_robots_txt(site.parser, request)
        access = site.robots.access(request.url, agent)
        if access.allowed:
            return
        if access.rule is not None:
            self._forbid(request, f"{access.rule!r} in line {access.line} of {site.fetch.url}")
        if not self._may_if_unreachable:
            self._forbid(request, f"{site.fetch.url}: {access.reason}")

    def _forbid(self, request: Request, why: str) -> NoReturn:
        logger.debug(
            "Forbidden by robots.txt: %(request)s (%(why)s)",
            {"request": request, "why": why},
            extra={"spider": self._crawler.spider},
        )
        self._count(_names.FORBIDDEN.text)
        message = "Forbidden by robots.txt"
        raise IgnoreRequest(message)

    async def _fetch(self, site: Site, request: Request) -> None:
        self._count(_names.REQUEST_COUNT.text)
        # `next` has no URL while the file is fresh, but the setting may want it sooner.
        url: str | None = site.fetch.next(utc_now()) or site.fetch.url
        while url is not None:
            response = await self._download(url)
            now = utc_now()
            if response is None or response.status not in STATUSES or not CUT.isdisjoint(response.flags):
                url = site.fetch.answered(0, now=now)
            else:
                url = site.fetch.answered(response.status, response.headers, response.body, now=now)
            if url is not None:
                self._count(_names.REDIRECTS.text)
        if response is not None:
            self._count(_names.RESPONSE_COUNT.text)
            self._count(_names.RESPONSE_STATUS.of(response.status))
        site.ended(now, self._max_age)
        if site.robots.state in ("unreachable", "unknown"):
            self._report_unreachable(site)
        await self._announce(site, request)

    async def _download(self, url: str) -> Response | None:
        """Return the answer, or ``None`` without one. A redirect is an answer."""
        meta = {
            _names.DONT_OBEY.text: True,
            _names.IGNORE.text: True,
            "allow_offsite": True,
            "dont_redirect": True,
            # At once, whatever `Retry-After` says. The next fetch is in an hour, or when the field has it.
            "dont_retry": True,
        }
        # A coding is one thing more that can break.
        fields = {"Accept-Encoding": "identity"}
        request = Request(url, priority=DOWNLOAD_PRIORITY, meta=meta, headers=fields, callback=NO_CALLBACK)
        engine = self._crawler.engine
        if engine is None:
            return None
        try:
            return await engine.download_async(request)
        except IgnoreRequest:
            return None
        except Exception as error:
            self._count(_names.EXCEPTIONS.of(type(error)))
            logger.exception(
                "Error downloading %(request)s",
                {"request": request},
                extra={"spider": self._crawler.spider},
            )
            return None

    def _report_unreachable(self, site: Site) -> None:
        self._count(_names.UNREACHABLE.text)
        logger.warning(
            "%(url)s is %(state)s (%(cause)s): its site is %(outcome)s, as %(setting)s says.",
            {
                "url": site.fetch.url,
                "state": "unreachable" if site.robots.state == "unreachable" else "not read",
                "cause": site.robots.cause or site.robots.why,
                "outcome": "crawled without rules" if self._may_if_unreachable else "not crawled",
                "setting": _settings.UNREACHABLE.name,
            },
            extra={"spider": self._crawler.spider},
        )

    async def _announce(self, site: Site, request: Request) -> None:
        """Send Scrapy's signal, which has been there since 2.18."""
        signal = getattr(signals, "robots_parsed", None)
        if signal is not None and site.parser is not None:
            await self._crawler.signals.send_catch_log_async(signal=signal, robotparser=site.parser, request=request)

    def _count(self, name: str) -> None:
        if self._crawler.stats is not None:
            self._crawler.stats.inc_value(name)


# HTTP does not define others, such as 999, so their meaning for robots.txt is unknown.
STATUSES = range(100, 600)
