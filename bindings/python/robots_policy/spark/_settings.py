"""The settings of a scan, one row each: options of the data source, arguments of functions, flags of the command."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import socket
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING, Any, Literal

import pyarrow as pa

import robots_policy
from robots_policy._native import _robots_within, _store_facts
from robots_policy.typing import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from robots_policy.arrow import RobotsStore, Scan
    from robots_policy.typing import Agent, Engines, SupportsRead

__all__ = ["ROWS", "Row", "ScanSettings", "read"]

END = 64 * 1024


@dataclass(frozen=True)
class Row:
    """A setting: its name, how its text is read, the name of its value, and its meaning."""

    name: str
    read: Callable[[str], Any]
    value: str
    meaning: str

    @property
    def flag(self) -> str:
        """The flag of the command."""
        return "--" + self.name.replace("_", "-")

    @property
    def is_reading(self) -> bool:
        """Whether it says how inputs are read."""
        return self.name in Options.__annotations__

    def of(self, text: str) -> Any:  # noqa: ANN401 - a value of the row
        """Read its text; raises ``ValueError`` with its name."""
        try:
            return self.read(text)
        except ValueError as error:
            message = f"{self.name}: {error}"
            raise ValueError(message) from error


def agent(text: str) -> Agent:
    """The agent of product tokens with commas between them, the most specific first."""
    tokens = [token.strip() for token in text.split(",")]
    return tokens[0] if len(tokens) == 1 else robots_policy.Client(*tokens)


def _agents(text: str) -> list[Agent]:
    return [agent(tokens) for tokens in text.split()]


def _engines(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _flag(text: str) -> bool:
    words = {"true": True, "false": False}
    if text.lower() not in words:
        message = f"{text!r} is neither true nor false"
        raise ValueError(message)
    return words[text.lower()]


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        message = f"{text!r} has no time zone; write it as in 2026-11-20T00:00:00Z"
        raise ValueError(message)
    return moment


def _words(text: str) -> list[str]:
    return [word for word in text.replace(",", " ").split() if word]


ROWS = (
    Row(
        "agents",
        _agents,
        "TOKENS",
        "askers, separated by blanks: each is a product token, or several with commas between them, the most specific "
        "first, as in `GPTBot ExampleBot-News,ExampleBot`; without it, a client without a product token",
    ),
    Row(
        "as",
        _engines,
        "NAMES",
        "engines instead of agents, with commas between them: names such as googlebot, owners such as "
        "openai, kinds such as search, ai, and all; the rows have what each engine does, and the columns profile, "
        "not_honoured, answer, train, "
        "asked_not_to_train, listens_train, asked_not_to_input and listens_input",
    ),
    Row(
        "list",
        str,
        "FILE",
        "a file with one name of an archive a line, plain or in gzip, as Common Crawl's warc.paths.gz",
    ),
    Row(
        "base_url",
        str,
        "URL",
        "the address that the names are relative to, as in https://data.commoncrawl.org/ or s3://commoncrawl/",
    ),
    Row(
        "fast_skip",
        _flag,
        "",
        "leave records without a row, such as requests and metadata, after their header blocks: the same rows, but the "
        "damage of such a record is not noticed",
    ),
    Row(
        "robots_store",
        str,
        "FILE",
        "the robots.txt answers and documents about AI use that `robots-policy robots-store build` kept: a path that "
        "every node has, or the name of a file that `--files` or `addArtifacts` sent; without it, it is unknown "
        "whether a page may be fetched",
    ),
    Row(
        "robots_time",
        str,
        "WHICH",
        "the answers of the store that count: capture, those that were current when the page was archived, or latest",
    ),
    Row(
        "robots_within",
        float,
        "HOURS",
        "for how many hours before and after an answer was seen it counts as current, with capture; without it, 24",
    ),
    Row(
        "assume_absent",
        _words,
        "NAMES",
        "sources that do not exist, by your word, where neither the archive nor the store has them, with commas "
        "between them: fields, document, robots.txt, tdmrep.json, licenses, embedded, or rest for all of these",
    ),
    Row(
        "now",
        _moment,
        "TIME",
        "the time that `unavailable_after` is compared with, as in RFC 3339; without it, the start of the run",
    ),
    # options of the reading: made by `cargo run -p robots-policy-dev -- generate`
    Row("robots_tag", str, "NAME", "how Robots-Tag is read: lenient, strict-list, strict-dictionary"),
    Row("both_fields", str, "NAME", "how to combine both fields if both are present: union, prefer-robots-tag"),
    Row("metas", _words, "NAMES", "where metas count: head, noscript, body, with commas between them"),
    Row("http_equiv", _flag, "", "count meta http-equiv=X-Robots-Tag too"),
    Row("lines_joined", _flag, "", "the field lines were joined with commas on the way"),
    Row("google_compat", _flag, "", "read robots.txt as Google's parser does"),
    # end of options of the reading
)


def read(options: Mapping[str, str], rows: Iterable[Row]) -> dict[str, Any]:
    """Read the texts of options. Raises ``ValueError`` for one that is not a row, with the names of all."""
    by_name = {row.name: row for row in rows}
    unknown = sorted(options.keys() - by_name.keys())
    if unknown:
        message = f"{unknown[0]!r} is not an option; they are: {', '.join(by_name)}"
        raise ValueError(message)
    return {name: by_name[name].of(text) for name, text in options.items()}


@dataclass(frozen=True)
class ScanSettings:
    """How archives are scanned."""

    # A client without a product token, if there are no engines either.
    agents: Sequence[Agent] | None = None
    now: datetime | None = None
    fast_skip: bool = False
    robots_store: str | None = None
    options: Options = field(default_factory=Options)
    engine: Engines | None = None
    assume_absent: Sequence[str] = ()
    robots_time: Literal["capture", "latest"] = "capture"
    robots_within: float | None = None

    @staticmethod
    def of(values: Mapping[str, Any]) -> ScanSettings:
        """The settings among the values of :data:`ROWS`."""
        names = ("agents", "now", "fast_skip", "robots_store", "assume_absent", "robots_time", "robots_within")
        reading = {row.name: values[row.name] for row in ROWS if row.is_reading and row.name in values}
        return ScanSettings(
            **{name: values[name] for name in names if name in values},
            engine=values.get("as"),
            options=Options(**reading),  # type: ignore[typeddict-item]
        )

    @property
    def askers(self) -> Sequence[Agent] | None:
        """The agents; ``None`` for engines."""
        return ("*",) if self.agents is None and self.engine is None else self.agents

    @property
    def schema(self) -> pa.Schema:
        """The columns of the rows."""
        return pa.schema(robots_policy.arrow.schema(engine=self.engine))

    def check(self) -> None:
        """Raise the error of a wrong setting where the caller made it, and not on an executor."""
        if self.now is not None and self.now.tzinfo is None:
            message = "now: it has no time zone; write datetime(2026, 11, 20, tzinfo=UTC)"
            raise ValueError(message)
        self.scan(io.BytesIO(), "", with_store=False).close()
        if self.robots_store is not None and os.path.isabs(self.robots_store):  # noqa: PTH117
            robots_policy.arrow.RobotsStore(self.robots_store)

    def scan(
        self,
        file: str | IO[bytes] | SupportsRead,
        name: str,
        *,
        with_store: bool = True,
        on_damage: Literal["warn", "ignore"] = "ignore",
    ) -> Scan:
        """Scan one archive. Without a word of the caller about damages, they are in its report alone."""
        return robots_policy.scan(
            file,
            self.askers,
            engine=self.engine,
            name=name,
            robots_store=self._store() if with_store else None,
            fast_skip=self.fast_skip,
            now=self.now,
            options=self.options,
            assume_absent=self.assume_absent,
            robots_time=self.robots_time,
            robots_within=self.robots_within,
            on_damage=on_damage,
        )

    def distinguishing(self) -> dict[str, str]:
        """The settings that distinguish this run from another into the same folder, by the names of the program's."""
        settings = {"engine": "spark", "program": robots_policy.__version__, "format": "parquet"}
        if self.engine is None:
            settings["agent"] = " ".join(_name(agent) for agent in self.askers or ())
        else:
            names = self.engine.split(",") if isinstance(self.engine, str) else self.engine
            settings["as"] = " ".join(name.strip() for name in names)
        if self.now is not None:
            settings["now"] = self.now.astimezone(UTC).isoformat()
        if self.assume_absent:
            settings["assume-absent"] = ", ".join(sorted(self.assume_absent))
        if self.robots_store is not None:
            settings["robots"] = _content(_store_path(self.robots_store))
            within = _robots_within(self.robots_time, self.robots_within)
            settings["robots-time"] = "latest" if within is None else f"capture, within {within} s"
        settings |= {name.replace("_", "-"): _text(value) for name, value in self.options.items()}
        return settings

    def facts(self, began: int) -> dict[str, object]:
        """What ``scan.json`` says of a run that began then, beside its settings, as the program writes it."""
        clock = datetime.fromtimestamp(began, UTC) if self.now is None else self.now
        store = self._store()
        return {
            "clock": f"{clock.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
            "specifications": list(robots_policy.SPECIFICATIONS),
            **({} if store is None else {"store": _store_facts(store)}),
        }

    def _store(self) -> RobotsStore | None:
        return None if self.robots_store is None else robots_policy.arrow.RobotsStore(_store_path(self.robots_store))


def _name(agent: Agent) -> str:
    """The agent as rows name it, or all that is known of one with further properties."""
    if isinstance(agent, str):
        return agent.lower()
    is_plain = agent == robots_policy.Client(*agent.tokens)
    return (",".join(agent.tokens).lower() or "*") if is_plain else repr(agent)


def _store_path(store: str) -> str:
    """The path of a store on this node. Raises ``ValueError`` if it is not there, as no archive could be scanned."""
    path = store
    if not os.path.exists(store) and "/" not in store:  # noqa: PTH110
        from pyspark import SparkFiles  # noqa: PLC0415 - the module is read without Spark too

        # A client of Spark Connect has no folder of files that were sent.
        with contextlib.suppress(AssertionError):
            path = SparkFiles.get(store)
    if not os.path.exists(path):  # noqa: PTH110
        message = (
            f"robots_store: {store} is not on {socket.gethostname()}: name a path that the driver and every node "
            "have, or the name of a file in the working folder that --files or addArtifacts sent"
        )
        raise ValueError(message)
    return path


def _content(path: str) -> str:
    """The identity of a file: its name, its length, and a hash of its first and last bytes."""
    with open(path, "rb") as file:  # noqa: PTH123
        size = file.seek(0, os.SEEK_END)
        digest = hashlib.sha256()
        for place in (0, max(0, size - END)):
            file.seek(place)
            digest.update(file.read(END))
    return f"{os.path.basename(path)}, {size} bytes, sha256 {digest.hexdigest()[:16]}"  # noqa: PTH119


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else ",".join(_texts(value))


def _texts(value: Any) -> Iterator[str]:  # noqa: ANN401 - a sequence of texts
    return iter(str(text) for text in value)
