"""Files at addresses.

How one stream comes out of several answers is the law N1 of Rust, whose tests have each lie of a server.
"""

from __future__ import annotations

import random
import signal
import threading
import time
from itertools import cycle
from typing import TYPE_CHECKING, Any

import pytest
from spark_server import Hold, Served, archives_served

import robots_policy
from robots_policy.arrow import RemoteFile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

OCTETS = random.Random(1).randbytes(300_000)  # noqa: S311 - of a test
NAME = "a.bin"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of random octets."""
    path = tmp_path / NAME
    path.write_bytes(OCTETS)
    return path


def test_a_connection_that_is_cut_continues_where_it_was(file: Path) -> None:
    with archives_served({NAME: Served(file, cut=170_000)}) as server:
        with RemoteFile(server.url + NAME) as opened:
            sizes = cycle([1, 50_000, 777])
            assert b"".join(iter(lambda: opened.read(next(sizes)), b"")) == OCTETS
        with RemoteFile(server.url + NAME) as opened:
            assert opened.read() == OCTETS
            assert opened.read() == opened.read(1) == b""


def test_a_body_whose_end_nothing_shows_is_named(file: Path) -> None:
    with archives_served({NAME: Served(file, is_framed=False), "b": Served(file, has_validator=False)}) as server:
        with RemoteFile(server.url + NAME) as opened:
            assert opened.read() == OCTETS
            assert (opened.length, "states no length" in str(opened.caution)) == (None, True)
            assert opened.identity is not None
        with RemoteFile(server.url + "b") as opened:
            assert (opened.name, opened.length) == (server.url + "b", len(OCTETS))
            assert (opened.caution, opened.identity) == (None, None)


def test_an_archive_is_read_from_a_server_that_cuts(fixtures: Path) -> None:
    archive = fixtures / "archives" / "crawl.warc.gz"
    with archives_served({archive.name: Served(archive, cut=2000)}) as server:
        opened = RemoteFile(server.url + archive.name)
        with opened, robots_policy.scan(opened, ["ExampleBot"], name=str(archive)) as scan:
            rows = [batch.num_rows for batch in scan]
            report = scan.report
            with pytest.raises(ValueError, match="an archive that is read"):
                opened.read(1)
        # A file of which something was read is read on from there.
        with RemoteFile(server.url + archive.name) as opened:
            opened.read(1)
            with robots_policy.scan(opened, ["ExampleBot"], on_damage="ignore") as scan:
                assert [batch.num_rows for batch in scan] == rows  # the first record has none
                assert (scan.name, len(scan.damages)) == (server.url + archive.name, 1)
    with robots_policy.scan(archive, ["ExampleBot"]) as whole_scan:
        assert rows == [batch.num_rows for batch in whole_scan]
        assert report == whole_scan.report


def test_an_address_is_an_archive(fixtures: Path) -> None:
    archive = fixtures / "archives" / "crawl.warc.gz"
    rows = list(map(len, robots_policy.scan(archive, ["ExampleBot"])))
    answers = list(map(len, robots_policy.arrow.robots_answers(archive)))
    with archives_served({archive.name: Served(archive, cut=2000), "open": Served(archive, is_framed=False)}) as server:
        url = server.url + archive.name
        with robots_policy.scan(url, ["ExampleBot"], on_damage="raise") as scan:
            assert list(map(len, scan)) == rows
            assert (scan.name, scan.damages) == (url, ())
        assert list(map(len, robots_policy.arrow.robots_answers(url, on_damage="raise"))) == answers
        # Nothing shows whether the end of a body without a length is that of the file.
        with pytest.warns(robots_policy.errors.ArchiveWarning, match=f"{server.url}open: .*states no length"):
            assert list(map(len, robots_policy.scan(server.url + "open", ["ExampleBot"]))) == rows
        with pytest.raises(robots_policy.errors.DamagedArchive, match="states no length"):
            list(robots_policy.scan(server.url + "open", ["ExampleBot"], on_damage="raise"))


def test_an_address_of_another_file(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(b"<!doctype html><title>Not here")
    with archives_served({"a.warc.gz": Served(page)}) as server:
        with pytest.raises(robots_policy.errors.DamagedArchive, match="no record is in it; the server answered 200 OK"):
            list(robots_policy.scan(server.url + "a.warc.gz", ["*"]))
        with pytest.raises(OSError, match=f"cannot read {server.url}none: the server answered 404 Not Found"):
            robots_policy.scan(server.url + "none", ["*"])


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


def test_a_file_that_is_closed_is_not_waited_for(file: Path) -> None:
    with archives_served({NAME: Served(file, hold=Hold(500))}) as server:
        opened = RemoteFile(server.url + NAME)
        closing = threading.Timer(0.3, opened.close)
        closing.start()
        with pytest.raises(OSError, match="the run was ended"):
            opened.read()
        closing.join()
        with pytest.raises(ValueError, match="the file is closed"):
            opened.read()
