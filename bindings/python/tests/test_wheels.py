"""What `release/check.py` finds in wheels that must not be published, and that `release/pack.py` changes no file."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

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


def stated(packed: ZipFile) -> list[tuple[object, ...]]:
    """What a ZIP file says of each file, but not of its compression, and the file."""
    return [
        (one.filename, one.date_time, one.external_attr, one.create_system, one.flag_bits, packed.read(one))
        for one in packed.infolist()
    ]


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
        (f"{STABLE}-{LINUX}", {"robots_policy/_native.abi3.so": b"\0" * 6_000_000}, "more than 6,000,000"),
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


# Those of the second distribution, which has its types beside its code.
OF_LINT = {
    name.replace("robots_policy", "robots_policy_lint").replace("__init__.pyi", "_native.pyi"): octets
    for name, octets in FILES.items()
}


def test_each_distribution_has_a_limit_of_its_own(tmp_path: Path) -> None:
    name = f"{STABLE.replace('robots_policy', 'robots_policy_lint')}-{LINUX}"
    assert checked(LINUX, wheel(tmp_path, name, OF_LINT)) == (0, "")
    status, errors = checked(LINUX, wheel(tmp_path, name, OF_LINT | {"more": b"\0" * 3_700_000}))
    assert (status, "more than 3,700,000: see docs/design.md" in errors) == (1, True), errors


def test_a_wheel_of_no_distribution_of_this_project_fails(tmp_path: Path) -> None:
    name = f"{STABLE.replace('robots_policy', 'robots_policies')}-{LINUX}"
    status, errors = checked(LINUX, wheel(tmp_path, name, FILES))
    assert (status, "`robots_policies` is not a distribution of this project" in errors) == (1, True), errors


def test_the_distributions_have_one_version() -> None:
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert extras["lint"] == [f"robots-policy-lint=={version}"]
    # Every pin of it, in what runs in CI and in the documentation.
    places = [ROOT / ".github/actions/lint/action.yml", ROOT / "examples/ci/gitlab-ci.yml", ROOT / "docs/lint.md"]
    for place in places:
        pins = re.findall(r"robots-policy-lint==([^\s\"']+)", place.read_text())
        assert pins, place
        assert set(pins) == {version}, place


def test_the_licences_of_both_are_those_of_the_project() -> None:
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        own = ROOT / "bindings/python/lint/about" / name
        assert own.read_bytes() == (ROOT / name).read_bytes()


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_a_wheel_needs_is_missed(tmp_path: Path, name: str) -> None:
    files = {inner: octets for inner, octets in FILES.items() if inner != name}
    status, errors = checked(LINUX, wheel(tmp_path, f"{STABLE}-{LINUX}", files))
    assert status == 1
    assert Path(name).name in errors or "0 native modules" in errors


def test_no_wheel_is_a_fault() -> None:
    assert checked(LINUX) == (1, "no wheel was built\n")


def test_a_wheel_that_is_packed_anew_has_the_same_files_in_fewer_bytes(tmp_path: Path) -> None:
    files = {
        "robots_policy/_native.abi3.so": Path(sys.executable).resolve().read_bytes(),
        "robots_policy/ä.py": "ä".encode(),
        "robots_policy-0.1.0.dist-info/RECORD": b"robots_policy/py.typed,,0\n",
    }
    path = wheel(tmp_path, f"{STABLE}-{LINUX}", FILES | files)
    with ZipFile(path) as plain, ZipFile(tmp_path / "nine.zip", "w", ZIP_DEFLATED, compresslevel=9) as nine:
        before = stated(plain)
        for one in plain.namelist():
            nine.writestr(one, plain.read(one))
    subprocess.run([sys.executable, str(RELEASE / "pack.py"), str(path)], check=True)
    once = path.read_bytes()
    with ZipFile(path) as anew:
        assert anew.testzip() is None
        assert stated(anew) == before
    assert len(once) < (tmp_path / "nine.zip").stat().st_size
    subprocess.run([sys.executable, str(RELEASE / "pack.py"), str(path)], check=True)
    assert path.read_bytes() == once
