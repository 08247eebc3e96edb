"""The commands `lint` and `explain` of `robots-policy-lint`, alone and as commands of `robots-policy`."""

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
from conftest import Quiet, rust_program, serving, wheels

import robots_policy

SCRIPTS = Path(sysconfig.get_path("scripts"))
WRONG = "User-agent: *\nDisallow: private\n"

Done = subprocess.CompletedProcess[str]


def ran(*command: object, cwd: Path | None = None, **env: str) -> Done:
    environment = os.environ | {"COLUMNS": "80"} | env
    return subprocess.run([*map(str, command)], cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file that has an error."""
    (tmp_path / "robots.txt").write_text(WRONG)
    (tmp_path / "empty").mkdir()
    return tmp_path


COMMANDS = [
    ["lint", "robots.txt"],
    ["lint", "robots.txt", "--format", "json", "--now", "2026-09-20T00:00:00Z"],
    ["lint", "robots.txt", "--fail-on", "never"],
    ["lint", "robots.tx"],
    ["lint", "empty"],
    ["lint"],
    ["lint", "--help"],
    ["lint", "-h"],
    ["lint", "--version"],
    ["lint", "--fixx", "robots.txt"],
    ["lint", "robots.txt", "--level", "rule=off"],
    ["lint", "robots.txt", "--locked"],
    ["explain"],
    ["explain", "path-without-slash"],
    ["explain", "path-without-slsh"],
    ["help", "lint"],
    ["help", "explain"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_command_of_the_package_is_that_of_the_program(folder: Path, words: list[str]) -> None:
    expected = ran(rust_program(), *words, cwd=folder)
    handed = ran(SCRIPTS / "robots-policy", *words, cwd=folder)
    assert (handed.returncode, handed.stdout, handed.stderr) == (expected.returncode, expected.stdout, expected.stderr)
    assert ran(sys.executable, "-m", "robots_policy", *words, cwd=folder).stdout == expected.stdout
    # By itself it shows its own name.
    for own in ([SCRIPTS / "robots-policy-lint"], [sys.executable, "-m", "robots_policy_lint"]):
        alone = ran(*own, *words, cwd=folder)
        assert alone.returncode == expected.returncode
        said, meant = (
            "".join(text.split()) for text in (alone.stdout + alone.stderr, expected.stdout + expected.stderr)
        )
        assert said.replace("robots-policy-lint", "robots-policy") == meant.replace(
            "robots-policy-lint", "robots-policy"
        )


def test_an_option_before_the_command_is_a_wrong_command_line(folder: Path) -> None:
    for name in ("robots-policy", "robots-policy-lint"):
        done = ran(SCRIPTS / name, "--color", "never", "lint", "robots.txt", cwd=folder)
        assert (done.returncode, done.stdout) == (2, "")
        assert "unexpected argument '--color'" in done.stderr
        assert f"Usage: {name} <COMMAND>" in done.stderr


def test_the_help_of_the_program_has_its_name() -> None:
    for words in (["--help"], ["lint", "--help"], ["help", "explain"], ["lint", "-h"]):
        done = ran(SCRIPTS / "robots-policy-lint", *words)
        assert done.returncode == 0
        assert "Usage: robots-policy-lint" in done.stdout
        assert not [line for line in done.stdout.splitlines() if len(line) > 80]
        assert "robots-policy lint" not in done.stdout
        assert "robots-policy explain" not in done.stdout
    done = ran(SCRIPTS / "robots-policy-lint", "lint", "nowhere.txt")
    assert (done.returncode, done.stderr.split()[0]) == (3, "robots-policy-lint:")


def test_an_input_in_the_place_of_a_command_gets_a_tip(folder: Path) -> None:
    for words, tip in [
        (["robots.txt"], "tip: inputs follow a command: robots-policy-lint lint robots.txt"),
        (["lnt"], "'lint'"),
    ]:
        done = ran(SCRIPTS / "robots-policy-lint", *words, cwd=folder)
        assert (done.returncode, tip in done.stderr) == (2, True), done.stderr


def test_another_version_is_refused_with_both_versions_and_the_fix(tmp_path: Path) -> None:
    other = tmp_path / "robots_policy_lint"
    other.mkdir()
    (other / "__init__.py").write_text('__version__ = "9.8.7"\n')
    (other / "_program.py").write_text("def main(name):\n    raise AssertionError\n")
    for words in (["lint", "robots.txt"], ["explain"], ["help", "lint"]):
        done = ran(SCRIPTS / "robots-policy", *words, PYTHONPATH=str(tmp_path))
        assert done.returncode == 2
        assert (
            f"this is robots-policy {robots_policy.__version__}, and robots-policy-lint beside it is 9.8.7"
            in done.stderr
        )
        assert f"pip install robots-policy-lint=={robots_policy.__version__}\n" in done.stderr
    assert ran(SCRIPTS / "robots-policy", "--version", PYTHONPATH=str(tmp_path)).returncode == 0


def test_a_package_that_cannot_be_loaded_is_not_taken_for_a_missing_one(tmp_path: Path) -> None:
    other = tmp_path / "robots_policy_lint"
    other.mkdir()
    (other / "__init__.py").write_text("import no_such_module\n")
    done = ran(SCRIPTS / "robots-policy", "explain", PYTHONPATH=str(tmp_path))
    assert done.returncode == 1
    assert "No module named 'no_such_module'" in done.stderr


def environment(folder: Path, *packages: str) -> Path:
    """A new environment with these packages, of the wheels that were built: the folder of its programs."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    command = [sys.executable, "-m", "pip", "--python", str(scripts / "python"), "install", "--quiet"]
    subprocess.run([*command, "--no-index", "--find-links", wheels(), *packages], check=True)
    return scripts


def test_without_the_package_the_program_says_how_to_get_it(tmp_path: Path) -> None:
    scripts = environment(tmp_path / "own", "robots-policy")
    for words in (["lint", "dist", "--base", "https://example.org"], ["lint"], ["explain", "path-without-slash"]):
        done = ran(scripts / "robots-policy", *words)
        assert done.returncode == 2
        assert f"pip install robots-policy-lint=={robots_policy.__version__}. " in done.stderr
        assert done.stderr.endswith(f"robots-policy {' '.join(words)}\n")
    for words in (["--help"], ["help", "lint"], ["lint", "--help"], ["help", "explain"], ["man", "lint"]):
        done = ran(scripts / "robots-policy", *words)
        said = " ".join(done.stdout.replace("\\-", "-").split())
        assert (done.returncode, "pip install robots-policy-lint" in said) == (0, True), words


def test_the_package_works_alone_and_the_extra_brings_it(tmp_path: Path, folder: Path) -> None:
    alone = environment(tmp_path / "alone", "robots-policy-lint")
    assert not (alone / "robots-policy").exists()
    done = ran(alone / "robots-policy-lint", "lint", "robots.txt", cwd=folder)
    assert (done.returncode, "path-without-slash" in done.stdout) == (1, True), done.stderr
    function = (
        "from robots_policy_lint import lint; print(len(lint({'robots': 'User-agent: *\\nDisallow: a'})['findings']))"
    )
    assert ran(alone / "python", "-c", function).stdout == "1\n"
    both = environment(tmp_path / "both", "robots-policy[lint]")
    done = ran(both / "robots-policy", "lint", "robots.txt", cwd=folder)
    assert (done.returncode, "path-without-slash" in done.stdout) == (1, True), done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("command", [["robots-policy-lint", "lint"], ["robots-policy", "lint"]], ids=" ".join)
def test_ctrl_c_ends_the_requests_and_shows_what_was_seen(command: list[str]) -> None:
    asked = Event()

    class Site(Quiet):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/plain" if self.path == "/robots.txt" else "text/html")
            self.end_headers()
            self.wfile.write(WRONG.encode() if self.path == "/robots.txt" else b"<!doctype html><title>a</title>")
            if self.path == "/a":
                asked.set()

    with serving(Site) as site:
        name, *words = command
        options = ["--pause", "60", "--no-cache", "--fail-on", "never"]
        run = subprocess.Popen(
            [SCRIPTS / name, *words, f"{site}/a", f"{site}/b", *options],
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
