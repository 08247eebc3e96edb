"""What a robots.txt states about AI use, page by page, and how it is joined into the row of a scan without a store.

**Invariants.** An answer only becomes stricter: ``disallow`` over ``conditional`` over ``allow`` over null. An
``allow`` of robots.txt counts only where the row shows that its document was read. Licences and ``tdmrep.json`` are not
read here; they are added to ``unread``.

**Which test notices.** ``test_spark_access.py`` compares with the rows that the program writes with a store.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

import robots_policy

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from robots_policy import Client

__all__ = ["LICENSES", "UNREAD", "USES", "Question", "licensed", "restricted", "stated", "unread"]

LICENSES, UNREAD = "licenses", "unread"
USES = frozenset(name for name in robots_policy.schema(()).names if name.startswith("use_"))
ANSWERS = (None, "allow", "conditional", "disallow")
DOCUMENT, TDMREP, ROBOTS_TXT = "document", "tdmrep.json", "robots.txt"

Row = dict[str, Any]
# An address, the body of the robots.txt that governs it, and who asks.
Question = tuple[str, bytes, "Client"]


def stated(questions: Sequence[Question | None]) -> list[Row | None]:
    """What the robots.txt states about each page; ``None`` where it states nothing, or there is none."""
    found: list[Row | None] = [None] * len(questions)
    by_asker: dict[int, list[int]] = {}
    for place, question in enumerate(questions):
        if question is not None:
            by_asker.setdefault(id(question[2]), []).append(place)
    for places in by_asker.values():
        asked = [question for place in places if (question := questions[place]) is not None]
        for place, row in zip(places, _judged(asked), strict=True):
            row["reasons"] = [reason for reason in row["reasons"] if reason["vocabulary"] is not None]
            if row["reasons"] or row[LICENSES] or row[UNREAD]:
                found[place] = row
    return found


def _judged(questions: Sequence[Question]) -> list[Row]:
    # The body of a site is there once, however many its pages are.
    bodies: dict[bytes, int] = {}
    keys = [bodies.setdefault(body, len(bodies)) for _, body, _ in questions]
    table = pa.record_batch(
        {
            "url": pa.array([url for url, _, _ in questions], pa.large_string()),
            "robots_txt": pa.DictionaryArray.from_arrays(
                pa.array(keys, pa.int32()), pa.array(list(bodies), pa.large_binary())
            ),
        }
    )
    columns = ["reasons", LICENSES, UNREAD, *sorted(USES)]
    judged = pa.record_batch(robots_policy.judge_batch(table, [questions[0][2]]))
    return list(judged.select(columns).to_pylist())


def restricted(old: str | None, row: Row, name: str, *, is_read: bool) -> str | None:
    """The stricter of two answers."""
    new = row[name]
    if new == "allow" and not is_read:
        new = None
    return ANSWERS[max(ANSWERS.index(old), ANSWERS.index(new))]


def licensed(old: Iterable[str], row: Row) -> list[str]:
    """The addresses of both, each once."""
    return sorted({*old, *row[LICENSES]})


def unread(old: Iterable[Row], row: Row) -> list[Row]:
    """The sources of both that were not read, in the order of a scan."""
    new = [one for one in row[UNREAD] if one["source"] != DOCUMENT]
    urls = {one["url"] for one in new}
    kept = [one for one in old if one["source"] != ROBOTS_TXT and (one["url"] is None or one["url"] not in urls)]
    both = [
        *[one for one in kept if one["source"] == DOCUMENT],
        *new,
        *[one for one in kept if one["source"] != DOCUMENT],
    ]
    return sorted(both, key=lambda one: one["source"] == TDMREP)
