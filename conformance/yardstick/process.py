"""One adapter: a process that reads questions and writes answers, a line of JSON each."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

PROTOCOL = 1
# The seconds in which an adapter starts, and in which it answers. They are seconds of its processor where the system
# counts them, so that a busy machine changes no result; on the clock it gets more.
START, ANSWER = 30.0, 5.0
MORE = 8

Answer = dict[str, Any]


class Silent(Exception):
    """The adapter gave no answer in time, or ended."""


class Limits:
    """How long a process may take for one answer."""

    def __init__(self, pid: int, seconds: float) -> None:
        self.pid = pid
        self.seconds = seconds
        self.began = time.monotonic()
        self.spent = spent(pid)

    def check(self) -> None:
        """Raises once it has taken too long."""
        clock = time.monotonic() - self.began
        now = spent(self.pid)
        if self.spent is None or now is None:
            is_over = clock > self.seconds
        else:
            is_over = now - self.spent > self.seconds or clock > self.seconds * MORE
        if is_over:
            raise Silent("timeout")


def spent(pid: int) -> float | None:
    """The seconds of the processor that a process and its ended children have taken; none outside of Linux."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(")", 1)[1].split()
        return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return None


class Adapter:
    """Starts at the first question, and again after it was ended."""

    def __init__(
        self, command: list[str], folder: str | None = None, seconds: float = ANSWER, *, is_heard: bool = False
    ) -> None:
        self.command = command
        self.folder = folder
        self.seconds = seconds
        # Whether its standard error is that of the runner.
        self.is_heard = is_heard
        self.process: subprocess.Popen[bytes] | None = None
        self.rest = b""

    def start(self) -> Answer:
        """Starts the process and returns what it says about itself."""
        self.process = subprocess.Popen(  # noqa: S603
            self.command,
            cwd=self.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if self.is_heard else subprocess.DEVNULL,
            start_new_session=True,
        )
        self.rest = b""
        return self.exchange({"cmd": "start", "protocol": PROTOCOL}, START)

    def ask(self, case_id: str, kind: str, question: dict[str, Any]) -> Answer:
        """The answer to a case; `timeout`, `crash` or `error` if there is none."""
        try:
            if self.process is None:
                self.start()
            answer = self.exchange({"cmd": "run", "id": case_id, "kind": kind, "input": question}, self.seconds)
        except Silent as why:
            self.end()
            return {str(why): True}
        if answer.get("id") != case_id:
            # The lines that follow may answer other cases, too: it starts anew.
            self.end()
            return {"error": answer.get("error") or f"answers {answer.get('id')!r} and not this case"}
        return answer

    def exchange(self, message: dict[str, Any], seconds: float) -> Answer:
        """Writes a line and waits for one."""
        process = self.process
        if process is None or process.stdin is None:
            raise Silent("crash")
        try:
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
        except OSError:
            raise Silent("crash") from None
        line = self.line(process, seconds)
        try:
            answer: Any = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            return {"error": f"not a line with a JSON object: {line[:100].decode('utf-8', 'replace')!r}"}
        return answer

    def line(self, process: subprocess.Popen[bytes], seconds: float) -> bytes:
        """The next line of the process."""
        limits = Limits(process.pid, seconds)
        if process.stdout is None:
            raise Silent("crash")
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while b"\n" not in self.rest:
                if not selector.select(0.1):
                    limits.check()
                    continue
                read = os.read(process.stdout.fileno(), 1 << 16)
                if not read:
                    raise Silent("crash")
                self.rest += read
        line, self.rest = self.rest.split(b"\n", 1)
        return line

    def stop(self) -> None:
        """Asks the process to end, and ends it."""
        if self.process is not None and self.process.stdin is not None:
            try:
                self.process.stdin.write(b'{"cmd": "stop"}\n')
                self.process.stdin.close()
                self.process.wait(2)
            except (OSError, subprocess.TimeoutExpired):
                pass
        self.end()

    def end(self) -> None:
        """Ends the process with all of its children."""
        if self.process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            # The last question may not have been taken.
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self.process = None
