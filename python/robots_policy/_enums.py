"""The enums, whose members come from the tables of the native library."""

from enum import StrEnum

from robots_policy._native import directive_aliases, tables

__all__ = ["AccessReason", "Cause", "DiagnosticCode", "Dialect", "Directive", "Severity", "Source", "Why"]


def _named(word: str) -> str:
    return word.upper().replace("-", "_").replace(".", "_")


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


Directive = _Directive("Directive", _members("Directive"), module="robots_policy")
Source = StrEnum("Source", _members("Source"), module="robots_policy")
Severity = StrEnum("Severity", _members("Severity"), module="robots_policy")
DiagnosticCode = StrEnum("DiagnosticCode", _members("DiagnosticCode"), module="robots_policy")
AccessReason = StrEnum("AccessReason", _members("AccessReason"), module="robots_policy")
Cause = StrEnum("Cause", _members("Cause"), module="robots_policy")
Dialect = StrEnum("Dialect", _members("Dialect"), module="robots_policy")
Why = StrEnum("Why", _members("Why"), module="robots_policy")
