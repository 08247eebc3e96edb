"""What the tests share: the project's folder, and the program as a second door to the same library."""

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="session")
def fixtures() -> Path:
    """The folder of cases, which the Rust tests read too."""
    return ROOT / "fixtures"


def evaluated(records: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What `eval --jsonl` answers to these records."""
    lines = "".join(json.dumps(record) + "\n" for record in records)
    command = [sys.executable, "-m", "robots_policy", "eval", "--jsonl"]
    run = subprocess.run(command, input=lines.encode(), capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
    return [json.loads(line) for line in run.stdout.splitlines()]
