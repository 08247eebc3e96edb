"""Processes of this machine, read from /proc: their parents, and the holders of connections."""

from __future__ import annotations

import os
import re
import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PROC = Path("/proc")
DEADLINE = 120.0


@dataclass(frozen=True)
class Process:
    """A process that runs."""

    pid: int
    parent: int
    session: int
    command: str


def process(pid: int) -> Process | None:
    """The process with this number; none if it ended, also where no one has read its status."""
    try:
        text = (PROC / str(pid) / "stat").read_text()
        command = (PROC / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    # The name before the parenthesis may have blanks and parentheses.
    state, parent, _, session = text.rpartition(")")[2].split()[:4]
    return None if state in "ZX" else Process(pid, int(parent), int(session), command)


def processes() -> list[Process]:
    """All processes."""
    found = (process(int(folder.name)) for folder in PROC.iterdir() if folder.name.isdecimal())
    return [each for each in found if each]


def of_session(session: int) -> list[Process]:
    """The processes of a session: those that its leader began, and theirs, also where a parent has ended."""
    return [each for each in processes() if each.session == session]


def ancestors(pid: int) -> list[Process]:
    """A process, its parent, and so on."""
    found = []
    here = process(pid)
    while here:
        found.append(here)
        here = process(here.parent)
    return found


def kill(*pids: int) -> None:
    """SIGKILL, which a process cannot answer; it has ended on return."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    until(lambda: not any(map(process, pids)), f"the end of {pids}")


def end_session(session: int) -> None:
    """Kill a session, and what its processes begin meanwhile."""

    def ended() -> bool:
        left = of_session(session)
        kill(*(each.pid for each in left))
        return not left

    until(ended, f"the end of session {session}")


def holder(port: int) -> int | None:
    """The process that holds the loopback connection whose client has this port."""
    with (PROC / "net" / "tcp").open() as table:
        rows = [line.split() for line in table][1:]
    inodes = {row[9] for row in rows if int(row[1].partition(":")[2], 16) == port}
    for each in processes():
        with suppress(FileNotFoundError, PermissionError, ProcessLookupError):
            for link in (PROC / str(each.pid) / "fd").iterdir():
                found = re.fullmatch(r"socket:\[(\d+)\]", str(link.readlink()))
                if found and found[1] in inodes:
                    return each.pid
    return None


def peak_memory(pid: int) -> float:
    """The peak of the resident set, in MiB."""
    found = re.search(r"VmHWM:\s+(\d+) kB", (PROC / str(pid) / "status").read_text())
    assert found
    return int(found[1]) / 1024


def until(condition: Callable[[], object], what: str, seconds: float = DEADLINE) -> None:
    """Wait for a condition; it is an error if it does not come."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited {seconds} s for {what}"
        time.sleep(0.05)
