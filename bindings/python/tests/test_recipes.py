"""Each recipe of the documentation runs as it is there, with the real package, and prints what its page shows."""

import gzip
import re
import shutil
import struct
import subprocess
import sys
import tomllib
import zlib
from collections.abc import Iterator
from ctypes.util import find_library
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow as pa
import pytest
import vocabulary_pages
from conftest import ROOT, program
from sites import Answer, Answers, served
from vocabulary_pages import TEXT

from robots_policy import Client, scan
from robots_policy.arrow import RobotsStore
from robots_policy.enums import Label, Source

PAGES = {page.stem: page.read_text() for page in (ROOT / "bindings" / "python" / "docs" / "recipes").glob("*.md")}
EXAMPLE = re.compile(r"^```python\n(.*?)^```\n(?:.*?^```text\n(.*?)^```)?", re.DOTALL | re.MULTILINE)
PIN = re.compile(r"`([\w.-]+)==([\w.]+)`")
ARCHIVE = "crawl.warc.gz"
# Packages that import a system library, which pip does not bring.
LIBRARIES = {"datatrove": "magic"}


def code_of(recipe: str) -> str:
    """The script of a page."""
    example = EXAMPLE.search(PAGES[recipe])
    assert example, f"{recipe}.md has no code"
    return example[1]


def run(recipe: str, folder: Path, site: str) -> str:
    """What the page's code prints as a script, in a folder that has its input."""
    for package, _ in PIN.findall(PAGES[recipe]):
        try:
            metadata.version(package)
        except metadata.PackageNotFoundError:
            pytest.skip(f"recipe {recipe}: {package} is not installed")
        library = LIBRARIES.get(package)
        if library and not find_library(library):
            pytest.skip(f"recipe {recipe}: {package} needs the system library lib{library}")
    script = folder / "recipe.py"  # not of the name of the package, which it imports
    script.write_text(code_of(recipe))
    command = [sys.executable, script.name, site]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


HEADER = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
PIXELS = zlib.compress((b"\0" + b"\xff\0\0" * 8) * 8)
IMAGE = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", HEADER) + chunk(b"IDAT", PIXELS) + chunk(b"IEND", b"")
ROBOTS = b"\xef\xbb\xbfUser-agent: ExampleBot\nDisallow: /drafts\n\nUser-agent: *\nDisallow: /\n"
HOME = b"<title>Home</title><body><a href=/a>a</a> <a href=/b>b</a> <a href=/drafts/c>c</a> <a href=/d>d</a>"
NOFOLLOW = b"<title>B</title><meta name=robots content=nofollow><body><a href=/hidden>hidden</a>"


def page(body: bytes, *lines: str, content_type: str = "text/html") -> Answer:
    """An answer with these lines of X-Robots-Tag."""
    return Answer(body, [("X-Robots-Tag", line) for line in lines], content_type=content_type)


def image(*lines: str) -> Answer:
    """An image with these lines of X-Robots-Tag."""
    return page(IMAGE, *lines, content_type="image/png")


# What the site serves.
SERVED: Answers = {
    "/robots.txt": page(ROBOTS, content_type="text/plain"),
    "/": page(HOME),
    "/a": page(b"<title>A</title><body>text", "noindex"),
    "/b": page(NOFOLLOW),
    "/d": page(b"<title>D</title><body>text", "noai", "otherbot: noindex"),
    "/two-lines": page(b"<title>Two</title><body>text", "otherbot: noarchive", "noai"),
    "/images/free.png": image(),
    "/images/none.png": image("none"),
    "/images/after-value.png": image("max-image-preview:large, noindex"),
    "/images/own-line.png": image("nofollow", "ExampleBot: noai"),
    "/images/past-date.png": image("unavailable_after: 25 Jun 2020 15:00:00 GMT"),
    "/images/other-client.png": image("otherbot: noai"),
}


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of a site on this machine."""
    with served(SERVED) as site:
        yield site.url


# Packages that are too large for the tests of a change.
LARGE = ["crawl4ai"]


@pytest.mark.parametrize(
    "recipe", [pytest.param(name, marks=[pytest.mark.release] * (name in LARGE)) for name in sorted(PAGES)]
)
def test_a_recipe_prints_what_its_page_shows(recipe: str, tmp_path: Path, fixtures: Path, site: str) -> None:
    shutil.copy(fixtures / "archives" / ARCHIVE, tmp_path)
    images = [path for path in SERVED if path.startswith("/images/")]
    (tmp_path / "urls.txt").write_text("".join(f"{site}{image}\n" for image in images))
    example = EXAMPLE.search(PAGES[recipe])
    assert example
    assert example[2], f"{recipe}.md does not show what it prints"
    printed = run(recipe, tmp_path, site)
    # A package may report its progress before.
    assert printed[-len(example[2]) :] == example[2]


CODED = gzip.compress(b"<meta name=robots content=noindex>", mtime=0)
# A page whose first bytes are not a chunk counts as stored after its chunks were undone, as archives have it.
STORED = ["first-chunk-damaged"]
# Responses that may not be indexed, or that cannot be read: name, lines of the head, body.
CLOSED = {
    "folded": (b"X-Robots-Tag: noarchive,\r\n noindex", TEXT),
    "blank-before-colon": (b"X-Robots-Tag : noindex", TEXT),
    "second-line": (b"X-Robots-Tag: otherbot: noarchive\r\nX-Robots-Tag: noindex", TEXT),
    "not-ascii": (b"X-Other: \xff\x00\xfe\r\nX-Robots-Tag: \xe9, noindex", TEXT),
    "gzip": (b"Content-Encoding: gzip", CODED),
    "gzip-cut": (b"Content-Encoding: gzip", gzip.compress(TEXT + bytes(range(256)), mtime=0)[:20]),
    "gzip-damaged": (b"Content-Encoding: gzip", CODED[:12] + b"\xff\xff\xff" + CODED[15:]),
    "brotli-damaged": (b"Content-Encoding: br", b"\x8b\x0a\x80<b\x00\x01\x02garbage"),
    "unknown-coding": (b"Content-Encoding: x-unknown", bytes(range(128, 256)) * 4),
    "unknown-coding-of-text": (b"Content-Encoding: x-unknown", bytes(range(32)) + b"<p>"),
    "chunked": (b"Transfer-Encoding: chunked", b"22\r\n<meta name=robots content=noindex>\r\n0\r\n\r\n"),
    "chunked-cut": (b"Transfer-Encoding: chunked", b"ff\r\n<title>A page</title>"),
    "chunked-in-capitals": (b"Transfer-Encoding: CHUNKED", b"22\r\n<meta name=robots content=noindex>\r\n0\r\n\r\n"),
    "two-transfer-codings": (b"Transfer-Encoding: gzip, chunked", b"%x\r\n%s\r\n0\r\n\r\n" % (len(CODED), CODED)),
    "unknown-transfer-coding": (b"Transfer-Encoding: x-lines", b"text\n<meta name=robots content=noindex>"),
    "chunk-damaged": (
        b"Transfer-Encoding: chunked",
        b"15\r\n<title>A page</title>\r\nzz\r\n<meta name=robots content=noindex>\r\n0\r\n\r\n",
    ),
    "first-chunk-damaged": (b"Transfer-Encoding: chunked", b"zz\r\n<meta name=robots content=noindex>\r\n0\r\n\r\n"),
    "chunked-gzip": (
        b"Transfer-Encoding: chunked\r\nContent-Encoding: gzip",
        b"%x\r\n%s\r\n0\r\n\r\n" % (len(CODED), CODED),
    ),
    "cut-in-head": (b"X-Other: 1", b"<title>A page</title><meta name=rob"),
    "utf-16": (b"X-Other: 1", "<meta name=robots content=noindex>".encode("utf-16")),
}


def hostile() -> bytes:
    """An archive in which one page says nothing, and all the others are closed or cannot be read."""
    blocks = {
        name: b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + head + b"\r\n\r\n" + body
        for name, (head, body) in CLOSED.items()
    }
    blocks["line-feeds"] = b"HTTP/1.1 200 OK\nContent-Type: text/html\nX-Robots-Tag: noindex\n\n" + TEXT
    blocks["no-status"] = b"\r\nX-Robots-Tag: noindex\r\n\r\n" + TEXT
    blocks["open"] = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + TEXT
    host = "https://hostile.example"
    missing = vocabulary_pages.member(f"{host}/robots.txt", b"HTTP/1.1 404 Not Found\r\n\r\n", "text/plain")
    return missing + b"".join(vocabulary_pages.member(f"{host}/{name}", block) for name, block in blocks.items())


def kept(printed: str) -> list[str]:
    """The pages of the list of sites that a recipe names, by their names."""
    return re.findall(r"https://[\w.-]+\.hostile\.example/([\w-]+)$", printed, re.MULTILINE)


# Recipes that print the address of each page that may be trained with.
OF_TRAINING = ["datatrove", "dolma", "fastwarc"]


@pytest.mark.parametrize("recipe", OF_TRAINING)
def test_a_recipe_drops_what_may_not_be_trained_with(recipe: str, tmp_path: Path, site: str) -> None:
    (tmp_path / ARCHIVE).write_bytes(vocabulary_pages.archive())
    assert kept(run(recipe, tmp_path, site)) == list(vocabulary_pages.OPEN)


@pytest.mark.parametrize("recipe", OF_TRAINING)
def test_a_response_that_was_not_read_is_never_a_yes(recipe: str, tmp_path: Path, site: str) -> None:
    (tmp_path / ARCHIVE).write_bytes(hostile())
    found = re.findall(r"hostile\.example/([\w-]+)$", run(recipe, tmp_path, site), re.MULTILINE)
    assert {"open"} <= set(found) <= {"open", *STORED}


@pytest.mark.parametrize("recipe", sorted(PAGES))
def test_a_page_about_a_data_set_says_what_becomes_of_the_unknown(recipe: str) -> None:
    page = PAGES[recipe]
    assert "**Unknown is dropped.**" in page or "use_train" not in page


def test_the_sites_have_every_vocabulary_and_every_source(tmp_path: Path) -> None:
    path, store = tmp_path / ARCHIVE, tmp_path / "robots.store"
    path.write_bytes(vocabulary_pages.archive())
    program("robots-store", "build", path, "-o", store)
    asker = Client("ExampleBot", policy_tokens=["Google-Extended=train"])
    table = pa.table(scan(path, [asker], robots_store=RobotsStore(store), assume_absent="tdmrep.json"))
    closed = [row for row in table.to_pylist() if row["use_train"] in ("disallow", "conditional")]
    reasons = [reason for row in closed for reason in row["reasons"]]
    stated = {f"{reason['vocabulary'] or 'robots'}:{reason['directive']}" for reason in reasons}
    assert "tokens:google-extended" in stated
    others = vocabulary_pages.TABLE["not_about_training"] + vocabulary_pages.TABLE["not_of_pages"]
    assert {str(label) for label in Label} - stated <= {*others}
    assert {source for row in closed for source in row["sources"]} == {str(source) for source in Source}


# What the recipe takes of NeMo Curator, whose packages have 6.8 GB: base classes without code for its iterator.
CURATOR = {
    "nemo_curator": {},
    "nemo_curator.tasks": {"FileGroupTask": object},
    "nemo_curator.stages.text.download.base.iterator": {
        "DocumentIterator": object,
        "DocumentIterateExtractStage": object,
    },
}


def curated(archive: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages of an archive that the iterator of the recipe for NeMo Curator yields."""
    pytest.importorskip("warcio")
    for name, members in CURATOR.items():
        module = ModuleType(name)
        module.__dict__.update(members)
        monkeypatch.setitem(sys.modules, name, module)
    code, call, _ = code_of("nemo-curator").partition("\nstage = ")
    assert call
    defined: dict[str, Any] = {}
    exec(compile(code, "nemo-curator.md", "exec"), defined)  # noqa: S102 - our own
    rows = defined["RobotsWarcIterator"]().iterate(str(archive))
    return [row["url"].rpartition("/")[2] for row in rows]


@pytest.mark.filterwarnings("ignore::robots_policy.errors.ArchiveWarning")
def test_the_iterator_for_nemo_curator_leaves_out_what_may_not_be_trained_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / ARCHIVE
    archive.write_bytes(vocabulary_pages.archive())
    assert [name for name in curated(archive, monkeypatch) if "." not in name] == list(vocabulary_pages.OPEN)
    archive.write_bytes(hostile())
    assert {"open"} <= set(curated(archive, monkeypatch)) <= {"open", *STORED}


def test_the_functions_for_img2dataset_drop_what_may_not_be_trained_with(
    monkeypatch: pytest.MonkeyPatch, site: str
) -> None:
    for name in ("img2dataset", "img2dataset.downloader"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    sys.modules["img2dataset"].__dict__["downloader"] = sys.modules["img2dataset.downloader"]
    defined: dict[str, Any] = {"__name__": "recipe"}
    exec(compile(code_of("img2dataset"), "img2dataset.md", "exec"), defined)  # noqa: S102 - our own
    is_disallowed = sys.modules["img2dataset.downloader"].__dict__["is_disallowed"]
    obeyed = {"noindex", "noai", "noimageai"}
    image = ("Content-Type", "image/png")
    lines = vocabulary_pages.TABLE["images"].items()
    open_ones = [name for name, line in lines if not is_disallowed([image, tuple(line)], "ExampleBot", obeyed)]
    assert open_ones == ["silent", "other-client"]
    assert defined["may_fetch"](f"{site}/images/free.png")
    assert not defined["may_fetch"](f"{site}/drafts/c.png")
    for name, page in vocabulary_pages.CLOSED.items():
        if page.files in ({}, {"/robots.txt": 404}) or name in ("policy-token", "rsl-link"):
            continue  # nothing beside it, of another name, and of the fields
        with served(answers_of(page)) as other:
            assert not defined["may_fetch"](f"{other.url}/{name}.png"), name
    with served({}) as other:
        assert defined["may_fetch"](f"{other.url}/a.png")
    assert not defined["may_fetch"]("http://127.0.0.1:9/a.png")


def answers_of(page: vocabulary_pages.Site) -> Answers:
    """The answers for the files beside a page."""
    return {path: Answer(body, status=status) for path, (status, body) in page.answers().items()}


def test_the_groups_have_the_versions_of_the_pages() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    pins = dict(PIN.findall("".join(f"`{pin}`" for pin in groups["test"] + groups["recipes"])))
    pages = {package: version for page in PAGES.values() for package, version in PIN.findall(page)}
    assert groups["crawl4ai"] == [f"crawl4ai=={pages['crawl4ai']}"]
    assert pages.items() & pins.items() == {(package, pages[package]) for package in pages.keys() & pins.keys()}
    assert {pin.split("==")[0] for pin in groups["recipes"]} <= pages.keys()
