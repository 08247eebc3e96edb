"""Sessions of a driver of Spark; `spark` is its session, `folder` an empty folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import ROOT
from test_sessions import replay

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SESSIONS = sorted(Path(__file__).with_name("sessions").glob("spark/*.pycon"))


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.stem)
def test_a_session_prints_what_it_shows(
    session: Path, spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    replay(session, spark=spark, folder=tmp_path)
