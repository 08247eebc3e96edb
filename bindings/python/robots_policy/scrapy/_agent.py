"""The agent of a request: from the settings, else from the ``User-Agent`` field that it sends."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from robots_policy import Client
from robots_policy._shims import Clients
from robots_policy.scrapy import _settings
from robots_policy.scrapy._parser import FIELDS_KEPT

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.settings import BaseSettings

    from robots_policy.scrapy._parser import RobotParser

__all__ = ["Agents"]

logger = logging.getLogger(__name__)


class Agents:
    """The agent of each request of a crawl."""

    def __init__(self, settings: BaseSettings) -> None:
        """Read the settings; a wrong one raises."""
        self._own = _settings.AGENT.of(settings)
        self._robotstxt_user_agent: str | None = settings["ROBOTSTXT_USER_AGENT"]
        self._user_agent: str = settings["USER_AGENT"]
        self._named = Clients(Client.from_user_agent, FIELDS_KEPT)
        self._has_warned = False

    def for_robots_txt(self, parser: RobotParser, request: Request) -> Client:
        """Return the agent whose group of a file binds the request."""
        return parser.client_for(self._field(request)) if self._own is None else self._own

    def for_page(self, request: Request | None) -> Client:
        """Return the agent to which the statements of a page apply."""
        if self._own is not None:
            return self._own
        field = self._field(request)
        client = self._named[field]
        if not self._has_warned and client.tokens in ((), ("Scrapy",)):
            self._has_warned = True
            logger.warning(
                "The User-Agent field %r does not name your crawler, so statements to it by name are not found: "
                "set %s to its product token, such as 'ExampleBot'.",
                field if isinstance(field, str) else field.decode("latin-1"),
                _settings.AGENT.name,
            )
        return client

    def _field(self, request: Request | None) -> str | bytes:
        if self._robotstxt_user_agent:
            return self._robotstxt_user_agent
        sent = None if request is None else request.headers.get(b"User-Agent")
        return sent or self._user_agent
