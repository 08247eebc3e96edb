"""The protocol for readers in Python: `serve` with a function for each kind that the reader has."""

from __future__ import annotations

import base64
import json
import re
import sys
from typing import Any, Callable

# What a reader prints, also while it is imported, answers nothing.
OUT, sys.stdout = sys.stdout, sys.stderr

# The name of a client that no file names, for readers that cannot be asked for one without a name.
UNNAMED = "unnamed-client"


class Skip(Exception):
    """The reader cannot be asked this question."""


class Question:
    """The facts of a case."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.given = given
        self.url: str = given["url"]
        self.agents: list[str] = given["agents"]
        self.headers: list[tuple[str, str]] = [(name, value) for name, value in given.get("headers", [])]
        self.now: str | None = given.get("now")
        self.robots = base64.b64decode(given.get("robots_txt_b64", ""))
        self.html = base64.b64decode(given.get("html_b64", ""))
        self.tdmrep = base64.b64decode(given["tdmrep_b64"]) if "tdmrep_b64" in given else None
        self.answers: list[dict[str, Any]] = given.get("robots_answers", [])

    @property
    def agent(self) -> str:
        """The client's own name, or one that no file has."""
        return self.agents[0] if self.agents else UNNAMED

    @property
    def text(self) -> str:
        """robots.txt for readers of text."""
        return self.robots.decode("utf-8", "replace")

    @property
    def path(self) -> str:
        """The path and the query, for readers that take no address."""
        found = re.search(r"[/?][^#]*", self.url.split("://", 1)[-1])
        path = found.group() if found else "/"
        return path if path.startswith("/") else "/" + path

    @property
    def status(self) -> int:
        """The status of the only answer to the request for robots.txt."""
        if len(self.answers) != 1 or self.answers[0]["status"] == 0:
            raise Skip("takes one answer with a status")
        return int(self.answers[0]["status"])

    def fields(self, name: str) -> list[str]:
        """The lines of a field."""
        return [value for own, value in self.headers if own.lower() == name]


Ask = Callable[[Question], dict[str, Any]]


def serve(name: str, version: str, asks: dict[str, Ask], missing: list[str] | None = None) -> None:
    """Answers each line of standard input, until it ends."""
    about = {
        "name": name,
        "version": version,
        "language": "Python",
        "kinds": list(asks),
        "features_missing": missing or [],
    }
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "stop":
            return
        said = (
            about
            if message["cmd"] == "start"
            else {"id": message["id"], **answer(asks[message["kind"]], message["input"])}
        )
        print(json.dumps(said), file=OUT, flush=True)


def answer(ask: Ask, given: dict[str, Any]) -> dict[str, Any]:
    """The answer of a reader, or why there is none."""
    try:
        return {"answer": ask(Question(given))}
    except Skip as why:
        return {"skip": str(why)}
    except RecursionError:
        return {"crash": True}
    except Exception as error:  # noqa: BLE001
        return {"error": repr(error)[:200]}
