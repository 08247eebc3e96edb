"""The enums, whose members come from the tables of the native library."""

from enum import StrEnum

from robots_policy._native import directive_aliases, tables

__all__ = [
    "AccessReason",
    "Activity",
    "Answer",
    "Cause",
    "DiagnosticCode",
    "Dialect",
    "Directive",
    "Grade",
    "Honour",
    "Label",
    "Level",
    "MarkKind",
    "Missing",
    "ProfileKind",
    "Severity",
    "Source",
    "Vocabulary",
    "Why",
]


_TO_NAME = str.maketrans("-.:", "___")


def _named(word: str) -> str:
    return word.upper().translate(_TO_NAME)


def _members(table: str) -> list[tuple[str, str]]:
    return [(_named(word), word) for word in _TABLES[table]]


_TABLES = tables()
_ALIASES = directive_aliases()


class _Directive(StrEnum):
    @classmethod
    def _missing_(cls, value: object) -> "_Directive | None":
        name = str(value).lower()
        name = _ALIASES.get(name, name)
        return next((member for member in cls if member.value == name), None)


class _Ordered(StrEnum):
    """Words in the order of their table, and not in that of the alphabet."""

    def __lt__(self, other: str) -> bool:
        return self._place() < self._place(other)

    def __le__(self, other: str) -> bool:
        return self._place() <= self._place(other)

    def __gt__(self, other: str) -> bool:
        return self._place() > self._place(other)

    def __ge__(self, other: str) -> bool:
        return self._place() >= self._place(other)

    def _place(self, other: str | None = None) -> int:
        words = list(type(self))
        return words.index(self if other is None else type(self)(other))


class _Answer(_Ordered):
    @property
    def is_allowed(self) -> bool:
        return self.value == "allow"

    @property
    def restricts(self) -> bool:
        return self.value in ("conditional", "disallow")

    # A text that is not empty is true, "disallow" and "unstated" as well.
    def __bool__(self) -> bool:
        message = f"an Answer is neither true nor false; write answer.is_allowed, or answer == 'allow', to ask {self!r}"
        raise TypeError(message)


Directive = _Directive("Directive", _members("Directive"), module="robots_policy")
Source = StrEnum("Source", _members("Source"), module="robots_policy")
Severity = StrEnum("Severity", _members("Severity"), module="robots_policy")
DiagnosticCode = StrEnum("DiagnosticCode", _members("DiagnosticCode"), module="robots_policy")
AccessReason = StrEnum("AccessReason", _members("AccessReason"), module="robots_policy")
Cause = StrEnum("Cause", _members("Cause"), module="robots_policy")
Dialect = StrEnum("Dialect", _members("Dialect"), module="robots_policy")
Why = StrEnum("Why", _members("Why"), module="robots_policy")
Activity = StrEnum("Activity", _members("Activity"), module="robots_policy")
Answer = _Answer("Answer", _members("Answer"), module="robots_policy")
Vocabulary = StrEnum("Vocabulary", _members("Vocabulary"), module="robots_policy")
Label = StrEnum("Label", _members("Label"), module="robots_policy")
Level = _Ordered("Level", _members("Level"), module="robots_policy")
Missing = StrEnum("Missing", _members("Missing"), module="robots_policy")
ProfileKind = StrEnum("ProfileKind", _members("ProfileKind"), module="robots_policy")
Grade = StrEnum("Grade", _members("Grade"), module="robots_policy")
Honour = StrEnum("Honour", _members("Honour"), module="robots_policy")
MarkKind = StrEnum("MarkKind", _members("MarkKind"), module="robots_policy")
