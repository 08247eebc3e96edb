"""The sites of `vocabulary.toml`, over which every recipe for data sets runs, as an archive.

`test_recipes.py` compares the list with the library's vocabularies, so that a new one needs a site there.
"""

from __future__ import annotations

import gzip
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import warc_records

TEXT = b"<title>A page</title><body>text"
TABLE = tomllib.loads(Path(__file__).with_name("vocabulary.toml").read_text(encoding="utf-8"))
TYPES = {"txt": "text/plain", "json": "application/json", "xml": "application/rsl+xml"}


@dataclass(frozen=True)
class Site:
    """A site with one page: lines of its head and its document, and the files beside it or their statuses."""

    head: str = "X-Other: 1"
    body: str = TEXT.decode()
    status: int = 200
    files: dict[str, str | int] = field(default_factory=lambda: {"/robots.txt": 404})

    def answers(self) -> dict[str, tuple[int, bytes]]:
        """Status and body of each file."""
        return {
            path: (file, b"") if isinstance(file, int) else (200, file.encode()) for path, file in self.files.items()
        }


CLOSED = {name: Site(**site) for name, site in TABLE["closed"].items()}
OPEN = {name: Site(**site) for name, site in TABLE["open"].items()}


def member(url: str, block: bytes, kind: str = "text/html") -> bytes:
    """A record of a WARC, compressed by itself."""
    return gzip.compress(warc_records.record(url, block, fields=[("WARC-Identified-Payload-Type", kind)]), mtime=0)


def records(name: str, site: Site) -> list[bytes]:
    """The records of a site: the files beside its page, then the page, whose path is the name."""
    host = f"https://{name}.hostile.example"
    made = []
    for path, (status, body) in site.answers().items():
        kind = TYPES[path.rpartition(".")[2]]
        made.append(
            member(host + path, f"HTTP/1.1 {status} Status\r\nContent-Type: {kind}\r\n\r\n".encode() + body, kind)
        )
    page = f"HTTP/1.1 {site.status} Status\r\nContent-Type: text/html\r\n{site.head}\r\n\r\n{site.body}"
    return [*made, member(f"{host}/{name}", page.encode())]


def archive() -> bytes:
    """An archive of all these sites."""
    return b"".join(each for name, site in {**CLOSED, **OPEN}.items() for each in records(name, site))
