"""The robots.txt of each host of a crawl, fetched with ``httpx`` and kept: ``pip install "robots-policy[cache]"``.

:class:`RobotsCache` is for threads, :class:`AsyncRobotsCache` for asyncio. Both fetch a file when it is first needed,
and again when it is too old: 24 hours, less if the answer says so, an hour after a failure, or when ``Retry-After``
says. They follow redirects as RFC 9309 says; the client does not. While a file cannot be had, the last good copy is
in force; without a copy the host is closed. Questions about one host share one fetch.
"""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

try:
    import httpx
except ModuleNotFoundError as _error:
    _message = 'robots_policy.cache needs httpx; run pip install "robots-policy[cache]"'
    raise ModuleNotFoundError(_message, name=_error.name) from _error

from robots_policy._hosts import Body, Hosts

if TYPE_CHECKING:
    from typing import Self

    from robots_policy import Access, RobotsOutcome
    from robots_policy._hosts import Answer, Host
    from robots_policy.typing import Agent

__all__ = ["AsyncRobotsCache", "RobotsCache"]

# No answer, and one that cannot be read. An address of a redirect may be none for httpx.
_FAILURES = (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError)
_NO_ANSWER: Answer = (0, None, None)


class RobotsCache:
    """The robots.txt of each host, for one or several threads.

    ::

        with RobotsCache(user_agent="ExampleBot/1.0 (+https://example.com/bot)") as cache:
            if cache.allowed(url, "ExampleBot"):
                time.sleep(cache.crawl_delay(url, "ExampleBot") or 1)
                verdict = judge("ExampleBot", httpx.get(url), robots_txt=cache.outcome(url))
    """

    def __init__(
        self,
        client: httpx.Client | None = None,
        *,
        user_agent: str | None = None,
        timeout: float = 30.0,
        max_hosts: int = 10_000,
        max_bytes: int = 256 * 1024 * 1024,
    ) -> None:
        """Take a client of yours, or make one.

        ``timeout`` is the seconds of one fetch with its redirects, ``max_hosts`` the number of hosts that are kept, and
        ``max_bytes`` the memory that their files take: the host that was asked for least recently makes room.
        ``user_agent`` is the field of a client that is made.
        """
        _check_client(client, user_agent, httpx.Client)
        self._is_own = client is None
        self._client = httpx.Client(headers=_named(user_agent)) if client is None else client
        self._timeout = _checked_timeout(timeout)
        self._hosts = Hosts(max_hosts, max_bytes)

    def outcome(self, url: str) -> RobotsOutcome:
        """How the fetch of the robots.txt of this URL ended: the argument ``robots_txt`` of :func:`judge`.

        It waits for the fetch if one is due. A failure is an outcome, and no exception.
        """
        with self._hosts.host(url) as host:
            if host.is_due(_now()):
                with host.lock:
                    # Another thread may have fetched it meanwhile.
                    if host.is_due(_now()):
                        self._fetch(host)
            return host.fetch.outcome(_now())

    def allowed(self, url: str, agent: Agent) -> bool | None:
        """Whether the agent may fetch the URL; ``None``, which is not a yes, if the answer says nothing about rules."""
        return self.outcome(url).allowed(url, agent)

    def access(self, url: str, agent: Agent) -> Access:
        """Whether the agent may fetch the URL, and which line says so."""
        return self.outcome(url).access(url, agent)

    def crawl_delay(self, url: str, agent: Agent) -> float | None:
        """Seconds that the caller waits between two requests to the host; ``None`` if the file says nothing of it."""
        return _delay(self.outcome(url), agent)

    def __len__(self) -> int:
        """Return the number of hosts that are kept."""
        return len(self._hosts)

    def close(self) -> None:
        """Close the client, if the cache made it."""
        if self._is_own:
            self._client.close()

    def __enter__(self) -> Self:
        """Return the cache."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the cache."""
        self.close()

    def _fetch(self, host: Host) -> None:
        deadline = time.monotonic() + self._timeout
        url = host.fetch.next(_now())
        while url is not None:
            status, fields, body = self._answer(url, deadline)
            url = host.fetch.answered(status, fields, body, now=_now())

    def _answer(self, url: str, deadline: float) -> Answer:
        left = deadline - time.monotonic()
        if left <= 0:
            return _NO_ANSWER
        try:
            request = self._client.build_request("GET", url, timeout=left)
            response = self._client.send(request, stream=True, follow_redirects=False)
            try:
                body = Body()
                for chunk in response.iter_raw():
                    # A server that sends byte by byte never meets the timeout of a single read.
                    if time.monotonic() > deadline:
                        return _NO_ANSWER
                    if body.is_full(chunk):
                        break
            finally:
                response.close()
        except _FAILURES:
            return _NO_ANSWER
        return body.answer(response.status_code, response.headers.raw)


class AsyncRobotsCache:
    """The robots.txt of each host, for the tasks of one event loop of asyncio.

    ::

        async with AsyncRobotsCache(client) as cache:
            if await cache.allowed(url, "ExampleBot"):
                response = await client.get(url)
                verdict = judge("ExampleBot", response, robots_txt=await cache.outcome(url))

    A task that is cancelled while it waits leaves the fetch to the others.
    """

    def __init__(
        self,
        client: httpx.AsyncClient | None = None,
        *,
        user_agent: str | None = None,
        timeout: float = 30.0,
        max_hosts: int = 10_000,
        max_bytes: int = 256 * 1024 * 1024,
    ) -> None:
        """Take a client of yours, or make one; the arguments are those of :class:`RobotsCache`."""
        _check_client(client, user_agent, httpx.AsyncClient)
        self._is_own = client is None
        self._client = httpx.AsyncClient(headers=_named(user_agent)) if client is None else client
        self._timeout = _checked_timeout(timeout)
        self._hosts = Hosts(max_hosts, max_bytes)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def outcome(self, url: str) -> RobotsOutcome:
        """How the fetch of the robots.txt of this URL ended: the argument ``robots_txt`` of :func:`judge`.

        It waits for the fetch if one is due. A failure is an outcome, and no exception.
        """
        with self._hosts.host(url) as host:
            task = self._tasks.get(host.url)
            # One that was cancelled with its loop is done, and has left no answer.
            if (task is None or task.done()) and host.is_due(_now()):
                task = self._tasks[host.url] = asyncio.create_task(self._fetch(host))
            if task is not None and not task.done():
                await asyncio.shield(task)
            return host.fetch.outcome(_now())

    async def allowed(self, url: str, agent: Agent) -> bool | None:
        """Whether the agent may fetch the URL; ``None``, which is not a yes, if the answer says nothing about rules."""
        return (await self.outcome(url)).allowed(url, agent)

    async def access(self, url: str, agent: Agent) -> Access:
        """Whether the agent may fetch the URL, and which line says so."""
        return (await self.outcome(url)).access(url, agent)

    async def crawl_delay(self, url: str, agent: Agent) -> float | None:
        """Seconds that the caller waits between two requests to the host; ``None`` if the file says nothing of it."""
        return _delay(await self.outcome(url), agent)

    def __len__(self) -> int:
        """Return the number of hosts that are kept."""
        return len(self._hosts)

    async def aclose(self) -> None:
        """End the fetches under way, and close the client, if the cache made it."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._is_own:
            await self._client.aclose()

    async def __aenter__(self) -> Self:
        """Return the cache."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the cache."""
        await self.aclose()

    async def _fetch(self, host: Host) -> None:
        # The host stays while its fetch is under way, whoever still waits for it.
        with self._hosts.host(host.url):
            try:
                deadline = time.monotonic() + self._timeout
                url = host.fetch.next(_now())
                while url is not None:
                    status, fields, body = await self._answer(url, deadline)
                    url = host.fetch.answered(status, fields, body, now=_now())
            finally:
                self._tasks.pop(host.url, None)

    async def _answer(self, url: str, deadline: float) -> Answer:
        left = deadline - time.monotonic()
        if left <= 0:
            return _NO_ANSWER
        try:
            async with asyncio.timeout(left):
                request = self._client.build_request("GET", url, timeout=left)
                response = await self._client.send(request, stream=True, follow_redirects=False)
                try:
                    body = Body()
                    async for chunk in response.aiter_raw():
                        if body.is_full(chunk):
                            break
                finally:
                    await response.aclose()
        except (*_FAILURES, TimeoutError):
            return _NO_ANSWER
        return body.answer(response.status_code, response.headers.raw)


def _check_client(client: object, user_agent: str | None, kind: type) -> None:
    if client is None:
        return
    if not isinstance(client, kind):
        other = "AsyncRobotsCache" if isinstance(client, httpx.AsyncClient) else "RobotsCache"
        hint = f"; {other} takes it" if isinstance(client, (httpx.AsyncClient, httpx.Client)) else ""
        message = f"client: expected httpx.{kind.__name__}, not {type(client).__name__}{hint}"
        raise TypeError(message)
    if user_agent is not None:
        message = (
            "user_agent and client exclude each other: set the field in the headers of the client, or leave it out"
        )
        raise ValueError(message)


def _checked_timeout(timeout: float) -> float:
    if not timeout > 0:
        message = f"timeout: expected seconds above 0 for the fetch of one robots.txt, such as 30, not {timeout!r}"
        raise ValueError(message)
    return timeout


def _named(user_agent: str | None) -> dict[str, str]:
    return {} if user_agent is None else {"User-Agent": user_agent}


def _delay(outcome: RobotsOutcome, agent: Agent) -> float | None:
    return None if outcome.file is None else outcome.file.crawl_delay(agent)


def _now() -> datetime:
    """Return the time of the clock."""
    return datetime.now(UTC)
