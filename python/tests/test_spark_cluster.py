"""Jobs of one driver on a cluster whose other processes are killed: each run has the rows of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import spark_archives as made
import spark_processes as ps
from spark_cluster import Cluster, Driver, driver, missing
from spark_server import Archives, Hold, Served, archives_served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(missing() is not None, reason=f"Spark does not run here: {missing()}")

AGENTS = ["ExampleBot", "GPTBot"]
JOBS = made.ROOT / "python" / "tests" / "spark_jobs.py"
# The archive whose last bytes are held back where a test kills something: there are others before and after it.
HELD = "small-007.warc.gz"


@pytest.fixture(scope="module")
def forty(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return made.small(tmp_path_factory.mktemp("forty") / "archives", 40)


@pytest.fixture(scope="module")
def wanted(forty: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program's folder for the forty archives."""
    return made.scanned(forty, tmp_path_factory.mktemp("program") / "policy", agents=AGENTS)


@pytest.fixture
def served(forty: list[Path]) -> Iterator[Archives]:
    """The forty archives on a server, one of them held back."""
    rows = {path.name: Served(path) for path in forty}
    rows[HELD].hold = Hold(rows[HELD].file.stat().st_size // 2)
    with archives_served(rows) as archives:
        yield archives


def hold(archives: Archives) -> Hold:
    held = archives.served[HELD].hold
    assert held
    return held


def names(archives: Archives) -> dict[str, str]:
    """The names of the rows, which are those that were listed, whatever the base address is."""
    return {name: name for name in archives.served}


@pytest.fixture(scope="module")
def session(running: Cluster) -> Iterator[Driver]:
    running.whole()
    with driver(running, JOBS) as here:
        yield here
        here.leave()


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
def calm(session: Driver, forty: list[Path], wanted: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in which nothing was killed."""
    out = tmp_path_factory.mktemp("calm") / "policy"
    with archives_served({path.name: Served(path) for path in forty}) as archives:
        begin(session, archives, out)
        assert len(session.result()) == 40
        made.same(out, wanted, names(archives))
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
    on: Cluster,
    session: Driver,
    served: Archives,
    calm: Path,
    tmp_path: Path,
    victim: Callable[[Cluster, int], None],
) -> None:
    out = tmp_path / "policy"
    begin(session, served, out)
    victim(on, session.reader(hold(served)))
    assert not (out / f"{HELD}.parquet").exists()
    hold(served).release()
    assert len(session.result()) == 40
    assert len(served.of(HELD)) == 2
    made.same(out, calm, names(served))
    assert made.contents(out) == made.contents(calm)


def test_the_data_source_gives_the_rows_of_the_program(
    session: Driver, forty: list[Path], wanted: Path, tmp_path: Path
) -> None:
    options = {"agents": " ".join(AGENTS), "now": made.NOW}
    session.begin("table", paths=f"{forty[0].parent}/*.warc.gz", out=str(tmp_path / "table"), options=options)
    assert session.result() == made.rows_of_all(wanted)
    made.same_rows(tmp_path / "table", wanted)


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
