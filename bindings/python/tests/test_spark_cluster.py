"""Jobs of one driver on a cluster whose other processes are killed: each run has the rows of the program."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
import spark_archives as made
import spark_processes as ps
from conftest import ROOT
from spark_cluster import Cluster, Driver, driver
from spark_server import Archives, Hold, Served, archives_served
from spark_session import missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

# Bytes before the place of a cut that the next answer repeats.
TAIL = 512

pytestmark = [pytest.mark.release, pytest.mark.skipif(missing() is not None, reason=str(missing()))]

AGENTS = ["ExampleBot", "GPTBot"]
JOBS = ROOT / "bindings" / "python" / "tests" / "spark_jobs.py"
# The archive whose last bytes are held back where a test kills something: there are others before and after it.
HELD = "small-007.warc.gz"


@pytest.fixture(scope="module")
def forty(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return made.small(tmp_path_factory.mktemp("forty") / "archives", 40)


@pytest.fixture(scope="module")
def wanted(forty: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program's folder for the forty archives."""
    return made.scanned(forty, tmp_path_factory.mktemp("program") / "policy", agents=AGENTS)


@pytest.fixture(scope="module")
def server(forty: list[Path]) -> Iterator[Archives]:
    """The forty archives at one address, which tables and reports hold."""
    with archives_served({path.name: Served(path) for path in forty}) as archives:
        yield archives


@pytest.fixture
def served(server: Archives) -> Iterator[Archives]:
    """The forty archives, one of them held back."""
    row = server.served[HELD]
    row.hold = Hold(row.file.stat().st_size // 2)
    server.requests.clear()
    yield server
    row.hold.release()
    row.hold = None


def hold(archives: Archives) -> Hold:
    held = archives.served[HELD].hold
    assert held
    return held


def names(archives: Archives) -> dict[str, str]:
    """The names of the rows, which are those that were listed, whatever the base address is."""
    return {name: name for name in archives.served}


@pytest.fixture(scope="module")
def staying(running: Cluster) -> Iterator[Driver]:
    """A driver whose executors have the whole cluster until the last test of this file."""
    running.whole()
    with driver(running, JOBS) as here:
        yield here
        here.leave()


@pytest.fixture
def session(staying: Driver) -> Driver:
    """The driver, on a cluster with all its workers."""
    staying.on.whole()
    return staying


def begin(session: Driver, archives: Archives, out: Path, **settings: object) -> None:
    session.begin(
        "files",
        paths=list(archives.served),
        out=str(out),
        agents=AGENTS,
        now=made.NOW,
        **settings,
        base_url=archives.url,
    )


@pytest.fixture(scope="module")
def calm(staying: Driver, server: Archives, wanted: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in which nothing was killed."""
    out = tmp_path_factory.mktemp("calm") / "policy"
    begin(staying, server, out)
    assert len(staying.result()) == 40
    made.same(out, wanted, names(server))
    return out


@pytest.mark.parametrize(
    "victim",
    [
        pytest.param(lambda _, reader: ps.kill(reader), id="python-worker"),
        pytest.param(lambda on, reader: ps.kill(on.executor_of(reader)), id="executor"),
        pytest.param(lambda on, reader: on.worker_of(reader).end(), id="worker"),
    ],
)
def test_a_process_that_is_killed_changes_nothing(
    session: Driver,
    calm: Path,
    served: Archives,
    tmp_path: Path,
    victim: Callable[[Cluster, int], None],
) -> None:
    out = tmp_path / "policy"
    begin(session, served, out)
    victim(session.on, session.reader(hold(served)))
    assert not (out / f"{HELD}.parquet").exists()
    hold(served).release()
    assert len(session.result()) == 40
    assert len(served.of(HELD)) == 2
    made.same_files(out, calm)


def test_the_data_source_survives_a_killed_python_worker(
    session: Driver, served: Archives, wanted: Path, tmp_path: Path
) -> None:
    listed = tmp_path / "paths"
    listed.write_text("".join(f"{name}\n" for name in served.served))
    options = {"agents": " ".join(AGENTS), "now": made.NOW, "list": str(listed), "base_url": served.url}
    session.begin("table", paths=None, out=str(tmp_path / "table"), options=options)
    ps.kill(session.reader(hold(served)))
    hold(served).release()
    assert session.result() == made.rows_of_all(wanted)
    made.same_rows(tmp_path / "table", wanted)


def test_connections_that_are_cut_continue(session: Driver, tmp_path: Path) -> None:
    file = made.large(tmp_path / "archives" / "large.warc.gz", 5 * made.MEBI)
    plain, before, after = made.small(tmp_path / "small", 3)
    rows = {
        file.name: Served(file, cut=made.MEBI),
        plain.name: Served(plain, has_ranges=False, statuses=[503, 503]),
        # The connection is cut, and the rest is of another file.
        after.name: Served(before, cut=3000, later=after),
    }
    out = tmp_path / "policy"
    with archives_served(rows) as archives:
        begin(session, archives, out)
        assert len(session.result()) == 3
        starts = [request.start for request in archives.of(file.name)]
        # Each part begins with bytes that are known, which must be the same.
        assert starts == list(range(0, file.stat().st_size - TAIL, made.MEBI - TAIL))
        assert [request.status for request in archives.of(plain.name)] == [503, 503, 200]
    made.same(out, made.scanned([file, plain, after], tmp_path / "program", agents=AGENTS), names(archives))


def test_two_hundred_archives_are_as_many_tasks(session: Driver, tmp_path: Path) -> None:
    files = made.tiny(tmp_path / "archives", 200)
    before = len(session.listened("TaskEnd"))
    out = tmp_path / "policy"
    with archives_served({path.name: Served(path) for path in files}) as archives:
        begin(session, archives, out)
        assert len(session.result()) == 200
        ended = session.listened("TaskEnd")[before:]
        assert max(Counter(event["Stage ID"] for event in ended).values()) == 200
        assert {event["Task End Reason"]["Reason"] for event in ended} == {"Success"}
        assert sorted(request.name for request in archives.requests) == sorted(archives.served)
    made.same(out, made.scanned(files, tmp_path / "program", agents=AGENTS), names(archives))


def test_memory_does_not_grow_with_archives(session: Driver, tmp_path: Path) -> None:
    """Spark's executors have 1 GB here, and Python is not part of it."""
    file = made.large(tmp_path / "archives" / "large.warc.gz", 60 * made.MEBI)
    rows = {file.name: Served(file, hold=Hold(file.stat().st_size - 1))}
    out = tmp_path / "policy"
    with archives_served(rows) as archives:
        begin(session, archives, out)
        held = rows[file.name].hold
        assert held
        reader = session.reader(held)
        python, executor = ps.peak_memory(reader), ps.peak_memory(session.on.executor_of(reader))
        held.release()
        assert len(session.result()) == 1
    assert python < 256
    assert executor < 1024
    made.same(out, made.scanned([file], tmp_path / "program", agents=AGENTS), names(archives))
