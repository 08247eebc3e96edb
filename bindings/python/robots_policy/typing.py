"""The types of arguments, for annotations. The package itself does not import this module."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, TypedDict

from robots_policy import Client

__all__ = [
    "Agent",
    "AssumeAbsent",
    "Columns",
    "Engines",
    "Headers",
    "Licenses",
    "Octets",
    "Options",
    "PolicyTokens",
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
        raise NotImplementedError


Headers: TypeAlias = (
    Iterable[tuple[str | bytes, str | bytes]]
    | Iterable[tuple[str | bytes, list[str] | list[bytes]]]
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
        raise NotImplementedError


class SupportsArrowStream(Protocol):
    """Batches, such as ``pyarrow.Table``, ``polars.DataFrame``, ``pandas.DataFrame`` or a relation of DuckDB."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A capsule of a stream."""
        raise NotImplementedError


class SupportsArrowSchema(Protocol):
    """A schema, such as ``pyarrow.Schema``."""

    def __arrow_c_schema__(self) -> object:
        """A capsule of a schema."""
        raise NotImplementedError


class SupportsRead(Protocol):
    """A binary file: an open file, an HTTP response, a file of fsspec or of pyarrow."""

    def read(self, size: int, /) -> Octets:
        """At most about ``size`` bytes; none at the end."""
        raise NotImplementedError


class SupportsReadInto(Protocol):
    """A binary file that reads into a buffer."""

    def readinto(self, buffer: bytearray, /) -> int | None:
        """Fill the buffer, and return how many bytes were read; 0 at the end."""
        raise NotImplementedError
