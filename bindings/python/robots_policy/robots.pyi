"""robots.txt: a file, how its fetch ended, and the fetch over time."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, Self, final

from robots_policy import Client, Uses
from robots_policy.enums import Cause, Why
from robots_policy.parts import Access, Diagnostic
from robots_policy.typing import Agent, Headers, Octets

__all__ = ["RobotsAnswer", "RobotsFetch", "RobotsOutcome", "RobotsTxt", "authority", "robots_txt_url"]

@final
class RobotsTxt:
    """A robots.txt file, read. Reading never raises. Frozen, hashable, picklable, shared by threads."""

    def __new__(
        cls,
        file: Octets | str,
        *,
        dialect: Literal["extended", "rfc9309", "google"] | None = None,
        limit: int | None = None,
        restrictive: bool = False,
    ) -> Self:
        """Read a file; text is taken as UTF-8.

        ``dialect`` is ``"rfc9309"``, ``"google"`` (as google/robotstxt reads it), or ``"extended"``, RFC 9309 with
        groups for purposes and signature agents, which counts without it. ``limit`` is the number of bytes that are
        read, 512 KiB without it. With ``restrictive`` a client obeys the groups of all its tokens, and not only
        that of the first one that the file names.
        """

    def allowed(self, url: str | Octets, agent: Agent) -> bool:
        """Whether the agent may fetch an absolute URL, or a path that begins with ``/``; false if it is not known.

        It is not known if the file is longer than ``limit`` bytes, and no rule of the part that was read forbids it.
        """

    def allowed_many(self, urls: Sequence[str | Octets], agent: Agent) -> list[bool]:
        """Whether the agent may fetch each of the URLs, while other threads run."""

    def access(self, url: str | Octets, agent: Agent) -> Access:
        """Whether the agent may fetch it, and which line says so."""

    def uses(self, url: str | Octets, agent: Agent) -> Uses:
        """The statements of the file about AI use; the licences that it points at are ``unread``.

        A file alone can forbid a use. What it allows, another source of the response can forbid, so that
        :meth:`Uses.of` is ``None``; :meth:`Uses.preference` has what is stated.
        """

    def crawl_delay(self, agent: Agent) -> float | None:
        """Seconds to wait between two requests."""

    def client_for(self, user_agent: str | Octets) -> Client:
        """The agent whose group binds the client that sends this ``User-Agent`` field.

        It is the longest product token of the file that the field names; no token if there is none. ``Mozilla`` is
        passed over: it is in the field of every client that imitates a browser.
        """

    @property
    def sitemaps(self) -> list[str]:
        """The addresses of ``Sitemap`` records, as they are written."""

    @property
    def agents(self) -> list[str]:
        """The product tokens of its groups, in their order; ``*`` is the group of every other client."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything unusual in the file, such as misspelt keys and lines without a colon."""

    @property
    def records(self) -> list[tuple[int, str, str]]:
        """Line, key and value of every line with a known key."""

    @property
    def truncated(self) -> bool:
        """Whether the file is longer than ``limit``, so that its end was not read."""

    def _repr_html_(self) -> str:
        """The table that a notebook shows: every client that the file does not name, then each name."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs_ex__(self) -> tuple[tuple[bytes], dict[str, Any]]: ...

@final
class RobotsOutcome:
    """Knowledge of the robots.txt of an authority: how its fetch ended. Frozen, hashable, picklable."""

    @staticmethod
    def unknown() -> RobotsOutcome:
        """A robots.txt that was not fetched: nothing is known, and nothing is allowed."""

    @staticmethod
    def from_response(
        status: int,
        body: Octets | str | None = None,
        *,
        headers: Headers | None = None,
        at: datetime | None = None,
        dialect: Literal["extended", "rfc9309", "google"] | None = None,
    ) -> RobotsOutcome:
        """The outcome of one answer; status 0 is a request without an answer.

        The codings that ``Content-Encoding`` names are undone; where they cannot be, the file is unreachable. With a
        status of 2xx and without a body, with 202 and with the challenge of a firewall nothing is known of the file;
        ``b""`` is a file without a line. Give the bytes where you have them: a text is read as it is.
        """

    @property
    def file(self) -> RobotsTxt | None:
        """The file, if its rules decide."""

    @property
    def cause(self) -> Cause | None:
        """Why there are no rules; ``None`` if there are, or if nothing is known."""

    @property
    def why(self) -> Why | None:
        """Why an answer is not that of the file; its ``state`` is ``"unknown"``."""

    @property
    def state(self) -> Literal["unknown", "rules", "unavailable", "unreachable"]:
        """The kind of answer that decides about the site.

        It is ``"rules"``, those of the file; ``"unavailable"``, all is allowed (RFC 9309 §2.3.1.3); ``"unreachable"``,
        nothing is allowed (§2.3.1.4); or ``"unknown"``.
        """

    def allowed(self, url: str | Octets, agent: Agent) -> bool | None:
        """Whether the agent may fetch an absolute URL, or a path that begins with ``/``.

        ``None`` is an answer that is not known::

            RobotsOutcome.from_response(404).allowed("https://example.com/", "ExampleBot")  # True
            RobotsOutcome.from_response(503).allowed("https://example.com/", "ExampleBot")  # False
            RobotsOutcome.unknown().allowed("https://example.com/", "ExampleBot")  # None
        """

    def access(self, url: str | Octets, agent: Agent) -> Access:
        """Whether it may be fetched, the reason, and the line that decides."""

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class RobotsAnswer:
    """One answer for the robots.txt of an authority: a row of :func:`robots_answers`. Frozen, hashable.

    ``authority`` is one, a URL of it, or ``"robots.txt https://example.com/rules"``, as the table has an answer at
    another address, to which a redirect may lead. ``body`` is ``None`` if its coding is not known, which matters to a
    file alone. :class:`RobotsStore` and ``robots_policy.spark`` decide by these properties which of several answers
    counts, and where a redirect leads. Data never raises: a status that is none counts as 500.
    """

    def __new__(
        cls, authority: str | Octets, status: int, location: str | None = None, body: Octets | None = None
    ) -> Self: ...
    @property
    def authority(self) -> str:
        """The key of the site, such as ``"https://example.com"``; of one at another address, that of the table."""

    @property
    def has_outcome(self) -> bool:
        """Whether it gives rules, their absence or another place, and not only a failure.

        An answer with an outcome counts before every failure, however late.
        """

    @property
    def is_file(self) -> bool:
        """Whether the outcome depends on the body."""

    @property
    def is_redirect(self) -> bool:
        """Whether it is a redirect that is followed."""

    @property
    def leads_to(self) -> str | None:
        """The authority whose robots.txt a redirect leads to, or the key of the table for another address."""

    def outcome(self) -> RobotsOutcome:
        """How a fetch ends with this answer. A redirect is one too many."""

    def _repr_html_(self) -> str:
        """The table that a notebook shows, that of its outcome."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class RobotsFetch:
    """The robots.txt of one authority over time: redirects, 24 hours, the last good copy. No I/O.

    ::

        fetch = RobotsFetch("https://example.com/page")
        url = fetch.next(now)
        while url is not None:
            answer = get(url)  # without following redirects
            url = fetch.answered(answer.status, answer.headers, answer.body, now=now)
        robots = fetch.outcome(now)
    """

    def __new__(
        cls, url: str | Octets, *, redirects: int = 5, patience: float | None = None, limit: int | None = None
    ) -> Self:
        """Begin with a URL of the site.

        ``redirects`` are followed, five as RFC 9309 names. ``patience`` is the number of seconds after which a
        file that cannot be reached counts as absent; without it, never. ``limit`` is the number of bytes of the file
        that are read; 512 KiB without it.
        """

    @property
    def url(self) -> str:
        """The URL of the robots.txt at which each fetch begins."""

    @property
    def due(self) -> datetime | None:
        """The time of the next fetch; ``None`` before the first answer."""

    @property
    def weight(self) -> int:
        """The bytes that the file takes in memory, with the indices that questions have made so far."""

    def is_due(self, now: datetime) -> bool:
        """Whether a fetch is due: the outcome is too old, or its answer is from the future, so its age is not known."""

    def next(self, now: datetime) -> str | None:
        """The URL to request now; ``None`` while the outcome is fresh."""

    def answered(
        self, status: int, headers: Headers | None = None, body: Octets | str | None = None, *, now: datetime
    ) -> str | None:
        """Take the answer; return the URL that a redirect leads to, or ``None`` at the end. Status 0: no answer."""

    def outcome(self, now: datetime) -> RobotsOutcome:
        """The outcome that holds now: the last answer, for 24 hours; the last good copy, while the server fails."""

    def age(self, now: datetime) -> Literal["nothing", "fresh", "stale", "unreachable"]:
        """How current the outcome is.

        It is ``"nothing"`` before the first answer, ``"fresh"``, ``"stale"`` if a fetch is due, or ``"unreachable"`` if
        the server fails.
        """

def robots_txt_url(url: str | Octets) -> str | None:
    """The URL of the robots.txt that governs a URL; ``None`` for one that is not http or https."""

def authority(url: str | Octets) -> str | None:
    """The key under which the robots.txt of a URL is kept."""
