"""The add-on: every component in one line of the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware as ScrapyRobotsTxtMiddleware
from scrapy.utils.misc import load_object

from robots_policy.scrapy import _settings
from robots_policy.scrapy._codings import CodingsMiddleware
from robots_policy.scrapy._parser import RobotParser
from robots_policy.scrapy._robots_txt import RobotsTxtMiddleware
from robots_policy.scrapy._signals import PageSignalsMiddleware, PartsMiddleware
from robots_policy.scrapy._stop import StopDownload

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["Addon"]


class Addon:
    """Sets all components: ``ADDONS = {"robots_policy.scrapy.Addon": 500}``.

    ``ROBOTSTXT_OBEY`` still says whether robots.txt is obeyed.
    """

    def update_settings(self, settings: BaseSettings) -> None:
        """Add the components; a wrong setting raises. Scrapy's own stay if ``ROBOTS_POLICY_ENABLED`` is false."""
        _settings.check(settings)
        if not _settings.ENABLED.of(settings):
            return
        _take_out(settings, "DOWNLOADER_MIDDLEWARES", ScrapyRobotsTxtMiddleware)
        settings.setdefault_in_component_priority_dict("DOWNLOADER_MIDDLEWARES", PartsMiddleware, 50)
        settings.setdefault_in_component_priority_dict("DOWNLOADER_MIDDLEWARES", RobotsTxtMiddleware, 100)
        settings.setdefault_in_component_priority_dict("DOWNLOADER_MIDDLEWARES", CodingsMiddleware, 595)
        settings.setdefault_in_component_priority_dict("SPIDER_MIDDLEWARES", PageSignalsMiddleware, 100)
        settings.setdefault_in_component_priority_dict("EXTENSIONS", StopDownload, 0)
        settings.set("ROBOTSTXT_PARSER", RobotParser, "addon")


def _take_out(settings: BaseSettings, name: str, component: type) -> None:
    """Switch a component off under every name that it has in the setting and in its base.

    Scrapy 2.14 composes the two without regard to classes, so a ``None`` for the class leaves the path in the base.
    """
    places = settings.getwithbase(name)
    names = [key for key in places if places[key] is not None and load_object(key) is component]
    settings.set(name, {**settings.getdict(name), **dict.fromkeys(names)}, settings.getpriority(name) or 0)
