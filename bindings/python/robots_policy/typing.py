"""The types of arguments, for annotations. The package itself does not import this module."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, Protocol, TypeAlias, TypedDict

from robots_policy import Client, RobotsOutcome, RobotsTxt

__all__ = [
    "Agent",
    "Asker",
    "AssumeAbsent",
    "Columns",
    "Engines",
    "Headers",
    "Licenses",
    "Octets",
    "Options",
    "PolicyTokens",
    "Record",
    "Response",
    "SupportsArrowArray",
    "SupportsArrowSchema",
    "SupportsArrowStream",
    "SupportsRead",
    "SupportsReadInto",
]

Octets: TypeAlias = bytes | bytearray | memoryview


class ClientHeaders(Protocol):
    """A client's own headers: those of ``requests``, ``httpx``, ``aiohttp`` and Scrapy have ``items``."""

    @property
    def items(self) -> Callable[[], Iterable[tuple[Any, Any]]]:
        """Pairs of a name and a value, or of a name and a list of values."""


class NamedValue(TypedDict):
    """A field line, as browsers that are driven have it."""

    name: str
    value: str


Headers: TypeAlias = (
    Iterable[tuple[str | bytes, str | bytes]]
    | Iterable[tuple[str | bytes, list[str] | list[bytes]]]
    | Iterable[NamedValue]
    | Iterable[Mapping[str, str]]
    | Mapping[str, str]
    | Mapping[str, Sequence[str]]
    | Mapping[bytes, Sequence[bytes]]
    | ClientHeaders
    | list[list[str]]
    | str
    | bytes
)
Agent: TypeAlias = str | Client
# Names, owners such as `openai`, kinds such as `search`, `ai`, and `all`: one text with commas, or several texts.
Engines: TypeAlias = str | Sequence[str]
# The addresses and the bodies of licences.
Licenses: TypeAlias = Mapping[str, Octets | str] | Iterable[tuple[str, Octets | str]]
# The sources that do not exist, by the caller's word: names of the ledger, and `rest`, each that is not given.
AssumeAbsent: TypeAlias = str | Iterable[str]
# As in `eval --jsonl`, `Google-Extended=train,input`; or a mapping of tokens to activities.
PolicyTokens: TypeAlias = Iterable[str] | Mapping[str, Iterable[str]]


class RequestsResponse(Protocol):
    """A response of ``requests``."""

    @property
    def status_code(self) -> int:
        """The status."""

    @property
    def iter_content(self) -> Callable[..., Any]:
        """Reads the body."""


class HttpxResponse(Protocol):
    """A response of ``httpx``."""

    @property
    def status_code(self) -> int:
        """The status."""

    @property
    def num_bytes_downloaded(self) -> int:
        """How much came."""


class AiohttpResponse(Protocol):
    """A response of ``aiohttp``; its body is known when it was read."""

    @property
    def raw_headers(self) -> Any:  # noqa: ANN401 - aiohttp's own
        """The field lines."""

    @property
    def request_info(self) -> Any:  # noqa: ANN401 - aiohttp's own
        """What was sent."""


class PlaywrightResponse(Protocol):
    """A response of Playwright, of its synchronous or of its asynchronous interface."""

    @property
    def headers_array(self) -> Any:  # noqa: ANN401 - a list, or what returns or awaits one
        """The field lines."""

    @property
    def server_addr(self) -> Any:  # noqa: ANN401 - Playwright's own
        """Where it came from."""


class ScrapyResponse(Protocol):
    """A response of Scrapy."""

    @property
    def flags(self) -> Any:  # noqa: ANN401 - Scrapy's own
        """What happened on the way."""

    @property
    def follow(self) -> Callable[..., Any]:
        """Makes a request of a link."""


class HttpResponse(Protocol):
    """A response of ``urllib3``, ``urllib.request`` or ``http.client``."""

    @property
    def geturl(self) -> Callable[[], Any]:
        """Returns the address."""

    @property
    def info(self) -> Callable[[], Any]:
        """Returns the field lines."""


# A response of an HTTP client, the last one after redirects.
Response: TypeAlias = (
    RequestsResponse | HttpxResponse | AiohttpResponse | PlaywrightResponse | ScrapyResponse | HttpResponse
)


class Options(TypedDict, total=False):
    """How inputs are read, in the words of ``eval --jsonl``."""

    # options of the reading: made by `cargo run -p robots-policy-dev -- generate`
    robots_tag: Literal["lenient", "strict-list", "strict-dictionary"]
    both_fields: Literal["union", "prefer-robots-tag"]
    metas: Sequence[Literal["head", "noscript", "body"]]
    http_equiv: bool
    lines_joined: bool
    google_compat: bool
    # end of options of the reading


class License(TypedDict, total=False):
    """A licence of a record: its address, and its body as it is or in base64."""

    url: str
    body: str | Octets
    body_base64: str


# A key that is a word of Python.
_Engine = TypedDict("_Engine", {"as": str}, total=False)


class Asker(_Engine, total=False):
    """One of the ``askers`` of a record: an engine in ``as``, or the keys of a client."""

    agent: str | Sequence[str] | Client
    page_agent: str | Sequence[str]
    purposes: Sequence[str]
    signature_agent: str
    obeys_global: bool
    policy_tokens: PolicyTokens


class Record(Asker, total=False):
    """A record of :func:`judge_many`: the keys of ``eval --jsonl``, and ``response``."""

    id: object
    url: str | Octets
    response: Response
    askers: Sequence[Asker]
    headers: Headers
    html: str | Octets
    html_base64: str
    robots_txt: RobotsOutcome | RobotsTxt | str | Octets
    robots_txt_base64: str
    robots_status: int
    robots_hours: float
    robots_cached: str | Octets
    robots_cached_base64: str
    robots_fetched: datetime | str
    site_up: bool
    tdmrep: str | Octets
    tdmrep_base64: str
    tdmrep_status: int
    licenses: Licenses | Sequence[License]
    now: datetime | str
    options: Options
    status: int
    cut: bool
    assume_absent: AssumeAbsent
    fetched: datetime | str
    parts: bool


class Columns(TypedDict, total=False):
    """The names of a table's columns, where they are not these keys; ``None`` leaves a column unread.

    The columns of the last five keys are read only if they are named here.
    """

    url: str | None
    headers: str | None
    html: str | None
    content_type: str | None
    robots_txt: str | None
    robots_status: str | None
    tdmrep: str | None
    tdmrep_status: str | None
    licenses: str | None
    status: str | None
    cut: str | None
    assume_absent: str | None
    fetched: str | None
    robots_fetched: str | None


class SupportsArrowArray(Protocol):
    """A batch, such as ``pyarrow.RecordBatch``."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Capsules of a schema and of an array."""


class SupportsArrowStream(Protocol):
    """Batches, such as ``pyarrow.Table``, ``polars.DataFrame``, ``pandas.DataFrame`` or a relation of DuckDB."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A capsule of a stream."""


class SupportsArrowSchema(Protocol):
    """A schema, such as ``pyarrow.Schema``."""

    def __arrow_c_schema__(self) -> object:
        """A capsule of a schema."""


class SupportsRead(Protocol):
    """A binary file: an open file, an HTTP response, a file of fsspec or of pyarrow."""

    def read(self, size: int, /) -> Octets:
        """At most about ``size`` bytes; none at the end."""


class SupportsReadInto(Protocol):
    """A binary file that reads into a buffer."""

    def readinto(self, buffer: bytearray, /) -> int | None:
        """Fill the buffer, and return how many bytes were read; 0 at the end."""
