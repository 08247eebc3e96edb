"""What may I do with this response?"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal, NamedTuple, Self, final

from robots_policy._arrow import (
    Batches,
    RecordBatch,
    RobotsAnswers,
    RobotsStore,
    Scan,
    Schema,
    judge_batch,
    judge_stream,
    robots_answers,
    scan,
    schema,
)
from robots_policy.typing import Agent, Headers, Octets, Options

__all__ = [
    "Access",
    "AccessReason",
    "Accessor",
    "Batches",
    "Cause",
    "Damage",
    "Diagnostic",
    "DiagnosticCode",
    "Dialect",
    "Directive",
    "InvalidProductToken",
    "InvalidSignatureAgent",
    "MetaExtractor",
    "Policy",
    "Reason",
    "RecordBatch",
    "Robots",
    "RobotsAnswer",
    "RobotsAnswers",
    "RobotsFetch",
    "RobotsPolicyError",
    "RobotsStore",
    "RobotsTxt",
    "Scan",
    "Schema",
    "Severity",
    "Signals",
    "Snippet",
    "Source",
    "StoreError",
    "Unread",
    "UnwritableVerdict",
    "Verdict",
    "Why",
    "__version__",
    "authority",
    "judge",
    "judge_batch",
    "judge_stream",
    "robots_answers",
    "robots_txt_url",
    "scan",
    "schema",
    "signals_from_headers",
    "signals_from_metas",
]

__version__: str

class Directive(StrEnum):
    """A directive: one member a row of the library's table. ``Directive("max-snippet")`` takes also the other names."""

    NOINDEX = "noindex"
    NOSNIPPET = "nosnippet"
    NOFOLLOW = "nofollow"
    NONE = "none"
    ALL = "all"
    INDEX = "index"
    FOLLOW = "follow"
    ARCHIVE = "archive"
    NOARCHIVE = "noarchive"
    NOCACHE = "nocache"
    NOIMAGEINDEX = "noimageindex"
    NOTRANSLATE = "notranslate"
    INDEXIFEMBEDDED = "indexifembedded"
    MAX_SNIPPET = "max-snippet"
    MAX_IMAGE_PREVIEW = "max-image-preview"
    MAX_VIDEO_PREVIEW = "max-video-preview"
    UNAVAILABLE_AFTER = "unavailable_after"
    NOAI = "noai"
    NOIMAGEAI = "noimageai"
    NOML = "noml"
    NOODP = "noodp"
    NOYDIR = "noydir"
    NOYACA = "noyaca"
    NOSITELINKSSEARCHBOX = "nositelinkssearchbox"

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

    EMPTY_MEMBER = "empty-member"
    MEMBER_WITHOUT_RULES = "member-without-rules"
    EMPTY_RULE = "empty-rule"
    INVALID_MEMBER = "invalid-member"
    INVALID_RULE = "invalid-rule"
    MISSING_COMMA = "missing-comma"
    UNTERMINATED_STRING = "unterminated-string"
    UPPERCASE_RULE = "uppercase-rule"
    NEGATED_RULE = "negated-rule"
    UNEXPECTED_VALUE = "unexpected-value"
    LEGACY_SYNTAX_IN_ROBOTS_TAG = "legacy-syntax-in-robots-tag"
    TOKEN_EQUALS_RULE_NAME = "token-equals-rule-name"
    GLOBAL_TOKEN = "global-token"
    DUPLICATE_KEY = "duplicate-key"
    FIELD_IGNORED = "field-ignored"
    UNHEARD_BY_STRICT = "unheard-by-strict"
    NOT_A_PRODUCT_TOKEN = "not-a-product-token"
    FIELD_TRUNCATED = "field-truncated"
    NEAR_FIELD = "near-field"
    UNKNOWN_DIRECTIVE = "unknown-directive"
    NEAR_DIRECTIVE = "near-directive"
    EXTENSIONS_OMITTED = "extensions-omitted"
    UNREADABLE_STATEMENT = "unreadable-statement"
    MISSING_VALUE = "missing-value"
    UNREADABLE_VALUE = "unreadable-value"
    UNKNOWN_ZONE = "unknown-zone"
    SEPARATOR = "separator"
    EQUALS_FOR_COLON = "equals-for-colon"
    OTHER_SCOPE = "other-scope"
    SCOPE_IN_CONTENT = "scope-in-content"
    INVALID_SCOPE = "invalid-scope"
    LINES_JOINED = "lines-joined"
    SCOPE_UNCERTAIN = "scope-uncertain"
    SF_SYNTAX_IN_X_ROBOTS_TAG = "sf-syntax-in-x-robots-tag"
    ROBOTS_TAG_PREFERRED = "robots-tag-preferred"
    CONTENT_CODING = "content-coding"
    INCOMPLETE_DOCUMENT = "incomplete-document"
    HEAD_TRUNCATED = "head-truncated"
    NEAR_META_NAME = "near-meta-name"
    PROPERTY_FOR_NAME = "property-for-name"
    NOT_COUNTED = "not-counted"
    HTTP_EQUIV_NOT_COUNTED = "http-equiv-not-counted"
    META_NAME_STAR = "meta-name-star"
    META_NAME_GOOGLE = "meta-name-google"
    META_NAME_TRIMMED = "meta-name-trimmed"
    META_NAME_QUOTED = "meta-name-quoted"
    MISSING_CONTENT = "missing-content"
    REPLACEMENT_ENCODING = "replacement-encoding"
    NOT_REQUESTED = "not-requested"
    NOT_HTML = "not-html"
    SNIFFED_HTML = "sniffed-html"
    TREE_TOO_COSTLY = "tree-too-costly"
    ILL_FORMED_XML = "ill-formed-xml"
    BYTE_ORDER_MARK = "byte-order-mark"
    CUT_BYTE_ORDER_MARK = "cut-byte-order-mark"
    UTF_16 = "utf-16"
    GUESSED_UTF_16 = "guessed-utf-16"
    INVALID_UTF_8 = "invalid-utf-8"
    ROBOTS_TXT_TRUNCATED = "robots-txt-truncated"
    LINE_TRUNCATED = "line-truncated"
    NO_RECORD = "no-record"
    HTML_INSTEAD = "html-instead"
    UNREADABLE_LINE = "unreadable-line"
    UNKNOWN_RECORD = "unknown-record"
    NEAR_KEY = "near-key"
    UNSUPPORTED_RECORD = "unsupported-record"
    MISSPELT_KEY = "misspelt-key"
    MISSING_COLON = "missing-colon"
    RULE_WITHOUT_GROUP = "rule-without-group"
    AGENT_CUT = "agent-cut"
    SEVERAL_AGENTS = "several-agents"
    INVALID_AGENT = "invalid-agent"
    SEVERAL_PATTERNS = "several-patterns"
    RULES_SHARED = "rules-shared"
    PATTERN_WITHOUT_SLASH = "pattern-without-slash"
    UNMATCHABLE_PATTERN = "unmatchable-pattern"
    INJECTED_ALLOW_OVERRIDES = "injected-allow-overrides"
    RFC9309_VIEW_DIFFERS = "rfc9309-view-differs"
    MIXED_SIGNATURE_GROUP = "mixed-signature-group"
    INVALID_SIGNATURE_HOST = "invalid-signature-host"
    SIGNATURE_HOST_NORMALISED = "signature-host-normalised"
    BROAD_SIGNATURE_HOST = "broad-signature-host"
    SHORTER_SIGNATURE_HOST = "shorter-signature-host"
    INVALID_CRAWL_DELAY = "invalid-crawl-delay"
    INVALID_MOBILE_AGENT_SERVER = "invalid-mobile-agent-server"
    MOBILE_AGENT_SERVER_OVERRIDDEN = "mobile-agent-server-overridden"
    REMARKS_OMITTED = "remarks-omitted"

class AccessReason(StrEnum):
    """Why a URL may or may not be fetched."""

    ALLOW_RULE = "allow-rule"
    DISALLOW_RULE = "disallow-rule"
    NO_MATCH = "no-match"
    NO_GROUP = "no-group"
    ROBOTS_TXT_ITSELF = "robots-txt-itself"
    UNAVAILABLE = "unavailable"
    UNREACHABLE = "unreachable"
    UNKNOWN = "unknown"

class Cause(StrEnum):
    """Why there are no rules of robots.txt."""

    ABSENT = "absent"
    REFUSED = "refused"
    REDIRECTS = "redirects"
    RATE_LIMITED = "rate-limited"
    SERVER_ERROR = "server-error"
    NETWORK_ERROR = "network-error"
    UNDECODABLE = "undecodable"

class Dialect(StrEnum):
    """Whose reading of robots.txt is wanted."""

    EXTENDED = "extended"
    RFC9309 = "rfc9309"
    GOOGLE = "google"

class Why(StrEnum):
    """Why a document was not read, or not whole."""

    CONTENT_CODING = "content-coding"
    INCOMPLETE = "incomplete"
    ENCODING = "encoding"
    NOT_REQUESTED = "not-requested"

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

class Damage(NamedTuple):
    """A place at which an archive is damaged."""

    file: str
    offset: int
    code: str
    message: str

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
        purposes: Sequence[str] | None = None,
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

        It is the longest product token of the file that the field names; no token if there is none. ``Mozilla`` is
        passed over: it is in the field of every client that imitates a browser.
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
    def from_response(
        status: int,
        body: Octets | None = None,
        *,
        at: datetime | None = None,
        dialect: Literal["extended", "rfc9309", "google"] | None = None,
    ) -> Robots:
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
class RobotsAnswer:
    """One answer for the robots.txt of an authority: a row of :func:`robots_answers`. Frozen, hashable.

    ``body`` is ``None`` if its coding is not known. :class:`RobotsStore` and ``robots_policy.spark`` decide by these
    properties which of several answers counts, and where a redirect leads. Data never raises: a status that is none
    counts as 500.
    """

    def __new__(
        cls, authority: str | Octets, status: int, location: str | None = None, body: Octets | None = None
    ) -> Self: ...
    @property
    def authority(self) -> str: ...
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
        """The authority whose robots.txt a redirect leads to; ``None`` if it leads to anything else."""

    def outcome(self) -> Robots:
        """How a fetch ends with this answer. A redirect is one too many."""

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
    def __ror__(self, other: Signals, /) -> Signals: ...
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
        agents: Sequence[Agent] | None = None,
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
    def __ror__(self, other: Policy, /) -> Policy: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Verdict:
    """What one agent may do with a response, and why. ``bool(verdict)`` raises: there is no one answer.

    ``index``, ``follow``, ``archive`` and ``snippet.allowed`` are ``None`` if a source was not read and no other
    forbids it; what begins with ``may_`` is true only if every source was read.
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
