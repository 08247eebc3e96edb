"""A site for each way in which an owner keeps a page out of a data set for training, and for each that does not.

Every recipe for data sets runs over an archive of them. `test_recipes.py` compares the list with the library's
vocabularies, so that a new one needs a site here.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass, field

import warc_records

TEXT = b"<title>A page</title><body>text"
# A client for which a policy token counts too.
TOKEN = b"User-agent: Google-Extended\nDisallow: /\n"
# As the library's vocabularies have them, but about other activities than training with a page.
NOT_ABOUT_TRAINING = {
    "aipref:ai-use",
    "aipref:search",
    "content-signal:search",
    "content-signal:ai-input",
    "content-signal:use-input",
    "content-signal:use-index",
    "rsl:search",
    "rsl:ai-input",
    "rsl:ai-index",
    "robots:noimageai",
    "engine:input",
}
# Of the documents of an engine, and a label that counts as its parts.
NOT_OF_PAGES = {"engine:train", "rsl:ai-all"}


@dataclass(frozen=True)
class Site:
    """A site with one page: lines of its head and its document, and the files beside it with their statuses."""

    head: bytes = b"X-Other: 1"
    body: bytes = TEXT
    status: int = 200
    files: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    has_robots: bool = True


def of_robots(body: bytes, status: int = 200) -> Site:
    """A site whose robots.txt says it."""
    return Site(files={"/robots.txt": (status, body)})


def rsl(usage: bytes) -> bytes:
    """A licence that prohibits a usage."""
    return (
        b'<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license><prohibits type="usage">'
        + usage
        + b"</prohibits></license></content></rsl>"
    )


def embedded(usage: bytes) -> Site:
    """A page with such a licence in it."""
    return Site(body=TEXT + b'<script type="application/rsl+xml">' + rsl(usage) + b"</script>")


LICENSE = {"/license.xml": (200, rsl(b"ai-train"))}
LINK = b'Link: </license.xml>; rel="license"; type="application/rsl+xml"'
ROBOTS_WITH_LICENSE = b"User-agent: *\nAllow: /\nLicense: /license.xml\n"
CLOSED: dict[str, Site] = {
    "noai": Site(b"X-Robots-Tag: noai"),
    "noml": Site(b"X-Robots-Tag: noml"),
    "robots-tag": Site(b"Robots-Tag: noai"),
    "meta-noai": Site(body=b"<meta name=robots content=noai><body>text"),
    "meta-noml": Site(body=b"<meta name=robots content=noml><body>text"),
    "usage": Site(b"Content-Usage: train-ai=n"),
    "usage-in-robots": of_robots(b"User-agent: *\nContent-Usage: train-ai=n\n"),
    "signal": Site(b"Content-Signal: ai-train=no"),
    "signal-level": Site(b"Content-Signal: use=reference"),
    "signal-in-robots": of_robots(b"User-agent: *\nContent-Signal: ai-train=no\n"),
    "tdm": Site(b"TDM-Reservation: 1"),
    "tdm-policy": Site(b"TDM-Reservation: 1\r\nTDM-Policy: https://policy.example/policy.json"),
    "tdm-meta": Site(body=b"<meta name=tdm-reservation content=1><body>text"),
    "tdm-file": Site(
        files={
            "/robots.txt": (404, b""),
            "/.well-known/tdmrep.json": (200, b'[{"location": "/*", "tdm-reservation": 1}]'),
        }
    ),
    "rsl": embedded(b"ai-train"),
    "rsl-of-all-ai": embedded(b"ai-all"),
    "rsl-of-all": embedded(b"all"),
    "rsl-link": Site(LINK, files={"/robots.txt": (404, b""), **LICENSE}),
    "rsl-in-robots": Site(files={"/robots.txt": (200, ROBOTS_WITH_LICENSE), **LICENSE}),
    "canel": of_robots(b"User-agent: *\nDisallowAITraining: /\n"),
    "disallow": of_robots(b"User-agent: *\nDisallow: /\n"),
    "policy-token": of_robots(TOKEN),
    # What is not known.
    "license-elsewhere": Site(b'Link: <https://far.example/l.xml>; rel="license"; type="application/rsl+xml"'),
    "license-in-robots-elsewhere": of_robots(ROBOTS_WITH_LICENSE),
    "robots-busy": of_robots(b"", 503),
    "robots-never-requested": Site(has_robots=False),
    "error": Site(status=404),
    "noindex": Site(b"X-Robots-Tag: noindex"),
}
OPEN: dict[str, Site] = {
    "silent": Site(),
    "allowed": Site(b"Content-Usage: train-ai=y"),
    "not-for-search-by-usage": Site(b"Content-Usage: search=n"),
    "not-for-answers": Site(b"Content-Usage: ai-use=n"),
    "images": Site(b"X-Robots-Tag: noimageai"),
    "other-client": Site(b"X-Robots-Tag: otherbot: noai"),
    "robots-of-others": of_robots(b"User-agent: otherbot\nDisallow: /\n"),
    "not-reserved": Site(b"TDM-Reservation: 0"),
}


def member(url: str, block: bytes, kind: str = "text/html") -> bytes:
    """A record of a WARC, compressed by itself."""
    return gzip.compress(warc_records.record(url, block, fields=[("WARC-Identified-Payload-Type", kind)]), mtime=0)


def records(name: str, site: Site) -> list[bytes]:
    """The records of a site: the files beside its page, then the page, whose path is the name."""
    host = f"https://{name}.hostile.example"
    files = {"/robots.txt": (404, b""), **site.files} if site.has_robots else site.files
    made = []
    for path, (status, body) in files.items():
        kind = {"txt": "text/plain", "json": "application/json"}.get(path.rpartition(".")[2], "application/rsl+xml")
        head = b"HTTP/1.1 %d Status\r\nContent-Type: %s\r\n\r\n" % (status, kind.encode())
        made.append(member(host + path, head + body, kind))
    head = b"HTTP/1.1 %d Status\r\nContent-Type: text/html\r\n" % site.status
    return [*made, member(f"{host}/{name}", head + site.head + b"\r\n\r\n" + site.body)]


def archive() -> bytes:
    """An archive of all these sites."""
    return b"".join(each for name, site in {**CLOSED, **OPEN}.items() for each in records(name, site))
