"""The query for Spark that the program prints: its result is the cube of the program's reports."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from conftest import program
from spark_archives import CRAWL, scanned, stored
from warc_records import http, record, robots

pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

FIELDS = [
    ("X-Robots-Tag", "noindex"),
    ("X-Robots-Tag", "index, follow, llms-txt"),
    ("X-Robots-Tag", "examplebot: none, googlebot: nofollow"),
    ("X-Robots-Tag", "max-snippet: 0"),
    ("X-Robots-Tag", "max-snippet: 160, max-image-preview: standard"),
    ("X-Robots-Tag", "unavailable_after: 25 Jun 2020 15:00:00 GMT"),
    # In the zone of the session another month, and another year.
    ("X-Robots-Tag", "unavailable_after: 31 Dec 2039 23:30:00 GMT"),
    ("X-Robots-Tag", "unavailable_after: 1 Jan 2200 00:00:00 GMT"),
    ("X-Robots-Tag", "none"),
    ("X-Robots-Tag", "noai"),
    ("Content-Usage", "train-ai=n"),
    ("Content-Usage", "train-ai=y"),
    ("TDM-Reservation", "1"),
]
METAS = [
    b"<meta name=robots content='noindex, nofollow'>",
    b"<meta name=robots content='index, follow, max-snippet:-1, max-image-preview:large'>",
    b"<meta name=examplebot content='index, archive'>",
    b"<meta name=robots content='unavailable_after: 24 Jun 2020 15:00:00 GMT'>",
    b"<meta name=robots content='index'>",
]
TYPES = [
    "text/html",
    "TEXT/HTML; charset=utf-8",
    "\tapplication/ld+json , x",
    "image/svg+xml",
    "application/pdf",
    "x",
    "",
]
HOSTS = ["https://a.example", "https://b.example.", "https://10.0.0.1", "http://[::1]"]
RULES = b"User-agent: *\nDisallow: /1\n\nUser-agent: ExampleBot\nDisallow: /2\nContent-Signal: ai-train=no\n"
# Keys of a report that are measures of their own.
OWN = ("access", "directives", "diagnostics", "unread")


def made() -> bytes:
    """A crawl in which statements of all kinds meet."""
    drawn = random.Random(20)  # noqa: S311 - the same in each run
    crawl = robots(HOSTS[0], http(RULES)) + robots(HOSTS[1], http(status=503)) + robots(HOSTS[2], http(status=404))
    for number in range(300):
        fields = [*drawn.choices(FIELDS, k=drawn.randrange(3)), ("Content-Type", TYPES[number % len(TYPES)])]
        body = b"<title>t</title>" + b"".join(drawn.choices(METAS, k=drawn.randrange(3)))
        # Some are shorter than they say, before the end of the head.
        length = 999 if number % 9 == 0 else None
        message = http(body, status=drawn.choice([200, 301, 404, 503, 103]), fields=fields, length=length)
        crawl += record(f"{HOSTS[number % len(HOSTS)]}/{number % 4}/{number}", message)
    return crawl


def counted(outs: list[Path]) -> Counter[tuple[str, ...]]:
    """The cells of the reports of runs."""
    cells: Counter[tuple[str, ...]] = Counter()
    for file in (file for out in outs for file in out.glob("*.report.json")):
        for agent, report in json.loads(file.read_text())["agents"].items():
            own = {measure: {name: {"": rows} for name, rows in report[measure].items()} for measure in OWN}
            measures: dict[str, Any] = report["cube"] | own | {"sources": report["sources"]}
            for measure, names in measures.items():
                for name, parts in names.items():
                    cells.update({(agent, measure, name, part): rows for part, rows in parts.items()})
    return cells


@pytest.mark.parametrize(
    "askers",
    [["--agent", "ExampleBot", "--agent", "*"], ["--as", "googlebot,bingbot,yandexbot,gptbot,google-extended"]],
    ids=["agents", "engines"],
)
def test_the_result_is_the_cube_of_the_reports(spark: SparkSession, tmp_path: Path, askers: list[str]) -> None:
    archives = [tmp_path / "made.warc", tmp_path / "crawl.warc.gz"]
    archives[0].write_bytes(made())
    archives[1].write_bytes(CRAWL)
    store = stored(archives, tmp_path / "robots.redb")
    with_store = [*askers, "--robots-store", str(store)]
    # The name of a folder is not a pattern, and not a column; every folder has the time of its scan.
    outs = [tmp_path / "date=o[1]{a,b}*?\\", tmp_path / "former"]
    scanned(archives, outs[0], *with_store, agents=[])
    program("scan", *archives, "--now", "2012-01-01T00:00:00Z", "-o", outs[1], *with_store)
    folders = [*map(str, outs), "--together"]
    command = [sys.executable, "-m", "robots_policy", "report", "--sql", "spark", *folders]
    printed = subprocess.run(command, capture_output=True, check=False, text=True)
    # The same archives are in both folders.
    assert (printed.returncode, "counts it twice" in printed.stderr) == (1, True), printed.stderr
    rows = spark.sql(printed.stdout).collect()
    assert rows[0].__fields__ == ["agent", "measure", "name", "part", "rows", "hosts"]
    found = {(row.agent, row.measure, row.name, row.part): row["rows"] for row in rows}
    wanted = counted(outs)
    assert len(wanted) > 200
    differ = [cell for cell in sorted({*found, *wanted}) if found.get(cell) != wanted.get(cell)]
    assert not differ, [(cell, found.get(cell), wanted.get(cell)) for cell in differ[:20]]
    hosts = {row.name: row.hosts for row in rows if row.measure == "host"}
    assert set(hosts.values()) == {1}
