"""Drivers of Spark on this machine: sessions of their own with a JVM and Python workers, all of which can be killed."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import spark_processes as ps

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from spark_server import Hold


@dataclass
class Driver:
    """A driver that runs or ran."""

    process: subprocess.Popen[bytes]
    log: Path

    @property
    def output(self) -> str:
        """Its standard output and error."""
        return self.log.read_text(errors="replace")

    @property
    def said(self) -> list[str]:
        """The messages of the command."""
        return [line for line in self.output.splitlines() if line.startswith("robots-policy: ")]

    def wait(self) -> int:
        """Its exit status."""
        return self.process.wait(ps.DEADLINE)

    def kill(self) -> None:
        """SIGKILL, of Python, of the JVM and of the workers."""
        ps.end_session(self.process.pid)
        self.process.wait()

    def reaches(self, hold: Hold) -> None:
        """Wait for a task that reads what is held back."""

        def is_reached() -> bool:
            assert self.process.poll() is None, f"the driver ended:\n{self.output}"
            return hold.is_reached.is_set()

        ps.until(is_reached, "a task that reads what is held back")


@contextmanager
def driver(folder: Path, *arguments: object, **environment: str) -> Iterator[Driver]:
    """Run Python; what is left of it afterwards is killed."""
    log = folder / f"driver-{len(list(folder.glob('driver-*')))}.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            env=os.environ | {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable} | environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    running = Driver(process, log)
    try:
        yield running
    finally:
        running.kill()


def command(folder: Path, master: str, *arguments: object, **environment: str) -> Driver:
    """The command, after its end."""
    with driver(folder, "-m", "robots_policy.spark", "--master", master, *arguments, **environment) as run:
        run.wait()
    return run
