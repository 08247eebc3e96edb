"""The command: what it prints and refuses, processes that are killed, what cannot be read."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING

import pytest
import spark_archives as made
import spark_processes as ps
from conftest import ROOT, program
from spark_driver import command, driver
from spark_server import Hold, Served, archives_served
from spark_session import missing

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

ARCHIVE = ROOT / "fixtures" / "archives" / "crawl.warc.gz"
AGENTS = [part for agent in made.AGENTS for part in ("--agent", agent)]
HELD = "small-007.warc.gz"


def test_the_command_prints_what_the_program_prints(tmp_path: Path) -> None:
    run = command(tmp_path, "local[1]", ARCHIVE, "--as", "seznambot", "-o", tmp_path / "out")
    assert run.process.returncode == 0, run.output
    wanted = program("scan", ARCHIVE, "--as", "seznambot", "-o", tmp_path / "program").decode().splitlines()
    assert "engine seznambot: 9 pages" in wanted
    lines = run.output.splitlines()[-len(wanted) :]
    assert lines[:1] + lines[2:] == wanted[:1] + wanted[2:]
    assert re.fullmatch(r"\d+\.\d s, \d+ rows/s, \d+\.\d MB/s of the archives", lines[1])
    made.same(tmp_path / "out", tmp_path / "program")


def test_a_session_that_does_not_start_is_one_sentence(tmp_path: Path) -> None:
    run = command(tmp_path, "local[1]", ARCHIVE, "-o", tmp_path / "out", JAVA_HOME="/none")
    assert run.process.returncode == 1
    assert re.search("robots-policy: Spark did not start on local.*Java 17 or 21", run.said[-1])
    assert "Traceback" not in run.output
    assert not (tmp_path / "out").exists()


def test_workers_without_the_package_are_named(tmp_path: Path) -> None:
    python = tmp_path / "python"
    # A worker that cannot import the package, wherever it is installed.
    (tmp_path / "none" / "robots_policy").mkdir(parents=True)
    (tmp_path / "none" / "robots_policy" / "__init__.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'robots_policy'\")\n"
    )
    python.write_text(f'#!/bin/sh\nPYTHONPATH={tmp_path / "none"}:$PYTHONPATH exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    run = command(tmp_path, "local[1]", ARCHIVE, "-o", tmp_path / "policy", PYSPARK_PYTHON=str(python))
    assert run.process.returncode == 1
    why = f"the Python of Spark's workers (PYSPARK_PYTHON is {python}) has no module robots_policy: install "
    assert run.said[-1].startswith(f"robots-policy: {why}")
    assert not (tmp_path / "policy" / "_SUCCESS").exists()


@pytest.mark.parametrize("victim", ["worker", "driver"])
def test_a_process_that_is_killed_changes_nothing(victim: str, tmp_path: Path) -> None:
    files = made.small(tmp_path / "archives", 12)
    rows = {path.name: Served(path) for path in files}
    rows[HELD].hold = held = Hold(rows[HELD].file.stat().st_size // 2)
    listed, out = tmp_path / "warc.paths", tmp_path / "policy"
    listed.write_text("".join(f"{name}\n" for name in rows))
    with archives_served(rows) as archives:
        words = ("--list", listed, "--base-url", archives.url, *AGENTS, "--now", made.NOW, "-o", out)
        with driver(tmp_path, "-m", "robots_policy.spark", "--master", "local[2,4]", *words) as run:
            run.reaches(held)
            if victim == "driver":
                ps.until(lambda: len(list(out.glob("*.parquet"))) == len(files) - 1, "tables")
                run.kill()
            else:
                ps.kill(*ps.workers(run.process.pid))
            assert not (out / "_SUCCESS").exists()
            assert not (out / f"{HELD}.parquet").exists()
            held.release()
            assert victim == "driver" or run.wait() == 0, run.output
        assert len(archives.of(HELD)) == (1 if victim == "driver" else 2)
        if victim == "driver":
            assert [file for file in out.iterdir() if file.suffix == ".part"]
            run = command(tmp_path, "local[2]", *words, "--resume")
            assert f"\n{len(files) - 1} tables kept from an earlier run; the others: " in run.output
    made.same(out, made.scanned(files, tmp_path / "program"))


def test_what_cannot_be_read_has_a_reason_and_stops_nothing_else(tmp_path: Path) -> None:
    files = made.small(tmp_path / "archives", 2)
    for name, octets in [
        ("cut.warc.gz", made.CRAWL[:-100]),
        ("page.warc.gz", b"<!doctype html><title>Not found</title>"),
    ]:
        files.append(tmp_path / "archives" / name)
        files[-1].write_bytes(octets)
    rows = {path.name: Served(path) for path in files}
    late = files[1].name
    out = tmp_path / "policy"
    with archives_served(dict(rows)) as archives:
        del archives.served[late]
        words = (*rows, "--base-url", archives.url, *AGENTS, "--now", made.NOW, "-o", out)
        first = command(tmp_path, "local[2,4]", *words)
        assert first.process.returncode == 1
        # Another node may be able to read it.
        assert archives.of(late) == [404] * 4
        why = f"cannot read {archives.url}{late}: the server answered 404 Not Found"
        last = f"1 of 4 archives have no table in {out}; run the same command with --resume"
        assert first.said == [f"robots-policy: {line}" for line in (why, last)]
        assert not (out / "_SUCCESS").exists()
        assert json.loads((out / "summary.json").read_text())["unreadable"] == [why]
        archives.served[late] = rows[late]
        second = command(tmp_path, "local[2]", *words, "--resume")
        # Two of the tables have damages.
        assert second.process.returncode == 1
    assert "3 tables kept from an earlier run" in second.output
    made.same(out, made.scanned(files, tmp_path / "program"))
