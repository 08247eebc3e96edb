"""The types of the input and of the findings of :func:`robots_policy.lint.lint`."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Literal, NotRequired, TypeAlias, TypedDict

TextOrBytes: TypeAlias = str | bytes | bytearray | memoryview
"""A document as text, or as bytes, which are read by their charset."""

LintLevel: TypeAlias = Literal["info", "warning", "error"]
"""The weight of a finding: ``error`` where a statement is not heard, ``warning`` where readers differ, or ``info``."""

FindingAnswer: TypeAlias = Literal["yes", "no", "unstated", "unknown"]
"""An answer to a question."""


class LintPage(TypedDict, total=False):
    """A response, or a page without one: it has ``headers``, ``html``, or both. ``None`` is not given."""

    name: str | None
    """Its name in findings. Without it: its ``url``, or its place in ``pages``."""
    url: str | None
    """An absolute URL, or a path that starts with ``/``. Without it, what robots.txt says about it is not known."""
    status: int | None
    """The HTTP status, from 100 to 599."""
    headers: Iterable[tuple[str, str]] | None
    """The names and values of the response fields, in wire order. Without it: they are not given."""
    html: TextOrBytes | None
    """The document. Without it: it is not given."""
    cut: bool | None
    """Whether the end of the document is missing; true needs a document. Without it: false."""


class LintInput(TypedDict, total=False):
    """What ``lint`` looks at; one of the first four at least. ``None`` is not given."""

    robots: TextOrBytes | None
    """The site's robots.txt, which is for the pages too."""
    tdmrep: TextOrBytes | None
    """Its ``/.well-known/tdmrep.json``."""
    license: TextOrBytes | None
    """A licence in RSL."""
    pages: Iterable[LintPage] | None
    """Responses and pages, in their order."""
    levels: Mapping[str, Literal["info", "warning", "error", "off"]] | None
    """Other levels of rules, by their codes; ``off`` leaves a rule out."""
    now: datetime | None
    """The time that deadlines are compared with; it has a time zone. By default that of the system."""


class FindingPlace(TypedDict):
    """Bytes of an input.

    ``bytes`` has the first one and the one after the last. Those of fields are of a text with a line ``Name: value``
    for each, and those of a text are of its UTF-8.
    """

    input: str
    """``robots.txt``, ``tdmrep.json``, ``license.xml``, or the name of a page; with ``(fields)`` its fields."""
    bytes: list[int]
    line: int
    """From 1; 0 for the input as a whole."""
    column: int
    """In characters, from 1; 0 for the input as a whole."""
    text: str
    """The line, or the part of it around the bytes."""
    marked: list[int]
    """The bytes in the UTF-8 of ``text``."""


class FindingOther(TypedDict):
    """Further bytes, with what they are."""

    place: FindingPlace
    label: str


class FindingChange(TypedDict):
    """An answer that differs for some askers."""

    question: Literal["fetch", "index", "follow", "archive", "snippet", "train", "input", "search"]
    targets: list[str]
    """The first paths or addresses that were asked about."""
    targets_count: int
    now: FindingAnswer
    """The answer to what is written."""
    then: FindingAnswer
    """The answer of the second reading."""
    who: list[str]
    """The engines and names, and ``any other client``."""


class FindingEffect(TypedDict):
    """The answers that differ between what is written and a second reading."""

    compared: Literal["as-meant", "without", "other-host"]
    """The statement as it was probably meant, the input without it, or what another host answers."""
    changes: list[FindingChange]


class FindingEdit(TypedDict):
    """Text for the place of bytes."""

    start: int
    end: int
    text: str


class FindingFix(TypedDict):
    """Text to put in the place of bytes of the input of ``place``."""

    is_safe: bool
    """Whether every answer stays as it is; another fix changes those of ``effect``."""
    edits: list[FindingEdit]
    """The changes, in the order of their bytes; none overlaps another."""


class Finding(TypedDict):
    """A finding: a line of ``robots-policy lint --format json``."""

    version: Literal[1]
    """The version of the form."""
    type: Literal["finding"]
    fingerprint: str
    """A number of the rule, the address or input and the text; it stays where lines move."""
    code: str
    """The rule."""
    level: LintLevel
    message: str
    """A sentence for people, which may change."""
    place: FindingPlace
    """The bytes that it is about."""
    others: list[FindingOther]
    """Further bytes."""
    url: NotRequired[str]
    """The page that it is about."""
    effect: NotRequired[FindingEffect]
    fix: NotRequired[FindingFix]
    count: int
    """The number of lines or pages."""
    inputs: NotRequired[list[str]]
    """The first of several pages."""


class Incomplete(TypedDict):
    """An input that was not looked at, or not whole."""

    input: str
    why: str


class LintResult(TypedDict):
    """The findings about an input."""

    findings: list[Finding]
    """The findings, in the order of the inputs."""
    incomplete: list[Incomplete]
    """The inputs that were not looked at, or not whole. Without findings they are not known to have none."""
