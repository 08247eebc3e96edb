"""The ledger: facts beside the bytes are checked and kept, each source has its state, and no answer changes."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from ledger_questions import answers, arguments, cells, questions, unread

import robots_policy

wrongly: Any = robots_policy

# The types of columns that a single row does not show.
TYPES: Any = {"headers": pa.list_(pa.list_(pa.string()))}


@pytest.mark.parametrize("question", questions(), ids=lambda question: str(question["about"])[:60])
def test_the_answers_are_those_of_records_and_files(question: dict[str, Any]) -> None:
    given = arguments(question["record"])
    if "refused" in question:
        with pytest.raises(ValueError, match=r"assume_absent|robots_fetched|cut|IPv6"):
            wrongly.judge(**given)
        return
    verdict = wrongly.judge(**given)
    found = {one.source: one.state if one.why is None else f"{one.state} {one.why}" for one in verdict.ledger}
    assert (found, answers(verdict), unread(verdict)) == (question["states"], question["answers"], question["unread"])


@pytest.mark.parametrize("question", questions(), ids=lambda question: str(question["about"])[:60])
def test_a_row_has_the_answers_and_the_ledger_of_a_record(question: dict[str, Any]) -> None:
    record = question["record"]
    if "refused" in question or not record:
        pytest.skip("data never raises, and a table without a source does")
    given = arguments(record)
    row = dict(given)
    how: dict[str, Any] = {name: row.pop(name) for name in ("now", "options") if name in row}
    agents = [row.pop("agent")]
    how["columns"] = {name: name for name in NAMES if name in row}
    table = batch(row, **TYPES)
    wide = pa.record_batch(wrongly.judge_batch(table, agents, ledger=True, **how))
    plain = pa.record_batch(wrongly.judge_batch(table, agents, **how))
    assert cells(plain.to_pylist()[0]) == (question["answers"], question["unread"])
    assert wide.drop_columns(["ledger"]).equals(plain)
    expected = [[entry._asdict() for entry in wrongly.judge(**given).ledger]]
    assert wide.column("ledger").to_pylist() == expected
    streamed = pa.table(wrongly.arrow.judge_stream(pa.table(table), agents, ledger=True, **how))
    assert streamed.column("ledger").to_pylist() == expected
    how["engine"] = "googlebot"
    of_page = {name: value for name, value in given.items() if name not in ("agent", "policy_tokens")}
    asked = wrongly.judge(**of_page, engine="googlebot").ledger
    engines = pa.record_batch(wrongly.judge_batch(table, ledger=True, **how))
    assert engines.column("ledger").to_pylist() == [[entry._asdict() for entry in asked]]


NAMES: Any = {name: name for name in ["status", "cut", "assume_absent", "fetched", "robots_fetched"]}


def batch(*rows: dict[str, Any], **types: pa.DataType) -> pa.RecordBatch:
    names = list(dict.fromkeys(name for row in rows for name in row))
    arrays = [pa.array([row.get(name) for row in rows], types.get(name)) for name in names]
    return pa.record_batch(arrays, names)
