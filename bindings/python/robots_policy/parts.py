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
    reason: AccessReason
    group: str | None
    rule: str | None
    line: int | None
    purposes: dict[str, Access]

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        return _access_html(self)


class Snippet(NamedTuple):
    """May it be excerpted, and how long? ``max_chars`` is 0 if no excerpt is allowed, ``None`` without a limit."""

    allowed: bool | None
    max_chars: int | None


class Unread(NamedTuple):
    """A source that is not known, and the answers that it keeps from being known.

    ``keeps`` names the answers, such as ``"index"`` or ``"train"``. ``url`` is that of a document that can be fetched;
    of a licence ``from_`` is the source that points at it, and ``line`` its line.
    """

    source: LedgerSource
    why: Why
    keeps: tuple[Asked, ...] = ()
    url: str | None = None
    from_: Source | None = None
    line: int | None = None


class LedgerEntry(NamedTuple):
    """A source of a response and its state, with what the caller stated of it; what is not known is ``None``.

    ``source`` is ``"robots.txt"``, ``"fields"``, ``"document"``, ``"tdmrep.json"``, ``"licenses"`` (once for each
    address that a source points at) or ``"embedded"``. ``state`` is ``"read"``, ``"absent"``, ``"not-applicable"``,
    ``"assumed"`` (by the caller's word), ``"not-given"`` or ``"unread"``. ``why`` is a value of :class:`Why`.
    """

    source: LedgerSource
    state: LedgerState
    why: Why | None
    url: str | None
    status: int | None
    fetched: datetime | None
    sha256: str | None
    record_id: str | None


class Reason(NamedTuple):
    """A statement that the verdict follows from; a rule of robots.txt has the directive ``"disallow"``.

    ``line`` counts from 1, in fields as in robots.txt, and is ``None`` for a document; ``span`` counts bytes from 0.
    Statements of the vocabularies about AI use are :class:`Preference`, in :attr:`Uses.reasons`.
    """

    directive: Directive | str | None
    value: bool | int | str | None
    scope: str
    source: Source
    placement: str | None
    line: int | None
    span: tuple[int, int]
    text: str


class Preference(NamedTuple):
    """A statement about AI use that addresses the agent, and its bytes.

    ``url`` is the address of the licence that holds them. A statement that a later place of TDMRep replaces is
    superseded, and decides nothing.
    """

    label: Label
    vocabulary: Vocabulary
    answer: Answer
    scope: str
    source: Source
    placement: str | None
    line: int | None
    span: tuple[int, int]
    text: str
    url: str | None
    is_superseded: bool


class Terms(NamedTuple):
    """The terms of a use, as the source names them, or ``url``, the address that has them. They are not evaluated."""

    activity: Activity
    vocabulary: Vocabulary
    url: str | None
    payment: tuple[str, ...]
    server: str | None
    reporting: tuple[str, ...]
    user: tuple[str, ...]
    geo: tuple[str, ...]
    level: Level | None


class PolicyToken(NamedTuple):
    """The answer of robots.txt for a policy token, and the group, the line and the reason that decided.

    The reason is that of :class:`Access`: ``"unreachable"`` has no line, and nothing is allowed then.

    It counts for its activities alone.
    """

    token: str
    activities: tuple[Activity, ...]
    answer: Answer
    group: str | None
    line: int | None
    reason: AccessReason


class Pointer(NamedTuple):
    """A document about AI use that was not read, and the bytes that point at it.

    ``tdmrep.json``, whose place is known, has no bytes that point at it: ``line``, ``span`` and ``text`` are ``None``.
    """

    url: str
    why: Missing
    source: Source
    placement: str | None
    line: int | None
    span: tuple[int, int] | None
    text: str | None


class Diagnostic(NamedTuple):
    """Something unusual in an input, and its bytes."""

    code: DiagnosticCode
    severity: Severity
    source: Source
    placement: str | None
    line: int | None
    span: tuple[int, int]
    message: str


class Damage(NamedTuple):
    """A place at which an archive is damaged."""

    file: str
    offset: int
    code: str
    message: str


class Document(NamedTuple):
    """A document about a crawler. ``dated`` is its own date, or that of the copy that was read."""

    key: str
    title: str
    dated: str
    url: str | None


class Known(NamedTuple):
    """A cell of a profile. Without a ``source`` nothing is documented, and ``value`` is the general reading."""

    cell: str
    value: str
    source: Document | None
    grade: Grade | None
    verified: date | None
    is_disputed: bool


class Profile(NamedTuple):
    """A crawler as its owner and others document it; ``verified`` is the oldest day of its facts."""

    name: str
    operator: str
    kind: ProfileKind
    tokens: tuple[str, ...]
    page_names: tuple[str, ...]
    verified: date | None
    retired: date | None
    cells: tuple[Known, ...]


class Place(NamedTuple):
    """The bytes of a statement."""

    source: Source
    placement: str | None
    line: int | None
    span: tuple[int, int]
    text: str


class NotHonoured(NamedTuple):
    """A directive that addresses an engine, and that it does not act on: ``why`` is ``stated`` or ``unlisted``."""

    directive: Directive
    why: Honour
    source: Document | None
    place: Place


class Mark(NamedTuple):
    """Where the reading of an engine leaves the general one, or a doubt; ``str(mark)`` is that of the record."""

    kind: MarkKind
    cell: str
    source: Document | None
    place: Place | None

    def __str__(self) -> str:
        """Return its text in the record."""
        return f"{self.kind}: {self.cell}"
