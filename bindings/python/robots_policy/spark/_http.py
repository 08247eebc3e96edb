"""A file at an http or https URL, read from its beginning to its end over as many connections as it takes."""

from __future__ import annotations

import email.utils
import http.client
import io
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING

from robots_policy import __version__

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.client import HTTPResponse
    from typing import Any, Never

__all__ = ["HttpFile"]

# Seconds without a byte after which a connection counts as cut.
TIMEOUT = 60.0
# Attempts in a row without a new byte before the file counts as unreadable.
ATTEMPTS = 6
# Seconds before the second attempt; each later one waits twice as long.
PAUSE = 0.5
# The longest pause, whatever a server requests.
LONGEST_PAUSE = 60.0
# What a server may answer once and not again.
PASSING = {408, 425, 429, 500, 502, 503, 504}
OK, PARTIAL, RANGE_NOT_SATISFIABLE = 200, 206, 416
CHUNK = 1 << 16
# Bytes before a place that an answer repeats: the headers of two gzip members are alike, their data are not.
TAIL = 512
# The ends of the names of compressed files.
COMPRESSED = (".gz", ".zst", ".zstd")
CHANGED = "it changed while it was read; scan it again"
OTHER_BYTES = "the server sent other bytes than before; scan it again"
CODED = (
    "the server sent it with Content-Encoding: {}, which the request refuses, and offsets would be those of other "
    "bytes; download it and name the file"
)
ENDLESS = (
    "the server states no length, so a connection that broke between two records would not be noticed; fetch the file "
    "and check it"
)
FAILURES = (OSError, http.client.HTTPException)


class HttpFile(io.RawIOBase):
    """A binary file object that continues after a cut connection.

    **H1.** A cut connection must not look like the end of the file, and bytes of two versions of a file must not be
    mixed. Each byte is read from the place ``position``, which counts the bytes that were handed over. A new
    connection requests the rest with ``Range`` and ``If-Range``, from up to 512 bytes before the place on; a server
    that answers with the whole file has the first bytes read again. Length and validator of the answer must be those of
    the first answer, and the bytes before the place must be those that were handed over: a server without validators
    may serve another file. The end is a connection that ends at the known length; where no answer states one, the end
    that the framing of the body states, and a body without framing has a ``caution``. The program's law N1 is the same.
    ``test_spark_http.py`` cuts, changes and shortens files.
    """

    def __init__(self, url: str, *, pause: Callable[[float], None] = time.sleep) -> None:
        super().__init__()
        self.url = url
        self.position = 0
        self._pause = pause
        self._failures = 0
        self._length: int | None = None
        self._validator: str | None = None
        self._has_answered = False
        self._is_framed = True
        # The last bytes that were handed over.
        self._tail = b""
        self._response: HTTPResponse | None = None
        self._connected()

    @property
    def name(self) -> str:
        """The URL."""
        return self.url

    @property
    def length(self) -> int | None:
        """How many bytes the file has, if the server says it."""
        return self._length

    @property
    def identity(self) -> dict[str, object] | None:
        """What distinguishes this version of the file from others; ``None`` if the server does not say it."""
        if self._validator is None:
            return None
        return {"size": self._length, "version": self._validator}

    @property
    def caution(self) -> str | None:
        """Why nothing shows that its end is that of the file; ``None`` if something does."""
        return None if self._is_framed else ENDLESS

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def close(self) -> None:
        """Close the connection."""
        self._disconnected()
        super().close()

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - any writable buffer
        """Fill the buffer as far as one read does; 0 is the end of the file.

        Raises ``OSError`` with the URL, the place and the reason.
        """
        while True:
            response = self._connected()
            try:
                count = response.readinto(buffer)
            except FAILURES as error:
                self._failed(error)
                continue
            if count:
                if self._length is not None and self.position + count > self._length:
                    self._unreadable(CHANGED)
                self.position += count
                self._tail = (self._tail + bytes(memoryview(buffer)[max(0, count - TAIL) : count]))[-TAIL:]
                self._failures = 0
                return count
            if not len(buffer) or self._is_end():
                return 0
            self._failed(ConnectionError("the connection ended early"))

    def _is_end(self) -> bool:
        return self._length is None or self.position >= self._length

    def _connected(self) -> HTTPResponse:
        """Return a response whose next byte is the one at the position."""
        while self._response is None:
            try:
                response = self._answer()
                try:
                    self._checked(response)
                except BaseException:
                    response.close()
                    raise
                self._response = response
            except UnreadableUrlError:
                raise
            except FAILURES as error:
                self._failed(error)
        return self._response

    def _answer(self) -> HTTPResponse:
        headers = {"Accept-Encoding": "identity", "User-Agent": f"robots-policy/{__version__}"}
        if self._begin:
            headers["Range"] = f"bytes={self._begin}-"
            if self._validator is not None:
                headers["If-Range"] = self._validator
        request = urllib.request.Request(self.url, headers=headers)  # noqa: S310 - the caller checked the scheme
        response: HTTPResponse = urllib.request.urlopen(request, timeout=TIMEOUT)  # noqa: S310
        return response

    @property
    def _begin(self) -> int:
        """The place from which the next answer is asked for."""
        return self.position - len(self._tail)

    def _checked(self, response: HTTPResponse) -> None:
        """Bring a new response to the position, if it is of the version that was read so far."""
        status = response.status
        if status not in (OK, PARTIAL):
            self._unreadable(f"HTTP status {status}")
        coding = response.headers.get("Content-Encoding", "").strip()
        path = urllib.parse.urlsplit(response.url).path.lower()
        if coding.lower() not in ("", "identity") and not path.endswith(COMPRESSED):
            self._unreadable(CODED.format(coding))
        stated = _number(response.headers.get("Content-Length"))
        start, length = _place(response) if status == PARTIAL else (0, stated)
        if status == PARTIAL and start != self._begin:
            self._unreadable(f"the server sent bytes from {start} on, and was asked for those from {self._begin} on")
        self._agree(length, _validator(response))
        if not self._has_answered:
            self._has_answered = True
            self._is_framed = stated is not None or bool(response.chunked)
        self._pass_over(response, self.position - start)

    def _agree(self, length: int | None, validator: str | None) -> None:
        """Compare what an answer says of the file with the answers before, which it completes."""
        known = length if self._length is None else self._length
        if self._has_answered and (length not in (None, known) or validator != self._validator):
            self._unreadable(CHANGED)
        if known is not None and known < self.position:
            self._unreadable(CHANGED)
        self._length, self._validator = known, validator

    def _pass_over(self, response: HTTPResponse, left: int) -> None:
        """Read the bytes before the position again, and compare the last of them."""
        while left:
            piece = response.read(min(left, CHUNK))
            if not piece:
                message = "the connection ended early"
                raise ConnectionError(message)
            left -= len(piece)
            known = self._tail[: max(0, len(self._tail) - left)]
            if not piece.endswith(known[-len(piece) :]):
                self._unreadable(OTHER_BYTES)

    def _failed(self, error: Exception) -> None:
        """Wait before the next attempt, or raise if there is none."""
        self._disconnected()
        pause = PAUSE * 2**self._failures
        if isinstance(error, urllib.error.HTTPError):
            with error:
                if error.code == RANGE_NOT_SATISFIABLE:
                    self._unreadable(CHANGED)
                if error.code not in PASSING:
                    self._unreadable(f"HTTP status {error.code} {error.reason}".rstrip())
                pause = max(pause, _retry_after(error.headers.get("Retry-After")))
        self._failures += 1
        if self._failures >= ATTEMPTS:
            self._unreadable(f"{error}; tried {ATTEMPTS} times", error)
        self._pause(min(pause, LONGEST_PAUSE))

    def _disconnected(self) -> None:
        response, self._response = getattr(self, "_response", None), None
        if response is not None:
            response.close()

    def _unreadable(self, why: str, cause: BaseException | None = None) -> Never:
        where = f", at byte {self.position}" if self.position else ""
        message = f"cannot read {self.url}{where}: {why}"
        raise UnreadableUrlError(message) from cause


class UnreadableUrlError(OSError):
    """A file that another attempt does not make readable."""


def _place(response: HTTPResponse) -> tuple[int, int | None]:
    """Return where a part begins, and how long the whole is."""
    unit, _, rest = response.headers.get("Content-Range", "").partition(" ")
    numbers, _, text = rest.partition("/")
    start, last = (_number(number) for number in (numbers.partition("-")[0], numbers.partition("-")[2]))
    length = _number(text)
    is_inside = start is not None and last is not None and start <= last and (length is None or last < length)
    if unit.lower() != "bytes" or start is None or not is_inside:
        message = "the server sent a part of the file without a Content-Range that says which"
        raise http.client.HTTPException(message)
    return start, length


def _number(text: str | None) -> int | None:
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdigit() else None


def _validator(response: HTTPResponse) -> str | None:
    """Return the strong ETag, or the time of the last change."""
    etag = response.headers.get("ETag")
    if etag and not etag.startswith("W/"):
        return etag
    return response.headers.get("Last-Modified")


def _retry_after(text: str | None) -> float:
    """Return the seconds that a server wants to be left alone: a number, or until a date."""
    seconds = _number(text)
    if seconds is not None:
        return float(seconds)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text or "").timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0
