"""A crawler of Crawlee that respects robots.txt and follows links: driver.py AGENT FOLDER URL..."""

import asyncio
import logging
import os
import sys
from datetime import timedelta

agent, folder, *urls = sys.argv[1:]
os.environ["CRAWLEE_STORAGE_DIR"] = folder

from crawlee.crawlers import BeautifulSoupCrawler, BeautifulSoupCrawlingContext
from crawlee.http_clients import HttpxHttpClient


async def main():
    crawler = BeautifulSoupCrawler(
        respect_robots_txt_file=True,
        max_request_retries=1,
        max_crawl_depth=1,
        request_handler_timeout=timedelta(seconds=8),
        http_client=HttpxHttpClient(headers={"User-Agent": agent}),
        configure_logging=False,
    )

    @crawler.router.default_handler
    async def page(context: BeautifulSoupCrawlingContext):
        print(context.soup.get_text())
        await context.enqueue_links(strategy="all")

    await crawler.run(urls)


logging.disable(logging.CRITICAL)
asyncio.run(main())
