"""`robots_policy_reader.py [google]`: the program of this project, asked by records of `robots-policy eval --jsonl`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

from adapter import Ask, Question, Skip, serve

from yardstick.record import record

PROGRAM = os.environ.get("ROBOTS_POLICY", "robots-policy")
IS_GOOGLE = sys.argv[1:] == ["google"]
PERMISSIONS = ("index", "follow", "archive")


class Program:
    """One run of the program: a record a line, an answer a line."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([PROGRAM, "eval", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, kind: str, question: Question) -> dict[str, Any]:
        """The answer to a case."""
        if self.process.stdin is None or self.process.stdout is None:
            raise ValueError("the program has no pipes")
        asked = record(kind, question.given)
        if IS_GOOGLE:
            asked["options"] = {"google_compat": True}
        self.process.stdin.write(json.dumps(asked).encode() + b"\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"]["message"])
        return answer


def asks(program: Program) -> dict[str, Ask]:
    """A function for each kind."""

    def access(question: Question) -> dict[str, Any]:
        return {"allowed": program.ask("access", question)["access"]["allowed"]}

    def status(question: Question) -> dict[str, Any]:
        if len(question.answers) > 1:
            raise Skip("a record has the last answer alone")
        return {"allowed": program.ask("status", question)["access"]["allowed"]}

    def page(question: Question) -> dict[str, Any]:
        answer = program.ask("union", question)
        return {key: answer[key] for key in PERMISSIONS} | {"snippet": answer["snippet"]["allowed"]}

    def uses(question: Question) -> dict[str, Any]:
        said: dict[str, Any] = program.ask("uses", question)["uses"]
        return said

    robots: dict[str, Ask] = {"access": access, "hostile": access}
    return (
        robots if IS_GOOGLE else {**robots, "status": status, "field": page, "meta": page, "union": page, "uses": uses}
    )


def version() -> str:
    """The version of the program."""
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True)
    return said.stdout.split()[-1]


if __name__ == "__main__":
    serve("robots-policy, Google's dialect" if IS_GOOGLE else "robots-policy", version(), asks(Program()))
