#!/usr/bin/env python3
"""Sends a client to sites that behave badly by a script, and judges it by what the sites saw: docs/trial.md.

All runs in one thread, so that the requests of a case are noted in the order in which they came.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gzip
import http.client
import json
import math
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import date, datetime, timezone
from email.utils import formatdate
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Sequence

HOME = Path(__file__).resolve().parent
INSTALLED = "target/conformance-clients"
LEVELS = ("rfc", "should", "de-facto", "draft", "open")
# The outcomes, and their words in the report.
WORDS = {
    "ok": "ok",
    "read-closed": "READ closed",
    "blocked-open": "blocked open",
    "untold": "untold",
    "too-fast": "too fast",
    "too-often": "too often",
    "not-tested": "not tested",
    "time-out": "time-out",
}
# Without an answer in time nothing is known.
NO_FAULT = ("ok", "not-tested", "time-out")
# The answer to a path that a case does not have.
ABSENT = {"status": 404, "robots": "There is nothing here.\n"}
TEXT = (
    "This paragraph is here so that the page has as much text as a page of an encyclopedia has, and readers keep it. "
)
# The most bytes of an output that are looked at, and the characters that are shown of its last line.
MOST_OUTPUT, MOST_SHOWN = 16 << 20, 200
# The seconds between two looks at a client.
PAUSE = 0.01

Case = dict[str, Any]
Reply = dict[str, Any]
Request = dict[str, Any]


class Wrong(Exception):
    """The command, or a file that it names."""


def cases() -> list[Case]:
    """Every case, in the order of the ids."""
    lines = (HOME / "cases" / "client.jsonl").read_text("utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def clause(basis: dict[str, str]) -> str:
    """The name of a clause, as `RFC 9309 §2.3.1.4`."""
    section = basis.get("section", "")
    return basis["doc"] + ((" §" if section[:1].isdigit() else ", ") + section if section else "")


def place(at: str) -> str:
    """The address `a/x` as cases have it in their texts: `{a}/x`."""
    return re.sub("^[^/]*", r"{\g<0>}", at)


def after_links(case: Case) -> Case:
    """The case for a client that obeys for links alone: it is sent to a page of another host that has the links."""
    page = {"name": "hub", "links": [place(at) for at in case["start"]]}
    return {**case, "hosts": {**case["hosts"], "hub": {"/": [{"page": page}]}}, "start": ["hub/"]}


def replaced(text: str, places: dict[str, str]) -> str:
    """A text with these places filled in."""
    for place, value in places.items():
        text = text.replace(place, value)
    return text


# Answers of sites


def marker(name: str) -> str:
    """The text by which a page is found in the output of a client."""
    return f"Marker-{name}-of-the-page"


def html(name: str = "", head: str = "", links: Sequence[str] = ()) -> str:
    """A page, whose text is long enough for programs that leave out short ones."""
    text = f"<p>{marker(name)} {TEXT * 8}</p>"
    for link in links:
        to, _, rel = link.partition(" ")
        rel = f' rel="{rel}"' if rel else ""
        text += f'<p><a href="{to}"{rel}>Another page of this site</a></p>'
    head = f"<head><title>A page</title>{head}</head>"
    return f'<!doctype html><html lang="en">{head}<body><article><h1>A page</h1>{text}</article></body></html>\n'


def padded(body: bytes, before: int = 0, after: int = 0, line: int | None = None, text: str = "") -> bytes:
    """A body in this many bytes of comments, or of a text."""

    def comment(length: int) -> str:
        return "\n" * length if length < len("# \n") else f"# {'x' * (length - 3)}\n"

    def filler(length: int) -> bytes:
        if text:
            return text.encode() * math.ceil(length / len(text))
        whole, rest = divmod(length, max(line or length, 3))
        return (comment(max(line or length, 3)) * whole + comment(rest)).encode()

    return filler(before) + body + filler(after)


def content(reply: Reply, fill: Callable[[str], str]) -> tuple[str, bytes]:
    """The usual type of the body, and the body."""
    if "robots" in reply:
        return "text/plain", fill(reply["robots"]).encode()
    if "page" in reply:
        return "text/html; charset=utf-8", fill(html(**reply["page"])).encode()
    if "body_b64" in reply:
        return "", base64.b64decode(reply["body_b64"])
    return "", fill(reply.get("body", "")).encode()


def answer(reply: Reply, places: dict[str, str]) -> tuple[bytes, bytes]:
    """The head and the body, with these texts in their places."""
    fill = partial(replaced, places=places)
    if "raw" in reply:
        return fill(reply["raw"]).encode(), b""
    kind, body = content(reply, fill)
    body = padded(body, **reply.get("pad", {}))
    own = [(name, fill(value)) for name, value in reply.get("fields", [])]
    fields = []
    if kind and "content-type" not in [name.lower() for name, _ in own]:
        fields.append(("Content-Type", kind))
    if "gzip" in reply:
        body = gzip.compress(body)
    if reply.get("gzip") == "labelled":
        fields.append(("Content-Encoding", "gzip"))
    fields += own
    if "location" in reply:
        fields.append(("Location", fill(reply["location"])))
    clock = time.time() + 3600 * reply.get("clock_hours", 0)
    fields += [("Date", formatdate(clock, usegmt=True)), ("Content-Length", str(len(body))), ("Connection", "close")]
    status = reply.get("status", 200)
    lines = [
        f"HTTP/1.1 {status} {http.client.responses.get(status, 'Unknown')}",
        *(f"{name}: {value}" for name, value in fields),
    ]
    return "".join(f"{line}\r\n" for line in [*lines, ""]).encode(), body[: reply.get("cut_after")]


class Sites:
    """The sites of a case, and what was requested there."""

    def __init__(self, case: Case, agent: str) -> None:
        self.case = case
        self.places = {"{agent}": agent, "{agent_upper}": agent.upper(), "{agent_prefix}": agent[:-1]}
        self.requests: list[Request] = []
        self.connections: list[asyncio.Task[Any] | None] = []
        self.began = time.monotonic()

    def urls(self) -> list[str]:
        """The pages to which a client is sent."""
        return [replaced(place(at), self.places) for at in self.case["start"]]

    async def connected(self, host: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A connection, which may end at any time."""
        self.connections.append(asyncio.current_task())
        try:
            with suppress(OSError, ValueError, asyncio.TimeoutError, asyncio.CancelledError):
                await self.served(host, reader, writer)
        finally:
            writer.close()

    async def served(self, host: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A request and its answer."""
        method, target, *_ = (await reader.readline()).decode("utf-8", "replace").split()
        # A client that takes the site for a proxy names the host too.
        path = re.sub("^[^/]*://[^/]*", "", target) or "/"
        ms = int((time.monotonic() - self.began) * 1000)
        request = {"at": host + path, "method": method, "user_agent": None, "ms": ms}
        before = sum(other["at"] == request["at"] for other in self.requests)
        self.requests.append(request)
        replies = self.case["hosts"][host].get(path, [ABSENT])
        reply = replies[min(before, len(replies) - 1)]
        if reply.get("reset"):
            # Closed without lingering, a connection is reset.
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return
        while line := (await reader.readline()).decode("utf-8", "replace").strip():
            name, _, value = line.partition(":")
            if name.lower() == "user-agent":
                request["user_agent"] = value.strip()
        await asyncio.sleep(reply.get("delay_ms", 0) / 1000)
        head, body = answer(reply, self.places)
        writer.write(head if method == "HEAD" else head + body)
        await writer.drain()
        writer.write_eof()
        # Closed with bytes that were not read, a connection takes the answer away.
        await asyncio.wait_for(reader.read(), 1)


@asynccontextmanager
async def opened(case: Case, agent: str) -> AsyncIterator[Sites]:
    """The sites of a case, each host of which is a port of 127.0.0.1."""
    sites, servers = Sites(case, agent), []
    try:
        for host in case["hosts"]:
            server = await asyncio.start_server(partial(sites.connected, host), "127.0.0.1", 0)
            sites.places[f"{{{host}}}"] = "http://127.0.0.1:{1}".format(*server.sockets[0].getsockname())
            servers.append(server)
        yield sites
    finally:
        for server in servers:
            server.close()
        for connection in filter(None, sites.connections):
            connection.cancel()
        await asyncio.gather(*filter(None, sites.connections))


# A client, and what came of it


@dataclass
class Seen:
    """The requests and the output of a client, and its end in words; those that run elsewhere have no output."""

    requests: list[Request]
    output: str = ""
    has_timed_out: bool = False
    end: str = ""

    def times(self, at: str) -> list[int]:
        """When an address was requested."""
        return [request["ms"] for request in self.requests if request["at"] == at]


@dataclass
class Tried:
    """A case and its outcome."""

    case: Case
    seen: Seen
    outcome: str

    def is_fault(self) -> bool:
        """Whether the client has a fault. What no text decides is none."""
        return self.case["level"] != "open" and self.outcome not in NO_FAULT


def shown(case: Case, seen: Seen) -> str | None:
    """The ability that a control shows."""
    control: str | None = case.get("control")
    if control == "text":
        return control if marker("text") in seen.output else None
    return control if all(seen.times(at) for at in case["expect"].get("open", [])) else None


def judge(case: Case, seen: Seen, abilities: set[str | None]) -> str:
    """The outcome, for a client with these abilities."""
    expect = case.get("expect", {})
    opened = expect.get("open", [])
    is_missed = not all(seen.times(at) for at in opened)
    is_closed = any(seen.times(at) for at in expect.get("closed", []))
    # A control of more than a request is about clients that do more.
    needed = {"fetch", case.get("control") or "fetch", *case.get("needs", [])}
    findings = [
        ("read-closed", is_closed or any(is_early(host, seen) for host in expect.get("robots_first", []))),
        ("not-tested", not needed <= abilities),
        ("time-out", is_missed and seen.has_timed_out),
        ("blocked-open", is_missed),
        ("too-fast", "gap" in expect and is_fast(seen, **expect["gap"])),
        ("too-often", any(len(seen.times(at)) > most for at, most in expect.get("at_most", {}).items())),
        ("untold", "named" in expect and is_untold(seen.output, **expect["named"])),
        ("time-out", seen.has_timed_out and not opened),
    ]
    return next((outcome for outcome, holds in findings if holds), "ok")


def is_early(host: str, seen: Seen) -> bool:
    """Whether a page of a host was requested without its robots.txt before it."""
    asked = [request["at"] for request in seen.requests if request["at"].startswith(f"{host}/")]
    return asked[:1] not in ([], [f"{host}/robots.txt"])


def is_fast(seen: Seen, of: list[str], ms: int) -> bool:
    """Whether two of these addresses were requested with less time between them."""
    times = [request["ms"] for request in seen.requests if request["at"] in of]
    return any(after - before < ms for before, after in zip(times, times[1:]))


def is_untold(output: str, page: str, names: list[str]) -> bool:
    """Whether an output has the text of a page and names nothing that is said about it."""
    return marker(page) in output and not any(name.lower() in output.lower() for name in names)


def judged(found: Iterable[tuple[Case, Seen]]) -> list[Tried]:
    """The outcomes, of which the controls decide what the client is able to do."""
    found = list(found)
    abilities = {shown(case, seen) for case, seen in found}
    return [Tried(case, seen, judge(case, seen, abilities)) for case, seen in found]


@dataclass
class Client:
    """A command with places, the name that the sites address, and the seconds after which it is ended."""

    words: list[str]
    agent: str
    seconds: int

    async def seen(self, case: Case) -> Seen:
        """The requests and the output, when it is sent to the pages of a case."""
        if any("{links}" in word for word in self.words):
            case = after_links(case)
        async with opened(case, self.agent) as sites:
            folder = tempfile.mkdtemp(prefix="robots-policy-trial-")
            try:
                seen = await self.run(sites.urls(), folder)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
            seen.requests = sites.requests
            return seen

    async def run(self, urls: list[str], folder: str) -> Seen:
        """Runs it, and ends it with all that it started."""
        places = {"{url}": urls[0], "{links}": urls[0], "{agent}": self.agent, "{tmp}": folder}
        words = [filled for word in self.words for filled in (urls if word == "{urls}" else [replaced(word, places)])]
        # No proxy is between a client and the sites.
        own = {"ROBOTS_POLICY_TRIAL_URL": urls[0], "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
        nothing, pipe = subprocess.DEVNULL, subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *words, stdin=nothing, stdout=pipe, stderr=pipe, env={**os.environ, **own}, start_new_session=True
            )
        except OSError as error:
            hint = "write a program of the PATH, or its whole path"
            raise Wrong(f"{words[0]} cannot be run ({error.strerror}); {hint}") from error
        output, errors = bytearray(), bytearray()
        readers = [
            asyncio.ensure_future(keep(process.stdout, output)),
            asyncio.ensure_future(keep(process.stderr, errors)),
        ]
        end = time.monotonic() + self.seconds
        try:
            # Its pipes stay open as long as what it started runs, so that they do not tell its end.
            while process.returncode is None and time.monotonic() < end:
                await asyncio.sleep(PAUSE)
        finally:
            has_timed_out = process.returncode is None
            # Also what a client left running.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        await asyncio.wait(readers, timeout=2)
        how = f"it was ended after {self.seconds} s" if has_timed_out else f"it ended with {status(process.returncode)}"
        last = [line.strip() for line in errors.decode("utf-8", "replace").split("\n") if line.strip()][-1:]
        return Seen([], output.decode("utf-8", "replace"), has_timed_out, ": ".join([how, *map(escaped, last)]))


async def keep(stream: asyncio.StreamReader | None, kept: bytearray) -> None:
    """Reads a stream to its end, and keeps as much of it as is judged."""
    while stream and (part := await stream.read(1 << 16)):
        kept.extend(part[: MOST_OUTPUT - len(kept)])


def status(code: int | None) -> str:
    """How a process ended."""
    if code is not None and code < 0:
        return f"signal: {-code} ({signal.Signals(-code).name})"
    return f"exit status: {code}"


def escaped(line: str) -> str:
    """A line of a client for people, cut where it is long."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in line[:MOST_SHOWN])


@dataclass
class Described:
    """A client of a folder. `{dir}` is the folder of its file, `{installed}` the one in which clients are installed."""

    name: str
    kind: str
    install: str
    # The command that prints its version, whose last word is the version.
    version: list[str]
    run: list[str]
    # The name in its requests, if it cannot have the one of the trial.
    agent: str | None = None

    def installed(self) -> str | None:
        """The version that is installed."""
        try:
            output = subprocess.run(self.version, stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            return None
        line = next((line for line in output.decode("utf-8", "replace").split("\n") if line.strip()), "")
        numbers = [word.strip("(),") for word in line.split() if re.search("[0-9]", word)]
        return numbers[-1] if numbers else None


def described(file: Path, installed: Path) -> Described:
    """The client of a file, with its places filled in."""
    places = {"{dir}": str(file.parent.absolute()), "{installed}": str(installed.absolute())}
    try:
        client = Described(**json.loads(file.read_text("utf-8")))
    except (TypeError, ValueError) as error:
        raise Wrong(f"cannot read {file}: {error}") from error
    client.version = [replaced(word, places) for word in client.version]
    client.run = [replaced(word, places) for word in client.run]
    return client


def clients(options: argparse.Namespace) -> list[Described]:
    """The clients with these names, or all, in the order of their names."""
    files = sorted(folder / "client.json" for folder in options.clients.iterdir() if (folder / "client.json").is_file())
    if not files:
        raise Wrong(f"cannot read {options.clients}: it has no NAME/client.json")
    found = {client.name: client for client in (described(file, options.installed) for file in files)}
    for name in options.client:
        if name not in found:
            raise Wrong(f"--client {name} is not in {options.clients}; it has {', '.join(found)}")
    return [client for name, client in found.items() if not options.client or name in options.client]


# The report


def text(subject: dict[str, Any], tried: list[Tried]) -> list[str]:
    """A line a case, with the reason of each that is not right, and the counts."""
    lines = [f"{subject['client']} {subject['version'] or ''}".strip()]
    for one in tried:
        lines.append(f"{WORDS[one.outcome]:13}{one.case['id']:32}{clause(one.case['basis'][0])}")
        if one.outcome not in ("ok", "not-tested"):
            lines.append(f"{'':13}{one.case['about']}")
            if one.case["level"] == "open":
                lines.append(f"{'':13}(no text decides, so it is not a fault)")
    scored = [one.outcome for one in tried if one.case["level"] != "open"]
    count = scored.count
    return [
        *lines,
        f"{len(scored)} scored cases: {count('ok')} ok, {count('not-tested')} not tested, {count('time-out')} time-out",
        f"fail-open: {count('read-closed')} READ closed, {count('untold')} untold",
        f"over-blocked: {count('blocked-open')}; too fast: {count('too-fast')}; too often: {count('too-often')}",
        f"{len(tried) - len(scored)} further cases that no text decides",
    ]


def json_line(subject: dict[str, Any], one: Tried) -> str:
    """A case with the requests of the client."""
    line = {
        "client": subject["client"],
        "id": one.case["id"],
        "outcome": one.outcome,
        "level": one.case["level"],
        "is_fault": one.is_fault(),
        "clauses": [clause(basis) for basis in one.case["basis"]],
        "about": one.case["about"],
        "requests": one.seen.requests,
    }
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def ended(subject: dict[str, Any], tried: list[Tried], options: argparse.Namespace, file: Path | None) -> int:
    """Shows and writes what came of a client; returns the exit status."""
    tried = [one for one in tried if is_chosen(one.case, options)]
    lines = [json_line(subject, one) for one in tried] if options.json else text(subject, tried)
    print("\n".join(lines), flush=True)
    if file:
        # No times are in it, so that two runs write the same bytes.
        result = {**subject, "outcomes": {one.case["id"]: one.outcome for one in tried}}
        file.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", "utf-8")
    if any(one.is_fault() for one in tried):
        return 1
    return 3 if all(one.outcome == "not-tested" for one in tried) else 0


# The command


def is_chosen(case: Case, options: argparse.Namespace) -> bool:
    """Whether a case is listed."""
    is_named = not options.case or any(fnmatchcase(case["id"], pattern) for pattern in options.case)
    return is_named and (not options.level or case["level"] in options.level)


async def tried(words: list[str], agent: str, options: argparse.Namespace) -> list[Tried]:
    """Sends a client through the chosen cases, and through all controls."""
    client = Client(words, agent, options.timeout)
    turns = asyncio.Semaphore(options.jobs)

    async def one(case: Case) -> tuple[Case, Seen]:
        async with turns:
            return case, await client.seen(case)

    tried = judged(await asyncio.gather(*map(one, options.cases)))
    controls = [one for one in tried if one.case.get("control") == "fetch"]
    if not any(shown(one.case, one.seen) for one in controls):
        first = controls[0]
        why = f"did not request the page of {first.case['id']}, which nothing closes, so that nothing was tested"
        log(f"trial.py: the client {why}; {first.seen.end}")
    return tried


async def every(options: argparse.Namespace) -> int:
    """The clients of a folder, one after another."""
    found, statuses = clients(options), [0]
    for number, client in enumerate(found, 1):
        place, version = f"{number} of {len(found)}: {client.name}", client.installed()
        if version is None:
            log(f"{place}: not installed; {client.install}")
            statuses.append(3)
            continue
        log(place)
        agent = client.agent or options.agent
        subject = {"client": client.name, "version": version, "agent": agent, "day": options.day}
        file = options.write and options.write / f"{client.name}.json"
        statuses.append(ended(subject, await tried(client.run, agent, options), options, file))
    return max(statuses, key=[0, 3, 1].index)


async def served(options: argparse.Namespace) -> list[Tried]:
    """Serves sites for clients that run elsewhere until Ctrl-C; a case without a request says nothing."""
    sites = []
    async with AsyncExitStack() as stack:
        for case in options.cases:
            one = await stack.enter_async_context(opened(case, options.agent))
            print("\n".join(f"{case['id']:32}{url}" for url in one.urls()), flush=True)
            sites.append(one)
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
    return [one for one in judged((one.case, Seen(one.requests)) for one in sites) if one.seen.requests]


async def run(options: argparse.Namespace) -> int:
    """Runs the command until it ends, or Ctrl-C ends it with the clients that run."""
    if task := asyncio.current_task():
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    if options.clients:
        return await every(options)
    subject = {"client": " ".join(options.command), "version": None, "agent": options.agent, "day": options.day}
    if options.serve:
        subject["client"] = "visitors"
        return ended(subject, await served(options), options, options.write)
    return ended(subject, await tried(options.command, options.agent, options), options, options.write)


def log(line: str) -> None:
    """A line for the user beside the report."""
    print(line, file=sys.stderr, flush=True)


def name(text: str) -> str:
    """A product token."""
    if not re.fullmatch("[A-Za-z_-]{2,}", text):
        raise argparse.ArgumentTypeError("a name has two or more letters, `-` and `_`, as ExampleBot")
    return text


def positive(text: str) -> int:
    """A number above 0."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError("a number above 0")
    return int(text)


def parser() -> argparse.ArgumentParser:
    """The options."""
    parser = argparse.ArgumentParser(
        usage="trial.py [OPTIONS] -- COMMAND",
        description="Send a client to sites that behave badly, and report what it requested that was closed.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    option = parser.add_argument
    option("--case", metavar="GLOB", action="append", default=[], help="only the cases whose ids fit; again for more")
    option("--level", choices=LEVELS, action="append", default=[], help="only cases of this level; again for more")
    option("--agent", metavar="NAME", type=name, default="ExampleBot", help="the name that the sites address")
    option("--timeout", metavar="SECONDS", type=positive, default=20, help="when a client is ended [20]")
    option("--jobs", metavar="NUMBER", type=positive, default=os.cpu_count(), help="cases at a time [one a processor]")
    option("--serve", action="store_true", help="serve the sites until Ctrl-C, and report what was requested then")
    option("--clients", metavar="FOLDER", type=Path, help="try each client of a folder, by its `NAME/client.json`")
    option("--client", metavar="NAME", action="append", default=[], help="only this one of the folder; again for more")
    option("--installed", metavar="FOLDER", type=Path, help=f"where they are installed [{INSTALLED}]")
    option("--json", action="store_true", help="print a line of JSON a case, with the requests of the client")
    option(
        "--write", metavar="FILE", type=Path, help="write the outcomes as JSON; of --clients to files in this folder"
    )
    option("--day", metavar="YYYY-MM-DD", type=date.fromisoformat, help="the day of the result [today]")
    return parser


def parsed(words: list[str]) -> argparse.Namespace:
    """The options of a command line, with the chosen cases and all controls."""
    at = words.index("--") if "--" in words else len(words)
    options = parser().parse_args(words[:at])
    options.command = words[at + 1 :]
    if [bool(options.command), options.serve, options.clients is not None].count(True) != 1:
        raise Wrong("write either the command of a client after `--`, or --serve, or --clients FOLDER")
    if not options.clients and (options.client or options.installed):
        raise Wrong("--client and --installed are for --clients")
    if options.command and not re.search(r"\{(url|urls|links)\}", " ".join(options.command)):
        raise Wrong(NO_URL)
    every = cases()
    if not any(is_chosen(case, options) for case in every):
        raise Wrong("no case has this id and level; `--case '*'` has all, and `--serve` lists them")
    options.cases = [case for case in every if "control" in case or is_chosen(case, options)]
    options.installed = options.installed or Path(INSTALLED)
    options.day = str(options.day or datetime.now(timezone.utc).date())
    return options


def main() -> int:
    """The exit status."""
    try:
        return asyncio.run(run(parsed(sys.argv[1:])))
    except asyncio.CancelledError:
        return 130
    except (Wrong, OSError) as error:
        log(f"trial.py: {error}")
        return 2


NO_URL = (
    "the command has no {url}, the page that the client is sent to; write `trial.py -- COMMAND {url}`, "
    "{urls} for all pages of a case, or {links} for a page that links to them"
)
EXAMPLES = """\
After `--` is the command of a client: `{url}` is the page that it is sent to, `{urls}` all pages of the case as an
argument each, `{agent}` its name, `{tmp}` a folder for its files; `{links}` is a page of links to those pages, for a
client that obeys robots.txt for links alone.

examples:
  python3 conformance/trial.py --case '*/status/*' -- robots-policy check --no-cache --allow-private {url}
  python3 conformance/trial.py -- curl -s {url}                      a client that reads no robots.txt
  python3 conformance/trial.py --clients conformance/clients         each client of the project's folder
  python3 conformance/trial.py --serve                               sites for clients that run elsewhere

Only this computer reaches the sites, which are ports of 127.0.0.1. A client is judged by its requests: a page that is
closed and was requested is fail-open, an open one that was not requested is over-blocked. A client that does not
request the pages of the controls counts as not tested.

exit status: 0 no fault, 1 faults, 2 usage, 3 nothing was tested, or a client is not installed."""

if __name__ == "__main__":
    sys.exit(main())
