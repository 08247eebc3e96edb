"""What may I do with this response?"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal, NamedTuple, Protocol, Self, TypeAlias, TypedDict, final, type_check_only

__version__: str

Octets: TypeAlias = bytes | bytearray | memoryview

@type_check_only
class _Headers(Protocol):
    """A client's own headers: ``requests``, ``httpx``, ``aiohttp``, ``http.client``, Scrapy and others have ``items``."""

    @property
    def items(self) -> Callable[[], Iterable[tuple[Any, Any]]]: ...

Headers: TypeAlias = (
    Iterable[tuple[str | bytes, str | bytes]]
    | Iterable[Mapping[str, str]]
    | Mapping[str, str]
    | Mapping[str, Sequence[str]]
    | Mapping[bytes, Sequence[bytes]]
    | _Headers
)
Agent: TypeAlias = str | Accessor

class Directive(StrEnum):
    """A directive: one member a row of the library's table. ``Directive("max-snippet")`` takes also the other names."""

    NOINDEX = "noindex"

class Source(StrEnum):
    """Where a statement is from."""

    ROBOTS_TXT = "robots.txt"
    ROBOTS_TAG = "robots-tag"
    X_ROBOTS_TAG = "x-robots-tag"
    META = "meta"

class Severity(StrEnum):
    """How much a diagnostic matters."""

    NOTICE = "notice"
    WARNING = "warning"
    ERROR = "error"

class DiagnosticCode(StrEnum):
    """What is unusual in an input."""

class AccessReason(StrEnum):
    """Why a URL may or may not be fetched."""

class Cause(StrEnum):
    """Why there are no rules of robots.txt."""

class Dialect(StrEnum):
    """Whose reading of robots.txt is wanted."""

class Why(StrEnum):
    """Why a document was not read, or not whole."""

class Access(NamedTuple):
    """What robots.txt says of a URL; ``allowed`` is ``None`` if nothing is known of robots.txt."""

    allowed: bool | None
    reason: str
    group: str | None
    rule: str | None
    line: int | None
    purposes: dict[str, Access]

class Snippet(NamedTuple):
    """May it be excerpted, and how long? ``max_chars`` is 0 if no excerpt is allowed, ``None`` without a limit."""

    allowed: bool | None
    max_chars: int | None

class Unread(NamedTuple):
    """A source that was not read, or not whole."""

    source: str
    why: str

class Reason(NamedTuple):
    """A statement that the verdict follows from; a rule of robots.txt has the directive ``"disallow"``."""

    directive: Directive | str | None
    value: bool | int | str | None
    scope: str
    source: Source
    placement: str | None
    line: int | None
    span: tuple[int, int]
    text: str

class Diagnostic(NamedTuple):
    """Something unusual in an input, and its bytes."""

    code: str
    severity: Severity
    source: Source
    placement: str | None
    line: int | None
    span: tuple[int, int]
    message: str

class Options(TypedDict, total=False):
    """How inputs are read, in the words of ``eval --jsonl``."""

    robots_tag: Literal["lenient", "strict-list", "strict-dictionary"]
    both_fields: Literal["union", "prefer-robots-tag"]
    metas: Sequence[Literal["head", "noscript", "body"]]
    http_equiv: bool
    lines_joined: bool
    google_compat: bool

class RobotsPolicyError(Exception):
    """Base of the package's own exceptions."""

class InvalidProductToken(RobotsPolicyError, ValueError):
    """The text is not a product token, such as ``"Example Bot"`` or ``"ExampleBot/1.0"``."""

class InvalidSignatureAgent(RobotsPolicyError, ValueError):
    """The text is not a Signature-Agent field, such as ``"example.com"`` without its quotes."""

class UnwritableVerdict(RobotsPolicyError, ValueError):
    """A ``Robots-Tag`` field cannot state the verdict, because a source was not read."""

class StoreError(RobotsPolicyError, OSError):
    """A store of robots.txt answers cannot be read."""

@final
class Accessor:
    """Who asks: product tokens, most specific first; ``*`` or none for a client without a name.

    Frozen, hashable, picklable.
    """

    def __new__(
        cls,
        *tokens: str,
        page_tokens: Sequence[str] | None = None,
        purposes: Sequence[str] = (),
        verified_signature_agent: str | None = None,
        obeys_global: bool = True,
    ) -> Self: ...
    @staticmethod
    def from_user_agent(field: str | Octets) -> Accessor:
        """The client that sends this ``User-Agent`` field; without a name in it, a client without a product token."""

    @property
    def tokens(self) -> tuple[str, ...]: ...
    @property
    def page_tokens(self) -> tuple[str, ...]: ...
    @property
    def purposes(self) -> tuple[str, ...]: ...
    @property
    def signature_hosts(self) -> tuple[str, ...]: ...
    @property
    def obeys_global(self) -> bool: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str, ...], dict[str, Any]]: ...

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
    ) -> Self: ...
    def allowed(self, url: str | Octets, agent: Agent) -> bool:
        """Whether the agent may fetch an absolute URL, or a path that begins with ``/``."""

    def allowed_many(self, urls: Sequence[str | Octets], agent: Agent) -> list[bool]:
        """The same for each of the URLs, while other threads run."""

    def access(self, url: str | Octets, agent: Agent) -> Access:
        """Whether the agent may fetch it, and which line says so."""

    def crawl_delay(self, agent: Agent) -> float | None:
        """Seconds to wait between two requests."""

    def accessor_for(self, user_agent: str | Octets) -> Accessor:
        """The agent whose group binds the client that sends this ``User-Agent`` field.

        It is the longest product token of the file that the field names; no token if there is none.
        """

    @property
    def sitemaps(self) -> list[str]: ...
    @property
    def agents(self) -> list[str]: ...
    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...
    @property
    def records(self) -> list[tuple[int, str, str]]:
        """Line, key and value of every line with a known key."""

    @property
    def truncated(self) -> bool: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs_ex__(self) -> tuple[tuple[bytes], dict[str, Any]]: ...

@final
class Robots:
    """What is known of the robots.txt of an authority: how its fetch ended. Frozen, hashable, picklable."""

    @staticmethod
    def unknown() -> Robots: ...
    @staticmethod
    def from_response(status: int, body: Octets | None = None, *, at: datetime | None = None) -> Robots:
        """The outcome of one answer; status 0 is a request without an answer."""

    @property
    def file(self) -> RobotsTxt | None: ...
    @property
    def cause(self) -> str | None: ...
    @property
    def state(self) -> Literal["unknown", "rules", "unavailable", "unreachable"]: ...
    def allowed(self, url: str | Octets, agent: Agent) -> bool | None: ...
    def access(self, url: str | Octets, agent: Agent) -> Access: ...
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

    def __new__(cls, url: str | Octets, *, redirects: int = 5, patience: float | None = None) -> Self: ...
    @property
    def url(self) -> str: ...
    @property
    def due(self) -> datetime | None: ...
    def next(self, now: datetime) -> str | None:
        """The URL to request now; ``None`` while the outcome is fresh."""

    def answered(
        self, status: int, headers: Headers | None = None, body: Octets | None = None, *, now: datetime
    ) -> str | None:
        """Take the answer; return the URL that a redirect leads to, or ``None`` at the end. Status 0: no answer."""

    def outcome(self, now: datetime) -> Robots: ...
    def age(self, now: datetime) -> Literal["nothing", "fresh", "stale", "unreachable"]: ...

@final
class Signals:
    """What one source says, or several of them united by ``|``."""

    def __new__(cls) -> Self: ...
    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...
    def __or__(self, other: Signals, /) -> Signals: ...
    def __len__(self) -> int: ...

def signals_from_headers(headers: Headers, *, options: Options | None = None) -> Signals:
    """What the fields of a response say."""

def signals_from_metas(
    metas: Iterable[tuple[str | Octets, str | Octets] | tuple[str | Octets, str | Octets, str]],
    *,
    options: Options | None = None,
) -> Signals:
    """What metas say that another parser found: pairs of name and content, or triples with the placement."""

@final
class MetaExtractor:
    """The metas of a document that streams in."""

    def __new__(
        cls,
        content_type: str | None = None,
        *,
        headers: Headers | None = None,
        agents: Sequence[Agent] = (),
        options: Options | None = None,
    ) -> Self: ...
    @property
    def done(self) -> bool: ...
    def feed(self, chunk: Octets) -> bool:
        """Take the next bytes; return whether the head has been read, so that the download can stop."""

    def finish(self, *, cut: bool = False) -> Signals:
        """What the metas say; ``cut`` if the document broke off."""

@final
class Policy:
    """Everything that was said about one response, by its sources, to its clients."""

    def __new__(
        cls, signals: Signals | None = None, robots: Robots | RobotsTxt | Octets | str | None = None
    ) -> Self: ...
    def verdict(self, agent: Agent, url: str | Octets | None = None, *, now: datetime | None = None) -> Verdict:
        """The verdict for one agent. ``url`` is absolute, or a path; ``/`` if it is left out."""

    def __or__(self, other: Policy, /) -> Policy: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Verdict:
    """What one agent may do with a response, and why. ``bool(verdict)`` raises: there is no one answer.

    ``index``, ``follow``, ``archive`` and ``snippet.allowed`` are ``None`` if a source was not read and no other forbids
    it; what begins with ``may_`` is true only if every source was read.
    """

    @property
    def access(self) -> Access: ...
    @property
    def allowed(self) -> bool | None: ...
    @property
    def obtainable(self) -> bool: ...
    @property
    def restricted(self) -> bool | None: ...
    @property
    def index(self) -> bool | None: ...
    @property
    def follow(self) -> bool | None: ...
    @property
    def archive(self) -> bool | None: ...
    @property
    def may_index(self) -> bool: ...
    @property
    def may_follow(self) -> bool: ...
    @property
    def may_archive(self) -> bool: ...
    @property
    def index_until(self) -> datetime | None: ...
    @property
    def snippet(self) -> Snippet: ...
    @property
    def directives(self) -> dict[Directive, bool | int | str | datetime]: ...
    @property
    def permits(self) -> dict[Directive, bool | int | str | datetime]: ...
    @property
    def extensions(self) -> dict[str, tuple[str | None, ...]]: ...
    @property
    def reasons(self) -> tuple[Reason, ...]: ...
    def reasons_for(self, directive: Directive | str) -> tuple[Reason, ...]:
        """The statements that each alone would put the directive in force as it is."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...
    @property
    def truncated(self) -> frozenset[str]: ...
    @property
    def unread(self) -> tuple[Unread, ...]: ...
    @property
    def accessor(self) -> Accessor: ...
    @property
    def url(self) -> str: ...
    @property
    def now(self) -> datetime: ...
    @property
    def policy(self) -> Policy: ...
    def to_json(self) -> bytes:
        """The record of the JSON contract, version 1."""

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict, which can be pickled."""

    def to_robots_tag(self) -> str | None:
        """The ``Robots-Tag`` field that says the same; ``None`` if nothing restricts."""

    def __bool__(self) -> bool: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

def judge(
    agent: Agent,
    url: str | Octets | None = None,
    *,
    headers: Headers | None = None,
    html: Octets | str | None = None,
    robots: Robots | RobotsTxt | Octets | str | None = None,
    now: datetime | None = None,
    options: Options | None = None,
) -> Verdict:
    """Judge one response for one agent.

    ``headers`` are those of an HTTP client, ``html`` is the document as octets or as characters, ``robots`` the text of
    robots.txt or how its fetch ended. A mistake of the caller raises; bytes of strangers never do.
    """

def robots_txt_url(url: str | Octets) -> str | None:
    """The URL of the robots.txt that governs a URL; ``None`` for one that is not http or https."""

def authority(url: str | Octets) -> str | None:
    """The key under which the robots.txt of a URL is kept."""
