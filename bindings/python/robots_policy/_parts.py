"""The parts of a verdict, as named tuples."""

from collections import namedtuple

__all__ = [
    "Access",
    "Damage",
    "Diagnostic",
    "Document",
    "Known",
    "LedgerEntry",
    "Mark",
    "NotHonoured",
    "Place",
    "Pointer",
    "PolicyToken",
    "Preference",
    "Profile",
    "Reason",
    "Snippet",
    "Terms",
    "Unread",
]

# `typing.NamedTuple` would import `typing`, which costs more than all else here; the stub has the types.
Access = namedtuple("Access", ["allowed", "reason", "group", "rule", "line", "purposes"])  # noqa: PYI024
Damage = namedtuple("Damage", ["file", "offset", "code", "message"])  # noqa: PYI024
Snippet = namedtuple("Snippet", ["allowed", "max_chars"])  # noqa: PYI024
Unread = namedtuple("Unread", ["source", "why"])  # noqa: PYI024
LedgerEntry = namedtuple(  # noqa: PYI024
    "LedgerEntry", ["source", "state", "why", "url", "status", "fetched", "sha256", "record_id"]
)
Reason = namedtuple(  # noqa: PYI024
    "Reason", ["directive", "value", "scope", "source", "placement", "line", "span", "text"]
)
Diagnostic = namedtuple(  # noqa: PYI024
    "Diagnostic", ["code", "severity", "source", "placement", "line", "span", "message"]
)
Preference = namedtuple(  # noqa: PYI024
    "Preference",
    [
        "label",
        "vocabulary",
        "answer",
        "scope",
        "source",
        "placement",
        "line",
        "span",
        "text",
        "url",
        "is_superseded",
    ],
)
Terms = namedtuple(  # noqa: PYI024
    "Terms", ["activity", "vocabulary", "url", "payment", "server", "reporting", "user", "geo"]
)
PolicyToken = namedtuple("PolicyToken", ["token", "activities", "answer", "group", "line", "reason"])  # noqa: PYI024
Pointer = namedtuple("Pointer", ["url", "why", "source", "placement", "line", "span", "text"])  # noqa: PYI024

Document = namedtuple("Document", ["key", "title", "dated", "url"])  # noqa: PYI024
Known = namedtuple("Known", ["cell", "value", "source", "grade", "verified", "is_disputed"])  # noqa: PYI024
NotHonoured = namedtuple("NotHonoured", ["directive", "why", "source", "place"])  # noqa: PYI024
Place = namedtuple("Place", ["source", "placement", "line", "span", "text"])  # noqa: PYI024
Profile = namedtuple(  # noqa: PYI024
    "Profile", ["name", "operator", "kind", "tokens", "page_names", "verified", "retired", "cells"]
)


class Mark(namedtuple("Mark", ["kind", "cell", "source", "place"])):  # noqa: PYI024
    """A mark; its text form is that of the record."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{self.kind}: {self.cell}"


for _part in (
    Access,
    Damage,
    Snippet,
    Unread,
    LedgerEntry,
    Reason,
    Diagnostic,
    Preference,
    Terms,
    PolicyToken,
    Pointer,
    Document,
    Known,
    Mark,
    NotHonoured,
    Place,
    Profile,
):
    _part.__module__ = "robots_policy"
