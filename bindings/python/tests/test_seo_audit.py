"""The audit of the documentation runs as a notebook, and shows what its page shows."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest
from conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PAGE = (ROOT / "bindings" / "python" / "docs" / "seo-audit.md").read_text()
CELL = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", re.DOTALL | re.MULTILINE)


@pytest.mark.release
def test_the_audit_shows_what_its_page_shows(tmp_path: Path, fixtures: Path) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    cells = CELL.findall(PAGE)
    assert sum(bool(text) for _, text in cells) >= 6
    shutil.copy(fixtures / "archives" / "crawl.warc.gz", tmp_path)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code, _ in cells])
    nbclient.NotebookClient(notebook, resources={"metadata": {"path": tmp_path}}).execute()
    tables = []
    for cell, (code, text) in zip(notebook.cells, cells, strict=True):
        data = [output.data for output in cell.outputs if output.output_type == "execute_result"]
        shown = [each["text/plain"] for each in data if "robots-policy" not in each.get("text/html", "")]
        assert [each.rstrip("\n") for each in shown] == ([text.rstrip("\n")] if text else []), code
        tables += [each["text/html"] for each in data if "robots-policy" in each.get("text/html", "")]
    assert [("keeps it out of the index" in table, "unavailable_after" in table) for table in tables] == [
        (True, True),
        (False, True),
    ]
