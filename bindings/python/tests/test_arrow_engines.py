"""Tables of rows of engines: each column is what `judge` says, and tables without engines are what they were."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from verdict_cells import cells, same

import robots_policy
from robots_policy import Verdict, judge, judge_batch
from robots_policy.arrow import judge_stream

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

NOW = datetime(2026, 11, 21, tzinfo=UTC)
OF_ENGINES = [
    "profile",
    "not_honoured",
    "answer",
    "train",
    "asked_not_to_train",
    "listens_train",
    "asked_not_to_input",
    "listens_input",
    "answer_why",
    "train_why",
]
OR_NULL = ["access_allowed", "index", "follow", "archive", "snippet"]
IN_BODY = "<!doctype html><title>t</title><p>text<meta name=robots content=noindex>"
ROWS: list[dict[str, Any]] = [
    {"url": "/a", "headers": [("X-Robots-Tag", "noarchive, nosnippet, nofollow, max-image-preview: none")]},
    {"url": "/private", "robots_txt": "User-agent: *\nDisallow: /private\nCrawl-delay: 5", "robots_status": 200},
    {"url": "/", "robots_status": 503},
    {"url": "/b", "html": IN_BODY},
    {"url": "/c", "html": "<meta name=robots content='index, noindex, max-snippet:20, unavailable_after:2026-12-01'>"},
    {"url": "/d", "html": "<meta name=bingbot content='noarchive, nocache'><meta name=robots content=noai>"},
    {"url": None, "headers": [("Content-Usage", "train-ai=n"), ("X-Robots-Tag", "googlebot: none")]},
    {"url": "/e", "html": b"\x8b\x02\x80<>", "headers": [("Content-Encoding", "br")]},
]
SCHEMA = pa.schema(
    {
        "url": pa.string(),
        "headers": pa.list_(pa.struct({"name": pa.string(), "value": pa.string()})),
        "html": pa.binary(),
        "robots_txt": pa.string(),
        "robots_status": pa.int64(),
    }
)


def pages() -> pa.RecordBatch:
    """The rows as a table."""

    def cell(name: str, value: Any) -> Any:  # noqa: ANN401
        if name == "headers":
            return [{"name": name, "value": value} for name, value in value]
        return value.encode() if name == "html" and isinstance(value, str) else value

    rows = [{name: cell(name, value) for name, value in row.items()} for row in ROWS]
    return pa.RecordBatch.from_pylist(rows, schema=SCHEMA)


def judged(engine: str | Sequence[str], **how: Any) -> pa.RecordBatch:  # noqa: ANN401
    """The rows of these engines."""
    return pa.record_batch(judge_batch(pages(), engine=engine, now=NOW, **how))


def one(row: dict[str, Any], profile: str) -> Verdict:
    """What `judge` says of a row."""
    html = row.get("html")
    return judge(
        engine=profile,
        url=row["url"],
        headers=row.get("headers"),
        html=html.encode() if isinstance(html, str) else html,
        robots_txt=row.get("robots_txt"),
        robots_status=row.get("robots_status"),
        now=NOW,
    )


def shown(verdict: Verdict) -> dict[str, Any]:
    """The cells of its answers."""
    why = verdict.to_dict()["as"]["why"]
    words = {True: "yes", False: "no", None: None, "limited": "limited"}
    return cells(verdict) | {
        "profile": verdict.profile,
        "not_honoured": list(dict.fromkeys(str(left.directive) for left in verdict.not_honoured)),
        "answer": words[verdict.answer],
        "train": words[verdict.train],
        "asked_not_to_train": verdict.asked_not_to["train"],
        "asked_not_to_input": verdict.asked_not_to["input"],
        "listens_train": verdict.listens["train"],
        "listens_input": verdict.listens["input"],
        "answer_why": why["answer"],
        "train_why": why["train"],
    }


def test_every_column_is_what_the_engine_does() -> None:
    profiles = [profile.name for profile in robots_policy.engines() if profile.retired is None]
    rows = judged("all").to_pylist()
    assert [row["profile"] for row in rows] == profiles * len(ROWS)
    wanted = [shown(one(ROWS[number // len(profiles)], row["profile"])) for number, row in enumerate(rows)]
    seen = {(name, repr(row[name])) for row in wanted for name in [*OR_NULL, "answer", "train"]}
    for row in [*rows, *wanted]:
        row.pop("agent", None)
    same(rows, wanted)
    for name in OR_NULL:
        assert {(name, word) for word in ("True", "False", "None")} <= seen, name
    assert ("answer", "'limited'") in seen
    assert ("train", "'no'") in seen


def test_a_scan_has_the_columns_of_engines_at_the_end(fixtures: Path) -> None:
    archive = fixtures / "archives" / "crawl.warc.gz"
    with robots_policy.scan(archive, engine="googlebot,seznambot", now=NOW) as scan:
        rows = pa.table(scan)
        report = scan.report
    assert rows.schema.names == [*pa.schema(robots_policy.arrow.schema()).names, *OF_ENGINES]
    assert rows.schema == pa.schema(robots_policy.arrow.schema(engine="googlebot"))
    assert rows.column("profile").to_pylist() == ["googlebot", "seznambot"] * (rows.num_rows // 2)
    assert sorted(report["agents"]) == ["googlebot", "seznambot"]
    with robots_policy.scan(archive, ["Googlebot"], now=NOW) as scan:
        plain = pa.table(scan)
    assert plain.schema == pa.schema(robots_policy.arrow.schema())
    # Google has no stored copies, and a page that is not known may forbid what is not documented.
    assert set(rows.column("archive").to_pylist()[::2]) == {True, None}
    assert False in plain.column("archive").to_pylist()


def test_a_stream_and_threads_give_the_same_rows() -> None:
    stream = pa.table(judge_stream(pages(), engine="search", now=NOW, keep=["robots_status"], threads=3))
    assert stream.combine_chunks().to_batches() == [judged("search", keep=["robots_status"])]
