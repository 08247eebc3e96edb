"""The settings, and the tables that the documentation shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.settings import Settings
from scrapy_crawl import crawl, served

from robots_policy import Client
from robots_policy.scrapy import Addon, PageSignalsMiddleware, RobotsTxtMiddleware, StopDownload, _names, _settings

PAGE = Path(__file__).parents[1] / "docs" / "scrapy.md"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("AGENT", "Example Bot", "write the name alone, such as 'ExampleBot'"),
        ("AGENT", "ExampleBot/1.0 (+https://example.com)", "write the name alone"),
        ("AGENT", "", "write a name such as 'ExampleBot', or leave the setting out"),
        ("AGENT", [], "no product token"),
        ("ACTIONS", {"noidx": "drop-items"}, "'noidx' is not a directive; write one of noindex, nosnippet, nofollow"),
        ("ACTIONS", {"none": "drop-items"}, "'none' is short for others; write 'noindex' and 'nofollow'"),
        ("ACTIONS", {"index": "drop-items"}, "allows something, so it restricts nothing"),
        ("ACTIONS", {"all": "flag"}, "allows something, so it restricts nothing"),
        ("ACTIONS", {"noindex": "drop"}, "'drop' is not an action; write one of drop-items, drop-requests"),
        ("ACTIONS", {"noindex": True}, "True is not an action"),
        ("ACTIONS", "noindex", "expected a dict such as {'noai': 'drop-items'}, not 'noindex'"),
        ("ACTIONS", ["noindex"], "expected a dict"),
        ("ACTIONS", 7, "expected a dict"),
        ("ACTIONS", {"unknown": "drop"}, "'drop' is not an action"),
        ("ACTIONS", {"unkown": "flag"}, "'unkown' is not a directive"),
        ("SOURCES", ["robots.txt"], "'robots.txt' is not a source of a page; write one or more of robots-tag"),
        ("SOURCES", "header", "'header' is not a source of a page"),
        ("SOURCES", [], "no source; write one or more of robots-tag, x-robots-tag, meta, or ROBOTS_POLICY_ENABLED"),
        ("STOP_DOWNLOAD", ["no-index"], "'no-index' is not a directive"),
        ("ITEM_FIELD", True, "expected the name of a field"),
        ("UNREAD", "drop", "'drop' is neither 'disallow' nor 'allow'"),
        ("UNREACHABLE", True, "True is neither 'disallow' nor 'allow'"),
        ("MAX_AGE", 86401, "expected seconds from 1 to 86400, which is the longest that RFC 9309 allows, not 86401"),
        ("MAX_AGE", 0, "expected seconds from 1"),
        ("MAX_AGE", "a day", "expected a number such as 86400"),
        ("CACHE_SIZE", 0, "expected a number of at least 1, not 0"),
        ("ENABLED", "perhaps", "Supported values for boolean settings"),
    ],
)
def test_a_wrong_setting_raises_with_a_right_one(name: str, value: object, message: str) -> None:
    settings = Settings({f"ROBOTS_POLICY_{name}": value})
    with pytest.raises(ValueError, match=f"^ROBOTS_POLICY_{name}: ") as error:
        Addon().update_settings(settings)
    assert message.lower() in str(error.value).lower()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ROBOTS_POLICY_AGENTS", "is not a setting; write ROBOTS_POLICY_AGENT"),
        ("ROBOTS_POLICY_ACTION", "is not a setting; write ROBOTS_POLICY_ACTIONS"),
        ("ROBOT_POLICY_ACTIONS", "is not a setting; write ROBOTS_POLICY_ACTIONS"),
        ("ROBOTSPOLICY_UNREAD", "is not a setting; write ROBOTS_POLICY_UNREAD"),
        ("ROBOTS_POLICY_COLOUR", "is not a setting; they are ROBOTS_POLICY_ENABLED, ROBOTS_POLICY_AGENT, "),
    ],
)
def test_a_misspelt_name_raises(name: str, message: str) -> None:
    settings = Settings({name: None})
    with pytest.raises(ValueError, match=f"^{name} {message}"):
        Addon().update_settings(settings)


def test_the_names_of_scrapy_and_of_projects_are_theirs() -> None:
    names = ["ROBOTSTXT_OBEY", "ROBOTSTXT_USER_AGENT", "POLICY", "ROBOTS", "MY_ROBOTS_POLICY", "CACHE_SIZE"]
    Addon().update_settings(Settings(dict.fromkeys(names)))


@pytest.mark.parametrize("component", [RobotsTxtMiddleware, PageSignalsMiddleware, StopDownload])
def test_components_check_the_settings_without_the_addon(
    component: type[RobotsTxtMiddleware | PageSignalsMiddleware | StopDownload],
) -> None:
    settings = {"ROBOTSTXT_OBEY": True, "ROBOTS_POLICY_STOP_DOWNLOAD": "noindex", "ROBOTS_POLICY_SOURCES": "headers"}
    with pytest.raises(ValueError, match="ROBOTS_POLICY_SOURCES"):
        component(Crawler(Spider, settings))


def test_a_crawl_with_a_wrong_setting_does_not_begin() -> None:
    with served({}) as site:
        done = crawl([site.url + "/"], {"ROBOTS_POLICY_ACTIONS": {"noidx": "drop-items"}})
        assert site.visited == []
    assert "ROBOTS_POLICY_ACTIONS: 'noidx' is not a directive" in done.log


def test_values_are_read_as_scrapy_gives_them() -> None:
    client = Client("ExampleBot", purposes=["search"])
    assert _settings.AGENT.of(Settings({"ROBOTS_POLICY_AGENT": client})) is client
    assert _settings.AGENT.of(Settings({"ROBOTS_POLICY_AGENT": "ExampleBot-News, ExampleBot"})) == Client(
        "ExampleBot-News", "ExampleBot"
    )
    assert _settings.STOP_DOWNLOAD.of(Settings({"ROBOTS_POLICY_STOP_DOWNLOAD": "noindex,noai"})) == {"noindex", "noai"}
    assert _settings.MAX_AGE.of(Settings({"ROBOTS_POLICY_MAX_AGE": "3600"})) == 3600
    assert _settings.ENABLED.of(Settings({"ROBOTS_POLICY_ENABLED": "0"})) is False
    actions = {"noindex": None, "noai": ("flag",)}
    read: Any = {"nofollow": {"drop-requests"}, "noai": {"flag"}}
    own: Any
    assert _settings.ACTIONS.of(Settings({"ROBOTS_POLICY_ACTIONS": actions})) == (read, None)
    for words, own in ((None, set()), ("flag", {"flag"}), (["flag", "drop-items"], {"flag", "drop-items"})):
        given = Settings({"ROBOTS_POLICY_ACTIONS": {**actions, "unknown": words}})
        assert _settings.ACTIONS.of(given) == (read, own)


def test_two_settings_about_an_unknown_answer_contradict_each_other() -> None:
    settings = {"ROBOTS_POLICY_ACTIONS": {"unknown": "flag"}, "ROBOTS_POLICY_UNREAD": "allow"}
    with pytest.raises(
        ValueError, match="ROBOTS_POLICY_UNREAD: ROBOTS_POLICY_ACTIONS has 'unknown', which says the same"
    ):
        Addon().update_settings(Settings(settings))


def test_the_addon_keeps_the_places_that_a_project_gave() -> None:
    settings = Settings({"SPIDER_MIDDLEWARES": {PageSignalsMiddleware: 7}})
    Addon().update_settings(settings)
    assert settings["SPIDER_MIDDLEWARES"][PageSignalsMiddleware] == 7
    assert settings["DOWNLOADER_MIDDLEWARES"][RobotsTxtMiddleware] == 100
    assert settings["EXTENSIONS"][StopDownload] == 0


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
