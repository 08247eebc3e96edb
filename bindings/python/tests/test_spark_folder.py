"""The folder of a run, on a disk and in a store: what attempts leave that end anywhere. No session is needed."""

from __future__ import annotations

import contextlib
import gzip
import json
import resource
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pyarrow import fs

pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

import spark_archives as made
from warc_records import http, record

from robots_policy.spark import OutputError, _folder
from robots_policy.spark._archives import Archive
from robots_policy.spark._folder import RUN, SUCCESS, SUMMARY, Folder
from robots_policy.spark._run import Job, report, scanned, unread
from robots_policy.spark._settings import ScanSettings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from robots_policy._native import _RunFolder

SETTINGS = ScanSettings.of(agents=["ExampleBot"])


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """An archive that may be changed."""
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(made.CRAWL)
    return Archive("crawl.warc.gz", str(path))


@contextlib.contextmanager
def begun(
    folder: str, settings: ScanSettings = SETTINGS, *, resume: bool = True
) -> Iterator[tuple[Job, _RunFolder, str]]:
    """A run without tasks."""
    job = Job(settings, Folder(folder), [], 1)
    job.folder.begin()
    with job.folder.here(RUN) as here, contextlib.closing(settings.native().begin(here, None, resume)) as run:
        job.folder.put(here, RUN, SUCCESS)
        yield job, run, here


@pytest.fixture(params=["", "file://"])
def job(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Job]:
    """A run into a folder of this machine, and into one that is taken for a store."""
    with begun(f"{request.param}{tmp_path / 'out'}") as (job, _, _):
        yield job


def path(job: Job) -> Path:
    return Path(job.folder.address.removeprefix("file://"))


def files(job: Job) -> dict[str, bytes]:
    """The files of the folder."""
    return {file.name: file.read_bytes() for file in path(job).iterdir() if file.name != RUN}


def test_a_complete_table_is_kept_and_a_changed_archive_read_again(job: Job, archive: Archive) -> None:
    first = scanned(job, archive)
    whole = files(job)
    assert sorted(whole) == ["crawl.warc.gz.parquet", "crawl.warc.gz.report.json"]
    assert scanned(job, archive) == first | {"kept": True}
    with Path(archive.address).open("ab") as file:
        file.write(b"damage")
    changed = scanned(job, archive)
    assert (changed["kept"], changed["damaged"]) == (False, 1)
    agent = json.loads(files(job)["crawl.warc.gz.report.json"])["agents"]["examplebot"]
    shown = json.loads(changed["report"])["agents"]["examplebot"]
    assert set(shown["cube"]) == {"state", "use", "response", "not-known"} < set(agent["cube"])
    assert scanned(job, archive)["kept"]
    Path(archive.address).write_bytes(made.CRAWL)
    assert scanned(job, archive)["report"] != first["report"]  # It is a new file.
    assert files(job)["crawl.warc.gz.parquet"] == whole["crawl.warc.gz.parquet"]


def test_a_table_with_a_changed_octet_is_named_and_written_again(
    job: Job, archive: Archive, caplog: pytest.LogCaptureFixture
) -> None:
    scanned(job, archive)
    whole = files(job)
    table = "crawl.warc.gz.parquet"
    octets = bytearray(whole[table])
    octets[10] ^= 1
    (path(job) / table).write_bytes(octets)
    assert not scanned(job, archive)["kept"]
    assert f"{table} in {job.folder.address} is not as its report says; it is written again" in caplog.text
    assert files(job) == whole


def test_a_table_of_an_archive_elsewhere_is_not_replaced(job: Job, archive: Archive, tmp_path: Path) -> None:
    scanned(job, archive)
    whole = files(job)
    (tmp_path / "2").mkdir()
    other = shutil.copy(archive.address, tmp_path / "2")
    with pytest.raises(OutputError, match=r"was written from .*/crawl.warc.gz, not from .*/2/crawl.warc.gz; scan into"):
        scanned(job, Archive("2/crawl.warc.gz", str(other)))
    assert files(job) == whole


class Killed(BaseException):
    """The end of an attempt; nothing after it runs."""


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("job", ["file://"], indirect=True)
def test_an_attempt_may_end_anywhere(job: Job, archive: Archive, at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    real, moves = _folder._moved, iter(range(9))

    def moved(*words: Any) -> None:  # noqa: ANN401 - those of the function
        if next(moves) == at:
            raise Killed
        real(*words)

    # Once with an empty folder, once with a table of the archive as it was before.
    for _ in range(2):
        with monkeypatch.context() as patched, contextlib.suppress(Killed):
            patched.setattr(_folder, "_moved", moved)
            scanned(job, archive)
        assert scanned(job, archive)["kept"] == (at == 2)
        job.folder.require(["crawl.warc.gz.parquet"])
        assert sorted(files(job)) == ["crawl.warc.gz.parquet", "crawl.warc.gz.report.json"]
        with Path(archive.address).open("ab") as file:
            file.write(gzip.compress(record("https://a.example/", http(b"<p>"))))
        moves = iter(range(9))


def test_two_attempts_at_once_leave_one_table(job: Job, archive: Archive) -> None:
    with ThreadPoolExecutor(4) as threads:
        rows = list(threads.map(lambda _: scanned(job, archive) | {"kept": True}, range(8)))
    assert all(row == rows[0] for row in rows)
    assert scanned(job, archive)["kept"]
    assert sorted(files(job)) == ["crawl.warc.gz.parquet", "crawl.warc.gz.report.json"]


def test_a_full_disk_leaves_no_table(job: Job, tmp_path: Path) -> None:
    pages = made.skewed(tmp_path / "pages.warc", 20_000)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        with pytest.raises(OutputError, match=r"cannot write .*pages.warc.parquet.*File too large"):
            report(job, Archive("pages.warc", str(pages)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert files(job) == {}


def test_a_run_ends_with_the_sign_of_all_tables(job: Job, archive: Archive) -> None:
    address = job.folder.address
    row = {"archive": archive.name, **scanned(job, archive)}
    with pytest.raises(OutputError, match=r"1 of 1 tables are not in .* as the driver sees it, the first other"):
        job.folder.require(["other"])
    with contextlib.nullcontext() if "://" in address else pytest.raises(OutputError, match="another run is writing"):
        for unreadable in (["why"], []):
            with begun(address) as (_, run, here):
                assert SUCCESS not in files(job)
                assert run.finish([row], unreadable).startswith("1 archive, 9 pages and 3 other responses, 12 rows\n")
                job.folder.put(here, SUMMARY, SUCCESS)
        assert files(job)[SUCCESS] == b"crawl.warc.gz.parquet\n"
        summary = json.loads(files(job)[SUMMARY])
        assert (summary["archives"], summary["tables"], summary["unreadable"]) == (1, 1, [])


@pytest.mark.parametrize("scheme", ["", "file://"])
def test_a_run_is_resumed_with_its_settings_only(scheme: str, tmp_path: Path) -> None:
    address = f"{scheme}{tmp_path / 'out'}"
    with begun(address):
        pass
    other = ScanSettings.of(agents=["OtherBot"])
    for settings, resume, why in [
        (SETTINGS, False, f"{address} already holds a run; resume it"),
        (other, True, f"{address} holds a run with agent `examplebot`, and this one has agent `otherbot`"),
    ]:
        with pytest.raises(ValueError, match=why), begun(address, settings, resume=resume):
            pass


def test_a_folder_that_cannot_be_written(archive: Archive, tmp_path: Path) -> None:
    for address, error, why in [
        (str(tmp_path / "crawl.warc.gz" / "out"), OutputError, r"cannot write .*/crawl.warc.gz/out"),
        (f"file://{tmp_path}/crawl.warc.gz/out", OutputError, r"cannot write file://.*/crawl.warc.gz/out"),
        ("https://a.example/out", ValueError, "http and https are read only"),
    ]:
        with pytest.raises(error, match=why), begun(address):
            pass
    job = Job(SETTINGS, Folder(str(tmp_path / "absent")), [], 1)
    with pytest.raises(OutputError, match=r"does not see its run .*; name a folder that all nodes share"):
        report(job, archive)


@pytest.mark.parametrize(
    ("address", "error", "why"),
    [
        ("/a/x.warc", FileNotFoundError(2, "No such file", "/a/x.warc"), "cannot read /a/x.warc: No such file"),
        ("/a/x.warc", PermissionError(13, "Denied"), "cannot read /a/x.warc: [Errno 13] Denied"),
        ("s3://b/x?key=secret", FileNotFoundError(2, "None", "s3://b/x?key=secret"), "cannot read s3://b/x: None"),
        ("s3://b/x?key=secret", OSError("AWS Error"), "cannot read s3://b/x: AWS Error"),
        ("http://h/x?sig=secret", OSError("cannot read http://h/x?sig=secret: late"), "cannot read http://h/x: late"),
    ],
)
def test_an_archive_that_cannot_be_read_is_named_without_signatures(address: str, error: OSError, why: str) -> None:
    assert unread(Archive("x", address), error) == why


class Store:
    """A file system that does not replace files, with one table and its successor."""

    def __init__(self, type_name: str) -> None:
        self.type_name = type_name
        self.files = {"table": b"old", "part": b"new"}

    def move(self, source: str, target: str) -> None:
        if target in self.files:
            raise OSError(target)
        self.files[target] = self.files.pop(source)

    def get_file_info(self, path: str) -> fs.FileInfo:
        return fs.FileInfo(path, fs.FileType.File if path in self.files else fs.FileType.NotFound)

    def delete_file(self, path: str) -> None:
        del self.files[path]


def test_a_rename_that_fails_deletes_nothing_but_on_hdfs() -> None:
    hdfs = Store("hdfs")
    _folder._moved(hdfs, "part", "table")
    assert hdfs.files == {"table": b"new"}
    other = Store("s3")
    with pytest.raises(OSError, match="table"):
        _folder._moved(other, "part", "table")
    assert other.files == {"table": b"old", "part": b"new"}
