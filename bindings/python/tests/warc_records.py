"""Archives that tests write."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

WHEN = datetime(2026, 1, 1, tzinfo=UTC)

Fields = list[tuple[str, str]]


def http(body: bytes = b"", *, status: int = 200, fields: Fields | None = None, length: int | None = None) -> bytes:
    """A response. It says that its body has `length` bytes."""
    fields = [*(fields or []), ("Content-Length", str(len(body) if length is None else length))]
    lines = [f"HTTP/1.1 {status} A reason", *[f"{name}: {value}" for name, value in fields]]
    return "\r\n".join([*lines, "", ""]).encode() + body


def record(url: str, message: bytes, at: datetime = WHEN, fields: Fields | None = None) -> bytes:
    """A record of a response."""
    lines = [
        "WARC/1.0",
        "WARC-Type: response",
        f"WARC-Target-URI: {url}",
        f"WARC-Date: {at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        f"WARC-Record-ID: <{uuid.uuid5(uuid.NAMESPACE_URL, f'{url} {at}').urn}>",
        "Content-Type: application/http; msgtype=response",
        f"Content-Length: {len(message)}",
        *[f"{name}: {value}" for name, value in fields or []],
    ]
    return "\r\n".join([*lines, "", ""]).encode() + message + b"\r\n\r\n"


def robots(authority: str, message: bytes, at: datetime = WHEN, fields: Fields | None = None) -> bytes:
    """A record of an answer for the robots.txt of an authority."""
    return record(f"{authority}/robots.txt", message, at, fields)


def redirect(location: str, status: int = 301) -> bytes:
    """A redirect."""
    return http(b"moved", status=status, fields=[("Location", location)])
