"""The examples of the documentation run as they are there, and print what it shows."""

import contextlib
import io
import re
import shutil
from pathlib import Path

import pytest
from conftest import ROOT

# The examples of each of these pages are one session, which a test of its own runs.
SESSIONS = ["seo-audit.md", "spark.md"]
DOCS = [page for page in sorted((ROOT / "bindings" / "python" / "docs").glob("*.md")) if page.name not in SESSIONS]
PAGES = [ROOT / "bindings/python/README.md", *DOCS]
EXAMPLE = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", re.DOTALL | re.MULTILINE)


def examples() -> list[tuple[str, str, str | None]]:
    """Page, code, and the output that the page shows below it."""
    pages = ((page.name, page.read_text()) for page in PAGES)
    return [(name, match[1], match[2]) for name, text in pages for match in EXAMPLE.finditer(text)]


@pytest.mark.parametrize(("page", "code", "shown"), examples(), ids=lambda part: (part or "")[:30])
def test_an_example_prints_what_the_page_shows(
    page: str, code: str, shown: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(ROOT / "fixtures" / "archives" / "crawl.warc.gz", tmp_path)
    monkeypatch.chdir(tmp_path)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, page, "exec"), {"__name__": "example"})  # noqa: S102 - our own
    if shown is not None:
        assert printed.getvalue() == shown


def test_the_command_of_the_first_page_runs() -> None:
    code = re.search(r"python -c '(.*?)'", (ROOT / "README.md").read_text(), re.DOTALL)
    assert code is not None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code[1], "README.md", "exec"), {})  # noqa: S102 - our own
    assert "fetch    no" in printed.getvalue()
