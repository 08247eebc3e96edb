"""The verdict on a page, from the sources that the settings name."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from w3lib.url import canonicalize_url

from robots_policy import Activity, Answer, Verdict, judge
from robots_policy._responses import CUT, DAMAGED
from robots_policy.enums import Directive, Source

if TYPE_CHECKING:
    from scrapy.http import Response
    from scrapy.http.headers import Headers

    from robots_policy import Client, RobotsOutcome

__all__ = ["answers_of", "closed_links", "fields_of", "in_force", "restricts", "verdict_on"]


def fields_of(headers: Headers, sources: frozenset[Source]) -> list[tuple[bytes, bytes]]:
    """Return the field lines, without the robots fields that are not among the sources."""
    others = ROBOTS_FIELDS - sources
    return [
        (name, line)
        for name, lines in headers.items()
        if name.decode("latin-1").lower() not in others
        for line in lines
    ]


def verdict_on(  # noqa: PLR0913 - as the settings name them
    response: Response,
    agent: Client,
    sources: frozenset[Source],
    robots: RobotsOutcome | None = None,
    assumed: frozenset[str] = frozenset(),
    *,
    parts: bool = False,
) -> Verdict:
    """Judge a response, with what is known of the robots.txt of its site."""
    fields = fields_of(response.headers, sources)
    # The URL of a `data:` page is neither absolute in this sense nor a path.
    url = response.url if "://" in response.url else None
    # HTTP does not define other statuses, such as 999, and counts them as errors of the server.
    status = response.status if response.status in range(100, 600) else 500
    if robots is not None and (robots.state != "unknown" or robots.why is not None):
        assumed = assumed - {"robots.txt"}
    if Source("meta") not in sources:
        # The owner of the crawler says that documents do not count.
        absent = [*assumed, "document"]
        return judge(agent, url, headers=fields, robots_txt=robots, status=status, assume_absent=absent)
    if response.request is not None and response.request.method == "HEAD":
        return judge(agent, url, headers=fields, robots_txt=robots, status=status, assume_absent=assumed, parts=parts)
    return judge(
        agent,
        url,
        headers=[line for line in fields if not _is_of_coded(line, response.body)],
        html=b"" if DAMAGED in response.flags else response.body,
        robots_txt=robots,
        status=status,
        cut=not CUT.isdisjoint(response.flags),
        assume_absent=assumed,
        parts=parts,
    )


def _is_of_coded(line: tuple[bytes, bytes], body: bytes) -> bool:
    """Return whether a field counts the bytes of a coded body: Scrapy has compared them, and decodes the body."""
    name, value = line
    return name.lower() == b"content-length" and value.isdigit() and int(value) > len(body)


def in_force(verdict: Verdict) -> set[Directive]:
    """Return the directives that restrict the response at its moment."""
    directives = verdict.directives
    found = set(directives)
    for directive, value in directives.items():
        if isinstance(value, datetime) and value > verdict.now:
            found.remove(directive)
    if verdict.snippet.allowed is False:
        found.add(Directive("nosnippet"))
    return found


def closed_links(verdict: Verdict) -> dict[str, str]:
    """Return the addresses to which the ``rel`` of every link of the page says not to go, with the word."""
    found: dict[str, list[str]] = {}
    for link in (verdict.parts or {"links": []})["links"]:
        with suppress(ValueError):  # what is written may be no URL, and leads to no request
            found.setdefault(canonicalize_url(link["url"]), []).append(link.get("why", ""))
    return {url: whys[0] for url, whys in found.items() if all(why.startswith("rel=") for why in whys)}


def answers_of(name: Directive | Activity) -> frozenset[str]:
    """Return the answers of a verdict that show whether a name of the actions is in force."""
    if isinstance(name, Activity):
        return frozenset([name.value])
    answer = ANSWERS.get(name.value)
    return frozenset(ANSWERS.values() if answer is None else [answer])


def restricts(verdict: Verdict, name: Directive | Activity, found: set[Directive]) -> bool | None:
    """Return whether a directive is in force, or a use not allowed; ``None`` if it is not known."""
    if isinstance(name, Activity):
        answer = verdict.uses.of(name)
        return None if answer is None else answer in (Answer("disallow"), Answer("conditional"))
    if name in found:
        return True
    if name.value in ANSWERS:
        answers = {
            "index": verdict.index,
            "follow": verdict.follow,
            "archive": verdict.archive,
            "snippet": verdict.snippet.allowed,
        }
        return None if answers[ANSWERS[name.value]] is None else False
    of_page = [entry.state for entry in verdict.ledger if entry.source in ("fields", "document")]
    return None if UNKNOWN.intersection(of_page) else False


# The directives that one of the answers about a page follows from.
ANSWERS = {"noindex": "index", "nofollow": "follow", "noarchive": "archive", "nosnippet": "snippet"}
UNKNOWN = frozenset(["not-given", "unread"])
ROBOTS_FIELDS = frozenset([Source("robots-tag"), Source("x-robots-tag")])
