"""Tries the wheel that was installed: it answers and lints from several threads, its program starts."""

import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

from robots_policy import judge
from robots_policy.lint import lint

ROBOTS = "User-agent: *\nDisallow: /private"
RIGHT = (True, False, ["path-without-slash"])


def answer(number: int) -> tuple[object, ...]:
    """Judges a page that robots.txt allows and a field forbids to index, and lints a path without a slash."""
    url = f"https://example.com/{number}"
    verdict = judge("ExampleBot", url, headers=[("X-Robots-Tag", "noindex")], robots_txt=ROBOTS)
    found = lint({"robots": f"{ROBOTS}\nDisallow: {number}"})["findings"]
    return verdict.allowed, verdict.index, [finding["code"] for finding in found]


def main() -> None:
    """Raises where an answer is wrong, or where the module turns on the lock of a free-threaded interpreter."""
    with ThreadPoolExecutor(4) as threads:
        wrong = [own for own in threads.map(answer, range(1000)) if own != RIGHT]
    if wrong:
        raise AssertionError(wrong[0])
    is_free = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    is_locked = getattr(sys, "_is_gil_enabled", None)
    if is_free and (is_locked is None or is_locked()):
        message = "the module turned the interpreter's lock on"
        raise AssertionError(message)
    program = Path(sysconfig.get_path("scripts"), "robots-policy")
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603
    if said.split()[:2] != ["robots-policy", version("robots-policy")]:
        raise AssertionError(said)
    sys.stdout.write(f"{said.strip()}, Python {sys.version.split()[0]}{' without its lock' if is_free else ''}\n")


if __name__ == "__main__":
    main()
