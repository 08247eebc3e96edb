"""Archives for the tests of Spark, and the comparison of a run with the program's on the same archives."""

from __future__ import annotations

import gzip
import json
import random
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from conftest import ROOT, program
from warc_records import http, record, robots

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

NOW = "2026-11-20T00:00:00+00:00"
AGENTS = ["ExampleBot", "GPTBot"]
CRAWL = (ROOT / "fixtures" / "archives" / "crawl.warc.gz").read_bytes()
MEBI = 1 << 20
# The columns that name a row.
KEYS = ["warc_file", "warc_offset", "agent"]


def small(folder: Path, count: int) -> list[Path]:
    """Archives of the fixture's responses and some pages, each different."""
    folder.mkdir()
    made = []
    for number in range(count):
        made.append(folder / f"small-{number:03}.warc.gz")
        pages = [record(f"https://{number}.example/{each}", http(b"<p>A page")) for each in range(number % 7)]
        made[-1].write_bytes(CRAWL + b"".join(gzip.compress(page, mtime=0) for page in pages))
    return made


def large(path: Path, size: int) -> Path:
    """An archive of this many bytes or a few more, whose pages do not shrink below half."""
    once = bytearray()
    for number in range(100):
        filler = random.Random(number).randbytes(20_000).hex().encode()  # noqa: S311 - the same in each run
        once += gzip.compress(record(f"https://a.example/{number}", http(b"<p>" + filler)), 1, mtime=0)
    path.write_bytes(bytes(once) * -(-size // len(once)))
    return path


def skewed(path: Path, pages: int) -> Path:
    """An archive of a host with this many pages and its robots.txt, and of other hosts."""
    rules = b"User-agent: *\nDisallow: /7\n\nUser-agent: GPTBot\nDisallow: /\n"
    page = http(b"<p>A page", fields=[("Content-Type", "text/html"), ("X-Robots-Tag", "noarchive")])
    with path.open("wb") as file:
        file.write(robots("https://big.example", http(rules)))
        for number in range(pages):
            file.write(record(f"https://big.example/{number}", page))
        for number in range(500):
            file.write(robots(f"https://{number}.example", http(b"User-agent: *\nDisallow: /%d" % (number % 2))))
            file.write(record(f"https://{number}.example/1", page))
    return path


def scanned(archives: Iterable[Path], folder: Path, *arguments: object) -> Path:
    """What the program writes for these archives."""
    agents = [part for agent in AGENTS for part in ("--agent", agent)]
    program("scan", *archives, *agents, "--now", NOW, "-o", folder, *arguments, is_damaged=True)
    return folder


def same(run: Path, program: Path) -> None:
    """Compare a whole run with the program's, whose archives have other names."""
    files = {file.name for file in run.rglob("*")}
    assert files == {file.name for file in program.iterdir()} | {"_SUCCESS"}
    for wanted in program.glob("*.parquet"):
        found, table = (pq.read_table(folder / wanted.name).drop_columns("warc_file") for folder in (run, program))
        assert found.equals(table), wanted.name
        beside = f"{wanted.stem}.report.json"
        reports = [json.loads((folder / beside).read_text()) for folder in (run, program)]
        for report in reports:
            assert [report.pop(name) is None for name in ("archive", "input", "table")] == [False] * 3
        assert reports[0] == reports[1], beside


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
    assert [name for name in without if found[name].null_count < found.num_rows] == []
    names = [name for name in wanted.schema.names if name not in without]
    assert [name for name in names if not found[name].equals(wanted[name])] == []


def ordered(table: Any) -> Any:  # noqa: ANN401 - pyarrow has no types
    """The rows by archive, place and agent, of which there is one each."""
    place = table.schema.get_field_index("warc_file")
    short = pc.replace_substring_regex(table["warc_file"], ".*/", "")
    table = table.set_column(place, "warc_file", short).sort_by([(key, "ascending") for key in KEYS])
    assert table.select(KEYS).group_by(KEYS).aggregate([]).num_rows == table.num_rows
    return table.combine_chunks()
