"""The spider middleware that obeys the fields and metas of pages."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from itemadapter import ItemAdapter
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import TextResponse
from scrapy.spidermiddlewares.base import BaseSpiderMiddleware
from w3lib.url import canonicalize_url

from robots_policy import Activity
from robots_policy.robots import robots_txt_url
from robots_policy.scrapy import _names, _settings
from robots_policy.scrapy._agent import Agents
from robots_policy.scrapy._page import answers_of, closed_links, in_force, restricts, verdict_on
from robots_policy.scrapy._sites import SITES

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.link import Link

    from robots_policy import RobotsOutcome, Verdict
    from robots_policy.enums import Directive
    from robots_policy.parts import Unread

__all__ = ["PageSignalsMiddleware", "PartsMiddleware", "ResponseDropped", "drop_nofollow", "verdict_of"]

logger = logging.getLogger(__name__)
# `response.meta` would be the other place, but spiders copy it into new requests.
_VERDICTS: WeakKeyDictionary[Response, Verdict] = WeakKeyDictionary()


def verdict_of(response: Response) -> Verdict:
    """Return the verdict on a response that a callback was given.

    Raises ``LookupError`` for a response that ``PageSignalsMiddleware`` has not seen.
    """
    verdict = _VERDICTS.get(response)
    if verdict is None:
        message = (
            f"no verdict on {response}: PageSignalsMiddleware has not seen it; "
            "give verdict_of the response of the callback, not a copy that replace() made"
        )
        raise LookupError(message)
    return verdict


def drop_nofollow(links: list[Link]) -> list[Link]:
    """Leave out links with ``rel="nofollow"``: ``Rule(LinkExtractor(), process_links=drop_nofollow)``."""
    return [link for link in links if not link.nofollow]


class ResponseDropped(IgnoreRequest):
    """A response that ``drop-response`` keeps from its callback; an errback is given it."""

    def __init__(self, response: Response, why: str) -> None:
        """Say which response, and why."""
        super().__init__(f"{response} was dropped: {why}")
        self.response = response


class PageSignalsMiddleware(BaseSpiderMiddleware):
    """Judges each response, and drops its items, its requests or itself as ``ROBOTS_POLICY_ACTIONS`` says."""

    def __init__(self, crawler: Crawler) -> None:
        """Read the settings; a wrong one raises."""
        super().__init__(crawler)
        settings = crawler.settings
        if not _settings.ENABLED.of(settings):
            raise NotConfigured
        _settings.check(settings)
        self._agents = Agents(settings)
        self._actions, self._of_unknown = _settings.ACTIONS.of(settings)
        self._sources = _settings.SOURCES.of(settings)
        self._item_field = _settings.ITEM_FIELD.of(settings)
        self._may_if_unread = _settings.UNREAD.of(settings)
        self._assumed = _settings.ASSUME_ABSENT.of(settings)
        self._parts = _settings.PARTS.of(settings)
        self._needed = frozenset[str]().union(*map(answers_of, self._actions))
        # What each action on a response follows from.
        self._why: WeakKeyDictionary[Response, dict[str, str]] = WeakKeyDictionary()
        self._closed: WeakKeyDictionary[Response, dict[str, str]] = WeakKeyDictionary()
        self._reported: set[str] = set()

    def process_spider_input(self, response: Response) -> None:
        """Judge the response; raise ``ResponseDropped`` if it must not reach its callback."""
        why = self._judged(response).get("drop-response")
        if why is not None:
            self._count(_names.RESPONSES_DROPPED.text)
            raise ResponseDropped(response, why)

    def process_spider_exception(
        self,
        response: Response,  # noqa: ARG002 - Scrapy's interface
        exception: Exception,
    ) -> list[Any] | None:
        """End the processing of a response that was dropped."""
        if not isinstance(exception, ResponseDropped):
            return None
        logger.debug("%s", exception, extra={"spider": self.crawler.spider})
        return []

    def get_processed_request(self, request: Request, response: Response | None) -> Request | None:
        """Drop the request if the page must not be followed."""
        must_follow = request.meta.pop(_names.FOLLOW.text, False)
        if response is None:
            return request
        why = self._judged(response).get("drop-requests") or self._why_closed(request, response)
        if why is None:
            return request
        if must_follow:
            self._count(_names.REQUESTS_FOLLOWED.text)
            return request
        self._count(_names.REQUESTS_DROPPED.text)
        self._report_drop(request, response, why)
        return None

    def get_processed_item(self, item: Any, response: Response | None) -> Any:  # noqa: ANN401 - Scrapy's interface
        """Drop the item if the page must not be used, or write the verdict on it."""
        if response is None:
            return item
        why = self._judged(response).get("drop-items")
        if why is not None:
            self._count(_names.ITEMS_DROPPED.text)
            self._report_drop(type(item).__name__, response, why)
            return None
        if self._item_field is not None:
            _write(item, self._item_field, verdict_of(response))
        return item

    def _why_closed(self, request: Request, response: Response) -> str | None:
        """Return the word of ``rel`` that keeps the link from being followed."""
        if "links" not in self._parts or _is_ignored(response.request):
            return None
        verdict = verdict_of(response)
        unread = (verdict.parts or {}).get("unread")
        if unread is not None:
            return f"its links are not known ({unread})"
        if response not in self._closed:
            self._closed[response] = closed_links(verdict)
        return self._closed[response].get(canonicalize_url(request.url))

    def _judged(self, response: Response) -> dict[str, str]:
        """Return why each action is taken. An error page can reach an errback before this middleware has seen it."""
        why = self._why.get(response)
        if why is None:
            verdict = self._verdict(response)
            why = self._why[response] = self._taken(response, verdict)
        return why

    def _verdict(self, response: Response) -> Verdict:
        """Return the verdict on the page as it came."""
        verdict = _VERDICTS.get(response)
        if verdict is None:
            agent, robots = self._agents.for_page(response.request), self._robots(response)
            verdict = verdict_on(response, agent, self._sources, robots, self._assumed, parts=bool(self._parts))
            _VERDICTS[response] = verdict
        return verdict

    def _robots(self, response: Response) -> RobotsOutcome | None:
        """Return what ``RobotsTxtMiddleware`` knows of the site."""
        sites = SITES.get(self.crawler)
        return None if sites is None else sites.robots(robots_txt_url(response.url))

    def _taken(self, response: Response, verdict: Verdict) -> dict[str, str]:
        found = in_force(verdict)
        self._count_verdict(verdict, found)
        leading = {name: restricts(verdict, name, found) for name in self._actions}
        taken: dict[str, list[str]] = {}
        for name, is_restricted in leading.items():
            for action in self._actions_of(name, is_restricted):
                taken.setdefault(action, []).append(name if is_restricted else f"{name} (unknown)")
        if not taken:
            return {}
        if _is_ignored(response.request):
            self._count(_names.RESPONSES_IGNORED.text)
            return {}
        flags = taken.pop("flag", [])
        response.flags.extend(f"robots_policy:{name.replace(' (unknown)', ':unknown')}" for name in flags)
        return {action: ", ".join(names) for action, names in taken.items()}

    def _actions_of(self, name: Directive | Activity, is_restricted: bool | None) -> frozenset[str]:  # noqa: FBT001
        if is_restricted is None and self._of_unknown is not None:
            return self._of_unknown
        is_taken = is_restricted or (is_restricted is None and not self._may_if_unread)
        return self._actions[name] if is_taken else frozenset()

    def _count_verdict(self, verdict: Verdict, found: set[Directive]) -> None:
        self._count(_names.RESPONSES.text)
        for directive in found:
            self._count(_names.DIRECTIVES.of(directive))
        for name in self._actions:
            if isinstance(name, Activity):
                answer = verdict.uses.of(name)
                self._count(_names.USES.of(name, "unknown" if answer is None else answer))
        for source in {reason.source for reason in verdict.reasons}:
            self._count(_names.SOURCES.of(source))
        for diagnostic in verdict.diagnostics:
            self._count(_names.DIAGNOSTICS.of(diagnostic.code))
        for unread in verdict.unread:
            if self._needed.isdisjoint(unread.keeps):
                continue
            stat = _names.UNREAD.of(unread.source, unread.why)
            self._count(stat)
            if stat not in self._reported:
                self._reported.add(stat)
                self._report_unread(verdict, unread, stat)

    def _report_unread(self, verdict: Verdict, unread: Unread, stat: str) -> None:
        """Log the first response of each kind; the others are counted."""
        setting = _settings.UNREAD.name
        actions = f"actions of {_settings.ACTIONS.name} that follow from them"
        if self._of_unknown is not None:
            setting = _settings.ACTIONS.name
            outcome = f"the actions of {_settings.UNKNOWN!r} are"
        else:
            outcome = f"{actions} are not" if self._may_if_unread else f"{actions} are"
        logger.warning(
            "%(source)s of %(url)s is not known (%(why)s), and keeps %(answers)s from being known: %(outcome)s taken, "
            "as %(setting)s says. The stat %(name)s counts such responses.",
            {
                "source": unread.source,
                "url": verdict.url,
                "why": unread.why,
                "answers": ", ".join(answer for answer in unread.keeps if answer in self._needed),
                "outcome": outcome,
                "setting": setting,
                "name": stat,
            },
            extra={"spider": self.crawler.spider},
        )

    def _report_drop(self, what: object, response: Response, why: str) -> None:
        logger.debug(
            "Dropped %(what)s from %(response)s: %(why)s",
            {"what": what, "response": response, "why": why},
            extra={"spider": self.crawler.spider},
        )

    def _count(self, name: str) -> None:
        if self.crawler.stats is not None:
            self.crawler.stats.inc_value(name)


class PartsMiddleware(PageSignalsMiddleware):
    """The downloader middleware that makes text spaces which ``ROBOTS_POLICY_PARTS`` keeps from spiders."""

    def __init__(self, crawler: Crawler) -> None:
        """Read the settings; a wrong one raises."""
        super().__init__(crawler)
        if "text" not in self._parts:
            raise NotConfigured

    def process_response(self, request: Request, response: Response) -> Response:
        """Judge the page as it came, and hand it over without its closed text."""
        if not isinstance(response, TextResponse) or _is_ignored(request):
            return response
        response.request = request
        verdict = self._verdict(response)
        blanked = verdict.blanked()
        if blanked == response.body:
            return response
        self._count(_names.RESPONSES_BLANKED.text)
        page = response.replace(body=blanked)
        _VERDICTS[page] = verdict
        return page


def _is_ignored(request: Request | None) -> bool:
    return request is not None and bool(request.meta.get(_names.IGNORE.text))


def _write(item: object, field: str, verdict: Verdict) -> None:
    adapter = ItemAdapter(item)
    try:
        adapter[field] = verdict.to_dict()
    except KeyError as error:
        message = (
            f"{type(item).__name__} has no field {field!r}: declare it, such as {field} = scrapy.Field(), "
            f"or leave {_settings.ITEM_FIELD.name} out"
        )
        raise TypeError(message) from error
