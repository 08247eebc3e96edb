"""The commands `lint` and `explain` of the package's program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from threading import Event

import pytest
from conftest import Quiet, rust_program, serving

SCRIPTS = Path(sysconfig.get_path("scripts"))
WRONG = "User-agent: *\nDisallow: private\n"

Done = subprocess.CompletedProcess[str]


def ran(*command: object, cwd: Path) -> Done:
    environment = os.environ | {"COLUMNS": "80"}
    return subprocess.run([*map(str, command)], cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file that has an error."""
    (tmp_path / "robots.txt").write_text(WRONG)
    return tmp_path


COMMANDS = [
    ["lint", "robots.txt", "--format", "json", "--now", "2026-09-20T00:00:00Z"],
    ["lint", "robots.tx"],
    ["lint", "--help"],
    ["lint", "robots.txt", "--locked"],
    ["explain", "path-without-slash"],
    ["explain", "path-without-slsh"],
    ["help", "lint"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_command_of_the_package_is_that_of_the_program(folder: Path, words: list[str]) -> None:
    expected = ran(rust_program(), *words, cwd=folder)
    own = ran(SCRIPTS / "robots-policy", *words, cwd=folder)
    assert (own.returncode, own.stdout, own.stderr) == (expected.returncode, expected.stdout, expected.stderr)
    assert ran(sys.executable, "-m", "robots_policy", *words, cwd=folder).stdout == expected.stdout


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_the_requests_and_shows_what_was_seen() -> None:
    asked = Event()

    class Site(Quiet):
        def do_GET(self) -> None:
            if self.path == "/robots.txt":
                self.answer(fields=[("Content-Type", "text/plain")], body=WRONG.encode())
            else:
                self.answer(fields=[("Content-Type", "text/html")], body=b"<!doctype html><title>a</title>")
            if self.path == "/a":
                asked.set()

    with serving(Site) as site:
        options = ["--pause", "60", "--no-cache", "--fail-on", "never"]
        run = subprocess.Popen(
            [SCRIPTS / "robots-policy", "lint", f"{site}/a", f"{site}/b", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert asked.wait(30)
        time.sleep(0.5)  # it waits for the pause of the host then, and would for a minute
        run.send_signal(signal.SIGINT)
        out, errors = run.communicate(timeout=30)
    assert run.returncode == 3, errors
    assert "path-without-slash" in out
    assert "Traceback" not in errors
