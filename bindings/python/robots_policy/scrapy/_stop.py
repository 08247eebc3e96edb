"""The extension that ends a download once its directives are known."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from scrapy import exceptions, signals
from scrapy.exceptions import NotConfigured

from robots_policy import Policy
from robots_policy.enums import Source
from robots_policy.robots import robots_txt_url
from robots_policy.scrapy import _names, _settings
from robots_policy.scrapy._agent import Agents
from robots_policy.scrapy._page import fields_of, in_force
from robots_policy.signals import MetaExtractor, signals_from_headers

if TYPE_CHECKING:
    from typing import Self

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http.headers import Headers

    from robots_policy import Client
    from robots_policy.signals import Signals

__all__ = ["StopDownload"]


class StopDownload:
    """Ends the download of a page that states one of ``ROBOTS_POLICY_STOP_DOWNLOAD``.

    A field ends it before the body; a meta ends it when the head has come, in a body without a content coding or with
    ``gzip`` or ``deflate``. The callback is given the response with the flag ``download_stopped``.
    """

    def __init__(self, crawler: Crawler) -> None:
        """Read the settings; a wrong one raises."""
        settings = crawler.settings
        self._directives = _settings.STOP_DOWNLOAD.of(settings)
        if not self._directives or not _settings.ENABLED.of(settings):
            raise NotConfigured
        _settings.check(settings)
        self._crawler = crawler
        self._agents = Agents(settings)
        self._sources = _settings.SOURCES.of(settings)
        self._heads: WeakKeyDictionary[Request, _Head] = WeakKeyDictionary()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the extension of a crawl, and connect it."""
        extension = cls(crawler)
        crawler.signals.connect(extension.headers_received, signal=signals.headers_received)
        crawler.signals.connect(extension.bytes_received, signal=signals.bytes_received)
        return extension

    def headers_received(self, headers: Headers, request: Request) -> None:
        """Stop if a field states one of the directives."""
        self._heads.pop(request, None)
        # Servers send `X-Robots-Tag: noindex` with robots.txt too, and a robots.txt without its body allows everything.
        if request.meta.get(_names.IGNORE.text) or request.url == robots_txt_url(request.url):
            return
        agent = self._agents.for_page(request)
        fields = fields_of(headers, self._sources)
        self._stop_if(signals_from_headers(fields), agent)
        if Source("meta") in self._sources:
            head = _Head(fields, agent)
            if not head.is_done:
                self._heads[request] = head

    def bytes_received(self, data: bytes, request: Request) -> None:
        """Stop if the head has been read and states one of the directives."""
        head = self._heads.get(request)
        if head is None or not head.feed(data):
            return
        del self._heads[request]
        self._stop_if(head.metas.finish(cut=True), head.agent)

    def _stop_if(self, stated: Signals, agent: Client) -> None:
        if self._directives.isdisjoint(in_force(Policy(stated).verdict(agent))):
            return
        if self._crawler.stats is not None:
            self._crawler.stats.inc_value(_names.DOWNLOADS_STOPPED.text)
        raise exceptions.StopDownload(fail=False)


class _Head:
    """The head of a page that is being downloaded."""

    def __init__(self, fields: list[tuple[bytes, bytes]], agent: Client) -> None:
        """Prepare for the first bytes."""
        self.agent = agent
        codings = b",".join(line for name, line in fields if name.lower() == b"content-encoding").lower()
        self._inflate = zlib.decompressobj(EITHER_WRAPPER) if codings.strip() in CODINGS else None
        if self._inflate is not None:
            fields = [(name, line) for name, line in fields if name.lower() != b"content-encoding"]
        self.metas = MetaExtractor(headers=fields, agents=[agent])
        self.is_done = self.metas.done

    def feed(self, data: bytes) -> bool:
        """Take the next bytes; return whether the head has been read."""
        if self._inflate is None:
            return self.metas.feed(data)
        try:
            while data:
                # A few bytes can hold a long text, of which no more is inflated than the head takes.
                text = self._inflate.decompress(data, PIECE)
                data = self._inflate.unconsumed_tail
                if self.metas.feed(text):
                    return True
        except zlib.error:
            # The rest of the page cannot be read either; its response is judged as it comes.
            return True
        return False


CODINGS = (b"gzip", b"x-gzip", b"deflate")
EITHER_WRAPPER = zlib.MAX_WBITS + 32
PIECE = 16_384
