"""``RobotParser``: Scrapy's interface for readers of robots.txt."""

from __future__ import annotations

import pytest
from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.utils.misc import build_from_crawler, load_object

from robots_policy.scrapy import RobotParser

SCRAPY = b"Scrapy/2.19.0 (+https://scrapy.org)"
FILE = b"""\
User-agent: *
Disallow: /for-all
Crawl-delay: 2.5

User-agent: ScrapyNews
Disallow: /

User-agent: scrapy
Disallow: /for-scrapy
"""


def parser(file: bytes) -> RobotParser:
    crawler = Crawler(Spider, {"ROBOTSTXT_PARSER": "robots_policy.scrapy.RobotParser"})
    built = build_from_crawler(load_object(crawler.settings["ROBOTSTXT_PARSER"]), crawler, file)
    assert isinstance(built, RobotParser)
    return built


@pytest.mark.parametrize("of", [bytes, lambda field: field.decode()])
@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://example.com/", True),
        ("https://example.com/for-all", True),
        ("https://example.com/for-scrapy", False),
        (b"https://example.com/for-scrapy", False),
        ("https://example.com/robots.txt", True),
    ],
)
def test_a_whole_user_agent_field_is_answered_by_its_group(url: str | bytes, allowed: bool, of: type) -> None:  # noqa: FBT001
    assert parser(FILE).allowed(url, of(SCRAPY)) is allowed


def test_a_client_without_a_group_of_its_own_gets_the_global_one() -> None:
    assert not parser(FILE).allowed("https://example.com/for-all", b"Mozilla/5.0 (X11; Linux x86_64)")
    assert parser(FILE).crawl_delay(b"Mozilla/5.0") == 2.5
    assert parser(FILE).crawl_delay(SCRAPY) is None


@pytest.mark.parametrize("file", [b"", b"\x00\xff\xfe garbage", b"<html>not found</html>", b"User-agent"])
@pytest.mark.parametrize("field", ["", b"", b"J\xe4vla/1.0", "Jävla-Bot", "*", b"\xff" * 9])
def test_bytes_of_untrusted_files_never_raise(file: bytes, field: str | bytes) -> None:
    # Octets that are not text were not read, and permit nothing.
    assert parser(file).allowed("https://example.com/%zz\ud800", field) is not file.startswith(b"\x00")
    assert parser(file).crawl_delay(field) is None


def test_the_memory_of_fields_is_bounded() -> None:
    read = parser(FILE)
    for number in range(1000):
        assert not read.allowed("https://example.com/for-scrapy", f"scrapy/{number}")
    assert len(read._clients) <= 64
