"""`robots_policy.robotparser` beside `urllib.robotparser`: the rows of the migration. A session has what both share."""

import urllib.robotparser

import pytest
from differences import Row, answers_of_stdlib, check_table, listed, rows, slow_modules_of

from robots_policy.robotparser import RobotFileParser

ROWS = rows("robotparser")
# The reading of RFC 9309 came with an attribute.
COLUMN = "since" if hasattr(urllib.robotparser.RobotFileParser(), "groups") else "before"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_every_difference_is_a_row_and_every_row_differs(row: Row) -> None:
    theirs = answers_of_stdlib(urllib.robotparser.RobotFileParser, row)
    ours = answers_of_stdlib(RobotFileParser, row)
    differing = {
        question: (theirs[question], ours[question]) for question in ours if theirs[question] != ours[question]
    }
    assert differing == listed(row, COLUMN)


def test_the_document_has_the_rows() -> None:
    check_table("robotparser", {"before": "before May 2026", "since": "since"})


def test_the_import_brings_nothing_that_is_slow() -> None:
    assert slow_modules_of("robots_policy.robotparser") == set()
