"""A crawl by Scrapy in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SPIDER = Path(__file__).with_name("scrapy_spider.py")
ADDON = {"ADDONS": {"robots_policy.scrapy.Addon": 500}, "ROBOTSTXT_OBEY": True}


@dataclass
class Crawl:
    """The items, stats and log of a crawl."""

    items: list[dict[str, Any]]
    stats: dict[str, Any]
    log: str

    @property
    def urls(self) -> list[str]:
        """The paths whose items were kept."""
        return sorted("/" + item["url"].split("/", 3)[3] for item in self.items)


def crawl(urls: list[str], settings: dict[str, Any] | None = None, **arguments: object) -> Crawl:
    """Crawl from these URLs with the add-on and these settings."""
    given = {"settings": {**ADDON, **(settings or {})}, "urls": urls, **arguments}
    run = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:robots_policy", str(SPIDER)],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if not run.stdout:
        return Crawl([], {}, run.stderr)
    return Crawl(**json.loads(run.stdout), log=run.stderr)
