"""The types of arguments, for annotations. The package itself does not import this module."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, TypedDict

from robots_policy import Accessor

__all__ = ["Agent", "Headers", "Octets", "Options"]

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
)
Agent: TypeAlias = str | Accessor


class Options(TypedDict, total=False):
    """How inputs are read, in the words of ``eval --jsonl``."""

    robots_tag: Literal["lenient", "strict-list", "strict-dictionary"]
    both_fields: Literal["union", "prefer-robots-tag"]
    metas: Sequence[Literal["head", "noscript", "body"]]
    http_equiv: bool
    lines_joined: bool
    google_compat: bool
