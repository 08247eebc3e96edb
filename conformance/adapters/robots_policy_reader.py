"""`robots_policy_reader.py [google]`: the program of this project, asked by records of `robots-policy eval --jsonl`."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from typing import Any

from adapter import Question, Skip, serve

PROGRAM = os.environ.get("ROBOTS_POLICY", "robots-policy")
# The corpus was made with this clock.
NOW = "2026-11-20T00:00:00Z"
IS_GOOGLE = sys.argv[1:] == ["google"]


class Program:
    """One run of the program: a record a line, an answer a line."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603
            [PROGRAM, "eval", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def ask(self, record: dict[str, Any]) -> dict[str, Any]:
        """The answer to a record."""
        if self.process.stdin is None or self.process.stdout is None:
            raise ValueError("the program has no pipes")
        self.process.stdin.write(json.dumps(record).encode() + b"\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"]["message"])
        return answer


def text(octets: bytes) -> str:
    """Bytes for a key that ends in `_base64`."""
    return base64.b64encode(octets).decode()


def record(question: Question) -> dict[str, Any]:
    """The client, the address and the clock."""
    return {"url": question.url, "agent": question.agents or ["*"], "now": question.now or NOW}


def access(question: Question) -> dict[str, Any]:
    """robots.txt by itself."""
    # It was served: without the status an empty file would count as one that was not read.
    asked = record(question) | {"robots_txt_base64": text(question.robots), "robots_status": 200}
    if IS_GOOGLE:
        asked["options"] = {"google_compat": True}
    return {"allowed": PROGRAM_RUN.ask(asked)["access"]["allowed"]}


def status(question: Question) -> dict[str, Any]:
    """The outcome of its fetch: the last of the answers, if there are no more redirects than are followed."""
    if len(question.answers) > 1:
        raise Skip("a record has the last answer alone")
    asked = record(question) | {"robots_status": question.answers[0]["status"]}
    if 200 <= question.answers[0]["status"] < 300:
        asked["robots_txt_base64"] = text(question.robots)
    return {"allowed": PROGRAM_RUN.ask(asked)["access"]["allowed"]}


def page(question: Question) -> dict[str, Any]:
    """Fields and document; what the case does not have is absent."""
    asked = record(question) | {"headers": [list(line) for line in question.headers], "assume_absent": "rest"}
    if question.html:
        asked["html_base64"] = text(question.html)
    answer = PROGRAM_RUN.ask(asked)
    return {key: answer[key] for key in ("index", "follow", "archive")} | {"snippet": answer["snippet"]["allowed"]}


def uses(question: Question) -> dict[str, Any]:
    """Every source."""
    asked = record(question) | {"headers": [list(line) for line in question.headers], "assume_absent": "rest"}
    if question.robots:
        asked["robots_txt_base64"] = text(question.robots)
    if question.html:
        asked["html_base64"] = text(question.html)
    if question.tdmrep is not None:
        asked["tdmrep_base64"] = text(question.tdmrep)
    said = PROGRAM_RUN.ask(asked)["uses"]
    return dict(said)


def version() -> str:
    """The version of the program."""
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True)  # noqa: S603
    return said.stdout.split()[-1]


if __name__ == "__main__":
    PROGRAM_RUN = Program()
    ALL = {"access": access, "hostile": access, "status": status, "field": page, "meta": page, "union": page, "uses": uses}
    NAME = "robots-policy, Google's dialect" if IS_GOOGLE else "robots-policy"
    serve(NAME, version(), {"access": access, "hostile": access} if IS_GOOGLE else ALL)
