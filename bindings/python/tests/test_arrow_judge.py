"""`judge_batch` and `judge_stream` beside `judge`, row by row, with tables of every library and type."""

# ruff: noqa: ANN401 - tables of any library

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import pandas_of
from verdict_cells import Row, cells, same

from robots_policy import judge, judge_batch
from robots_policy.arrow import judge_stream

NOW = datetime(2026, 11, 20, tzinfo=UTC)
AGENTS = ["ExampleBot", "*"]

ROWS: list[Row] = [
    {"url": "https://example.com/a", "headers": [("X-Robots-Tag", "noindex")], "html": None},
    {
        "url": "/b",
        "headers": [("X-Robots-Tag", "examplebot: nofollow"), ("X-Robots-Tag", "max-snippet: 20")],
        "html": "",
    },
    {"url": None, "headers": None, "html": "<meta name=robots content='noarchive, unavailable_after: 2026-01-01'>"},
    {
        "url": "/d",
        "headers": [],
        "html": "<meta name=examplebot content='none'><meta name=robots content='max-snippet:5'>",
    },
    {"url": "/e", "headers": [("Content-Type", "text/plain")], "html": "<meta name=robots content=noindex>"},
    {"url": "/f", "headers": [("X-Robots-Tag", "noindex, foo, foo: bar")], "html": "<meta name=robots content=noml>"},
    {
        "url": "/g",
        "headers": [("robots-tag", '*;noai, "other";nofollow')],
        "html": "é<meta name=robots content=nocache>",
    },
    {"url": "/h", "headers": [("X-Robots-Tag", "caf\xe9: noindex"), ("X-Robots-Tag", "nosnippet")], "html": None},
    {"url": "/i", "headers": [("Content-Usage", "train-ai=n, search=y"), ("TDM-Reservation", "1")], "html": None},
]


def pairs(row: Row) -> list[dict[str, str]] | None:
    lines = row["headers"]
    return None if lines is None else [{"name": name, "value": value} for name, value in lines]


def table(
    rows: list[Row] = ROWS, *, html: pa.DataType | None = None, text: pa.DataType | None = None
) -> pa.RecordBatch:
    """The rows as a batch with these types."""
    text = text or pa.string()
    pair = pa.struct([("name", text), ("value", text)])
    html = html or pa.string()
    documents = [row["html"] for row in rows]
    if "binary" in str(html):
        documents = [None if document is None else document.encode() for document in documents]
    return pa.record_batch(
        {
            "id": pa.array(range(len(rows)), pa.int32()),
            "url": pa.array([row["url"] for row in rows], text),
            "headers": pa.array([pairs(row) for row in rows], pa.list_(pair)),
            "html": pa.array(documents, html),
        }
    )


def expected(row: Row, agent: str, *, octets: bool = False, **more: Any) -> Row:
    """The cells of a row, from the verdict of `judge`."""
    html = row["html"].encode() if octets and row["html"] is not None else row["html"]
    return cells(judge(agent, row["url"], headers=row["headers"], html=html, now=NOW, **more)) | {
        "agent": agent.lower()
    }


def judged(batch: Any, **more: Any) -> list[Row]:
    result = pa.record_batch(judge_batch(batch, AGENTS, now=NOW, **more))
    result.validate(full=True)
    return list(result.to_pylist())


def test_every_row_has_the_verdict_of_judge() -> None:
    same(judged(table()), [expected(row, agent) for row in ROWS for agent in AGENTS])


@pytest.mark.parametrize(
    "text", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())]
)
@pytest.mark.parametrize("html", [pa.string(), pa.large_string(), pa.string_view()], ids=str)
def test_text_of_every_type_is_the_same(html: pa.DataType, text: pa.DataType) -> None:
    if pa.types.is_dictionary(text):
        batch = table(html=html)
        url = batch.column("url").dictionary_encode()
        batch = batch.set_column(1, "url", url)
    else:
        batch = table(html=html, text=text)
    assert judged(batch) == judged(table())


@pytest.mark.parametrize("html", [pa.binary(), pa.large_binary(), pa.binary_view()], ids=str)
def test_octets_of_every_type_are_the_same(html: pa.DataType) -> None:
    same(judged(table(html=html)), [expected(row, agent, octets=True) for row in ROWS for agent in AGENTS])


HEADERS: list[tuple[str, Any, pa.DataType, Any]] = [
    ("map", {"X-Robots-Tag": "noindex, nofollow", "A": "b"}, pa.map_(pa.string(), pa.string()), dict),
    ("joined", {"X-Robots-Tag": "otherbot: noindex, examplebot: nofollow"}, pa.map_(pa.string(), pa.string()), dict),
    ("map of lists", {"X-Robots-Tag": ["noindex", "nofollow"]}, pa.map_(pa.string(), pa.list_(pa.string())), dict),
    ("map of octets", {b"X-Robots-Tag": b"noindex"}, pa.map_(pa.binary(), pa.binary()), dict),
    (
        "members",
        {"X-Robots-Tag": "noindex, nofollow", "Date": None},
        pa.struct([("X-Robots-Tag", pa.string()), ("Date", pa.string())]),
        lambda fields: {name: value for name, value in fields.items() if value},
    ),
    (
        "members of lists",
        {"X-Robots-Tag": ["noindex", "nofollow"]},
        pa.struct([("X-Robots-Tag", pa.list_(pa.string()))]),
        dict,
    ),
    (
        "pairs of octets",
        [{"value": b"noindex", "name": b"x-robots-tag"}],
        pa.large_list(pa.struct([("value", pa.binary()), ("name", pa.binary())])),
        lambda pairs: [(pair["name"], pair["value"]) for pair in pairs],
    ),
    (
        "pairs of other names",
        [{"field": "x-robots-tag", "content": "noindex"}],
        pa.list_(pa.struct([("field", pa.string()), ("content", pa.string())])),
        lambda pairs: [(pair["field"], pair["content"]) for pair in pairs],
    ),
    (
        "block",
        b"HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\nX-Robots-Tag:\r\n nofollow\r\n\r\nX-Robots-Tag: noarchive",
        pa.binary(),
        lambda _: [("X-Robots-Tag", "noindex"), ("X-Robots-Tag", "nofollow")],
    ),
    ("block of text", "X-Robots-Tag: noindex\nserver: caf\xe9", pa.string(), lambda _: [("X-Robots-Tag", "noindex")]),
]


@pytest.mark.parametrize(
    ("kind", "value", "type_", "as_argument"), HEADERS, ids=lambda part: part if isinstance(part, str) else ""
)
def test_headers_of_every_form(kind: str, value: Any, type_: pa.DataType, as_argument: Callable[[Any], Any]) -> None:
    del kind
    batch = pa.record_batch({"headers": pa.array([None, value, None], type_)})
    rows = judged(batch)
    want = {"url": None, "headers": as_argument(value), "html": None}
    nothing = {"url": None, "headers": None, "html": None}
    same(rows, [expected(row, agent) for row in (nothing, want, nothing) for agent in AGENTS])


def test_text_that_is_not_utf_8_is_read_as_octets() -> None:
    octets = b"<meta name=robots content=noindex a=\xfe>\xff"
    ends = b"".join(end.to_bytes(4, "little") for end in (0, len(octets)))
    wrong = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(ends), pa.py_buffer(octets)])
    batch = pa.RecordBatch.from_arrays([wrong, wrong], names=["html", "url"])
    kept = judge_batch(batch, AGENTS, keep=["html"])
    result = pa.record_batch(kept)
    assert result.column("noindex").to_pylist() == [True, True]
    assert result.column("html").cast(pa.binary()).to_pylist() == [octets] * 2


@pytest.mark.parametrize("start", range(len(ROWS)))
@pytest.mark.parametrize("length", [0, 1, 3, None])
def test_slices(start: int, length: int | None) -> None:
    batch = table().slice(start, length)
    rows = ROWS[start:][:length]
    got = judged(batch, keep=["id"])
    assert [row.pop("id") for row in got] == [number for number in range(start, start + len(rows)) for _ in AGENTS]
    same(got, [expected(row, agent) for row in rows for agent in AGENTS])


def test_slices_of_nested_columns() -> None:
    lists = pa.concat_arrays([table().column("headers"), table().column("headers")]).slice(5, 7)
    batch = pa.record_batch({"headers": lists, "html": pa.nulls(7)})
    rows = [{**row, "html": None, "url": None} for row in [*ROWS, *ROWS][5:12]]
    same(judged(batch), [expected(row, agent) for row in rows for agent in AGENTS])
    structs = pa.StructArray.from_arrays(
        [pa.array(["a: b", "x-robots-tag", "x-robots-tag"]), pa.array(["", "noindex", None])],
        names=["name", "value"],
        mask=pa.array([False, False, False]),
    )
    inner = pa.ListArray.from_arrays(pa.array([1, 2, 3, 3]), structs.slice(0))
    batch = pa.record_batch({"headers": inner})
    assert [row["noindex"] for row in judged(batch)][::2] == [True, False, False]
    null = pa.array([[None, {"name": "x-robots-tag", "value": "noindex"}]], inner.type)
    assert judged(pa.record_batch({"headers": null}))[0]["noindex"] is True


@pytest.mark.parametrize("threads", [0, 1, 2, 3, 7, 100])
def test_threads_keep_the_order(threads: int) -> None:
    batch = pa.record_batch(pa.concat_tables([pa.table(table())] * 13).combine_chunks().to_batches()[0])
    one = pa.record_batch(judge_batch(batch, AGENTS, keep=["id"], now=NOW))
    assert pa.record_batch(judge_batch(batch, AGENTS, keep=["id"], now=NOW, threads=threads)).equals(one)
    streamed = pa.table(judge_stream(batch, AGENTS, keep=["id"], now=NOW, threads=threads))
    assert streamed.equals(pa.table(one))


def test_more_rows_than_one_step() -> None:
    batch = pa.record_batch({"html": ["<meta name=robots content=noindex>", None] * 10_000, "n": list(range(20_000))})
    for threads in (1, 2):
        result = pa.record_batch(judge_batch(batch, ["*"], keep=["n"], threads=threads))
        assert result.column("n").equals(batch.column("n"))
        assert result.column("noindex").to_pylist() == [True, False] * 10_000


def test_a_stream_is_judged_batch_by_batch() -> None:
    read = 0

    def batches() -> Any:
        nonlocal read
        for start in range(0, len(ROWS), 2):
            read += 1
            yield table().slice(start, 2)

    stream = judge_stream(pa.RecordBatchReader.from_batches(table().schema, batches()), AGENTS, now=NOW)
    assert read == 0
    assert next(stream).num_rows == 4
    assert read == 1
    rest = pa.table(stream)
    assert rest.num_rows == (len(ROWS) - 2) * 2
    assert next(stream, None) is None
    whole = pa.record_batch(
        judge_batch(pa.Table.from_batches([table().slice(0, 5), table().slice(5)]), AGENTS, now=NOW)
    )
    assert whole.equals(pa.record_batch(judge_batch(table(), AGENTS, now=NOW)))


def test_what_a_stream_raises_reaches_the_reader() -> None:
    def batches() -> Any:
        yield table()
        message = "the source ended"
        raise RuntimeError(message)

    stream = judge_stream(pa.RecordBatchReader.from_batches(table().schema, batches()), AGENTS)
    assert next(stream).num_rows == len(ROWS) * 2
    with pytest.raises(ValueError, match="the source ended"):
        next(stream)


def test_tables_of_polars_pandas_and_duckdb() -> None:
    arrow = pa.table(table())
    want = judged(table(), keep=["id"])
    frames = [pl.from_arrow(arrow), arrow.to_pandas(), duckdb.sql("select * from arrow")]
    for frame in frames:
        result = pa.record_batch(judge_batch(frame, AGENTS, now=NOW, keep=["id"]))
        assert result.to_pylist() == want
    result = judge_batch(frames[0], AGENTS, now=NOW, keep=["id"])
    assert pl.DataFrame(result).to_dicts() == pl.from_arrow(pa.record_batch(result)).to_dicts()
    assert pandas_of(result)["index"].tolist() == [row["index"] for row in want]
    assert duckdb.sql("select id, noindex from result").fetchall() == [(row["id"], row["noindex"]) for row in want]
    dicts = pd.DataFrame({"headers": [{"X-Robots-Tag": "noindex"}, {"Date": "today"}, None]})
    for mappings in (dicts, pl.from_pandas(dicts)):
        assert pl.DataFrame(judge_batch(mappings, ["*"]))["noindex"].to_list() == [True, False, False]
    categories = pd.DataFrame({"html": pd.Categorical(["<meta name=robots content=noindex>", "a"]), "url": ["/", "/b"]})
    assert pl.DataFrame(judge_batch(categories, ["*"]))["noindex"].to_list() == [True, False]
    assert pl.DataFrame(judge_batch(pl.from_pandas(categories), ["*"]))["noindex"].to_list() == [True, False]


def test_the_package_needs_no_arrow_library() -> None:
    code = (
        "import sys, robots_policy; s = robots_policy.arrow.schema(); assert len(s) == len(s.names) > 40;"
        "assert not {'pyarrow', 'polars', 'pandas', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
