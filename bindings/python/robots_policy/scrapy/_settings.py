"""The settings, one row each; the documentation shows these rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from robots_policy import Activity, Client, judge
from robots_policy.enums import Directive, Source
from robots_policy.errors import InvalidProductToken

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["SETTINGS", "UNKNOWN", "Setting", "check"]

N = TypeVar("N", int, float)
T = TypeVar("T")
Actions: TypeAlias = dict[Directive | Activity, frozenset[str]]
# The key of the actions of an answer that is not known.
UNKNOWN = "unknown"
ACTION_WORDS = ("drop-items", "drop-requests", "drop-response", "flag")


@dataclass(frozen=True)
class Setting(Generic[T]):
    """A setting: its name, its default, and how its value is read."""

    name: str
    default: object
    meaning: str
    read: Callable[[BaseSettings, str, Any], T]

    def of(self, settings: BaseSettings) -> T:
        """Return the value.

        Raises ``ValueError`` for a wrong one, with the name of the setting and an example of a right one.
        """
        try:
            return self.read(settings, self.name, self.default)
        except (TypeError, ValueError) as error:
            message = f"{self.name}: {error}"
            raise ValueError(message) from error


SETTINGS: list[Setting[Any]] = []


def check(settings: BaseSettings) -> None:
    """Read every setting, so that a wrong one raises before the first request, and so does a misspelt name."""
    for setting in SETTINGS:
        setting.of(settings)
    if settings.get(UNREAD.name) is not None and UNKNOWN in _entries(settings, ACTIONS.name):
        message = f"{UNREAD.name}: {ACTIONS.name} has {UNKNOWN!r}, which says the same; leave one of them out"
        raise ValueError(message)
    if PARTS.of(settings) and Source("meta") not in SOURCES.of(settings):
        message = f"{PARTS.name}: {SOURCES.name} leaves documents out; add 'meta' there, or leave it out here"
        raise ValueError(message)
    names = [setting.name for setting in SETTINGS]
    for name in settings:
        if name in names:
            continue
        near = get_close_matches(str(name), names, n=1, cutoff=0.95)
        if near or str(name).startswith("ROBOTS_POLICY_"):
            message = f"{name} is not a setting; " + (f"write {near[0]}" if near else f"they are {', '.join(names)}")
            raise ValueError(message)


def _row(name: str, default: object, read: Callable[[BaseSettings, str, Any], T], meaning: str) -> Setting[T]:
    row = Setting(name, default, meaning, read)
    SETTINGS.append(row)
    return row


def _flag(settings: BaseSettings, name: str, default: bool) -> bool:  # noqa: FBT001 - a reader of a row
    return settings.getbool(name, default)


def _client(settings: BaseSettings, name: str, _default: None) -> Client | None:
    value = settings.get(name)
    if value is None or isinstance(value, Client):
        return value
    tokens = [str(token).strip() for token in settings.getlist(name)]
    if not any(tokens):
        message = "no product token; write a name such as 'ExampleBot', or leave the setting out"
        raise ValueError(message)
    try:
        return Client(*tokens)
    except InvalidProductToken as error:
        message = f"{error}. Write the name alone, such as 'ExampleBot', or a list of names, most specific first"
        raise ValueError(message) from error


def _directive(name: object) -> Directive:
    """Return a directive that can be in force."""
    try:
        directive = Directive(str(name))
    except ValueError:
        directive = None
    if directive is None:
        words = ", ".join(directive for directive in Directive if not _why_never_in_force(directive))
        message = f"{name!r} is not a directive; write one of {words}"
        raise ValueError(message)
    if why := _why_never_in_force(directive):
        message = f"{directive.value!r} {why}"
        raise ValueError(message)
    return directive


def _why_never_in_force(directive: Directive) -> str | None:
    verdict = judge("*", headers=[("X-Robots-Tag", directive.value)])
    if verdict.permits:
        return "allows something, so it restricts nothing; write the directive that forbids it, such as 'noindex'"
    instead = [other.value for other in verdict.directives if other != directive]
    if instead and directive not in verdict.directives:
        return f"is short for others; write {' and '.join(map(repr, instead))}"
    return None


def _named(name: object) -> Directive | Activity:
    """Return what actions can follow from: a directive, or a use of AI."""
    if str(name) in list(Activity):
        return Activity(str(name))
    return _directive(name)


def _directives(settings: BaseSettings, name: str, default: tuple[str, ...]) -> frozenset[Directive]:
    value = settings.get(name)
    return frozenset(_directive(word) for word in (default if value is None else settings.getlist(name)))


def _entries(settings: BaseSettings, setting: str) -> dict[Any, Any]:
    given = settings.get(setting)
    try:
        return {} if given is None else settings.getdict(setting)
    except (TypeError, ValueError) as error:
        message = f"expected a dict such as {{'noai': 'drop-items'}}, not {given!r}"
        raise ValueError(message) from error


def _actions(settings: BaseSettings, setting: str, default: Mapping[str, str]) -> tuple[Actions, frozenset[str] | None]:
    """Return the actions of each name, and those of an answer that is not known, if the setting has them."""
    entries = _entries(settings, setting)
    unknown = _words(entries.pop(UNKNOWN)) if UNKNOWN in entries else None
    actions = {_named(name): _words(words) for name, words in default.items()}
    for name, words in entries.items():
        actions[_named(name)] = _words(words)
    return {name: words for name, words in actions.items() if words}, unknown


def _words(given: object) -> frozenset[str]:
    """Return the actions of one directive: a word, several, or ``None`` for none."""
    if given is None:
        return frozenset()
    words = [given] if isinstance(given, str) else list(given) if isinstance(given, Iterable) else [given]
    for word in words:
        if word not in ACTION_WORDS:
            message = f"{word!r} is not an action; write one of {', '.join(ACTION_WORDS)}, a list of them, or None"
            raise ValueError(message)
    return frozenset(words)


def _among(settings: BaseSettings, name: str, default: tuple[str, ...], known: tuple[str, ...], what: str) -> list[str]:
    """Return the words of a setting, each of which is a known one."""
    words: list[str] = list(default) if settings.get(name) is None else settings.getlist(name)
    for word in words:
        if word not in known:
            message = f"{word!r} is not a {what}; write one or more of {', '.join(known)}"
            raise ValueError(message)
    return words


def _sources(settings: BaseSettings, name: str, default: tuple[str, ...]) -> frozenset[Source]:
    words = _among(settings, name, default, default, "source of a page")
    if not words:
        message = f"no source; write one or more of {', '.join(default)}, or {ENABLED.name} = False"
        raise ValueError(message)
    return frozenset(map(Source, words))


def _absent(settings: BaseSettings, name: str, default: tuple[str, ...]) -> frozenset[str]:
    return frozenset(_among(settings, name, default, ABSENT, "source that a crawl may lack"))


def _parts(settings: BaseSettings, name: str, default: tuple[str, ...]) -> frozenset[str]:
    return frozenset(_among(settings, name, default, PARTS_OF_PAGES, "part of a page"))


def _name(settings: BaseSettings, name: str, _default: None) -> str | None:
    value = settings.get(name)
    if value is not None and not (isinstance(value, str) and value):
        message = f"expected the name of a field of your items, such as 'robots_policy', not {value!r}"
        raise ValueError(message)
    return value


def _allows(settings: BaseSettings, name: str, default: str) -> bool:
    value = settings.get(name, default)
    if value not in ("allow", "disallow"):
        message = f"{value!r} is neither 'disallow' nor 'allow'"
        raise ValueError(message)
    return bool(value == "allow")


def _seconds(settings: BaseSettings, name: str, default: int) -> float:
    seconds = _number(settings.getfloat, name, default)
    if not 1 <= seconds <= default:
        message = f"expected seconds from 1 to {default}, which is the longest that RFC 9309 allows, not {seconds:g}"
        raise ValueError(message)
    return seconds


def _number(get: Callable[[str, Any], N], name: str, default: int) -> N:
    try:
        return get(name, default)
    except (TypeError, ValueError) as error:
        message = f"expected a number such as {default}: {error}"
        raise ValueError(message) from error


def _count(settings: BaseSettings, name: str, default: int) -> int:
    count = _number(settings.getint, name, default)
    if count < 1:
        message = f"expected a number of at least 1, not {count}"
        raise ValueError(message)
    return count


# The sources that a crawl may not fetch; it has the fields and the document of each response.
ABSENT = ("robots.txt", "tdmrep.json", "licenses", "embedded", "rest")
# The sources of directives. Those of AI-use preferences alone lead to no action, and are not chosen.
PAGE_SOURCES = ("robots-tag", "x-robots-tag", "meta")
PARTS_OF_PAGES = ("text", "links")

ENABLED = _row("ROBOTS_POLICY_ENABLED", True, _flag, "`False` switches page signals, early stops and the add-on off.")  # noqa: FBT003
AGENT = _row(
    "ROBOTS_POLICY_AGENT",
    None,
    _client,
    "Product tokens of the crawler, most specific first; without them the names in `ROBOTSTXT_USER_AGENT`, else in the "
    "`User-Agent` field of the request.",
)
ACTIONS = _row(
    "ROBOTS_POLICY_ACTIONS",
    {"noindex": "drop-items", "nofollow": "drop-requests"},
    _actions,
    "The actions of a directive, or of a use that is not allowed, such as `train`: `drop-items`, `drop-requests`, "
    "`drop-response`, `flag`, or a list of them. "
    "Entries are added to the default; `None` switches one off. The actions of `unknown` are taken where an answer "
    "that another name needs is not known.",
)
SOURCES = _row(
    "ROBOTS_POLICY_SOURCES",
    PAGE_SOURCES,
    _sources,
    "The sources of a page that count.",
)
STOP_DOWNLOAD = _row(
    "ROBOTS_POLICY_STOP_DOWNLOAD",
    (),
    _directives,
    "Directives that end the download as soon as a field, or the head of the page, states them.",
)
PARTS = _row(
    "ROBOTS_POLICY_PARTS",
    (),
    _parts,
    "The closed parts of pages that spiders do not see: with `text`, text that may not be quoted is spaces, and a page "
    "of which that is not known as a whole; with `links`, requests of links whose `rel` says not to follow them are "
    "dropped, and all requests from a page whose links cannot be read.",
)
ITEM_FIELD = _row(
    "ROBOTS_POLICY_ITEM_FIELD",
    None,
    _name,
    "The field of each item that takes the verdict, as `Verdict.to_dict` gives it.",
)
UNREAD = _row(
    "ROBOTS_POLICY_UNREAD",
    "disallow",
    _allows,
    "An answer that is not known, because a source that could forbid it was not read: `disallow` takes its action of "
    "`ROBOTS_POLICY_ACTIONS`, `allow` does not. With the name `unknown` there, leave it out.",
)
ASSUME_ABSENT = _row(
    "ROBOTS_POLICY_ASSUME_ABSENT",
    (),
    _absent,
    "Your word that sources do not exist where the crawl does not read them: `tdmrep.json`, `licenses`, `embedded`, "
    "`robots.txt`, or `rest`.",
)
UNREACHABLE = _row(
    "ROBOTS_POLICY_UNREACHABLE",
    "disallow",
    _allows,
    "A robots.txt without an answer, with a status of 202, 429 or 5xx, or with a challenge in its place: `disallow` as "
    "in RFC 9309, or `allow`.",
)
MAX_AGE = _row(
    "ROBOTS_POLICY_MAX_AGE",
    86400,
    _seconds,
    "Seconds after which robots.txt is fetched again; `Cache-Control` can shorten them to 5 minutes.",
)
CACHE_SIZE = _row("ROBOTS_POLICY_CACHE_SIZE", 10_000, _count, "Sites whose robots.txt is kept.")
