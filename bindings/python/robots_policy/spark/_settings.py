"""The settings of a scan, one row each: options of the data source, arguments of functions, flags of the command."""

from __future__ import annotations

import contextlib
import os
import socket
from dataclasses import dataclass
from datetime import datetime
from typing import IO, TYPE_CHECKING, Any, Literal

import pyarrow as pa

import robots_policy
from robots_policy._native import _RunSettings
from robots_policy.spark._files import located
from robots_policy.typing import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from robots_policy.arrow import Scan
    from robots_policy.typing import Agent, SupportsRead

__all__ = ["ROWS", "Row", "ScanSettings", "agent", "read"]


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
    return text.replace(",", " ").split()


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
        str,
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
    """How archives are scanned: the arguments of :func:`robots_policy.scan`, with the path of a store."""

    how: Mapping[str, Any]

    @staticmethod
    def of(**given: object) -> ScanSettings:
        """The arguments that are given: without agents and engines, a client without a product token."""
        how = {name: value for name, value in given.items() if value is not None}
        return ScanSettings(how if "engine" in how else {"agents": ["*"], **how})

    @staticmethod
    def among(values: Mapping[str, Any]) -> ScanSettings:
        """The settings among the values of :data:`ROWS`."""
        options = {row.name: values[row.name] for row in ROWS if row.is_reading and row.name in values}
        names = values.keys() - options.keys() & {row.name for row in ROWS} - {"as", "list", "base_url"}
        return ScanSettings.of(engine=values.get("as"), options=options, **{name: values[name] for name in names})

    @property
    def schema(self) -> pa.Schema:
        """The columns of the rows."""
        return pa.schema(robots_policy.arrow.schema(engine=self.how.get("engine")))

    @property
    def described(self) -> str | None:
        """The agents, where one has properties that its product tokens do not say."""
        agents = self.how.get("agents", ())
        if all(isinstance(agent, str) or agent == robots_policy.Client(*agent.tokens) for agent in agents):
            return None
        return " ".join(map(repr, agents))

    def located(self) -> ScanSettings:
        """The settings for processes with another working folder."""
        store = self.how.get("robots_store")
        return self if store is None or "/" not in store else ScanSettings({**self.how, "robots_store": located(store)})

    def check(self) -> None:
        """Raise the error of a wrong setting where the caller made it, and not on an executor."""
        _RunSettings(**self.how)
        store = self.how.get("robots_store")
        if store is not None and os.path.isabs(store):  # noqa: PTH117
            robots_policy.arrow.RobotsStore(store)

    def scan(
        self, file: str | IO[bytes] | SupportsRead, name: str, *, on_damage: Literal["warn", "ignore"] = "ignore"
    ) -> Scan:
        """Scan one archive. Without a word of the caller about damages, they are in its report alone."""
        how = self._with_store(robots_policy.arrow.RobotsStore)
        return robots_policy.scan(file, name=name, on_damage=on_damage, **how)

    def native(self) -> _RunSettings:
        """The settings for the folder of a run."""
        return _RunSettings(**self._with_store(str))

    def _with_store(self, kind: Callable[[str], Any]) -> dict[str, Any]:
        store = self.how.get("robots_store")
        return dict(self.how) if store is None else {**self.how, "robots_store": kind(_store_path(store))}


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
