"""The settings, and the tables that the documentation shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrapy_crawl import crawl, served

from robots_policy.scrapy import _names, _settings

PAGE = Path(__file__).parents[1] / "docs" / "scrapy.md"


def test_a_crawl_with_a_wrong_setting_does_not_begin() -> None:
    with served({}) as site:
        done = crawl([site.url + "/"], {"ROBOTS_POLICY_ACTIONS": {"noidx": "drop-items"}})
        assert site.visited == []
    assert "ROBOTS_POLICY_ACTIONS: 'noidx' is not a directive" in done.log


def table(heading: str) -> list[list[str]]:
    """The cells of the first table after a heading of the page."""
    text = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    return rows[2:]


def test_the_page_shows_the_settings() -> None:
    rows = [[f"`{row.name}`", f"`{shown(row.default)}`", row.meaning] for row in _settings.SETTINGS]
    assert table("Settings") == rows


def shown(default: object) -> str:
    return repr(list(default) if isinstance(default, tuple) else default).replace("'", '"')


@pytest.mark.parametrize(("heading", "rows"), [("Stats", _names.STATS), ("Request meta", _names.META)])
def test_the_page_shows_the_names(heading: str, rows: list[_names.Name]) -> None:
    assert table(heading) == [[f"`{row.text}`", row.meaning] for row in rows]
