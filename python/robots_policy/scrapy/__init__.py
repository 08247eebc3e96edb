"""robots.txt and page signals for Scrapy 2.14 and later."""

from robots_policy.scrapy._parser import RobotParser

__all__ = ["RobotParser"]
