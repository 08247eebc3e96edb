"""Sessions that people read: each input prints what stands below it, or raises the error; `UPDATE=1` writes it.

The name `folder` is that of an empty folder.
"""

import contextlib
import doctest
import io
import os
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

SESSIONS = sorted(Path(__file__).with_name("sessions").glob("*.pycon"))


def told(source: str, names: dict[str, Any]) -> str:
    """What an input prints: its output and its value, or its error."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(source, "session", "single"), names)  # noqa: S102 - our own
        except Exception as error:  # noqa: BLE001 - the session shows it
            print(f"{type(error).__name__}: {error}")  # noqa: T201 - as a console does
    return printed.getvalue()


def replay(session: Path, **given: Any) -> None:  # noqa: ANN401 - what the session has from the start
    """Play a session again, in the root of the project, and compare what it prints."""
    written = session.read_text(encoding="utf-8")
    names = {"__name__": "session", **given}
    played = ""
    for part in doctest.DocTestParser().parse(written):
        if isinstance(part, str):
            played += part
            continue
        found = told(part.source, names)
        is_same = doctest.OutputChecker().check_output(part.want, found, doctest.ELLIPSIS)
        played += ">>> " + "... ".join(part.source.splitlines(keepends=True)) + (part.want if is_same else found)
    if os.environ.get("UPDATE"):
        session.write_text(played, encoding="utf-8")
    assert played == written


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.stem)
def test_a_session_prints_what_it_shows(session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    replay(session, folder=tmp_path)
