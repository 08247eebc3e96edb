"""A spider that makes an item of each page and follows each link; standard input has its arguments."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import scrapy
from scrapy.crawler import CrawlerProcess

from robots_policy import judge
from robots_policy.scrapy import verdict_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy.http import Response
    from twisted.python.failure import Failure

given = json.load(sys.stdin)
items: list[dict[str, Any]] = []


class Declared(scrapy.Item):
    """An item without a field for the verdict."""

    url = scrapy.Field()


class PageSpider(scrapy.Spider):
    """Visits pages."""

    name = "pages"

    async def start(self) -> AsyncIterator[scrapy.Request]:
        """Begin with the given URLs."""
        for url in given["urls"]:
            yield scrapy.Request(
                url,
                method=given.get("method", "GET"),
                meta=given.get("meta", {}),
                errback=self.failed,
                dont_filter=True,
            )

    def parse(self, response: Response) -> Iterator[Any]:
        """Make an item and follow the links."""
        if given.get("declared"):
            yield Declared(url=response.url)
            return
        verdict = verdict_of(response)
        answers: dict[str, Any] = {
            "index": verdict.index,
            "follow": verdict.follow,
            "directives": sorted(verdict.directives),
        }
        answers["judged"] = judge("ExampleBot", response).index if "://" in response.url else None
        if given.get("texts"):
            answers["text"] = response.xpath("normalize-space()").get()
        yield {"url": response.url, "flags": response.flags, "size": len(response.body), **answers}
        if isinstance(response, scrapy.http.HtmlResponse):
            links = response.css("a::attr(href)").getall()
            for link in links:
                yield response.follow(link, meta=given.get("link_meta", {}), errback=self.failed)

    def failed(self, failure: Failure) -> Iterator[Any]:
        """Make an item of an error, to see that it was reported."""
        response = getattr(failure.value, "response", None)
        if given.get("errors") and response is not None:
            yield {"url": response.url, "error": type(failure.value).__name__}
        else:
            failure.raiseException()


class Keep:
    """An item pipeline."""

    def process_item(self, item: dict[str, Any]) -> dict[str, Any]:
        """Keep the item."""
        items.append(dict(item))
        return item


process = CrawlerProcess(
    {
        "ITEM_PIPELINES": {Keep: 1},
        "USER_AGENT": "ExampleBot/1.0 (+https://example.com)",
        "RETRY_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        **given["settings"],
    }
)
crawler = process.create_crawler(PageSpider)
process.crawl(crawler)
process.start()
stats = {} if crawler.stats is None else {str(key): value for key, value in crawler.stats.get_stats().items()}
json.dump({"items": items, "stats": stats}, sys.stdout, default=str)
