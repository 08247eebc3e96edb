#!/usr/bin/env python3
"""A first build from an empty folder.

    python3 benches/build.py [--only library|program] [--config KEY=VALUE]... [--jobs N]

builds a new project that needs only the library (`cargo build`) and the program (`cargo build --release`), each into an empty folder,
and prints wall and CPU seconds. `--config` is handed on to cargo, so that two settings can be compared: `--config
profile.release.lto='"thin"'`. For the seconds of each package, `cargo build --timings` writes a page.
"""

import argparse
import os
import pathlib
import resource
import shlex
import shutil
import subprocess
import tempfile
import time

from kit import ROOT

# The options of cargo.
BUILDS = {"library": [], "program": ["--release"]}
# A project that needs the library.
PROJECT = """
[package]
name = "user"
edition = "2024"

[dependencies]
robots-policy = {{ path = "{}" }}
"""


def project(folder):
    """A project of its own in this folder, with the versions of dependencies that the workspace has."""
    (folder / "src").mkdir()
    (folder / "src/lib.rs").write_text("pub use robots_policy;\n")
    (folder / "Cargo.toml").write_text(PROJECT.format(ROOT))
    shutil.copy(ROOT / "Cargo.lock", folder)
    return folder


def report(name, command):
    """Build into an empty folder, and print wall and CPU seconds."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        root = project(folder) if name == "library" else ROOT
        env = os.environ | {"CARGO_TARGET_DIR": str(folder / "target")}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.monotonic()
        subprocess.run([*command, "--quiet"], cwd=root, env=env, check=True)
        wall = time.monotonic() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"the {name}, `{shlex.join(command)}`: {wall:.0f} s, {cpu:.0f} s of CPU", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=BUILDS)
    parser.add_argument("--config", action="append", default=[], help="a setting for cargo, KEY=VALUE")
    parser.add_argument("--jobs", default="2")
    given = parser.parse_args()
    configuration = [part for each in given.config for part in ("--config", each)]
    for name, options in BUILDS.items():
        if given.only in (None, name):
            report(name, ["cargo", "build", *options, "--jobs", given.jobs, *configuration])


if __name__ == "__main__":
    main()
