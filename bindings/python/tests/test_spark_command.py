"""The command on a cluster: drivers that are killed, slow archives, what cannot be read or written, and memory."""

from __future__ import annotations

import json
import resource
from typing import TYPE_CHECKING

import pytest
import spark_archives as made
import spark_processes as ps
from conftest import ROOT
from spark_cluster import Cluster, driver
from spark_server import Hold, Served, archives_served
from spark_session import missing

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

AGENTS = ["ExampleBot", "GPTBot"]
# The columns that the join of Spark does not fill.
NAMED = ("robots_url", "robots_status", "robots_fetched", "robots_sha256", "robots_record_id")
JOBS = ROOT / "bindings" / "python" / "tests" / "spark_jobs.py"


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
    # Enough rows that the first of them are written while the last bytes are held back.
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
        # A task that was killed between its two files has a table without a report, which is written again.
        whole = [file for file in out.glob("*.parquet") if file.with_suffix(".report.json").exists()]
        kept = {file: file.stat().st_mtime_ns for file in whole}
        leftovers = [file for file in out.rglob("*") if ".part" in file.name]
        assert leftovers
        held.release()
        with driver(on, *scan(out=out, more=(*more, "--resume"))) as second:
            assert second.wait() == 0, second.output
    assert f"\n{len(kept)} tables kept from an earlier run; the others: " in second.output
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


def test_what_cannot_be_read_has_a_reason_and_stops_nothing_else(on: Cluster, tmp_path: Path) -> None:
    files = made.small(tmp_path / "archives", 4)
    files.append(made.cut(tmp_path / "archives" / "cut.warc.gz"))
    files.append(made.not_an_archive(tmp_path / "archives" / "page.warc.gz"))
    rows = {path.name: Served(path) for path in files}
    late = files[2].name
    out = tmp_path / "policy"
    wanted = made.scanned(files, tmp_path / "program", agents=AGENTS)
    with archives_served(dict(rows)) as archives:
        del archives.served[late]
        command = scan(*rows, out=out, more=("--base-url", archives.url))
        with driver(on, *command) as first:
            assert first.wait() == 1
        # Each attempt of the task, but none of those that another node could not make better.
        assert [request.status for request in archives.of(late)] == [404] * 4
        why = f"cannot read {archives.url}{late}: the server answered 404 Not Found"
        assert f"robots-policy: {why}\n" in first.output
        assert f"1 of 6 archives have no table in {out}; run the same command with --resume" in first.output
        assert "Traceback" not in first.output
        assert not (out / "_SUCCESS").exists()
        assert json.loads((out / "summary.json").read_text())["unreadable"] == [why]
        archives.served[late] = rows[late]
        with driver(on, *command, "--resume") as second:
            # Two of the tables have damages.
            assert second.wait() == 1
        assert "5 tables kept from an earlier run" in second.output
    made.same(out, wanted, {name: name for name in rows})
    damages = {name: json.loads((out / f"{name}.report.json").read_text())["damage"] for name in rows}
    assert {name: [damage["code"] for damage in found] for name, found in damages.items() if found} == {
        "cut.warc.gz": ["truncated-member"],
        "page.warc.gz": ["no-record"],
    }


@pytest.mark.release
def test_a_full_disk_leaves_no_table_that_looks_complete(on: Cluster, tmp_path: Path) -> None:
    files = made.small(tmp_path / "archives", 3)
    pages = made.skewed(tmp_path / "archives" / "zz-pages.warc", 20_000)
    out = tmp_path / "policy"
    command = scan(*files, pages, out=out)
    # What a worker begins has its limits.
    for worker in on.workers:
        resource.prlimit(worker.process.pid, resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
    with driver(on, *command) as first:
        status = first.wait()
    for worker in on.workers:
        resource.prlimit(worker.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert status == 1, first.output
    [said] = [line for line in first.output.splitlines() if line.startswith("robots-policy: ")]
    assert said.startswith(f"robots-policy: cannot write {out}/{pages.name}.parquet: ")
    assert "File too large" in said
    assert not (out / f"{pages.name}.parquet").exists()
    assert not (out / "_SUCCESS").exists()
    with driver(on, *command, "--resume") as second:
        assert second.wait() == 0, second.output
    wanted = made.scanned([*files, pages], tmp_path / "program", agents=AGENTS)
    made.same(out, wanted, {path.name: str(path) for path in [*files, pages]})


@pytest.mark.release
def test_the_pages_of_one_host_get_access_in_bounded_memory(on: Cluster, tmp_path: Path) -> None:
    few, many = (peak_of_access(on, tmp_path / str(pages), pages) for pages in (10_000, 100_000))
    # The least `spark.executor.memoryOverhead`, which has to hold a Python worker.
    assert many < 384
    assert many < 1.25 * few, (few, many)


def peak_of_access(on: Cluster, folder: Path, pages: int) -> float:
    """The memory of the largest Python worker that gives access to this number of pages of one host, in MB."""
    folder.mkdir()
    file = made.skewed(folder / "skewed.warc", pages)
    options = {"agents": " ".join(AGENTS), "now": made.NOW}
    store = made.stored([file], folder / "robots.redb")
    wanted = made.scanned([file], folder / "program", "--robots-store", str(store), agents=AGENTS)
    # Workers of its own: Spark reuses those of a driver, which keep the memory of earlier jobs.
    on.whole()
    with driver(on, JOBS) as alone:
        alone.begin("access", path=str(file), out=str(folder / "table"), options=options)
        assert alone.result() == made.rows_of_all(wanted)
        peaks = [ps.peak_memory(worker.pid) for worker in on.python_workers()]
        alone.leave()
    made.same_rows(folder / "table", wanted, without=NAMED)
    return max(peaks)
