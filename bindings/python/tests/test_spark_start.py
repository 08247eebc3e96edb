"""The command where Spark cannot start, or its workers lack the package. No cluster is needed."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from conftest import ROOT
from spark_session import missing

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))


def scan(out: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command over one archive."""
    archive = ROOT / "fixtures" / "archives" / "crawl.warc.gz"
    return subprocess.run(
        [sys.executable, "-m", "robots_policy.spark", archive, "-o", out, "--master", "local[1]"],
        env=os.environ | {"SPARK_LOCAL_IP": "127.0.0.1"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_missing_java_is_one_sentence(tmp_path: Path) -> None:
    run = scan(tmp_path / "policy", JAVA_HOME=str(tmp_path / "none"))
    assert run.returncode == 1
    said = run.stderr.splitlines()[-1]
    assert said.startswith("robots-policy: Spark did not start on local[1]: ")
    assert "Java 17 or 21" in said
    assert "Traceback" not in run.stderr
    assert not (tmp_path / "policy").exists()


def test_workers_without_the_package_are_named(tmp_path: Path) -> None:
    python = tmp_path / "python"
    # A worker that cannot import the package, wherever it is installed.
    (tmp_path / "none" / "robots_policy").mkdir(parents=True)
    (tmp_path / "none" / "robots_policy" / "__init__.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'robots_policy'\")\n"
    )
    python.write_text(f'#!/bin/sh\nPYTHONPATH={tmp_path / "none"}:$PYTHONPATH exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    run = scan(tmp_path / "policy", PYSPARK_PYTHON=str(python))
    assert run.returncode == 1
    said = run.stderr.splitlines()[-1]
    assert said.startswith(f"robots-policy: the Python of Spark's workers (PYSPARK_PYTHON is {python}) has no module ")
    assert "robots_policy: install " in said
    assert "Traceback" not in run.stderr
    assert not (tmp_path / "policy" / "_SUCCESS").exists()
