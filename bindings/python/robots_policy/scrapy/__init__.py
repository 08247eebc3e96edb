"""robots.txt and page signals for Scrapy 2.14 and later.

``ADDONS = {"robots_policy.scrapy.Addon": 500}`` sets every component.
"""

from robots_policy.scrapy._addon import Addon
from robots_policy.scrapy._codings import CodingsMiddleware
from robots_policy.scrapy._parser import RobotParser
from robots_policy.scrapy._robots_txt import RobotsTxtMiddleware
from robots_policy.scrapy._signals import (
    PageSignalsMiddleware,
    PartsMiddleware,
    ResponseDropped,
    drop_nofollow,
    verdict_of,
)
from robots_policy.scrapy._stop import StopDownload

__all__ = [
    "Addon",
    "CodingsMiddleware",
    "PageSignalsMiddleware",
    "PartsMiddleware",
    "ResponseDropped",
    "RobotParser",
    "RobotsTxtMiddleware",
    "StopDownload",
    "drop_nofollow",
    "verdict_of",
]
