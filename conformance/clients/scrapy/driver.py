"""A spider of Scrapy with ROBOTSTXT_OBEY, which follows links: driver.py AGENT URL..."""

import sys

from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule


class Pages(CrawlSpider):
    name = "pages"
    start_urls = sys.argv[2:]
    rules = [Rule(LinkExtractor(), callback="parse_item", follow=False)]

    def parse_start_url(self, response):
        self.parse_item(response)
        return []

    def parse_item(self, response):
        print(" ".join(response.css("::text").getall()))


settings = {
    "ROBOTSTXT_OBEY": True,
    "USER_AGENT": sys.argv[1],
    "LOG_ENABLED": False,
    "DOWNLOAD_TIMEOUT": 8,
    "RETRY_TIMES": 1,
    "TELNETCONSOLE_ENABLED": False,
}
process = CrawlerProcess(settings)
process.crawl(Pages)
process.start()
