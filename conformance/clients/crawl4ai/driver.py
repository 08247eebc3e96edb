"""crawl4ai with check_robots_txt, by HTTP and not in a browser, one level of links: driver.py AGENT FOLDER URL..."""

import asyncio
import os
import sys

agent, folder, *urls = sys.argv[1:]
os.environ["CRAWL4_AI_BASE_DIRECTORY"] = folder

from crawl4ai import AsyncWebCrawler, CacheMode, CrawlerRunConfig, HTTPCrawlerConfig
from crawl4ai.async_crawler_strategy import AsyncHTTPCrawlerStrategy
from crawl4ai.deep_crawling import BFSDeepCrawlStrategy


async def main():
    strategy = AsyncHTTPCrawlerStrategy(HTTPCrawlerConfig(headers={"User-Agent": agent}))
    # This strategy lacks the method, which a configuration with a name calls.
    strategy.update_user_agent = lambda agent: None
    config = CrawlerRunConfig(
        check_robots_txt=True,
        user_agent=agent,
        cache_mode=CacheMode.BYPASS,
        page_timeout=8000,
        verbose=False,
        deep_crawl_strategy=BFSDeepCrawlStrategy(max_depth=1, include_external=True),
    )
    async with AsyncWebCrawler(crawler_strategy=strategy, verbose=False) as crawler:
        for url in urls:
            for page in await crawler.arun(url, config=config):
                if not page.success:
                    print(page.error_message, file=sys.stderr)
                else:
                    print(page.markdown)


asyncio.run(main())
