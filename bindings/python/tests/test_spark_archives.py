"""The archives of a run: names, patterns, lists, base addresses. No Spark is needed."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest
from spark_server import Served, archives_served

from robots_policy.spark._archives import Archive, archives

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of files, in which the test is."""
    for name in ["b.warc.gz", "a.warc.gz", ".hidden.warc.gz", "in/c.warc.gz", "in/deep/d.warc.gz", "note.txt"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_pattern_matches_as_in_shells(folder: Path) -> None:
    assert archives("*.warc.gz") == [Archive(name, str(folder / name)) for name in ["a.warc.gz", "b.warc.gz"]]
    assert [found.name for found in archives("**/*.warc.gz")] == [
        "a.warc.gz",
        "b.warc.gz",
        "in/c.warc.gz",
        "in/deep/d.warc.gz",
    ]
    remote = archives(f"file://{folder}/*.warc.gz")
    assert [found.name for found in remote] == [f"file://{folder}/{name}" for name in ["a.warc.gz", "b.warc.gz"]]
    assert [found.file_name for found in archives(f"file://{folder}/*/*.warc.gz")] == ["c.warc.gz"]


def test_each_archive_is_there_once_in_the_order_of_its_name(folder: Path) -> None:
    found = archives(["b.warc.gz", "*.warc.gz", str(folder / "in" / "c.warc.gz"), "in/c.warc.gz"])
    assert [archive.file_name for archive in found] == ["b.warc.gz", "a.warc.gz", "c.warc.gz"]


def test_a_list_may_be_compressed_and_of_a_server(folder: Path) -> None:
    text = b"\xef\xbb\xbf# of a crawl\r\ncrawl/1/a.warc.gz\r\n\r\ncrawl/2/b.warc.gz"
    (folder / "plain.paths").write_bytes(text)
    (folder / "warc.paths.gz").write_bytes(gzip.compress(text))
    wanted = ["https://data.example/crawl/1/a.warc.gz", "https://data.example/crawl/2/b.warc.gz"]
    listed = {"plain.paths": Served(folder / "plain.paths"), "warc.paths.gz": Served(folder / "warc.paths.gz")}
    with archives_served(listed) as server:
        for name in ["plain.paths", "warc.paths.gz"]:
            for place in [name, server.url + name, f"file://{folder}/{name}"]:
                found = archives([], listed=place, base_url="https://data.example/")
                assert [archive.address for archive in found] == wanted
                # The names that Common Crawl's index has.
                assert [archive.name for archive in found] == ["crawl/1/a.warc.gz", "crawl/2/b.warc.gz"]


def test_a_base_address_keeps_its_query() -> None:
    store = "s3://bucket/crawl?endpoint_override=127.0.0.1:9000"
    [found] = archives("a.warc.gz", base_url=store)
    assert found.address == "s3://bucket/crawl/a.warc.gz?endpoint_override=127.0.0.1:9000"
    assert found.origin == "s3://bucket/crawl/a.warc.gz"
    [absolute] = archives("https://other.example/a.warc.gz", base_url=store)
    assert absolute.address == "https://other.example/a.warc.gz"


def test_a_signature_is_in_no_name() -> None:
    [found] = archives("https://data.example/a%20b.warc.gz?X-Amz-Signature=0123#x")
    assert (found.name, found.file_name) == ("https://data.example/a%20b.warc.gz", "a b.warc.gz")
    assert found.address.endswith("Signature=0123#x")
    assert "0123" not in found.origin


@pytest.mark.parametrize(
    ("names", "error", "why"),
    [
        ([], ValueError, "no archive was named"),
        ("-", ValueError, "standard input is of one machine only"),
        ("in", IsADirectoryError, "in: it is a folder; name its files, as in in/\\*.warc.gz"),
        ("x/*.warc.gz", FileNotFoundError, "x/\\*.warc.gz: no file matches the pattern"),
        ("s4://bucket/*.warc.gz", ValueError, "s4://bucket/\\*.warc.gz: "),
        ("https://a.example/?file=a", ValueError, "it does not name a file"),
        (
            ["https://a.example/get?file=a", "https://a.example/get?file=b"],
            ValueError,
            "both be written to get.parquet; scan them into two folders",
        ),
        (["1/a.warc", "2/a.warc"], ValueError, "1/a.warc and 2/a.warc would both be written to a.warc.parquet"),
    ],
)
def test_a_name_that_leads_nowhere(folder: Path, names: str | list[str], error: type[Exception], why: str) -> None:
    del folder
    with pytest.raises(error, match=why):
        archives(names)


def test_a_list_that_cannot_be_read(folder: Path) -> None:
    (folder / "cut.gz").write_bytes(gzip.compress(b"a.warc\n" * 100)[:-9])
    with pytest.raises(OSError, match=r"cannot read cut.gz: "):
        archives([], listed="cut.gz")
    with pytest.raises(FileNotFoundError, match=r"none\.txt"):
        archives([], listed="none.txt")
    (folder / "empty").write_text("# nothing\n\n")
    with pytest.raises(ValueError, match="no archive was named"):
        archives([], listed="empty")
