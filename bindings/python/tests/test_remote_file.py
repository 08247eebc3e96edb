"""A signal and other threads while a file at an address is waited for; what is read is a session."""

from __future__ import annotations

import signal
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from spark_server import Hold, Served, archives_served

import robots_policy
from robots_policy.arrow import RemoteFile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Raised(BaseException):
    """By the handler of a signal."""


def reads(opened: RemoteFile) -> Callable[[], Any]:
    """Reads the file itself."""
    return opened.read


def scans(opened: RemoteFile) -> Callable[[], Any]:
    """Reads the file as an archive."""
    return lambda: list(robots_policy.scan(opened, ["*"]))


@pytest.mark.parametrize("reader", [reads, scans])
def test_a_signal_and_other_threads_do_not_wait_for_a_server(
    reader: Callable[[RemoteFile], Callable[[], Any]], fixtures: Path
) -> None:
    archive = fixtures / "archives" / "crawl.warc.gz"
    turns = 0

    def turn() -> None:
        nonlocal turns
        while not is_over.wait(0.01):
            turns += 1

    def raised(*_: object) -> None:
        raise Raised

    is_over = threading.Event()
    other = threading.Thread(target=turn)
    former = signal.signal(signal.SIGALRM, raised)
    served = {archive.name: Served(archive, hold=Hold(500))}
    with archives_served(served) as server, RemoteFile(server.url + archive.name) as opened:
        read = reader(opened)
        other.start()
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        began = time.monotonic()
        try:
            with pytest.raises(Raised):
                read()
        finally:
            signal.signal(signal.SIGALRM, former)
            is_over.set()
            other.join()
    assert time.monotonic() - began < 20
    assert turns > 5
