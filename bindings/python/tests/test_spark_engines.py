"""Rows of engines in the files of Spark, and its command."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import program

import robots_policy

pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

from robots_policy import spark as robots

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

NOW = datetime(2026, 11, 21, tzinfo=UTC)


@pytest.fixture
def archive(fixtures: Path) -> str:
    """The archive of the documentation."""
    return str(fixtures / "archives" / "crawl.warc.gz")


def test_files_have_the_rows_of_engines(spark: SparkSession, archive: str, fixtures: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    both = [archive, str(fixtures / "archives" / "small.warc")]
    robots.scan_files(spark, both, out, engine=["googlebot", "seznambot"], now=NOW).collect()
    table = pq.read_table(f"{out}/crawl.warc.gz.parquet")
    with robots_policy.scan(archive, engine="googlebot,seznambot", now=NOW) as scan:
        wanted = pa.table(scan)
    rows = [row | {"warc_file": None} for row in wanted.to_pylist()]
    assert [row | {"warc_file": None} for row in table.to_pylist()] == rows
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert {name: report["engine"] for name, report in summary["agents"].items()} == {
        "googlebot": True,
        "seznambot": True,
    }
    settings = json.loads((tmp_path / "out" / "scan.json").read_text())["settings"]
    assert settings["as"] == "googlebot seznambot"
    assert "agent" not in settings
    with pytest.raises(ValueError, match="holds a run with as `googlebot seznambot`"):
        robots.scan_files(spark, both, out, engine="googlebot", now=NOW)
    with pytest.raises(ValueError, match="agents and engine exclude each other"):
        robots.scan_files(spark, both, str(tmp_path / "other"), ["ExampleBot"], engine="googlebot")
    assert not (tmp_path / "other").exists()


def test_the_command_has_the_flag(tmp_path: Path, archive: str) -> None:
    def run(*flags: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "robots_policy.spark", archive, "--master", "local[1]", *flags]
        environment = os.environ | {"SPARK_LOCAL_IP": "127.0.0.1"}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    done = run("--as", "seznambot", "-o", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    # As the program prints it, except the time.
    wanted = program("scan", archive, "--as", "seznambot", "-o", str(tmp_path / "program")).decode().splitlines()
    assert "engine seznambot: 9 pages" in wanted
    lines = done.stdout.splitlines()
    assert lines[:1] + lines[2:] == wanted[:1] + wanted[2:]
    assert re.fullmatch(r"\d+\.\d s, \d+ rows/s, \d+\.\d MB/s of the archives", lines[1])
    written = pq.read_schema(tmp_path / "out" / "crawl.warc.gz.parquet")
    assert written.names == pa.schema(robots_policy.arrow.schema(engine="seznambot")).names
    for flags, why in [
        (["--as", "gogglebot"], "`gogglebot` is not a profile; near it are `googlebot`"),
        (["--as", "googlebot", "--agent", "ExampleBot"], "agents and engine exclude each other"),
    ]:
        wrong = run(*flags, "-o", str(tmp_path / "wrong"))
        assert (wrong.returncode, why in wrong.stderr.splitlines()[-1]) == (2, True), wrong.stderr
        assert not (tmp_path / "wrong").exists()
