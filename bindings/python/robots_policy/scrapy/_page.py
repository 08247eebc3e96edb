"""The verdict on a page, from the sources that the settings name."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from robots_policy import Directive, MetaExtractor, Policy, Signals, Source, Verdict, judge, signals_from_headers

if TYPE_CHECKING:
    from scrapy.http import Response
    from scrapy.http.headers import Headers

    from robots_policy import Client

__all__ = ["fields_of", "in_force", "verdict_on"]

# Flags of responses whose body broke off. `partial` is not one: it is on every body that ends with its connection, as
# HTTP/1.0 allows.
CUT = frozenset(["dataloss", "download_stopped"])


def fields_of(headers: Headers, sources: frozenset[Source]) -> list[tuple[bytes, bytes]]:
    """Return the field lines, without the robots fields that are not among the sources."""
    return [
        (name, line)
        for name, lines in headers.items()
        if name.decode("latin-1").lower() not in OTHERS[sources]
        for line in lines
    ]


class _Others(dict[frozenset[Source], frozenset[str]]):
    """The robots fields that are not among the sources."""

    def __missing__(self, sources: frozenset[Source]) -> frozenset[str]:
        others = self[sources] = frozenset({Source("robots-tag"), Source("x-robots-tag")} - sources)
        return others


OTHERS = _Others()


def verdict_on(response: Response, agent: Client, sources: frozenset[Source]) -> Verdict:
    """Judge a response."""
    fields = fields_of(response.headers, sources)
    # The URL of a `data:` page is neither absolute in this sense nor a path.
    url = response.url if "://" in response.url else None
    if Source("meta") not in sources:
        return judge(agent, url, headers=fields)
    if not _is_cut(response):
        return judge(agent, url, headers=fields, html=response.body)
    metas = MetaExtractor(headers=fields, agents=[agent])
    metas.feed(response.body)
    signals: Signals = signals_from_headers(fields) | metas.finish(cut=True)
    return Policy(signals).verdict(agent, url)


def _is_cut(response: Response) -> bool:
    """Return whether the page has more bytes than the response."""
    is_head = response.request is not None and response.request.method == "HEAD"
    return is_head or not CUT.isdisjoint(response.flags)


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
