"""A response of an HTTP client, taken apart for ``judge``. No client is imported: each is known by its attributes."""

from __future__ import annotations

from robots_policy.robots import authority

# `typing` costs more to import than all else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, TypeAlias

    _Line: TypeAlias = tuple[str | bytes, str | bytes]
    _Parts: TypeAlias = tuple[str | None, list[_Line] | dict[str, str] | None, bytes | None, int | None, bool]

__all__ = ["CUT", "DAMAGED", "parts"]

# Flags of Scrapy for a body that broke off. `partial` is on every body without a length that ends with its
# connection, as HTTP/1.0 allows. Nothing shows whether the server ended it or the connection broke, so it proves no
# end. The last one is that of `robots_policy.scrapy.CodingsMiddleware`: nothing of the body is as it was sent.
DAMAGED = "damaged-coding"
CUT = frozenset(["dataloss", "download_stopped", "partial", DAMAGED])


class _Taken:
    """What a client's response has; ``None`` is what it does not tell."""

    __slots__ = ("asked", "body", "decoders", "is_cut", "lines", "response", "status", "url", "wire")

    def __init__(  # noqa: PLR0913 - a part each
        self,
        response: Any,  # noqa: ANN401 - of any client
        *,
        url: object,
        asked: object = None,
        status: int,
        lines: Iterable[Any] | Mapping[str, str] | None,
        body: object = None,
        method: object = None,
        decoders: Iterable[str] | None = (),
        wire: int | None = None,
        is_cut: bool = False,
    ) -> None:
        """Keep the parts.

        ``decoders`` are the codings that the client undoes, ``None`` for all; ``wire`` is how many bytes of the body it
        received, before it undid them; ``asked`` is the address that was asked, if redirects led to another.
        """
        self.response = response
        self.url = None if url is None else str(url)
        self.asked = None if asked is None else str(asked)
        self.status, self.lines, self.wire, self.is_cut = status, lines, wire, is_cut
        self.decoders = None if decoders is None else frozenset(decoders)
        # The answer to a HEAD has the fields of a body that did not come, and so has a 304.
        has_none = method == "HEAD" or status == _NOT_MODIFIED
        self.body = body if isinstance(body, bytes) and not has_none else None


def parts(  # noqa: PLR0913, PLR0917 - what the caller gives
    response: Any,  # noqa: ANN401 - of any client
    url: str | None,
    has_headers: bool,  # noqa: FBT001
    has_html: bool,  # noqa: FBT001
    has_status: bool,  # noqa: FBT001
    of_site: str | None,
) -> _Parts:
    """Return address, field lines, body and status of a response, and whether the body is cut, for ``judge``.

    ``url`` and the flags are what the caller gives beside it, which is ``None`` here; ``of_site`` is the name of a fact
    of the site, such as ``robots_txt``. Raises ``TypeError`` for what is
    not a response, and ``ValueError`` for what contradicts it.
    """
    taken = _taken(response)
    own = taken.lines is not None
    for name, is_given in (
        ("headers", has_headers and own),
        ("status", has_status),
        ("url", bool(url and taken.url and url != taken.url)),
    ):
        if is_given:
            message = f"response and {name} exclude each other: the response has its own; leave one of them out"
            raise ValueError(message)
    if url is None and taken.url is None:
        message = f"response: a {_kind(response)} does not tell its address; write judge(agent, url, response=response)"
        raise ValueError(message)
    if of_site is not None and url is None and _has_left(taken):
        message = (
            f"response: redirects led from {taken.asked} to {taken.url}, and {of_site} may be of the first site; "
            "if it is of the last one, say so with url=response.url"
        )
        raise ValueError(message)
    if not own and not has_headers:
        message = (
            "response: its fields must be awaited; write headers=await response.headers_array() and "
            "html=await response.body() beside it"
        )
        raise TypeError(message)
    if not own:
        return taken.url, None, None, taken.status, False
    has_body = has_html or taken.body is not None
    codings = _codings(taken.lines)
    is_decoded = bool(codings) and not has_html and (taken.decoders is None or taken.decoders.issuperset(codings))
    is_cut = has_body and (taken.is_cut or _is_short(taken) or (is_decoded and taken.status == _PARTIAL))
    left_out = (_LENGTH | _CODING if is_decoded else _LENGTH) if codings else frozenset[str]()
    fields = _fields(taken.lines, left_out)
    return taken.url, fields, None if has_html else taken.body, taken.status, is_cut


def _has_left(taken: _Taken) -> bool:
    """Return whether redirects led to another site."""
    return taken.asked is not None and taken.url is not None and authority(taken.asked) != authority(taken.url)


def _taken(response: Any) -> _Taken:  # noqa: ANN401
    for names, reader in _CLIENTS:
        # Of the class, because a property of the object may read from the network.
        if all(hasattr(type(response), name) or name in getattr(response, "__dict__", ()) for name in names):
            return reader(response)
    kind = _kind(response)
    if hasattr(response, "__await__"):
        message = f"response: a {kind} must be awaited; write judge(agent, await ...)"
    else:
        message = (
            f"a {kind} is neither a URL nor a response of requests, httpx, aiohttp, urllib3, urllib, http.client, "
            "Playwright or Scrapy; write the URL as text, and pass headers=, html= and status="
        )
    raise TypeError(message)


def _of_requests(response: Any) -> _Taken:  # noqa: ANN401
    raw = response.raw
    # Those of urllib3, which keep lines apart. A response that was pickled lacks them.
    lines = getattr(raw, "headers", None)
    return _Taken(
        response,
        url=response.url,
        asked=next((first.url for first in response.history), None),
        status=response.status_code,
        lines=lines if lines and hasattr(lines, "items") else dict(response.headers),
        # `content` would read a body that was not consumed.
        body=getattr(response, "_content", None),
        method=getattr(response.request, "method", None),
        decoders=getattr(raw, "CONTENT_DECODERS", ()),
        wire=_received(raw),
    )


def _of_urllib3(response: Any) -> _Taken:  # noqa: ANN401
    url = response.geturl()
    original = getattr(response, "_original_response", None)
    return _Taken(
        response,
        url=url or None,
        asked=_asked_of_urllib3(response),
        status=response.status,
        lines=response.headers,
        # `data` would read a body that was not preloaded.
        body=getattr(response, "_body", None),
        method=getattr(original, "_method", None),
        decoders=response.CONTENT_DECODERS if getattr(response, "decode_content", False) else (),
        wire=_received(response),
    )


def _asked_of_urllib3(response: Any) -> str | None:  # noqa: ANN401
    """Return the address of its first request, if a redirect named a host."""
    history = getattr(getattr(response, "retries", None), "history", ())
    named = [step for step in history if "//" in (step.redirect_location or "")]
    return next(iter(history)).url if named else None


def _of_httpx(response: Any) -> _Taken:  # noqa: ANN401
    try:
        body = response.content
    except RuntimeError:  # a stream that was not read
        body = None
    try:
        request = response.request
    except RuntimeError:  # a response that was made without one
        request = None
    # A response that was made, and did not come, counts none.
    wire = response.num_bytes_downloaded or None
    # A body that is as long as what came is still coded.
    is_decoded = body is not None and len(body) != wire
    return _Taken(
        response,
        url=None if request is None else request.url,
        asked=next((first.request.url for first in response.history), None),
        status=response.status_code,
        lines=response.headers.raw,
        body=body,
        method=None if request is None else request.method,
        decoders=None if is_decoded else (),
        wire=wire if response.is_closed else None,
    )


def _of_aiohttp(response: Any) -> _Taken:  # noqa: ANN401
    # It has compared lengths, and undoes codings if its session says so, which a reader of the body sees.
    body = getattr(response, "_body", None)
    return _Taken(
        response,
        url=response.url,
        asked=next((first.url for first in response.history), None),
        status=response.status,
        lines=response.raw_headers,
        body=body,
        method=response.method,
    )


def _of_playwright(response: Any) -> _Taken:  # noqa: ANN401
    lines: Any = response.headers_array
    lines = lines() if callable(lines) else lines
    request = getattr(response, "request", None)
    url, status, method = response.url, response.status, getattr(request, "method", None)
    asked = None
    while (request := getattr(request, "redirected_from", None)) is not None:
        asked = request.url
    if hasattr(lines, "__await__"):
        lines.close()
        return _Taken(response, url=url, asked=asked, status=status, lines=None)
    lines = [(line["name"], line["value"]) for line in lines]
    body = _loaded(response)
    return _Taken(response, url=url, asked=asked, status=status, lines=lines, body=body, method=method, decoders=None)


def _loaded(response: Any) -> bytes | None:  # noqa: ANN401
    """Return the body that a browser has; ``None`` if it has let it go, as that of a redirect."""
    try:
        body = response.body()
    except Exception:  # noqa: BLE001 - Playwright's own class of errors
        return None
    if isinstance(body, bytes):
        return body
    if hasattr(body, "close"):
        body.close()  # a coroutine, whose result the caller gives as `html`
    return None


def _of_scrapy(response: Any) -> _Taken:  # noqa: ANN401
    request = response.request
    return _Taken(
        response,
        url=response.url,
        asked=None if request is None else next(iter(request.meta.get("redirect_urls", ())), None),
        status=response.status,
        # Scrapy has compared the length with the bytes that came, and keeps it where it undid a coding.
        lines=[
            (name, line)
            for name, lines in response.headers.items()
            for line in lines
            if name.lower() != b"content-length" or line == b"0"
        ],
        body=b"" if DAMAGED in response.flags else response.body,
        method=None if request is None else request.method,
        is_cut=not CUT.isdisjoint(response.flags),
    )


def _of_http_client(response: Any) -> _Taken:  # noqa: ANN401
    left = getattr(response, "length", None)
    return _Taken(
        response,
        url=response.geturl() if getattr(response, "url", None) else None,
        status=response.status,
        lines=response.headers,
        method=getattr(response, "_method", None),
        is_cut=isinstance(left, int) and left > 0,
    )


# The attributes by which the response of a client is known, and its reader; the first row that fits.
_CLIENTS: list[tuple[tuple[str, ...], Callable[[Any], _Taken]]] = [
    (("iter_content", "status_code", "raw"), _of_requests),
    (("num_bytes_downloaded", "aiter_raw"), _of_httpx),
    (("raw_headers", "request_info"), _of_aiohttp),
    (("headers_array", "server_addr"), _of_playwright),
    (("flags", "body", "follow"), _of_scrapy),
    (("CONTENT_DECODERS", "geturl"), _of_urllib3),
    (("geturl", "info", "getcode"), _of_http_client),
]
_LENGTH = frozenset(["content-length"])
_CODING = frozenset(["content-encoding"])
_NOT_MODIFIED = 304
_PARTIAL = 206


def _pairs(lines: Any) -> Iterable[_Line]:  # noqa: ANN401
    pairs: Iterable[_Line] = lines.items() if hasattr(lines, "items") else lines
    return pairs


def _text(given: str | bytes) -> str:
    return given.decode("latin-1") if isinstance(given, bytes) else given


def _fields(lines: Any, left_out: frozenset[str]) -> list[_Line] | dict[str, str]:  # noqa: ANN401
    """Return the lines without these, and without names of variables, which servers send and no field has."""
    kept = [
        (name, value)
        for name, value in _pairs(lines)
        if (plain := _text(name).lower()) not in left_out and not plain.startswith("http_")
    ]
    if isinstance(lines, dict):
        return {_text(name): _text(value) for name, value in kept}
    return kept


def _codings(lines: Any) -> list[str]:  # noqa: ANN401
    """Return the content codings of the fields, in lower case."""
    values = [_text(value) for name, value in _pairs(lines) if _text(name).lower() == "content-encoding"]
    names = [name.strip().lower() for name in ",".join(values).split(",")]
    return [name for name in names if name not in ("", "identity")]


def _is_short(taken: _Taken) -> bool:
    """Return whether fewer bytes came than ``Content-Length`` says."""
    if taken.wire is None or taken.lines is None:
        return False
    lengths = [_text(value).strip() for name, value in _pairs(taken.lines) if _text(name).lower() == "content-length"]
    return any(length.isdecimal() and int(length) > taken.wire for length in lengths)


def _received(raw: Any) -> int | None:  # noqa: ANN401
    """Return how many bytes urllib3 has received; another file may stand in its place."""
    if not hasattr(raw, "CONTENT_DECODERS"):
        return None
    count = raw.tell()
    return count if isinstance(count, int) else None


def _kind(thing: object) -> str:
    kind = type(thing)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
