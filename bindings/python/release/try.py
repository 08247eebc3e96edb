"""Tries wheels that were installed, `try.py DISTRIBUTION...`: each answers from several threads, its program starts."""

import subprocess
import sys
import sysconfig
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

ROBOTS = "User-agent: *\nDisallow: /private"


def judged(number: int) -> object:
    """Answers for a page that robots.txt allows and a field forbids to index."""
    from robots_policy import judge  # noqa: PLC0415 - the other may be the one that is installed

    url = f"https://example.com/{number}"
    verdict = judge("ExampleBot", url, headers=[("X-Robots-Tag", "noindex")], robots_txt=ROBOTS)
    return verdict.allowed, verdict.index


def linted(number: int) -> object:
    """Finds a path that begins with no slash."""
    from robots_policy_lint import lint  # noqa: PLC0415

    return tuple(found["code"] for found in lint({"robots": f"{ROBOTS}\nDisallow: {number}"})["findings"])


# By distribution: what it does, and the right answer.
TRIED: dict[str, tuple[Callable[[int], object], object]] = {
    "robots-policy": (judged, (True, False)),
    "robots-policy-lint": (linted, ("path-without-slash",)),
}


def tried(distribution: str) -> None:
    """Raises where an answer is wrong, or where the module turns on the lock of a free-threaded interpreter."""
    answer, right = TRIED[distribution]
    with ThreadPoolExecutor(4) as threads:
        answers = set(threads.map(answer, range(1000)))
    if answers != {right}:
        raise AssertionError(answers)
    is_free = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    is_locked = getattr(sys, "_is_gil_enabled", None)
    if is_free and (is_locked is None or is_locked()):
        message = "the module turned the interpreter's lock on"
        raise AssertionError(message)
    program = Path(sysconfig.get_path("scripts"), distribution)
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603
    if said.split()[:2] != [distribution, version(distribution)]:
        raise AssertionError(said)
    sys.stdout.write(f"{said.strip()}, Python {sys.version.split()[0]}{' without its lock' if is_free else ''}\n")


def handed_over() -> None:
    """Raises where `robots-policy lint` is not that of the other wheel."""
    program = Path(sysconfig.get_path("scripts"), "robots-policy")
    said = subprocess.run([program, "lint", "--help"], capture_output=True, text=True, check=True).stdout  # noqa: S603
    if "Usage: robots-policy lint [OPTIONS] <INPUT>..." not in said:
        raise AssertionError(said)


def main(*distributions: str) -> None:
    """Tries each, and both together."""
    for distribution in distributions:
        tried(distribution)
    if set(distributions) == set(TRIED):
        handed_over()


if __name__ == "__main__":
    main(*sys.argv[1:])
