"""A site of a local server, and a crawl of it by Scrapy in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from conftest import Quiet, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from http.server import BaseHTTPRequestHandler

SPIDER = Path(__file__).with_name("scrapy_spider.py")
ADDON = {"ADDONS": {"robots_policy.scrapy.Addon": 500}, "ROBOTSTXT_OBEY": True}


@dataclass
class Answer:
    """An answer of the server."""

    body: bytes = b""
    fields: list[tuple[str, str]] = field(default_factory=list)
    status: int = 200
    content_type: str = "text/html"


@dataclass
class Site:
    """A server and the paths that were requested."""

    url: str
    answers: dict[str, Answer | Callable[[BaseHTTPRequestHandler], None]]
    visited: list[str] = field(default_factory=list)


@contextmanager
def served(answers: dict[str, Answer | Callable[[BaseHTTPRequestHandler], None]]) -> Iterator[Site]:
    """Serve these answers; other paths are 404."""

    class Handler(Quiet):
        def do_GET(self) -> None:
            site.visited.append(self.path)
            answer = site.answers.get(self.path, Answer(status=404))
            if not isinstance(answer, Answer):
                answer(self)
                return
            try:
                self.answer(answer.status, [("Content-Type", answer.content_type), *answer.fields], answer.body)
            except OSError:
                self.close_connection = True  # a download that was stopped

        do_HEAD = do_GET  # noqa: N815 - http.server's name

    with serving(Handler) as url:
        site = Site(url, answers)
        yield site


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
