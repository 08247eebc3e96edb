"""What the benches in Python share: options, turns, members of archives, and the cost of a command."""

import argparse
import gzip
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

BENCHES = pathlib.Path(__file__).resolve().parent
ROOT = BENCHES.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
# The folder of the last scan.
OUT = TARGET / "bench-policy"
CARGO = ["cargo", "build", "--release", "--quiet", "--manifest-path"]


def options(text, gib, rounds=5, *, has_before=True):
    """The options that benches of scans have; `--against` where they have figures of another build."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gib", type=float, default=gib, help="uncompressed size of the archives")
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--pages", help="folder of the pages")
    parser.add_argument("--program", help="the program; without it one is built")
    if has_before:
        parser.add_argument("--against", help="another build of the program")
    return parser


def built():
    """The program under test."""
    subprocess.run([*CARGO, ROOT / "crates/cli/Cargo.toml"], check=True)
    return TARGET / "release/robots-policy"


def in_turns(cases, rounds):
    """Each case once a round, in each round from another one on."""
    for turn in range(rounds):
        at = turn % len(cases)
        yield from cases[at:] + cases[:at]


def member(content):
    """A member of gzip."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=6, mtime=0) as file:
        file.write(content)
    return packed.getvalue()


def used(command, stderr=None):
    """What the system says of one run of a command, and its wall seconds."""
    shutil.rmtree(OUT, ignore_errors=True)
    began = time.monotonic()
    child = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=stderr)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - began
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{command[:3]} failed")
    return usage, wall


def measured(command, stderr=None):
    """CPU seconds, wall seconds and the peak of memory in MiB of one run of a command."""
    usage, wall = used(command, stderr)
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024


def instructions(command):
    """The instructions of a command, as valgrind counts them."""
    shutil.rmtree(OUT, ignore_errors=True)
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    run = subprocess.run(
        [*valgrind, *map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
    )
    if run.returncode != 0:
        sys.exit(run.stderr)
    return int(re.search(r"Collected : (\d+)", run.stderr)[1])
