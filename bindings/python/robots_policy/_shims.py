"""The parts that the work-alikes of Protego and of ``urllib.robotparser`` share."""

from __future__ import annotations

from robots_policy import RobotsTxt

# `typing` costs more to import than all else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    from robots_policy import Client

    _Value = TypeVar("_Value")

__all__ = ["NO_LIMIT", "Clients", "file", "groups", "last_value", "token"]

_STARTERS = frozenset(["user-agent", "user-agent-purpose", "signature-agent"])
_RULES = frozenset(["allow", "disallow"])
# Protego and CPython read a file as a whole. A limit here would drop rules that its users obeyed.
NO_LIMIT = 2**31 - 1


class Clients(dict["str | bytes", "Client"]):
    """Who asks, by ``User-Agent`` field: each field is looked up once."""

    __slots__ = ("_client_for", "_most")

    def __init__(self, client_for: Callable[[str | bytes], Client], most: int = 1024) -> None:
        self._client_for = client_for
        self._most = most

    def __missing__(self, user_agent: str | bytes) -> Client:
        client = self._client_for(user_agent)
        # A service may ask with the fields of its own users, which are without end.
        if len(self) >= self._most:
            self.clear()
        self[user_agent] = client
        return client

    def __reduce__(self) -> tuple[type[Clients], tuple[Callable[[str | bytes], Client], int]]:
        return Clients, (self._client_for, self._most)


def file(text: str) -> RobotsTxt:
    """Return the file of a text that a server answered: one that is only an address has no line."""
    try:
        return RobotsTxt(text, limit=NO_LIMIT)
    except ValueError:
        return RobotsTxt("", limit=NO_LIMIT)


def groups(robots_txt: RobotsTxt) -> Iterator[tuple[list[str], list[tuple[str, str]]]]:
    """Yield the groups of a file: the values of their ``User-agent`` lines, and key and value of their other lines."""
    agents: list[str] = []
    lines: list[tuple[str, str]] = []
    is_open = False
    had_rule = False
    for _, key, value in robots_txt.records:
        if key in _STARTERS:
            if had_rule:
                yield agents, lines
                agents, lines, had_rule = [], [], False
            is_open = True
            if key == "user-agent":
                agents.append(value)
        elif is_open:
            lines.append((key, value))
            had_rule = had_rule or key in _RULES
    if is_open:
        yield agents, lines


def last_value(robots_txt: RobotsTxt, client: Client, key: str, read: Callable[[str], _Value]) -> _Value | None:
    """Return the last value of this key that ``read`` takes, in the groups that bind a client."""
    name = next(iter(client.tokens), "*").lower()
    found = None
    for agents, lines in groups(robots_txt):
        own = [value for line, value in lines if line == key]
        if own and any(token(agent) == name for agent in agents):
            for value in own:
                try:
                    found = read(value)
                except ValueError:
                    continue
    return found


def token(agent: str) -> str | None:
    """Return the product token of a ``User-agent`` value, as the library cuts it."""
    return next((token.lower() for token in RobotsTxt(f"User-agent: {agent}").agents), None)
