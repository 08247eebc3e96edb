"""Checks wheels before they are published: `check.py PLATFORM WHEEL...`.

PLATFORM is the pattern of the platform tag that each must have, such as `manylinux_2_17_x86_64` or `macosx_*_arm64`.
The script needs the standard library alone, so that any interpreter runs it.
"""

import re
import sys
from email.parser import BytesParser
from fnmatch import fnmatch
from pathlib import Path
from zipfile import ZipFile

# The most bytes of a wheel.
LIMIT = 7_400_000

# What the name says of the interpreters: each from 3.11 on, or a free-threaded one of one version.
INTERPRETERS = re.compile(r"cp311-abi3|(cp3\d+)-\1t")

# Files that each has beside its native module.
NEEDED = ("__init__.pyi", "py.typed", "entry_points.txt", "LICENSE-APACHE", "LICENSE-MIT")


def faults(wheel: Path, platform: str) -> list[str]:
    """Says what is wrong with a wheel, and what to do about it."""
    found = []
    size = wheel.stat().st_size
    _, _, python, abi, platforms = wheel.stem.split("-")
    if size > LIMIT:
        found.append(f"{size:,} bytes, more than {LIMIT:,}: see docs/design.md")
    interpreters = f"{python}-{abi}"
    if not INTERPRETERS.fullmatch(interpreters):
        found.append(f"`{interpreters}` is neither cp311-abi3 nor free-threaded, such as cp314-cp314t")
    if not any(fnmatch(one, platform) for one in platforms.split(".")):
        found.append(f"its platform is `{platforms}`, not `{platform}`")
    return found + contents(wheel, interpreters, platforms)


def contents(wheel: Path, interpreters: str, platforms: str) -> list[str]:
    """Compares the name with the metadata, and looks for what must be inside."""
    with ZipFile(wheel) as packed:
        names = packed.namelist()
        stated = [name for name in names if name.endswith(".dist-info/WHEEL")]
        tags = {tag for name in stated for tag in BytesParser().parsebytes(packed.read(name)).get_all("Tag", [])}
    found = []
    if tags != {f"{interpreters}-{one}" for one in platforms.split(".")}:
        found.append(f"its metadata has the tags {sorted(tags)}, which its name has not")
    natives = [name for name in names if Path(name).suffix in {".so", ".pyd"}]
    if len(natives) != 1:
        found.append(f"{len(natives)} native modules, not one: {natives}")
    inside = {Path(name).name for name in names}
    found += [f"`{name}` is missing" for name in NEEDED if name not in inside]
    return found


def main(platform: str, *wheels: str) -> int:
    """Writes a line for each wheel; the exit status is 1 if one has a fault or there are none."""
    status = 0 if wheels else 1
    if not wheels:
        sys.stderr.write("no wheel was built\n")
    for wheel in map(Path, wheels):
        found = faults(wheel, platform)
        sys.stdout.write(f"{wheel.name}: {wheel.stat().st_size:,} bytes\n")
        for fault in found:
            status = 1
            sys.stderr.write(f"{wheel.name}: {fault}\n")
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
