"""Verdicts on many records, one by one. The keys of a record are those of ``eval --jsonl``."""

from __future__ import annotations

from base64 import b64decode
from datetime import datetime
from difflib import get_close_matches
from typing import TYPE_CHECKING

from robots_policy import Client, judge
from robots_policy._native import _QUESTION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    from robots_policy import Verdict
    from robots_policy.typing import AssumeAbsent, Options

    _Named: TypeAlias = dict[str, Any]

__all__ = ["judge_many"]


def judge_many(  # noqa: PLR0913 - as the caller names them
    records: Iterable[Any],
    agents: Any = None,  # noqa: ANN401 - the stub has the types
    *,
    engine: str | Sequence[str] | None = None,
    now: datetime | None = None,
    options: Options | None = None,
    assume_absent: AssumeAbsent | None = None,
) -> Iterator[Verdict]:
    """Judge records one by one, each for all agents in their order."""
    if agents is not None and engine is not None:
        message = "agents and engine exclude each other: agents name clients, engine what an engine does; leave one out"
        raise ValueError(message)
    if isinstance(records, (str, bytes, dict)) or not hasattr(records, "__iter__"):
        message = f"records: expected several records, such as [{{'url': '/'}}], not {type(records).__name__}"
        raise TypeError(message)
    if engine is not None:
        askers: list[_Named] = [{"engine": name} for name in _several(engine)]
    else:
        askers = [{"agent": agent} for agent in ([] if agents is None else _several(agents))]
    defaults = {"now": now, "options": options, "assume_absent": assume_absent}
    return _judged(records, askers, {name: value for name, value in defaults.items() if value is not None})


def _judged(records: Iterable[Any], askers: list[_Named], defaults: _Named) -> Iterator[Verdict]:
    for index, record in enumerate(records):
        if record is None:
            message = f"record {index}: None is not a response; leave out what did not come, or write {{'url': …}}"
            raise TypeError(message)
        try:
            is_record = isinstance(record, dict) or hasattr(record, "keys")
            given = _given(record) if is_record else {"response": record}
            own = _askers(record) if is_record else []
            verdicts = [judge(**{**defaults, **given, **asker}) for asker in own or askers or [{}]]
        except (TypeError, ValueError) as error:
            # A note has the name of the argument.
            message = ": ".join([f"record {index}", *getattr(error, "__notes__", ()), str(error)])
            # Those of a decoder have more arguments.
            kind = ValueError if isinstance(error, UnicodeError) else type(error)
            raise kind(message) from error
        yield from verdicts


def _given(record: Mapping[str, Any]) -> _Named:
    """Return the arguments of ``judge`` for the keys of a record that are not about who asks."""
    given: _Named = {}
    for key, value in record.items():
        if key not in _KEYS:
            message = f"key {key!r} is unknown; {_near(key)}"
            raise ValueError(message)
        if key in _REFUSED:
            message = f"key {key!r}: {_REFUSED[key]}"
            raise ValueError(message)
        if value is None or key in _OTHERS:
            continue
        name = key.removesuffix("_base64")
        if name in given:
            message = f"key {key!r} and {name!r} are the same body; leave one out"
            raise ValueError(message)
        given[name] = _value(key, value)
    return given


def _value(key: str, value: Any) -> Any:  # noqa: ANN401 - of any key
    if key.endswith("_base64"):
        return _octets(key, value)
    if key in _TIMES and isinstance(value, str):
        try:
            return datetime.fromisoformat(value)
        except ValueError as error:
            message = f"key {key!r}: {value!r} is not a time; write one of RFC 3339, such as '2026-11-26T00:00:00Z'"
            raise ValueError(message) from error
    if key == "licenses" and isinstance(value, list):
        return [_license(one) if isinstance(one, dict) else one for one in value]
    return value


def _license(given: _Named) -> tuple[Any, Any]:
    if "body_base64" in given:
        return given.get("url"), _octets("licenses", given["body_base64"])
    return given.get("url"), given.get("body")


def _octets(key: str, value: Any) -> bytes:  # noqa: ANN401 - what the caller gives
    try:
        return b64decode(value, validate=True)
    except (TypeError, ValueError) as error:
        message = f"key {key!r}: it is not base64: {error}"
        raise ValueError(message) from error


def _askers(record: Mapping[str, Any]) -> list[_Named]:
    """Return who asks, as arguments of ``judge``, as the record has it; none if it does not."""
    own = {key: record[key] for key in _OF_ASKER if record.get(key) is not None}
    listed = record.get("askers")
    if listed is None:
        return [_asker(own)] if own else []
    if own:
        message = f"key {next(iter(own))!r} is a key of an asker, beside 'askers'; leave one out"
        raise ValueError(message)
    for asker in listed:
        for key in asker:
            if key not in _OF_ASKER and key != "policy_tokens":
                message = (
                    f"key 'askers': an asker has no key {key!r}; its keys are {', '.join(_OF_ASKER)}, policy_tokens"
                )
                raise ValueError(message)
    return [_asker(asker) for asker in listed]


def _asker(own: Mapping[str, Any]) -> _Named:
    named: _Named = {} if own.get("policy_tokens") is None else {"policy_tokens": own["policy_tokens"]}
    if own.get("as") is not None:
        named["engine"] = own["as"]
        own = {key: value for key, value in own.items() if key != "as"}
    own = {key: value for key, value in own.items() if key != "policy_tokens"}
    if not own:
        return named if "engine" in named else {**named, "agent": "*"}
    return {**named, "agent": _client(own)}


def _client(own: Mapping[str, Any]) -> Client | str:
    agent = own.get("agent")
    if agent is None:
        message = f"key {next(iter(own))!r} needs the key 'agent' beside it"
        raise ValueError(message)
    if isinstance(agent, Client):
        return agent
    page = own.get("page_agent")
    return Client(
        *_several(agent),
        page_tokens=None if page is None else _several(page),
        purposes=own.get("purposes"),
        verified_signature_agent=own.get("signature_agent"),
        obeys_global=own.get("obeys_global") is not False,
    )


def _several(given: Any) -> list[Any]:  # noqa: ANN401 - one or several
    """Return one text or client, or several, as a list."""
    return [given] if isinstance(given, str) or not hasattr(given, "__iter__") else list(given)


def _near(key: object) -> str:
    word = str(key)
    near = [_MEANT[word]] if word in _MEANT else get_close_matches(word, _KEYS, n=1)
    return f"write {near[0]!r}" if near else f"the keys are {', '.join(sorted(_KEYS))}"


_OF_ASKER = ("agent", "page_agent", "purposes", "signature_agent", "obeys_global", "as")
_TIMES = frozenset(["now", "fetched", "robots_fetched"])
# Keys that are no argument of `judge`.
_OTHERS = frozenset(["id", "askers", *_OF_ASKER])
_REFUSED = {
    "chunk": "judge_many reads a document at once; leave it out",
    "ledger": "each verdict has its ledger; leave it out, and write verdict.to_dict(ledger=True)",
}
# A response is in the place of its parts.
_KEYS = frozenset([*_QUESTION, "response"])
# Names of other doors, and of columns.
_MEANT = {
    "body": "html",
    "content": "html",
    "engine": "as",
    "robots": "robots_txt",
    "text": "html",
    "user_agent": "agent",
}
