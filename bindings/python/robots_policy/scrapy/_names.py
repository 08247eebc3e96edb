"""The stats and the keys of request meta, one row each; the documentation shows these rows."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["META", "STATS", "Name"]


@dataclass(frozen=True)
class Name:
    """A name that users see, and its meaning."""

    text: str
    meaning: str

    def __str__(self) -> str:
        """Return the name."""
        return self.text

    def of(self, *words: object) -> str:
        """Return the name with its ``<words>`` filled in, in their order."""
        text = self.text
        for word in words:
            begin, end = text.index("<"), text.index(">")
            text = f"{text[:begin]}{word}{text[end + 1 :]}"
        return text


META: list[Name] = []
STATS: list[Name] = []


def _row(table: list[Name], text: str, meaning: str) -> Name:
    row = Name(text, meaning)
    table.append(row)
    return row


DONT_OBEY = _row(META, "dont_obey_robotstxt", "Scrapy's own: the request is sent whatever robots.txt says.")
FOLLOW = _row(
    META,
    "robots_policy_follow",
    "The request is sent although its page says `nofollow`: for forms, APIs and pagination. "
    "The middleware removes the key, so a copied `response.meta` does not pass it on.",
)
IGNORE = _row(
    META,
    "robots_policy_ignore",
    "The response is judged, but nothing is dropped or stopped. A copied `response.meta` passes it on.",
)

RESPONSES = _row(STATS, "robots_policy/responses", "Responses that were judged.")
DIRECTIVES = _row(STATS, "robots_policy/directives/<name>", "Responses for which this directive is in force.")
USES = _row(
    STATS,
    "robots_policy/uses/<use>/<answer>",
    "Responses with this answer about a use of `ROBOTS_POLICY_ACTIONS`: `unknown`, or that of `Uses.of`.",
)
SOURCES = _row(STATS, "robots_policy/sources/<source>", "Responses that this source restricts.")
DIAGNOSTICS = _row(STATS, "robots_policy/diagnostics/<code>", "Diagnostics with this code.")
UNREAD = _row(
    STATS,
    "robots_policy/unread/<source>/<why>",
    "Responses of which this source was not read, and keeps an answer that `ROBOTS_POLICY_ACTIONS` needs from being "
    "known.",
)
ITEMS_DROPPED = _row(STATS, "robots_policy/items_dropped", "Items that `drop-items` dropped.")
REQUESTS_DROPPED = _row(
    STATS, "robots_policy/requests_dropped", "Requests that `drop-requests` or `ROBOTS_POLICY_PARTS` dropped."
)
REQUESTS_FOLLOWED = _row(
    STATS, "robots_policy/requests_followed", "Requests that `robots_policy_follow` kept from being dropped."
)
RESPONSES_DROPPED = _row(STATS, "robots_policy/responses_dropped", "Responses that `drop-response` dropped.")
RESPONSES_IGNORED = _row(
    STATS, "robots_policy/responses_ignored", "Restricted responses that `robots_policy_ignore` let through."
)
RESPONSES_BLANKED = _row(
    STATS, "robots_policy/responses_blanked", "Responses whose closed text `ROBOTS_POLICY_PARTS` made spaces."
)
DOWNLOADS_STOPPED = _row(STATS, "robots_policy/downloads_stopped", "Downloads that were ended early.")

REQUEST_COUNT = _row(STATS, "robotstxt/request_count", "Scrapy's own: fetches of robots.txt.")
RESPONSE_COUNT = _row(STATS, "robotstxt/response_count", "Scrapy's own: fetches that ended with an answer.")
RESPONSE_STATUS = _row(STATS, "robotstxt/response_status_count/<status>", "Scrapy's own: these answers by status.")
EXCEPTIONS = _row(STATS, "robotstxt/exception_count/<type>", "Scrapy's own: fetches that ended with this exception.")
FORBIDDEN = _row(STATS, "robotstxt/forbidden", "Scrapy's own: requests that were not sent.")
REDIRECTS = _row(STATS, "robotstxt/redirect_count", "Redirects of robots.txt that were followed.")
UNREACHABLE = _row(
    STATS,
    "robotstxt/unreachable",
    "Fetches without an answer, with a status of 202, 429 or 5xx, with one that HTTP does not define, or with a "
    "challenge.",
)
