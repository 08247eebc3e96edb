"""The command on a cluster: drivers that are killed, slow archives, what cannot be read or written, and memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import spark_archives as made
import spark_processes as ps
from spark_cluster import Cluster, driver
from spark_server import Hold, Served, archives_served
from spark_session import missing

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

AGENTS = ["ExampleBot", "GPTBot"]


def scan(*archives: object, out: Path, more: tuple[object, ...] = ()) -> list[object]:
    """The command that scans these archives."""
    agents = [part for agent in AGENTS for part in ("--agent", agent)]
    return ["-m", "robots_policy.spark", *archives, *agents, "--now", made.NOW, "-o", out, *more]


@pytest.fixture
def on(running: Cluster) -> Cluster:
    """The cluster, with all its workers."""
    running.whole()
    return running


def test_a_run_whose_driver_was_killed_is_resumed(on: Cluster, tmp_path: Path) -> None:
    forty = made.small(tmp_path / "archives", 40)
    # So many rows that the first of them are written while the last bytes are held back.
    pages = made.skewed(tmp_path / "archives" / "small-020-pages.warc", 20_000)
    files = sorted([*forty, pages])
    rows = {path.name: Served(path) for path in files}
    rows[pages.name].hold = held = Hold(pages.stat().st_size - 1)
    listed = tmp_path / "warc.paths"
    listed.write_text("".join(f"{name}\n" for name in rows))
    out = tmp_path / "policy"
    with archives_served(rows) as archives:
        more = ("--list", listed, "--base-url", archives.url)
        with driver(on, *scan(out=out, more=more)) as first:
            first.reader(held)
            ps.until(lambda: len(list(out.glob("*.report.json"))) >= 5, "tables")
            first.kill()
        on.free()
        assert not (out / "_SUCCESS").exists()
        assert not (out / f"{pages.name}.parquet").exists()
        kept = {file: file.stat().st_mtime_ns for file in out.glob("*.parquet")}
        leftovers = [file for file in out.rglob("*") if ".part" in file.name]
        assert leftovers
        held.release()
        with driver(on, *scan(out=out, more=(*more, "--resume"))) as second:
            assert second.wait() == 0, second.output
    assert f"\n{len(kept)} tables kept from an earlier run\n" in second.output
    assert {file: file.stat().st_mtime_ns for file in kept} == kept
    made.same(out, made.scanned(files, tmp_path / "program", agents=AGENTS), {name: name for name in rows})


SPECULATION = {
    "spark.speculation": "true",
    "spark.speculation.interval": "100ms",
    "spark.speculation.minTaskRuntime": "100ms",
    "spark.speculation.multiplier": "1.1",
    "spark.speculation.quantile": "0.5",
}


def test_two_attempts_of_one_task_make_one_table(on: Cluster, tmp_path: Path) -> None:
    files = made.small(tmp_path / "archives", 10)
    rows = {path.name: Served(path) for path in files}
    slow = files[3].name
    # The first attempt waits to the end, which only a second attempt can bring.
    rows[slow].hold = held = Hold(rows[slow].file.stat().st_size // 2, most=1)
    settings = [part for name, value in SPECULATION.items() for part in ("--conf", f"{name}={value}")]
    out = tmp_path / "policy"
    with (
        archives_served(rows) as archives,
        driver(on, *scan(*rows, out=out, more=("--base-url", archives.url, *settings))) as run,
    ):
        assert run.wait() == 0, run.output
        assert [request.start for request in archives.of(slow)] == [0, 0]
        assert len(held.ports) == 1
        tasks = [event["Task Info"] for event in run.listened("TaskStart")]
        assert [task["Index"] for task in tasks if task["Speculative"]] == [3]
    made.same(out, made.scanned(files, tmp_path / "program", agents=AGENTS), {name: name for name in rows})
