"""Processes of this machine: those of sessions."""

from __future__ import annotations

import os
import re
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Callable

DEADLINE = 120.0


def is_running(each: psutil.Process) -> bool:
    """Whether it has not ended; one has, also where no one has read its status."""
    with suppress(psutil.NoSuchProcess):
        return each.status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    return False


def command(each: psutil.Process) -> str:
    """Its command line."""
    with suppress(psutil.NoSuchProcess):
        return " ".join(each.cmdline())
    return ""


def of_sessions(*sessions: int) -> list[psutil.Process]:
    """The processes of sessions: those that their leaders began, and theirs, also where a parent has ended."""
    found = []
    for each in psutil.process_iter():
        with suppress(ProcessLookupError):
            if os.getsid(each.pid) in sessions and is_running(each):
                found.append(each)
    return found


def kill(*pids: int) -> None:
    """SIGKILL, which a process cannot answer; it has ended on return."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    until(
        lambda: not any(psutil.pid_exists(pid) and is_running(psutil.Process(pid)) for pid in pids),
        f"the end of {pids}",
    )


def end_session(session: int) -> None:
    """Kill a session, and what its processes begin meanwhile."""

    def ended() -> bool:
        left = of_sessions(session)
        kill(*(each.pid for each in left))
        return not left

    until(ended, f"the end of session {session}")


def workers(session: int) -> list[int]:
    """The Python processes of a session that run tasks of Spark; a daemon, which runs none, begins them."""
    found = {each.pid: each.ppid() for each in of_sessions(session) if "pyspark.daemon" in command(each)}
    return [pid for pid, parent in found.items() if parent in found]


def peak_memory(pid: int) -> float:
    """The peak of the resident set, in MiB."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found[1]) / 1024


def until(condition: Callable[[], object], what: str, seconds: float = DEADLINE) -> None:
    """Wait for a condition; it is an error if it does not come."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited {seconds} s for {what}"
        time.sleep(0.05)
