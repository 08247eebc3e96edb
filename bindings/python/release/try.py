"""Judges a page with the wheel that was installed, from several threads, and starts its program."""

import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import robots_policy

ROBOTS = "User-agent: *\nDisallow: /private"


def judged(number: int) -> tuple[bool | None, bool | None]:
    """Answers for a page that robots.txt allows and a field forbids to index."""
    url = f"https://example.com/{number}"
    verdict = robots_policy.judge("ExampleBot", url, headers=[("X-Robots-Tag", "noindex")], robots_txt=ROBOTS)
    return verdict.allowed, verdict.index


def main() -> None:
    """Raises where an answer is wrong, or where the module turns on the lock of a free-threaded interpreter."""
    with ThreadPoolExecutor(4) as threads:
        answers = set(threads.map(judged, range(1000)))
    if answers != {(True, False)}:
        raise AssertionError(answers)
    is_free = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    is_locked = getattr(sys, "_is_gil_enabled", None)
    if is_free and (is_locked is None or is_locked()):
        message = "the module turned the interpreter's lock on"
        raise AssertionError(message)
    program = Path(sysconfig.get_path("scripts"), "robots-policy")
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603
    if said.split()[:2] != ["robots-policy", robots_policy.__version__]:
        raise AssertionError(said)
    sys.stdout.write(f"{said.strip()}, Python {sys.version.split()[0]}{' without its lock' if is_free else ''}\n")


if __name__ == "__main__":
    main()
