"""`scan` beside the program's own tables, and archives from every kind of file."""

# ruff: noqa: ANN401 - tables of any library

import gzip
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import warc_records
from conftest import ROOT, pandas_of, program

import robots_policy
from robots_policy import scan
from robots_policy.arrow import RobotsStore, robots_answers
from robots_policy.errors import ArchiveWarning, DamagedArchive, StreamConsumed

NOW = datetime(2026, 11, 20, tzinfo=UTC)
ARCHIVES = [ROOT / "fixtures" / "archives" / name for name in ("crawl.warc.gz", "small.warc")]
CRAWL = ARCHIVES[0]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("store") / "robots.redb"
    program("robots-store", "build", CRAWL, "-o", path)
    return path


def rows(scanned: Any) -> list[dict[str, Any]]:
    table = pa.table(scanned)
    table.validate(full=True)
    return list(table.to_pylist())


@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda path: path.name)
@pytest.mark.parametrize("with_store", [False, True])
def test_the_rows_are_those_of_the_programs_parquet(
    archive: Path, store: Path, tmp_path: Path, *, with_store: bool
) -> None:
    robots = ["--robots-store", store] if with_store else []
    program(
        "scan", archive, "--agent", "ExampleBot", "--agent", "GPTBot", "--now", NOW.isoformat(), *robots, "-o", tmp_path
    )
    [written] = tmp_path.glob("*.parquet")
    table = pa.table(
        scan(archive, ["ExampleBot", "GPTBot"], now=NOW, robots_store=RobotsStore(store) if with_store else None)
    )
    parquet = pq.read_table(written)
    assert table.schema.names == parquet.schema.names
    assert table.to_pylist() == parquet.to_pylist()
    for field in table.schema:
        other = parquet.schema.field(field.name)
        assert (field.nullable, field.type) == (other.nullable, other.type) or pa.types.is_list(field.type)


def test_sources_that_do_not_exist_by_the_callers_word(tmp_path: Path) -> None:
    program("scan", CRAWL, "--now", NOW.isoformat(), "--assume-absent", "robots.txt,rest", "-o", tmp_path)
    [written] = tmp_path.glob("*.parquet")
    silent, assumed = (scan(CRAWL, ["*"], now=NOW, assume_absent=word) for word in (None, ["robots.txt", "rest"]))
    table = pa.table(assumed)
    assert table.column("access_allowed").null_count == 0 < pa.table(silent).column("access_allowed").null_count
    assert table.to_pylist() == pq.read_table(written).to_pylist()


@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda path: path.name)
def test_the_rows_are_those_of_the_programs_json_lines(archive: Path) -> None:
    lines = program("scan", archive, "--agent", "ExampleBot", "--now", NOW.isoformat(), "--format", "jsonl", "-o", "-")
    records = [json.loads(line) for line in lines.splitlines()]
    scanned = rows(scan(str(archive), ["ExampleBot"], now=NOW))
    assert len(records) == len(scanned) > 0
    for row, record in zip(scanned, records, strict=True):
        for name, value in record["id"].items():
            cell = row[name]
            assert cell == (datetime.fromisoformat(value) if name == "date" and value else value)
        assert row["access_reason"] == record["access"]["reason"]
        assert [row["index"], row["follow"], row["archive"]] == [record["index"], record["follow"], record["archive"]]


def test_the_report_is_the_one_that_the_program_writes(tmp_path: Path) -> None:
    program("scan", CRAWL, "--agent", "ExampleBot", "-o", tmp_path)
    written = json.loads((tmp_path / f"{CRAWL.name}.report.json").read_text())
    scanned = scan(CRAWL, ["ExampleBot"])
    assert scanned.report["records"] == 0
    table = pa.table(scanned)
    assert scanned.report == {name: written[name] for name in scanned.report}
    assert scanned.responses * 1 == written["responses"]
    assert table.num_rows == written["rows"]


@pytest.mark.parametrize("batch_rows", [1, 2, 5, 7, 8192])
def test_batches_have_the_number_of_rows(batch_rows: int) -> None:
    whole = pa.table(scan(CRAWL, ["ExampleBot", "*"], now=NOW))
    batches = [pa.record_batch(batch) for batch in scan(CRAWL, ["ExampleBot", "*"], now=NOW, batch_rows=batch_rows)]
    assert all(batch.num_rows == batch_rows for batch in batches[:-1])
    assert 0 < batches[-1].num_rows <= batch_rows
    assert pa.Table.from_batches(batches).equals(whole.combine_chunks())


class Reader:
    """Has `read` alone, which gives less or more than is asked."""

    def __init__(self, octets: bytes, change: Callable[[int], int] = int) -> None:
        self.file = io.BytesIO(octets)
        self.change = change

    def read(self, size: int) -> bytes:
        return self.file.read(self.change(size))


class IntoReader:
    """Has `readinto` alone."""

    def __init__(self, octets: bytes) -> None:
        self.file = io.BytesIO(octets)

    def readinto(self, buffer: bytearray) -> int:
        return self.file.readinto(buffer)


def test_any_binary_file_has_the_rows_of_the_path(tmp_path: Path) -> None:
    octets = CRAWL.read_bytes()
    want = rows(scan(CRAWL, ["*"], now=NOW, name="x"))
    moved = io.BytesIO(b"before" + octets)
    moved.seek(6)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(octets))
    writer.start()
    files: list[Any] = [
        str(CRAWL),
        os.fsencode(CRAWL),
        io.BytesIO(octets),
        moved,
        Reader(octets),
        Reader(octets, lambda _: 7),
        Reader(octets, lambda size: size * 3),
        IntoReader(octets),
        pipe,
        pa.OSFile(str(CRAWL)),
        pa.input_stream(str(CRAWL), compression=None),
    ]
    for file in files:
        assert rows(scan(file, ["*"], now=NOW, name="x")) == want
    writer.join()
    with CRAWL.open("rb") as file:
        assert rows(scan(file, ["*"], now=NOW))[0]["warc_file"] == str(CRAWL)
        assert not file.closed
    assert scan(io.BytesIO(octets), ["*"]).name == "<BytesIO>"
    plain = rows(scan(io.BytesIO(gzip.decompress(octets)), ["*"], now=NOW))
    assert [row["url"] for row in plain] == [row["url"] for row in want]


def test_a_file_object_can_go_back_over_damage() -> None:
    octets = bytearray(gzip.decompress(CRAWL.read_bytes()))
    at = octets.index(b"Content-Length: ") + len(b"Content-Length: ")
    octets[at : at + 1] = b"99999"
    path_free = scan(io.BytesIO(bytes(octets)), ["*"])
    with pytest.warns(ArchiveWarning, match="<BytesIO> is damaged at byte .*; a damaged record may have no row"):
        table = pa.table(path_free)
    assert table.num_rows > 0
    assert [damage.code for damage in path_free.damages] == ["cut-record"]
    assert path_free.damages[0].file == "<BytesIO>"


class Failing(Reader):
    """Raises after some reads."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(CRAWL.read_bytes(), lambda _: 100)
        self.error = error
        self.reads = 0

    def read(self, size: int) -> bytes:
        self.reads += 1
        if self.reads > 3:
            raise self.error
        return super().read(size)


def test_what_a_file_raises_is_the_cause() -> None:
    cut = ConnectionResetError("cut")
    scanned = scan(Failing(cut), ["*"], name="https://example.com/a.warc.gz")
    with pytest.raises(OSError, match=r"cannot read https://example\.com/a\.warc\.gz: at byte 300: .*cut") as raised:
        list(scanned)
    assert raised.value.__cause__ is cut
    assert next(scanned, None) is None
    with pytest.raises(StreamConsumed):
        pa.table(scanned)
    with pytest.raises(KeyboardInterrupt):
        list(scan(Failing(KeyboardInterrupt()), ["*"]))
    with pytest.raises(OSError, match="cut") as raised:
        list(robots_answers(Failing(cut)))
    assert raised.value.__cause__ is cut
    with pytest.raises(Exception, match=r"cannot read <Failing>: .*a\\?.?b"):
        pa.table(scan(Failing(ValueError("a\0b")), ["*"]))


def test_files_that_cannot_be_read_raise_with_their_name(tmp_path: Path) -> None:
    missing = tmp_path / "missing.warc"
    for begin in (lambda file: scan(file, ["*"]), robots_answers):
        with pytest.raises(FileNotFoundError) as raised:
            begin(missing)
        assert raised.value.filename == str(missing)
        with pytest.raises(OSError, match=f"cannot read {tmp_path}"):
            list(begin(tmp_path))


NO_ARCHIVES = [(b"", "empty-archive"), (b"<html>", "no-record"), (b"<!doctype html>\n" * 999, "no-record")]


@pytest.mark.parametrize(("octets", "code"), NO_ARCHIVES)
def test_a_file_without_a_record_raises(octets: bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "page.warc.gz"
    path.write_bytes(octets)
    # The program says the same, with its exit status.
    command = [sys.executable, "-m", "robots_policy", "scan", str(path), "-o", str(tmp_path / "out")]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, f"{path}: no record is in it" in run.stderr) == (1, True)
    for on_damage in ("warn", "raise"):
        for begin in (lambda **how: scan(path, ["*"], **how), lambda **how: robots_answers(path, **how)):
            read = begin(on_damage=on_damage)
            with pytest.raises(DamagedArchive, match=r"page.warc.gz at byte 0: .*; no record is in it: a WARC file"):
                list(read)
            assert [damage.code for damage in read.damages] == [code]
            with pytest.raises(Exception, match="no record is in it"):
                pa.table(begin(on_damage=on_damage))


def test_damages_are_ignored_by_the_callers_word() -> None:
    for octets, code in (*NO_ARCHIVES, (os.urandom(1000), None)):
        scanned = scan(io.BytesIO(octets), ["*"], on_damage="ignore")
        table = pa.table(scanned)
        assert table.num_rows == 0
        assert table.schema == pa.schema(robots_policy.arrow.schema())
        assert len(scanned.damages) == 1
        assert scanned.damages[0].code == (code or scanned.damages[0].code)


def test_half_an_archive_has_its_rows_and_a_warning(tmp_path: Path) -> None:
    half = tmp_path / "half.warc.gz"
    half.write_bytes(CRAWL.read_bytes()[:3000])
    whole = rows(scan(CRAWL, ["*"], now=NOW, name="x"))
    for read in (pa.table, pl.DataFrame, pandas_of, list):
        scanned = scan(half, ["*"], now=NOW, name="x")
        with pytest.warns(ArchiveWarning, match="x is damaged at byte 2795: the archive ends inside") as warned:
            read(scanned)
        assert len(warned) == 1
        assert [damage.code for damage in scanned.damages] == ["truncated-member"]
    assert rows(scan(half, ["*"], now=NOW, name="x", on_damage="ignore")) == whole[:7]
    strict = scan(half, ["*"], on_damage="raise")
    with pytest.raises(DamagedArchive, match=r'at byte 2795: .*; on_damage="warn" keeps the rows'):
        list(strict)
    assert len(strict.damages) == 1
    assert rows(scan(CRAWL, ["*"], now=NOW, name="x", on_damage="raise")) == whole


def test_a_warning_that_is_an_error_ends_the_reading() -> None:
    octets = CRAWL.read_bytes()[:3000]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ArchiveWarning):
            list(scan(io.BytesIO(octets), ["*"]))
        with pytest.raises(Exception, match="is damaged at byte 2795"):
            pa.table(scan(io.BytesIO(octets), ["*"]))


def test_what_was_read_to_its_end_is_read_once() -> None:
    pages = pa.record_batch({"html": ["<p>"]})
    made: list[tuple[str, Callable[[], Any]]] = [
        ("scan", lambda: scan(CRAWL, ["*"])),
        ("robots_answers", lambda: robots_answers(CRAWL)),
        ("judge_stream", lambda: robots_policy.arrow.judge_stream(pages, ["*"])),
    ]
    for function, make in made:
        for first in (pa.table, list):
            once = make()
            assert len(first(once)) > 0
            for again in (pa.table, list, iter, pl.DataFrame):
                with pytest.raises(StreamConsumed, match=f"was read to its end, .* or call {function} again"):
                    again(once)
            # As every iterator.
            assert next(once, None) is None
    some = scan(CRAWL, ["*"], batch_rows=5)
    assert len(next(some)) + pa.table(some).num_rows == 12


def test_every_library_reads_a_scan() -> None:
    want = rows(scan(CRAWL, ["ExampleBot"], now=NOW))

    def again() -> robots_policy.arrow.Scan:
        return scan(CRAWL, ["ExampleBot"], now=NOW, batch_rows=5)

    assert pl.DataFrame(again()).drop("date").to_dicts() == [
        {k: v for k, v in row.items() if k != "date"} for row in want
    ]
    assert pandas_of(again())["url"].tolist() == [row["url"] for row in want]
    scanned = again()  # noqa: F841 - DuckDB finds it by its name
    assert duckdb.sql("select url, noindex from scanned order by warc_offset").fetchall() == [
        (row["url"], row["noindex"]) for row in want
    ]
    batch = next(again())
    assert duckdb.sql("select count(*) from batch").fetchall() == [(5,)]
    assert pl.DataFrame(batch).height == len(batch) == 5
    assert pa.table(batch).num_rows == 5
    assert pandas_of(batch).shape == (5, batch.num_columns)


def test_threads_share_a_scan_and_scan_beside_each_other() -> None:
    want = rows(scan(CRAWL, ["*"], now=NOW))
    shared = scan(Reader(CRAWL.read_bytes()), ["*"], now=NOW, batch_rows=1, name=str(CRAWL))
    found: list[dict[str, Any]] = []
    alone: list[bool] = []

    def work() -> None:
        for batch in iter(partial(next, shared, None), None):
            found.extend(pa.record_batch(batch).to_pylist())
        alone.append(rows(scan(CRAWL, ["*"], now=NOW)) == want)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found, key=lambda row: row["warc_offset"]) == want
    assert alone == [True] * 4


def test_other_threads_run_while_a_stream_waits_for_a_file() -> None:
    inside = threading.Event()
    go = threading.Event()

    class Waiting(Reader):
        def read(self, size: int) -> bytes:
            inside.set()
            assert go.wait(30)
            return super().read(size)

    scanned = scan(Waiting(CRAWL.read_bytes()), ["*"])
    tables: list[Any] = []
    threads = [threading.Thread(target=lambda: tables.append(pa.table(scanned))) for _ in range(3)]
    for thread in threads:
        thread.start()
    assert inside.wait(30)
    time.sleep(0.05)  # the others wait for the archive now, and must not hold the interpreter
    go.set()
    for thread in threads:
        thread.join()
    assert sum(table.num_rows for table in tables) == 12


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs signals of threads")
def test_ctrl_c_ends_a_scan() -> None:
    octets = CRAWL.read_bytes()

    class Endless:
        def read(self, size: int) -> bytes:
            del size
            return octets

    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        pa.record_batch(next(scan(Endless(), ["*"], batch_rows=10**9)))
    timer.join()


def test_answers_for_robots_txt(store: Path) -> None:
    opened = RobotsStore(store)
    for row in pa.table(robots_answers(CRAWL)).to_pylist():
        kept = opened.get(row["authority"])
        if row["status"] == 200 and row["body"]:
            assert kept.file == robots_policy.RobotsTxt(row["body"])
            agent = kept.file.agents[0] if kept.file and kept.file.agents else "*"
            assert kept.allowed("/", agent) == robots_policy.RobotsTxt(row["body"]).allowed("/", agent)


def test_the_answers_of_a_damaged_archive_say_so() -> None:
    whole = warc_records.robots("https://a.example", warc_records.http(b"User-agent: *"))
    short = warc_records.robots("https://b.example", warc_records.http(b"User-agent: *", length=900))
    coded = warc_records.record(
        "https://c.example/", warc_records.http(b"x", fields=[("Content-Encoding", "gzip")], length=900)
    )
    cut = warc_records.robots("https://d.example", warc_records.http(b"User-agent: *\nDisallow: /"))[:-30]
    for damaged, codes in [
        ([whole, coded], []),
        ([short, whole], ["short-body"]),
        ([whole, short, cut], ["short-body", "cut-record"]),
    ]:
        answers = robots_answers(io.BytesIO(b"".join(damaged)), name="x", on_damage="ignore")
        assert [row["authority"] for row in pa.table(answers).to_pylist()] == ["https://a.example"]
        assert [damage.code for damage in answers.damages] == codes
        assert {damage.file for damage in answers.damages} <= {answers.name} == {"x"}
    for octets, code in ((b"", "empty-archive"), (b"<html>", "no-record")):
        answers = robots_answers(io.BytesIO(octets), on_damage="ignore")
        assert list(answers) == []
        assert [damage.code for damage in answers.damages] == [code]


def test_the_store_knows_what_it_holds(store: Path) -> None:
    opened = RobotsStore(store)
    assert opened.get("https://not.in.the.store.example").state == "unknown"
    held = [row["authority"] for row in pa.table(robots_answers(CRAWL)).to_pylist()]
    assert {opened.get(authority).state for authority in held} <= {"rules", "unavailable", "unreachable", "unknown"}
    assert opened.get(held[0] + "/a/page?b").state == opened.get(held[0]).state
    with pytest.raises(ValueError, match="authority"):
        opened.get("example.com")
    assert repr(opened) == f"RobotsStore({str(store)!r})".replace("'", '"')
