"""The folder of a run: what attempts leave that end anywhere. No session of Spark is needed."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pyarrow.parquet
import pytest
from pyarrow import fs

pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

from conftest import program
from spark_server import Served, archives_served

from robots_policy._native import _without_cubes
from robots_policy.spark import OutputError
from robots_policy.spark._archives import Archive
from robots_policy.spark._files import file_system
from robots_policy.spark._folder import Folder, _moved
from robots_policy.spark._run import Job, scanned, unread
from robots_policy.spark._settings import ScanSettings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOW = datetime(2026, 11, 20, tzinfo=UTC)


@pytest.fixture
def archive(tmp_path: Path, fixtures: Path) -> Archive:
    """An archive that may be changed."""
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes((fixtures / "archives" / "crawl.warc.gz").read_bytes())
    return Archive("crawl.warc.gz", str(path))


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """A run into an empty folder."""
    settings = ScanSettings(["ExampleBot"], NOW)
    out = tmp_path / "out"
    out.mkdir()
    return Job(settings, Folder(str(out)), settings.distinguishing(), 1, [], None, None, "")


def files(job: Job) -> dict[str, bytes]:
    """The files of the folder."""
    from pathlib import Path  # noqa: PLC0415 - annotations have it too

    return {path.name: path.read_bytes() for path in Path(job.folder.address).iterdir()}


def test_a_table_is_a_function_of_archive_and_settings(job: Job, archive: Archive, tmp_path: Path) -> None:
    row = scanned(job, archive)
    first = files(job)
    assert sorted(first) == ["crawl.warc.gz.parquet", "crawl.warc.gz.report.json"]
    other = replace(job, folder=Folder(str(tmp_path / "other")))
    (tmp_path / "other").mkdir()
    assert scanned(other, archive) == row
    assert files(other) == first


def test_a_complete_table_is_kept_and_a_changed_archive_read_again(job: Job, archive: Archive) -> None:
    kept = (2, True)
    row = scanned(job, archive)
    assert scanned(job, archive)[kept[0]] is True
    assert scanned(job, archive)[3:] == row[3:]
    with open(archive.address, "ab") as file:  # noqa: PTH123
        file.write(b"damage")
    changed = scanned(job, archive)
    assert changed[2] is False
    report = json.loads(changed[-1])
    assert report["damaged"] == 1
    written = json.loads(files(job)["crawl.warc.gz.report.json"])
    assert all(agent["cube"] for agent in written["agents"].values())
    assert _without_cubes(json.dumps(written)) == report
    assert set(report["agents"]["examplebot"]["cube"]) == {"state", "use", "response", "not-known"}
    assert "examples" not in report["agents"]["examplebot"]
    assert scanned(job, archive)[2] is True


@pytest.mark.parametrize("left", [b"", b"PAR1", b"PAR1 and not more PAR1"])
def test_a_file_that_is_not_a_table_of_ours_is_written_again(job: Job, archive: Archive, left: bytes) -> None:
    scanned(job, archive)
    whole = files(job)
    place = job.folder.place(archive)
    with open(f"{job.folder.address}/{place.table}", "wb") as file:  # noqa: PTH123
        file.write(left)
    assert scanned(job, archive)[2] is False
    assert files(job) == whole


def test_a_table_with_a_changed_octet_is_named_and_written_again(
    job: Job, archive: Archive, caplog: pytest.LogCaptureFixture
) -> None:
    scanned(job, archive)
    whole = files(job)
    table = job.folder.place(archive).table
    # Its end, with what it was made from, is as it was.
    octets = bytearray(whole[table])
    octets[10] ^= 1
    with open(f"{job.folder.address}/{table}", "wb") as file:  # noqa: PTH123
        file.write(octets)
    assert scanned(job, archive)[2] is False
    assert f"{table} is not as its report says; it is written again" in caplog.text
    assert files(job) == whole


def test_a_report_without_the_figures_of_its_table_is_of_an_earlier_version(job: Job, archive: Archive) -> None:
    scanned(job, archive)
    whole = files(job)
    place = job.folder.place(archive)
    report = json.loads(whole[place.report])
    assert report["table"] == {
        "bytes": len(whole[place.table]),
        "crc32": f"{zlib.crc32(whole[place.table]):08x}",
    }
    del report["table"]
    job.folder.write(place.report, report)
    assert scanned(job, archive)[2] is False
    assert files(job) == whole


def test_a_foreign_table_is_written_again(job: Job, archive: Archive) -> None:
    name = f"{job.folder.address}/{job.folder.place(archive).table}"
    pyarrow.parquet.write_table(pyarrow.table({"url": ["x"]}), name)
    assert scanned(job, archive)[2] is False


def test_a_table_of_an_archive_elsewhere_is_not_replaced(job: Job, archive: Archive, tmp_path: Path) -> None:
    scanned(job, archive)
    whole = files(job)
    (tmp_path / "2").mkdir()
    other = tmp_path / "2" / "crawl.warc.gz"
    other.write_bytes(b"")
    with pytest.raises(OutputError, match=r"was written from .*/crawl.warc.gz, not from .*/2/crawl.warc.gz; scan into"):
        scanned(job, Archive("2/crawl.warc.gz", str(other)))
    assert files(job) == whole


def test_two_versions_of_a_file_have_no_table(job: Job, archive: Archive, tmp_path: Path) -> None:
    """A server that says nothing by which a file could be recognised, and cuts the connection between two versions."""
    later = tmp_path / "later"
    later.write_bytes((tmp_path / archive.name).read_bytes()[::-1])
    served = Served(tmp_path / archive.name, cut=2000, later=later, has_validator=False)
    why = "the server sent other bytes than before"
    with archives_served({archive.name: served}) as server, pytest.raises(OSError, match=why):
        scanned(job, Archive(archive.name, server.url + archive.name))
    assert files(job) == {}


class Killed(BaseException):
    """The end of an attempt; nothing after it runs."""


def steps(monkeypatch: pytest.MonkeyPatch, at: int) -> Iterator[None]:
    """Ends an attempt before the given step of its output, and lets nothing be cleaned up."""

    from robots_policy.spark import _folder  # noqa: PLC0415

    done = 0

    class Ending:
        """A file system whose attempt is killed."""

        def __init__(self, inner: Any) -> None:  # noqa: ANN401
            self.inner = inner

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401
            def step(*words: Any) -> Any:  # noqa: ANN401
                nonlocal done
                if name in ("move", "open_output_stream", "delete_file"):
                    if done >= at:
                        raise Killed
                    done += 1
                return getattr(self.inner, name)(*words)

            return step if name != "get_file_info" else self.inner.get_file_info

    real = file_system
    with monkeypatch.context() as patched:
        patched.setattr(_folder, "file_system", lambda address: (Ending(real(address)[0]), real(address)[1]))
        patched.setattr(_folder, "_on_disk", lambda _: None)
        assert fs.LocalFileSystem is not Ending
        yield
    assert done <= at


@pytest.mark.parametrize("at", range(5))
def test_an_attempt_may_end_anywhere(
    job: Job, archive: Archive, at: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wanted = replace(job, folder=Folder(str(tmp_path / "wanted")))
    (tmp_path / "wanted").mkdir()
    scanned(wanted, archive)
    # Once with an empty folder, once with a table of the archive as it was before.
    for _ in range(2):
        for _ in steps(monkeypatch, at):
            try:
                scanned(job, archive)
            except Killed:
                pass
            else:
                assert at >= 4
        scanned(job, archive)
        job.folder.succeed(["crawl.warc.gz.parquet"])
        left = files(job)
        assert left.pop("_SUCCESS") == b"crawl.warc.gz.parquet\n"
        assert left == files(wanted)
        with open(archive.address, "ab") as file:  # noqa: PTH123
            file.write(b"\n")
        scanned(wanted, archive)


def test_two_attempts_at_once_leave_one_table(job: Job, archive: Archive) -> None:
    """The second attempt runs while the first one writes, and wins."""
    first = job.folder.place(archive)
    with job.folder.writing(first.table) as stream:
        scanned(job, archive)
        whole = files(job)
        stream.write(whole[first.table])
    assert {name: octets for name, octets in files(job).items() if not name.startswith(".")} == {
        name: octets for name, octets in whole.items() if not name.startswith(".")
    }


def test_a_run_is_resumed_with_its_settings_only(tmp_path: Path) -> None:
    folder = Folder(str(tmp_path / "out"))
    settings = ScanSettings(["ExampleBot"]).distinguishing()
    assert folder.run(settings, 5, resume=False) == 5
    assert folder.run(settings, 9, resume=True) == 5
    with pytest.raises(ValueError, match="already holds a run; resume it"):
        folder.run(settings, 9, resume=False)
    for other, why in [
        (ScanSettings(["OtherBot"]), "holds a run with agent `examplebot`, and this one has agent `otherbot`"),
        (
            ScanSettings(["ExampleBot"], NOW),
            "holds a run with no now, and this one has now `2026-11-20T00:00:00\\+00:00`",
        ),
        (ScanSettings(["ExampleBot"], options={"metas": ["head"]}), "no metas, and this one has metas `head`"),
    ]:
        with pytest.raises(ValueError, match=why):
            folder.run(other.distinguishing(), 9, resume=True)
    (tmp_path / "out" / "scan.json").write_text("{")
    with pytest.raises(ValueError, match=r"scan.json: .*; delete it, or scan into another folder"):
        folder.run(settings, 9, resume=True)
    (tmp_path / "out" / "scan.json").write_text("[]")
    with pytest.raises(ValueError, match=r"scan.json is not of a run"):
        folder.run(settings, 9, resume=True)


def test_a_run_has_the_facts_that_the_program_writes(tmp_path: Path, fixtures: Path) -> None:
    archive = fixtures / "archives" / "crawl.warc.gz"
    store = tmp_path / "robots.store"
    program("robots-store", "build", archive, "-o", store)
    now = NOW.isoformat()
    program("scan", archive, "--now", now, "--robots-store", store, "-o", tmp_path / "program", is_damaged=True)
    wanted = json.loads((tmp_path / "program" / "scan.json").read_text())
    for settings in (ScanSettings(now=NOW, robots_store=str(store)), ScanSettings(robots_store=str(store))):
        folder = Folder(str(tmp_path / f"out {settings.now}"))
        folder.run(settings.distinguishing(), 5, settings.facts(5), resume=False)
        found = json.loads((tmp_path / f"out {settings.now}" / "scan.json").read_text())
        # No command line began it.
        assert list(found) == [key for key in wanted if key != "command"]
        assert (found["store"], found["specifications"]) == (wanted["store"], wanted["specifications"])
        assert found["clock"] == (wanted["clock"] if settings.now else "1970-01-01T00:00:05Z")
        assert found["settings"]["robots-time"] == wanted["settings"]["robots-time"] == "capture, within 86400 s"
    assert "store" not in ScanSettings().facts(5)


def test_the_nearness_of_the_latest_answers_is_a_mistake() -> None:
    for within in (24, 0.5):
        with pytest.raises(ValueError, match="robots_within is about robots_time='capture'"):
            ScanSettings(robots_time="latest", robots_within=within).check()
    ScanSettings(robots_time="latest").check()


def test_a_run_of_the_program_is_another_one(tmp_path: Path, fixtures: Path) -> None:
    archive = fixtures / "archives" / "small.warc"
    program("scan", archive, "--quiet", "--agent", "ExampleBot", "-o", tmp_path)
    with pytest.raises(ValueError, match=r"and this one has engine `spark`"):
        Folder(str(tmp_path)).run(ScanSettings(["ExampleBot"]).distinguishing(), 9, resume=True)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match=r"cannot write .*/file/out"):
        Folder(str(tmp_path / "file" / "out")).run({}, 1, resume=False)
    with pytest.raises(ValueError, match="http and https are read only"):
        Folder("https://a.example/out").run({}, 1, resume=False)


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
    _moved(hdfs, "part", "table")
    assert hdfs.files == {"table": b"new"}
    other = Store("s3")
    with pytest.raises(OSError, match="table"):
        _moved(other, "part", "table")
    assert other.files == {"table": b"old", "part": b"new"}
