"""What `release/check.py` finds in wheels that must not be published."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

import pytest
from conftest import ROOT

RELEASE = ROOT / "bindings" / "python" / "release"
CHECK = RELEASE / "check.py"
STABLE = "robots_policy-0.1.0-cp311-abi3"
FREE = "robots_policy-0.1.0-cp314-cp314t"

FILES = {
    "robots_policy/__init__.pyi": b"",
    "robots_policy/py.typed": b"",
    "robots_policy/_native.abi3.so": b"\x7fELF",
    "robots_policy-0.1.0.dist-info/entry_points.txt": b"",
    "robots_policy-0.1.0.dist-info/licenses/LICENSE-APACHE": b"",
    "robots_policy-0.1.0.dist-info/licenses/LICENSE-MIT": b"",
}
METADATA = "robots_policy-0.1.0.dist-info/WHEEL"


def wheel(folder: Path, name: str, files: dict[str, bytes]) -> Path:
    """Packs the files into a wheel of this name; its metadata has the tags of the name, or what the files say."""
    distribution, version, tag = name.split("-", 2)
    interpreters, platforms = tag.rsplit("-", 1)
    tags = "".join(f"Tag: {interpreters}-{one}\n" for one in platforms.split("."))
    metadata = f"{distribution}-{version}.dist-info/WHEEL"
    path = folder / f"{name}.whl"
    with ZipFile(path, "w", ZIP_STORED) as packed:
        for inner, octets in ({metadata: f"Wheel-Version: 1.0\n{tags}".encode()} | files).items():
            packed.writestr(inner, octets)
    return path


def checked(platform: str, *wheels: Path) -> tuple[int, str]:
    command = [sys.executable, str(CHECK), platform, *map(str, wheels)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.returncode, run.stderr


@pytest.mark.parametrize(
    ("name", "platform"),
    [
        (f"{STABLE}-manylinux_2_17_x86_64.manylinux2014_x86_64", "manylinux_2_17_x86_64"),
        (f"{STABLE}-musllinux_1_2_aarch64", "musllinux_1_2_aarch64"),
        (f"{FREE}-macosx_11_0_arm64", "macosx_*_arm64"),
        (f"{STABLE}-win_amd64", "win_amd64"),
    ],
)
def test_a_wheel_as_it_should_be_passes(tmp_path: Path, name: str, platform: str) -> None:
    assert checked(platform, wheel(tmp_path, name, FILES)) == (0, "")


LINUX = "manylinux_2_17_x86_64"


@pytest.mark.parametrize(
    ("name", "files", "said"),
    [
        (f"{STABLE}-{LINUX}", {"robots_policy/_native.abi3.so": b"\0" * 7_400_000}, "more than 7,400,000: see"),
        (f"{STABLE}-{LINUX}", {"robots_policy/_again.abi3.so": b""}, "2 native modules, not one"),
        (f"{STABLE}-{LINUX}", {METADATA: b"Tag: cp311-abi3-linux_x86_64\n"}, "its metadata has the tags"),
        (f"{STABLE}-linux_x86_64", {}, f"its platform is `linux_x86_64`, not `{LINUX}`"),
        (f"{STABLE}-manylinux_2_34_x86_64", {}, "its platform is `manylinux_2_34_x86_64`"),
        (f"robots_policy-0.1.0-cp312-cp312-{LINUX}", {}, "`cp312-cp312` is neither cp311-abi3 nor"),
        (f"robots_policy-0.1.0-cp314-cp315t-{LINUX}", {}, "`cp314-cp315t` is neither cp311-abi3 nor"),
    ],
)
def test_a_wheel_with_a_fault_fails_and_the_fault_is_named(
    tmp_path: Path, name: str, files: dict[str, bytes], said: str
) -> None:
    good = wheel(tmp_path, f"{FREE}-{LINUX}", FILES)
    status, errors = checked(LINUX, good, wheel(tmp_path, name, FILES | files))
    assert status == 1
    assert said in errors
    assert good.name not in errors


def test_what_is_pinned_is_this_version() -> None:
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    # Every pin of it, in what runs in CI and in the documentation.
    places = [ROOT / ".github/actions/lint/action.yml", ROOT / "examples/ci/gitlab-ci.yml", ROOT / "docs/lint.md"]
    for place in places:
        pins = re.findall(r"robots-policy==([^\s\"']+)", place.read_text())
        assert pins, place
        assert set(pins) == {version}, place


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_a_wheel_needs_is_missed(tmp_path: Path, name: str) -> None:
    files = {inner: octets for inner, octets in FILES.items() if inner != name}
    status, errors = checked(LINUX, wheel(tmp_path, f"{STABLE}-{LINUX}", files))
    assert status == 1
    assert Path(name).name in errors or "0 native modules" in errors


def test_no_wheel_is_a_fault() -> None:
    assert checked(LINUX) == (1, "no wheel was built\n")
