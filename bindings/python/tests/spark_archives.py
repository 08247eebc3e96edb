"""Archives for the tests of Spark, and the comparison of a run with the program's on the same archives."""

from __future__ import annotations

import gzip
import json
import random
import runpy
import sys
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from conftest import ROOT, program
from warc_records import http, record, robots

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

NOW = "2026-11-20T00:00:00+00:00"
CRAWL = (ROOT / "fixtures" / "archives" / "crawl.warc.gz").read_bytes()
# The bench makes archives of real pages; here are the same records. It imports what lies beside it.
sys.path.append(str(ROOT / "benches"))
BENCH = runpy.run_path(str(ROOT / "benches" / "scan.py"))
MEBI = 1 << 20
# The columns that name a row.
KEYS = ["warc_file", "warc_offset", "agent"]


def documents() -> list[bytes]:
    """The pages that archives are made of."""
    found: list[bytes] = BENCH["pages"](None)[0]
    return found


def member(number: int, page: bytes) -> bytes:
    """A record of a page, compressed by itself."""
    octets: bytes = gzip.compress(BENCH["record"](number, page), 1, mtime=0)
    return octets


def small(folder: Path, count: int) -> list[Path]:
    """Archives of the fixture's responses and some pages, each different."""
    pages = sorted(documents(), key=len)[:50]
    folder.mkdir()
    made = []
    for number in range(count):
        made.append(folder / f"small-{number:03}.warc.gz")
        more = range(number * 10, number * 10 + number % 7)
        made[-1].write_bytes(CRAWL + b"".join(member(each, pages[each % len(pages)]) for each in more))
    return made


def tiny(folder: Path, count: int) -> list[Path]:
    """Archives of one response."""
    pages = sorted(documents(), key=len)[:50]
    folder.mkdir()
    made = []
    for number in range(count):
        made.append(folder / f"tiny-{number:03}.warc.gz")
        made[-1].write_bytes(member(number, pages[number % len(pages)]))
    return made


def large(path: Path, size: int) -> Path:
    """An archive of this many bytes or a few more, whose pages do not shrink below half."""
    path.parent.mkdir(exist_ok=True)
    pages = documents()
    once = bytearray()
    for number in range(4 * MEBI // 40_000):
        filler = random.Random(number).randbytes(20_000).hex().encode()  # noqa: S311 - the same in each run
        once += member(number, pages[number % len(pages)] + b"<p>" + filler)
    path.write_bytes(bytes(once) * -(-size // len(once)))
    return path


def skewed(path: Path, pages: int) -> Path:
    """An archive of a host with this many pages and its robots.txt, and of other hosts."""
    others = 500
    path.parent.mkdir(exist_ok=True)
    rules = b"User-agent: *\nDisallow: /7\n\nUser-agent: GPTBot\nDisallow: /\n"
    page = http(b"<p>A page", fields=[("Content-Type", "text/html"), ("X-Robots-Tag", "noarchive")])
    with path.open("wb") as file:
        file.write(robots("https://big.example", http(rules)))
        for number in range(pages):
            file.write(record(f"https://big.example/{number}", page))
        for number in range(others):
            file.write(robots(f"https://{number}.example", http(b"User-agent: *\nDisallow: /%d" % (number % 2))))
            file.write(record(f"https://{number}.example/1", page))
    return path


def cut(path: Path) -> Path:
    """An archive whose last record ends early."""
    path.write_bytes(CRAWL + member(1, b"<p>" + bytes(range(256)) * 20)[:-100])
    return path


def not_an_archive(path: Path) -> Path:
    path.write_bytes(b"<!doctype html><title>Not found</title>")
    return path


def scanned(archives: Iterable[Path], folder: Path, *arguments: str, agents: Iterable[str]) -> Path:
    """What the program writes for these archives."""
    given = [part for agent in agents for part in ("--agent", agent)]
    program("scan", *archives, *given, "--now", NOW, "-o", folder, *arguments, is_damaged=True)
    return folder


def stored(archives: Iterable[Path], store: Path) -> Path:
    """The program's store of their robots.txt answers."""
    program("robots-store", "build", *archives, "-o", store, is_damaged=True)
    return store


def same(run: Path, program: Path, names: Mapping[str, str]) -> None:
    """Compare the folder of a run with the program's.

    `names` has, for each archive's file name, the name that the run's rows have for it.
    """
    assert sorted(file.name for file in run.iterdir() if file.name.endswith(".parquet")) == sorted(
        f"{name}.parquet" for name in names
    )
    leftovers = [file.name for file in run.rglob("*") if ".part" in file.name or file.name.startswith("_temporary")]
    assert not leftovers
    assert (run / "_SUCCESS").exists()
    for name, named in names.items():
        same_table(run / f"{name}.parquet", program / f"{name}.parquet", named)
        same_report(run / f"{name}.report.json", program / f"{name}.report.json")


def same_table(ours: Path, theirs: Path, named: str) -> None:
    """The same columns, of the same types, and the same rows in the same order."""
    found, wanted = pq.read_table(ours), pq.read_table(theirs)
    assert [plain(field) for field in found.schema] == [plain(field) for field in wanted.schema], ours.name
    place = wanted.schema.get_field_index("warc_file")
    wanted = wanted.set_column(place, wanted.schema.field(place), pa.array([named] * wanted.num_rows, pa.string()))
    found = found.cast(wanted.schema)
    if not found.equals(wanted):
        pairs = zip(found.to_pylist(), wanted.to_pylist(), strict=False)
        first = next((index for index, (one, other) in enumerate(pairs) if one != other), None)
        message = f"{ours.name}: {found.num_rows} rows instead of {wanted.num_rows}; the first other one is {first}"
        raise AssertionError(message)


def rows_of_all(program: Path) -> int:
    """How many rows the program wrote."""
    return sum(pq.read_metadata(file).num_rows for file in program.glob("*.parquet"))


def same_rows(table: Path, program: Path, without: tuple[str, ...] = ()) -> None:
    """Compare a table in any order, whose archives may have the names of other folders, with all the program's.

    The columns of the names ``without`` are null in the table.
    """
    found, wanted = (
        pa.concat_tables([pq.read_table(file) for file in sorted(folder.glob("*.parquet"))])
        for folder in (table, program)
    )
    # Spark writes types of its own: each column may be null, and times are of nanoseconds.
    assert found.schema.names == wanted.schema.names
    found, wanted = ordered(found.cast(wanted.schema)), ordered(wanted)
    assert found.num_rows == wanted.num_rows
    assert [name for name in without if found[name].null_count < found.num_rows] == []
    names = [name for name in wanted.schema.names if name not in without]
    differing = [first_other(found, wanted, name) for name in names if not found[name].equals(wanted[name])]
    assert not differing, "\n".join(differing)


def first_other(found: Any, wanted: Any, name: str) -> str:  # noqa: ANN401 - pyarrow has no types
    """How many cells of a column differ, and the first of them with its row."""
    pairs = list(zip(found[name].to_pylist(), wanted[name].to_pylist(), strict=True))
    others = [row for row, (one, other) in enumerate(pairs) if one != other]
    row = others[0]
    place = {key: wanted[key][row].as_py() for key in ("url", *KEYS)}
    return f"{name}: {len(others)} of {len(pairs)} cells differ; {pairs[row][0]!r}, not {pairs[row][1]!r}, in {place}"


def ordered(table: Any) -> Any:  # noqa: ANN401 - pyarrow has no types
    """The rows by archive, place and agent, of which there is one each."""
    place = table.schema.get_field_index("warc_file")
    short = pc.replace_substring_regex(table["warc_file"], ".*/", "")
    table = table.set_column(place, "warc_file", short).sort_by([(key, "ascending") for key in KEYS])
    assert table.select(KEYS).group_by(KEYS).aggregate([]).num_rows == table.num_rows
    return table.combine_chunks()


def plain(field: Any) -> tuple[Any, ...]:  # noqa: ANN401 - pyarrow has no types
    """A column's name, whether it may be null, and its type, without the name of a list's items."""
    kind = field.type
    items = plain(kind.value_field)[1:] if pa.types.is_list(kind) else str(kind)
    return field.name, field.nullable, items


def same_report(ours: Path, theirs: Path) -> None:
    """The same counts and damages."""
    found, wanted = json.loads(ours.read_text()), json.loads(theirs.read_text())
    # Of a path and of a URL, of two writers of Parquet: these differ.
    del wanted["archive"], wanted["input"], wanted["table"]
    assert {name: found.get(name) for name in wanted} == wanted, ours.name


def same_files(run: Path, other: Path) -> None:
    """Compare all files of two runs, byte by byte."""
    found, wanted = contents(run), contents(other)
    assert found.keys() == wanted.keys()
    assert [name for name in wanted if found[name] != wanted[name]] == []


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a run, except the one with the time at which it began."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.name != "scan.json"}
