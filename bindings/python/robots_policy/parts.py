"""The parts of a verdict, as named tuples."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from robots_policy._native import _access_html

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

if TYPE_CHECKING:
    from datetime import date, datetime

    from robots_policy.enums import (
        AccessReason,
        Activity,
        Answer,
        Asked,
        DiagnosticCode,
        Directive,
        Grade,
        Honour,
        Label,
        LedgerSource,
        LedgerState,
        Level,
        MarkKind,
        Missing,
        ProfileKind,
        Severity,
        Source,
        Vocabulary,
        Why,
    )


class Access(NamedTuple):
    """What robots.txt says of a URL; ``allowed`` is ``None`` if the file was not read whole, and no rule forbids it."""

    allowed: bool | None
    """Whether the agent may fetch it; ``None`` if that is not known."""
    reason: AccessReason
    """Why it is so."""
    group: str | None
    """The product token of the group that decides; ``"*"`` for that of every other client."""
    rule: str | None
    """The rule that decides, as it is written."""
    line: int | None
    """The line of the rule in robots.txt, from 1 on."""
    purposes: dict[str, Access]
    """The answers for purposes of the agent that have groups of their own."""

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        return _access_html(self)


class Snippet(NamedTuple):
    """May it be excerpted, and how long? ``max_chars`` is 0 if no excerpt is allowed, ``None`` without a limit."""

    allowed: bool | None
    """Whether it may be excerpted; ``None`` if that is not known."""
    max_chars: int | None
    """The longest excerpt, in characters; ``None`` without a limit."""


class Unread(NamedTuple):
    """A source that is not known, and the answers that it keeps from being known.

    ``keeps`` names the answers, such as ``"index"`` or ``"train"``. ``url`` is that of a document that can be fetched;
    of a licence ``from_`` is the source that points at it, and ``line`` its line.
    """

    source: LedgerSource
    """The source."""
    why: Why
    """Why it is not known."""
    keeps: tuple[Asked, ...] = ()
    """The answers that it keeps from being known."""
    url: str | None = None
    """The address of a document that can be fetched."""
    from_: Source | None = None
    """The source that points at the document."""
    line: int | None = None
    """The line that points at it, from 1 on."""


class LedgerEntry(NamedTuple):
    """A source of a response and its state, with what the caller stated of it; what is not known is ``None``.

    ``source`` is ``"robots.txt"``, ``"fields"``, ``"document"``, ``"tdmrep.json"``, ``"licenses"`` (once for each
    address that a source points at) or ``"embedded"``. ``state`` is ``"read"``, ``"absent"``, ``"not-applicable"``,
    ``"assumed"`` (by the caller's word), ``"not-given"`` or ``"unread"``. ``why`` is a value of :class:`Why`.
    """

    source: LedgerSource
    """The source."""
    state: LedgerState
    """What is known of it."""
    why: Why | None
    """Why it is not known."""
    url: str | None
    """The address it was fetched from."""
    status: int | None
    """The status of its answer."""
    fetched: datetime | None
    """When it was fetched, in UTC."""
    sha256: str | None
    """The SHA-256 of its bytes, in hexadecimal digits."""
    record_id: str | None
    """The identifier of its record in an archive."""


class Reason(NamedTuple):
    """A statement that the verdict follows from; a rule of robots.txt has the directive ``"disallow"``.

    ``line`` counts from 1, in fields as in robots.txt, and is ``None`` for a document; ``span`` counts bytes from 0.
    Statements of the vocabularies about AI use are :class:`Preference`, in :attr:`Uses.reasons`.
    """

    directive: Directive | str | None
    """The directive, ``"disallow"`` for a rule of robots.txt, or a name that is not in the table."""
    value: bool | int | str | None
    """The value, such as 20 of ``max-snippet: 20``; true for a directive without one."""
    scope: str
    """The product token that it addresses; ``"*"`` for every client."""
    source: Source
    """The field, element or file that has the statement."""
    placement: str | None
    """Where in a document it is: ``"head"``, ``"noscript"`` or ``"body"``; ``None`` for other sources."""
    line: int | None
    """The line, from 1 on; ``None`` for a document."""
    span: tuple[int, int]
    """The first byte and the one after the last, from 0 on: in the line, or in the document."""
    text: str
    """The bytes as characters."""


class Preference(NamedTuple):
    """A statement about AI use that addresses the agent, and its bytes.

    ``url`` is the address of the licence that holds them. A statement that a later place of TDMRep replaces is
    superseded, and decides nothing.
    """

    label: Label
    """The label: vocabulary and name."""
    vocabulary: Vocabulary
    """The vocabulary."""
    answer: Answer
    """The answer that it gives."""
    scope: str
    """The product token that it addresses; ``"*"`` for every client."""
    source: Source
    """The field, element or file that has the statement."""
    placement: str | None
    """Where in a document it is: ``"head"``, ``"noscript"`` or ``"body"``; ``None`` for other sources."""
    line: int | None
    """The line, from 1 on; ``None`` for a document."""
    span: tuple[int, int]
    """The first byte and the one after the last, from 0 on: in the line, or in the document."""
    text: str
    """The bytes as characters."""
    url: str | None
    """The address of the licence that holds it; ``None`` for other sources."""
    is_superseded: bool
    """Whether a later place of TDMRep replaces it, so that it decides nothing."""


class Terms(NamedTuple):
    """The terms of a use, as the source names them, or ``url``, the address that has them. They are not evaluated."""

    activity: Activity
    """The use."""
    vocabulary: Vocabulary
    """The vocabulary."""
    url: str | None
    """The address that has the terms."""
    payment: tuple[str, ...]
    """The kinds of payment."""
    server: str | None
    """The address of the licence server."""
    reporting: tuple[str, ...]
    """The kinds of reports that are wanted."""
    user: tuple[str, ...]
    """The users to which the use is permitted."""
    geo: tuple[str, ...]
    """The countries in which it is permitted."""
    level: Level | None
    """The level of Content Signals up to which it is permitted."""


class PolicyToken(NamedTuple):
    """The answer of robots.txt for a policy token, and the group, the line and the reason that decided.

    The reason is that of :class:`Access`: ``"unreachable"`` has no line, and nothing is allowed then.

    It counts for its activities alone.
    """

    token: str
    """The token, such as ``Google-Extended``."""
    activities: tuple[Activity, ...]
    """The uses that it is about."""
    answer: Answer
    """The answer for them."""
    group: str | None
    """The product token of the group that decides."""
    line: int | None
    """The line that decides, from 1 on."""
    reason: AccessReason
    """Why it is so."""


class Pointer(NamedTuple):
    """A document about AI use that was not read, and the bytes that point at it.

    ``tdmrep.json``, whose place is known, has no bytes that point at it: ``line``, ``span`` and ``text`` are ``None``.
    """

    url: str
    """The address of the document."""
    why: Missing
    """Why it was not read."""
    source: Source
    """The field, element or file that has the statement."""
    placement: str | None
    """Where in a document it is: ``"head"``, ``"noscript"`` or ``"body"``; ``None`` for other sources."""
    line: int | None
    """The line, from 1 on; ``None`` for a document."""
    span: tuple[int, int] | None
    """The first byte and the one after the last, from 0 on: in the line, or in the document."""
    text: str | None
    """The bytes as characters."""


class Diagnostic(NamedTuple):
    """Something unusual in an input, and its bytes."""

    code: DiagnosticCode
    """What is unusual; codes are stable."""
    severity: Severity
    """How much it matters."""
    source: Source
    """The field, element or file that has the statement."""
    placement: str | None
    """Where in a document it is: ``"head"``, ``"noscript"`` or ``"body"``; ``None`` for other sources."""
    line: int | None
    """The line, from 1 on; ``None`` for a document."""
    span: tuple[int, int]
    """The first byte and the one after the last, from 0 on: in the line, or in the document."""
    message: str
    """The sentence for people; it may change with any version."""


class Damage(NamedTuple):
    """A place at which an archive is damaged."""

    file: str
    """The name of the archive."""
    offset: int
    """The byte at which it begins, from 0 on."""
    code: str
    """What is damaged; codes are stable."""
    message: str
    """The sentence for people."""


class Document(NamedTuple):
    """A document about a crawler. ``dated`` is its own date, or that of the copy that was read."""

    key: str
    """The key that facts name it by, such as ``"G-META"``."""
    title: str
    """The title."""
    dated: str
    """Its own date, or that of the copy that was read."""
    url: str | None
    """The address."""


class Known(NamedTuple):
    """A cell of a profile. Without a ``source`` nothing is documented, and ``value`` is the general reading."""

    cell: str
    """What the fact is about."""
    value: str
    """The fact in words."""
    source: Document | None
    """The document that says so."""
    grade: Grade | None
    """How it is known."""
    verified: date | None
    """The day on which it was verified."""
    is_disputed: bool
    """Whether reports contradict it."""


class Profile(NamedTuple):
    """A crawler as its owner and others document it; ``verified`` is the oldest day of its facts."""

    name: str
    """The name, such as ``"googlebot"``."""
    operator: str
    """Who runs it."""
    kind: ProfileKind
    """Its job."""
    tokens: tuple[str, ...]
    """The product tokens that it obeys in robots.txt, most specific first."""
    page_names: tuple[str, ...]
    """The names to which it listens in fields and metas."""
    verified: date | None
    """The oldest day of its facts."""
    retired: date | None
    """The day from which it makes no requests."""
    cells: tuple[Known, ...]
    """What is known of it."""


class Place(NamedTuple):
    """The bytes of a statement."""

    source: Source
    """The field, element or file that has the statement."""
    placement: str | None
    """Where in a document it is: ``"head"``, ``"noscript"`` or ``"body"``; ``None`` for other sources."""
    line: int | None
    """The line, from 1 on; ``None`` for a document."""
    span: tuple[int, int]
    """The first byte and the one after the last, from 0 on: in the line, or in the document."""
    text: str
    """The bytes as characters."""


class NotHonoured(NamedTuple):
    """A directive that addresses an engine, and that it does not act on: ``why`` is ``stated`` or ``unlisted``."""

    directive: Directive
    """The directive."""
    why: Honour
    """Whether its owner says so, or its list lacks the directive."""
    source: Document | None
    """The document."""
    place: Place
    """The bytes that state the directive."""


class Mark(NamedTuple):
    """Where the reading of an engine leaves the general one, or a doubt; ``str(mark)`` is that of the record."""

    kind: MarkKind
    """Where its reading leaves the general one, or what is not known."""
    cell: str
    """What it is about."""
    source: Document | None
    """The document."""
    place: Place | None
    """The bytes that the mark is about."""

    def __str__(self) -> str:
        """Return its text in the record."""
        return f"{self.kind}: {self.cell}"


def _document(source: str | None) -> None:
    """Give each field the docstring below it, which editors show and Python drops."""
    part = field = ""
    for line in (source or "").splitlines():
        name, colon, _ = line.removeprefix("    ").partition(":")
        if line.startswith("class "):
            part = line.removeprefix("class ").partition("(")[0]
        elif field and line.startswith('    """'):
            getattr(globals()[part], field).__doc__ = line.strip()[3:-3]
        field = name if colon and name.isidentifier() and line[0] == " " else ""


# Without a source, as in a package of compiled files alone, fields have no docstrings.
_document(getattr(__spec__.loader, "get_source", lambda _: None)(__name__))
