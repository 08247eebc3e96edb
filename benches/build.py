#!/usr/bin/env python3
"""A first build from an empty folder, and what each dependency costs in it.

    python3 benches/build.py [--only library|program] [--config KEY=VALUE]... [--jobs N]

builds a new project that needs only the library (`cargo build`) and the program (`cargo build --release`), each into an empty folder,
and prints wall and CPU seconds. CPU is counted for each package: that of its compilers, C compilers included. A dependency costs what
would go with it: its own package and those that no other dependency needs. `--config` is handed on to cargo, so that two settings
can be compared: `--config profile.release.lto='"thin"'`.
"""

import argparse
import json
import os
import pathlib
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEAST = 1.0
# The options of cargo, and the package of which all that it needs is built.
BUILDS = {
    "library": ([], "robots-policy"),
    "program": (["--release"], "robots-policy-cli"),
}
# A project that needs the library.
PROJECT = """
[package]
name = "user"
edition = "2024"

[dependencies]
robots-policy = {{ path = "{}" }}
"""


def timed(log, command):
    """Run a compiler for cargo or for a build script, and add its CPU time to the log."""
    status = subprocess.run(command, check=False, close_fds=False).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    package = os.environ.get("CARGO_PKG_NAME", "")
    with open(log, "a") as out:
        out.write(f"{package}\t{used.ru_utime + used.ru_stime}\n")
    sys.exit(status)


def project(folder):
    """A project of its own in this folder, with the versions of dependencies that the workspace has."""
    (folder / "src").mkdir()
    (folder / "src/lib.rs").write_text("pub use robots_policy;\n")
    (folder / "Cargo.toml").write_text(PROJECT.format(ROOT))
    shutil.copy(ROOT / "Cargo.lock", folder)
    return folder


def built(name, options, configuration):
    """Wall and CPU seconds of a build into an empty folder, and the CPU seconds of each package."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        root = project(folder) if name == "library" else ROOT
        log = folder / "times"
        for name, real in (("rustc", ""), ("cc", "cc")):
            script = folder / name
            command = shlex.join([sys.executable, str(pathlib.Path(__file__).resolve()), "--timed", str(log)])
            script.write_text(f'#!/bin/sh\nexec {command} {real} "$@"\n')
            script.chmod(0o755)
        own = {
            "CARGO_TARGET_DIR": str(folder / "target"),
            "RUSTC_WRAPPER": str(folder / "rustc"),
            "CC": str(folder / "cc"),
        }
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.monotonic()
        subprocess.run(
            ["cargo", "build", "--quiet", *options, *configuration], cwd=root, env=os.environ | own, check=True
        )
        wall = time.monotonic() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        packages = Counter()
        for line in log.read_text().splitlines():
            package, seconds = line.split("\t")
            packages[package] += float(seconds)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, packages


def graph():
    """The packages that each package of the workspace and of its dependencies needs, by their names; no tests."""
    text = subprocess.run(
        ["cargo", "metadata", "--format-version", "1"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    resolved = json.loads(text)
    names = {package["id"]: package["name"] for package in resolved["packages"]}
    needs = {}
    for node in resolved["resolve"]["nodes"]:
        wanted = [dep["pkg"] for dep in node["deps"] if any(kind["kind"] != "dev" for kind in dep["dep_kinds"])]
        needs.setdefault(names[node["id"]], set()).update(names[package] for package in wanted)
    own = {names[package] for package in resolved["workspace_members"]}
    return needs, own


def reached(needs, start, without=None):
    """The packages that `start` needs, itself included, without a package that is not followed."""
    found, left = set(), [start]
    while left:
        name = left.pop()
        if name not in found and name != without:
            found.add(name)
            left.extend(needs.get(name, ()))
    return found


def report(name, options, root, configuration):
    """Build, and print a table."""
    wall, cpu, packages = built(name, options, configuration)
    needs, own = graph()
    everything = reached(needs, root) & set(packages)
    direct = {need for package in everything & own for need in needs[package]} - own
    rows = [(packages[package], package, "our own") for package in everything & own]
    for dependency in direct & everything:
        gone = everything - reached(needs, root, dependency)
        with_it = ", ".join(sorted(gone - {dependency}, key=lambda package: -packages[package])[:3])
        rows.append((sum(packages[package] for package in gone), dependency, with_it))
    print(
        f"the {name}, `{shlex.join(['cargo', 'build', *options])}`: {wall:.0f} s, {cpu:.0f} s of CPU, {len(everything)} packages"
    )
    print("| package | CPU, s | with it |\n|---|---|---|")
    for seconds, package, with_it in sorted(rows, reverse=True):
        if seconds >= LEAST:
            print(f"| `{package}` | {seconds:.1f} | {with_it} |")
    shown = sum(seconds for seconds, _, _ in rows)
    print(f"| needed by several, build scripts, cargo | {cpu - shown:.1f} | |\n", flush=True)


def main():
    if sys.argv[1:2] == ["--timed"]:
        timed(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=BUILDS)
    parser.add_argument("--config", action="append", default=[], help="a setting for cargo, KEY=VALUE")
    parser.add_argument("--jobs", default="2")
    given = parser.parse_args()
    configuration = ["--jobs", given.jobs, *(part for each in given.config for part in ("--config", each))]
    for name, (options, root) in BUILDS.items():
        if given.only in (None, name):
            report(name, options, root, configuration)


if __name__ == "__main__":
    main()
