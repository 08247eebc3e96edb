"""`python_readers.py PEER`: readers from PyPI and of Python itself."""

from __future__ import annotations

import ast
import ctypes
import os
import platform
import subprocess
import sys
import time
from email.message import Message
from importlib import metadata
from pathlib import Path
from typing import Any, Callable

from adapter import Ask, Question, serve

Allowed = Callable[[Question], Any]
HOME = Path(os.environ.get("CONFORMANCE_PEERS", "target/conformance-peers"))


def access(allowed: Allowed) -> dict[str, Ask]:
    """A reader of robots.txt."""

    def ask(question: Question) -> dict[str, Any]:
        said = allowed(question)
        return {"allowed": None if said is None else bool(said)}

    return {"access": ask, "hostile": ask}


def urllib_robotparser() -> dict[str, Ask]:
    from urllib.robotparser import RobotFileParser

    def allowed(q: Question) -> Any:
        parser = RobotFileParser()
        parser.parse(q.text.splitlines())
        return parser.can_fetch(q.agent, q.url)

    return access(allowed)


def protego() -> dict[str, Ask]:
    from protego import Protego

    return access(lambda q: Protego.parse(q.text).can_fetch(q.url, q.agent))


def robotspy() -> dict[str, Ask]:
    import robots

    return access(lambda q: robots.RobotsParser.from_string(q.text).can_fetch(q.agent, q.url))


def robotexclusionrulesparser() -> dict[str, Ask]:
    from robotexclusionrulesparser import RobotExclusionRulesParser

    def allowed(q: Question) -> Any:
        parser = RobotExclusionRulesParser()
        parser.parse(q.text)
        return parser.is_allowed(q.agent, q.url)

    return access(allowed)


def gpyrobotstxt() -> dict[str, Ask]:
    from gpyrobotstxt.robots_cc import RobotsMatcher

    return access(lambda q: RobotsMatcher().one_agent_allowed_by_robots(q.robots, q.agent, q.url))


def fastrobots() -> dict[str, Ask]:
    import fastrobots

    return access(lambda q: fastrobots.Robots.parse(q.text).allowed(q.path, q.agent))


def fast_robotstxt() -> dict[str, Ask]:
    sys.path.insert(0, str(HOME / "fast-robotstxt"))
    from robotstxt import RobotsMatcher

    return access(lambda q: RobotsMatcher().is_allowed(q.text, q.agent, q.url))


def jwm_robotstxt() -> dict[str, Ask]:
    from jwm.robotstxt import googlebot

    return access(lambda q: googlebot.RobotsMatcher().OneAgentAllowedByRobots(q.robots, q.agent, q.url))


def robotstxt() -> dict[str, Ask]:
    from robotstxt import RobotsFile

    def allowed(q: Question) -> Any:
        said = RobotsFile(q.text).test_url(q.url, q.agent)
        return not said["disallowed"] if isinstance(said, dict) else said

    return access(allowed)


def reppy2() -> dict[str, Ask]:
    from reppy.parser import Rules

    def allowed(q: Question, status: int = 200) -> Any:
        return Rules("https://example.com/robots.txt", status, q.robots, time.time() + 3600).allowed(q.url, q.agent)

    return {**access(allowed), "status": lambda q: {"allowed": bool(allowed(q, q.status))}}


def robots_txt_parser() -> dict[str, Ask]:
    import robotstxtparser

    found = [
        value for value in vars(robotstxtparser).values() if isinstance(value, type) and hasattr(value, "is_allowed")
    ]

    def allowed(q: Question) -> Any:
        parser = found[0]()
        parser.parse(q.text)
        return parser.is_allowed(q.agent, q.url)

    return access(allowed)


def google_robotstxt() -> dict[str, Ask]:
    library = ctypes.CDLL(str((HOME / "google.so").resolve()))

    def allowed(q: Question) -> Any:
        return library.allowed(q.robots, ctypes.c_size_t(len(q.robots)), q.agent.encode(), q.url.encode())

    return access(allowed)


def datadiligence() -> dict[str, Ask]:
    from datadiligence.rules import TDMRepHeader, XRobotsTagHeader

    def field(q: Question) -> dict[str, Any]:
        lines = q.fields("x-robots-tag")
        rule = XRobotsTagHeader(user_agent=q.agents[0] if q.agents else None, respect_noindex=True)
        return {"index": rule.is_allowed(headers={"X-Robots-Tag": ", ".join(lines)}) if lines else True}

    def uses(q: Question) -> dict[str, Any]:
        lines = q.fields("tdm-reservation")
        is_allowed = TDMRepHeader().is_allowed(headers={"tdm-reservation": lines[0]}) if lines else True
        return {"mine": "allow" if is_allowed else "disallow"}

    return {"field": field, "uses": uses}


def img2dataset() -> dict[str, Ask]:
    # The package brings OpenCV and more; the function needs none of it.
    source = ast.parse((HOME / "img2dataset/img2dataset/downloader.py").read_text("utf-8"))
    wanted = [node for node in source.body if isinstance(node, ast.FunctionDef) and node.name == "is_disallowed"]
    names: dict[str, Any] = {}
    exec(compile(ast.Module(wanted, []), "downloader.py", "exec"), names)  # noqa: S102

    def is_disallowed(q: Question, words: list[str]) -> bool:
        message = Message()
        for name, value in q.headers:
            message[name] = value
        token = q.agents[0].lower() if q.agents else None
        return bool(names["is_disallowed"](message, token, words))

    def uses(q: Question) -> dict[str, Any]:
        return {"train": "disallow" if is_disallowed(q, ["noai", "noimageai", "noindex", "noimageindex"]) else "allow"}

    return {"field": lambda q: {"index": not is_disallowed(q, ["noindex", "none"])}, "uses": uses}


# The distribution of a reader, and its functions.
PEERS: dict[str, tuple[str | None, Callable[[], dict[str, Ask]]]] = {
    "urllib": (None, urllib_robotparser),
    "protego": ("protego", protego),
    "robotspy": ("robotspy", robotspy),
    "robotexclusionrulesparser": ("robotexclusionrulesparser", robotexclusionrulesparser),
    "gpyrobotstxt": ("gpyrobotstxt", gpyrobotstxt),
    "fastrobots": ("fastrobots", fastrobots),
    "fast-robotstxt": ("fast-robotstxt", fast_robotstxt),
    "jwm-robotstxt": ("jwm-robotstxt", jwm_robotstxt),
    "robotstxt-pypi": ("robotstxt", robotstxt),
    "reppy2": ("reppy2", reppy2),
    "robots-txt-parser-pypi": ("robots-txt-parser", robots_txt_parser),
    "google-robotstxt": (None, google_robotstxt),
    "datadiligence": ("datadiligence", datadiligence),
    "img2dataset": ("img2dataset", img2dataset),
}
# What a reader of fields alone lacks.
OF_FIELDS = ["robots-tag", "several-tokens", "clock", "robots-records", "tdmrep-file", "page"]
FOLDERS = {"fast-robotstxt": "fast-robotstxt", "img2dataset": "img2dataset"}


def version(peer: str, distribution: str | None) -> str:
    """The version that runs."""
    if peer == "google-robotstxt":
        source = HOME / "src/google/robotstxt"
        return subprocess.run(
            ["git", "-C", source, "rev-parse", "--short=7", "HEAD"], capture_output=True, text=True, check=True
        ).stdout.strip()
    if distribution is None:
        return platform.python_version()
    if peer in FOLDERS:
        found = metadata.distributions(name=distribution, path=[str(HOME / FOLDERS[peer])])
        return next(iter(found)).version
    return metadata.version(distribution)


if __name__ == "__main__":
    name = sys.argv[1]
    its_distribution, make = PEERS[name]
    serve(
        name, version(name, its_distribution), make(), OF_FIELDS if name in ("datadiligence", "img2dataset") else None
    )
