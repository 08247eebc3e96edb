"""The Croissant document of a folder of tables, as ``mlcroissant`` validates and loads it."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

import mlcroissant
import pyarrow.parquet as pq
import pytest
from conftest import ROOT, program

if TYPE_CHECKING:
    from pathlib import Path

ARCHIVES = [ROOT / "fixtures/archives" / name for name in ("crawl.warc.gz", "small.warc")]
FACTS = [
    "--license=https://spdx.org/licenses/CC0-1.0.html",
    "--url=https://lab.example/policy",
    "--creator=Lab",
    "--published=2026-11-26",
    "--cite-as=Lab: policy",
]

# What pandas and rdflib warn about is not about the document.
pytestmark = pytest.mark.filterwarnings("ignore")


def scanned(folder: Path, *options: str) -> Path:
    """A folder of tables, a name of which has signs that mean something in URLs and in patterns."""
    store = folder.with_suffix(".store")
    program("robots-store", "build", "--quiet", "-o", store, *ARCHIVES)
    program("scan", "--quiet", "--sha256", "--robots-store", store, *options, "-o", folder, *ARCHIVES)
    for file in folder.glob("small.warc.*"):
        file.rename(folder / file.name.replace("small", "a b[1]%"))
    return folder


def loaded(document: Path) -> mlcroissant.Dataset:
    """The data set, of which nothing is wrong and nothing is missing."""
    dataset = mlcroissant.Dataset(document)
    issues = dataset.metadata.ctx.issues
    assert not issues.errors, issues.report()
    assert not issues.warnings, issues.report()
    return dataset


def plain(value: Any) -> Any:  # noqa: ANN401 - a value of any column
    """A value as Python has it: texts are octets in records, and members have the names of their fields."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {name.split("/")[-1]: plain(member) for name, member in value.items()}
    return value.to_pydatetime() if isinstance(value, datetime) and hasattr(value, "to_pydatetime") else value


@pytest.mark.parametrize("asker", ["--agent=ExampleBot", "--as=gptbot"])
def test_records_are_the_rows_of_the_tables(tmp_path: Path, asker: str) -> None:
    """Every column is a field, and every value comes back."""
    folder = scanned(tmp_path / "policy", asker)
    program("export", "croissant", folder, *FACTS, "-o", folder / "croissant.json")
    records = [plain(record) for record in loaded(folder / "croissant.json").records("verdicts")]
    tables = [pq.read_table(table) for table in sorted(folder.glob("*.parquet"))]
    rows = [row for table in tables for row in table.to_pylist()]
    assert len(records) == len(rows) > len(tables) == len(ARCHIVES)
    assert all(list(record) == list(row) for record, row in zip(records, rows, strict=True))
    assert records == rows


def test_records_of_json_lines_are_loaded(tmp_path: Path) -> None:
    """What is one value in a record is a field, wherever it is."""
    folder = scanned(tmp_path / "lines", "--agent=ExampleBot", "--format=jsonl")
    program("export", "croissant", folder, *FACTS, "-o", tmp_path / "above.json")
    records = [plain(record) for record in loaded(tmp_path / "above.json").records("verdicts")]
    lines = [table.read_text().splitlines() for table in sorted(folder.glob("*.jsonl"))]
    rows = [json.loads(line) for table in lines for line in table]
    for record, row in zip(records, rows, strict=True):
        assert record["url"] == row["url"]
        assert record["host"] == row["id"]["host"]
        assert record["date"] == datetime.fromisoformat(row["id"]["date"])
        assert record["agent"] == row["agent"]
        assert record["access_allowed"] == row["access"]["allowed"]
        assert record["snippet"] == row["snippet"]["allowed"]
        assert record["use_train_other"] == row["uses"]["train-other"]
