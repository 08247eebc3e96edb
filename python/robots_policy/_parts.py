"""The parts of a verdict, as named tuples."""

from collections import namedtuple

__all__ = [
    "Access",
    "Damage",
    "Diagnostic",
    "Pointer",
    "PolicyToken",
    "Preference",
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
PolicyToken = namedtuple("PolicyToken", ["token", "activities", "answer", "group", "line"])  # noqa: PYI024
Pointer = namedtuple("Pointer", ["url", "why", "source", "placement", "line", "span", "text"])  # noqa: PYI024

for _part in (Access, Damage, Snippet, Unread, Reason, Diagnostic, Preference, Terms, PolicyToken, Pointer):
    _part.__module__ = "robots_policy"
