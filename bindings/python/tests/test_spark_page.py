"""The page about Spark: a reader's session on a cluster of its own, its examples, and its tables."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import spark_session
from conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

from robots_policy.spark._settings import ROWS, Row
from robots_policy.spark._source import OPTIONS

pytestmark = [
    pytest.mark.release,
    pytest.mark.skipif(spark_session.missing() is not None, reason=str(spark_session.missing())),
]

PAGE = (ROOT / "bindings" / "python" / "docs" / "spark.md").read_text()
# A block, and the output that the page shows after it, maybe with a sentence between.
BLOCK = re.compile(
    r"^```(sh|python)\n(.*?)^```\n(?:\n(?:[^`\n#][^\n]*\n)*\n?```text\n(.*?)^```)?", re.DOTALL | re.MULTILINE
)
END = "=== the end of a block\n"
SECONDS = re.compile(r"[\d.]+ s, [\d,]+ rows/s, [\d.]+ MB/s of the archives$", re.MULTILINE)


def blocks(label: str) -> list[tuple[str, str]]:
    """The code of blocks with this label, and what the page shows; packages are installed elsewhere."""
    found = [(code, shown) for name, code, shown in BLOCK.findall(PAGE) if name == label]
    return [(code, shown) for code, shown in found if "pip install" not in code]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with what the page's commands name."""
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    (tmp_path / "venv").symlink_to(sys.prefix)
    return tmp_path


def run(command: list[str], folder: Path) -> list[str]:
    """The standard output of each block."""
    log = folder / "errors.log"
    environment = os.environ | {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    with log.open("w") as errors:
        begun = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        )
        try:
            output, _ = begun.communicate(timeout=900)
        finally:
            if begun.poll() is None:
                os.killpg(begun.pid, signal.SIGKILL)
    assert begun.returncode == 0, log.read_text()[-6000:] + output
    return output.split(END)[:-1]


def shows(shown: str, output: str) -> bool:
    """Whether a page shows the output: the whole, its end, or its beginning with `…` for the rest."""
    shown, output = (re.sub(r"\n\n+", "\n", SECONDS.sub("", text)) for text in (shown, output))
    beginning = shown.removesuffix("…\n")
    return output.startswith(beginning) if beginning != shown else output.endswith(shown)


def compare(written: list[tuple[str, str]], outputs: list[str]) -> None:
    assert len(outputs) == len(written)
    others = [
        f"{code}\nput this into the page:\n{output}"
        for (code, shown), output in zip(written, outputs, strict=True)
        if shown and not shows(shown, output)
    ]
    assert not others, "\n".join(others)


def test_the_cluster_of_a_reader_prints_what_the_page_shows(checkout: Path) -> None:
    written = blocks("sh")
    assert len(written) == 5
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    script = "".join(f"{code.replace('7077', port)}printf '{END[:-1]}\\n'\n" for code, _ in written)
    stop = "trap 'kill -KILL $(cat *.pid) 2> /dev/null' EXIT\n"
    compare(written, run(["bash", "-o", "pipefail", "-e", "-c", stop + script + "trap - EXIT\n"], checkout))


def test_the_examples_print_what_the_page_shows(checkout: Path) -> None:
    written = blocks("python")
    assert len(written) == 5
    assert all(shown for _, shown in written)
    (checkout / "page.py").write_text("".join(f"{code}print({END!r}, end='')\n" for code, _ in written))
    compare(written, run([sys.executable, "page.py"], checkout))


def flag(row: Row) -> str:
    """The flag of an option, which the table shows."""
    if row not in ROWS:
        return "none"
    # An asker each.
    words = f"--agent {row.value}" if row.name == "agents" else f"{row.flag} {row.value}".rstrip()
    return f"`{words}`"


def test_the_table_of_options_is_that_of_the_module() -> None:
    section = PAGE.split("\n### Options\n")[1].split("\n#")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    assert rows[2:] == [[f"`{row.name}`", flag(row), row.meaning] for row in OPTIONS]
