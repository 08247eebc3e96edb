"""`judge_batch` and `judge_stream` beside `judge`, row by row, with tables of every library and type."""

# ruff: noqa: ANN401 - tables of any library

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import mistakes, pandas_of
from verdict_cells import Row, cells, same

import robots_policy
from robots_policy import Client, judge, judge_batch
from robots_policy.arrow import judge_stream

if TYPE_CHECKING:
    from robots_policy.typing import Agent, Options

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


def test_the_charset_of_the_type_applies_to_octets_and_not_to_characters() -> None:
    row = {
        "url": "/",
        "headers": [("Content-Type", "text/html;charset=utf-16le")],
        "html": "<meta name=robots content=none>",
    }
    [characters, _] = judged(table([row]))
    [octets, _] = judged(table([row], html=pa.binary()))
    assert characters["noindex"] is True
    assert octets["noindex"] is False


HEADERS: list[tuple[str, Any, pa.DataType, Any]] = [
    ("map", {"X-Robots-Tag": "noindex, nofollow", "A": "b"}, pa.map_(pa.string(), pa.string()), dict),
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


def test_headers_of_a_map_are_joined_lines() -> None:
    joined = {"X-Robots-Tag": "otherbot: noindex, examplebot: nofollow"}
    batch = pa.record_batch({"headers": pa.array([joined], pa.map_(pa.string(), pa.string()))})
    row = {"url": None, "headers": joined, "html": None}
    same(judged(batch), [expected(row, agent) for agent in AGENTS])


def test_the_type_of_the_document_comes_from_its_own_column_where_no_header_has_it() -> None:
    html = b"<meta name=robots content=noindex>"
    batch = pa.record_batch(
        {
            "headers": [[{"name": "content-TYPE", "value": "text/html"}], [], None],
            "content_type": ["text/plain", "text/plain", None],
            "html": [html] * 3,
        }
    )
    assert [row["noindex"] for row in judged(batch)][::2] == [True, False, True]


def test_robots_txt_comes_from_the_table() -> None:
    closed = "User-agent: *\nDisallow: /private"
    batch = pa.record_batch(
        {
            "url": ["https://example.com/private/a"] * 7,
            "robots_txt": [closed, closed, closed, None, None, closed, None],
            "robots_status": pa.array([None, 200, 503, 404, 0, 99_999, None], pa.int32()),
        }
    )
    rows = judged(batch)[::2]
    assert [row["access_allowed"] for row in rows] == [False, False, False, True, False, False, None]
    assert rows[0]["access_rule"] == "Disallow: /private"
    assert rows[2]["access_reason"] == rows[5]["access_reason"] == "unreachable"
    frame = pd.DataFrame({"robots_status": [404, None, 0, 200.5, float("inf")]})
    assert [row["access_allowed"] for row in judged(frame)][::2] == [True, None, False, False, False]
    one = judge("ExampleBot", "https://example.com/private/a", robots_txt=closed)
    assert rows[0]["access_reason"] == one.access.reason


LICENSE = b"""<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>
    <prohibits type="usage">ai-train</prohibits></license></content></rsl>"""
RESERVED = '[{"location": "/", "tdm-reservation": 1}]'
PAGE, LICENSE_URL = "https://example.com/a", "https://example.com/l.xml"
WHYS = ("status", "not-given")


def test_tdmrep_comes_from_the_table() -> None:
    batch = pa.record_batch(
        {
            "url": [PAGE] * 7,
            "headers": [[{"name": "Content-Usage", "value": "search=y"}]] * 7,
            "robots_status": [404] * 7,
            "absent": ["document, embedded"] * 7,
            "tdmrep": [RESERVED, RESERVED, RESERVED, None, None, RESERVED, None],
            "tdmrep_status": pa.array([None, 200, 503, 404, 0, 404, None], pa.int32()),
        }
    )
    rows = judged(batch, columns={"assume_absent": "absent"})[::2]
    assert [row["use_mine"] for row in rows] == ["disallow", "disallow", None, "unstated", None, "unstated", None]
    assert [row["use_train"] for row in rows] == [row["use_mine"] for row in rows]
    assert [row["use_search"] for row in rows] == ["allow"] * 7
    url, keeps = "https://example.com/.well-known/tdmrep.json", "train train-other mine"
    failed, missing = ([{"source": "tdmrep.json", "why": why, "url": url, "keeps": keeps}] for why in WHYS)
    assert [row["unread"] for row in rows] == [[], [], failed, [], failed, [], missing]
    assert rows[0]["sources"] == ["content-usage", "tdmrep.json"]
    assert rows[0]["reasons"][-1] == {
        "directive": "mine",
        "scope": "*",
        "source": "tdmrep.json",
        "line": None,
        "text": '"tdm-reservation": 1',
        "vocabulary": "tdmrep",
    }
    octets = batch.set_column(4, "tdmrep", batch.column("tdmrep").cast(pa.binary()))
    assert judged(octets, columns={"assume_absent": "absent"})[::2] == rows


PAIR = pa.struct([("body", pa.binary()), ("url", pa.string()), ("etag", pa.string())])


@pytest.mark.parametrize(
    ("licenses", "type_"),
    [
        ([{"url": LICENSE_URL, "body": LICENSE}], pa.list_(PAIR)),
        ([None, {"url": None, "body": b""}, {"url": LICENSE_URL, "body": LICENSE}], pa.large_list(PAIR)),
        ([(LICENSE_URL, LICENSE.decode())], pa.map_(pa.string(), pa.string())),
    ],
    ids=["list", "large list", "map"],
)
def test_licences_come_from_the_table(licenses: Any, type_: pa.DataType) -> None:
    robots = f"User-agent: *\nAllow: /\nLicense: {LICENSE_URL}"
    batch = pa.record_batch(
        {
            "url": [PAGE] * 5,
            "robots_txt": [robots, robots, robots, None, robots],
            "licenses": pa.array([licenses, [], None, licenses, licenses], type_),
            "tdmrep_status": [404] * 5,
            "absent": ["fields, document, embedded"] * 5,
        }
    )
    rows = judged(batch, columns={"assume_absent": "absent"})[::2]
    assert [row["use_train"] for row in rows] == ["disallow", None, None, None, "disallow"]
    assert [row["licenses"] for row in rows] == [[LICENSE_URL]] * 3 + [[], [LICENSE_URL]]
    uses = "train train-other input ai-index search mine"
    missing = [{"source": "licenses", "why": "not-given", "url": LICENSE_URL, "keeps": uses}]
    unasked = [{"source": "robots.txt", "why": "not-given", "url": None, "keeps": f"access {uses}"}]
    assert [row["unread"] for row in rows] == [[], missing, missing, unasked, []]
    assert [row["sources"] for row in rows[:2]] == [["robots.txt", "rsl"], ["robots.txt"]]


def test_a_licence_that_was_not_fetched_is_not_read() -> None:
    robots = f"User-agent: *\nAllow: /\nLicense: {LICENSE_URL}"
    for licenses in (pa.nulls(1), pa.array([[]]), pa.array([[{"url": LICENSE_URL, "body": None}]], pa.list_(PAIR))):
        batch = pa.record_batch({"url": [PAGE], "robots_txt": [robots], "licenses": licenses})
        [row, _] = judged(batch)
        urls = [unread["url"] for unread in row["unread"] if unread["url"] is not None]
        assert urls == ["https://example.com/.well-known/tdmrep.json", LICENSE_URL]
        assert row["use_train"] is None


def test_urls_are_data() -> None:
    octets = pa.record_batch({"url": [b"/\xff", b"example.com/page", None], "html": [None, None, None]})
    assert [row["url"] for row in judged(octets)][::2] == ["/%FF", "example.com/page", "/"]


def test_a_page_without_an_address_has_no_yes_of_robots_txt() -> None:
    closed = "User-agent: *\nDisallow: /p"
    rows = judged(pl.DataFrame({"url": [None, "/", "/p"], "robots_txt": [closed] * 3}))[::2]
    assert [row["access_allowed"] for row in rows] == [None, True, False]
    [row, _] = judged(pl.DataFrame({"robots_txt": [closed]}))
    assert (row["url"], row["access_allowed"]) == ("/", True)


def test_text_that_is_not_utf_8_is_read_as_octets() -> None:
    octets = b"<meta name=robots content=noindex a=\xfe>\xff"
    ends = b"".join(end.to_bytes(4, "little") for end in (0, len(octets)))
    wrong = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(ends), pa.py_buffer(octets)])
    batch = pa.RecordBatch.from_arrays([wrong, wrong], names=["html", "url"])
    kept = judge_batch(batch, AGENTS, keep=["html"])
    result = pa.record_batch(kept)
    assert result.column("noindex").to_pylist() == [True, True]
    assert result.column("html").cast(pa.binary()).to_pylist() == [octets] * 2


def test_kept_columns_come_first_and_once_for_every_agent() -> None:
    batch = table()
    nested = pa.array([[{"a": [number, None]}] if number % 3 else None for number in range(len(ROWS))])
    batch = batch.append_column("nested", nested)
    batch = batch.append_column("words", pa.array((["a", "b"] * len(ROWS))[: len(ROWS)]).dictionary_encode())
    batch = batch.append_column(
        "view", pa.array((["a long text that is not inline", None] * len(ROWS))[: len(ROWS)], pa.string_view())
    )
    batch = batch.append_column("nothing", pa.nulls(len(ROWS)))
    batch = batch.append_column("price", pa.array(range(len(ROWS)), pa.decimal128(20, 2)))
    keep = ["nested", "id", "words", "view", "nothing", "price"]
    result = pa.record_batch(judge_batch(batch, AGENTS, keep=keep))
    assert result.schema.names == [*keep, *robots_policy.arrow.schema(()).names]
    assert result.schema == pa.schema(robots_policy.arrow.schema(batch.select(keep).schema))
    result.validate(full=True)
    for name in keep:
        cells = batch.column(name).to_pylist()
        assert result.column(name).to_pylist() == [cell for cell in cells for _ in AGENTS]
        alone = pa.record_batch(judge_batch(batch, ["*"], keep=[name]))
        assert alone.column(0).to_pylist() == cells


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


@pytest.mark.parametrize(
    ("headers", "index"),
    [
        ("HTTP/1.1 404 x\r\nContent-Type: text/html\r\n", None),
        ("HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex", False),
        ("HTTP/1.1 301 x\r\nLocation: /b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", True),
        ([{"name": "Content-Type", "value": "text/html"}, {"name": "X-Robots-Tag", "value": None}], None),
        ([{"name": "Content-Type", "value": "text/html"}, {"name": None, "value": "noindex"}], None),
        ([{"name": "X-Robots-Tag", "value": "noindex"}, {"name": None, "value": "a"}], False),
    ],
)
def test_status_lines_count_and_null_members_are_not_known(headers: Any, index: bool | None) -> None:  # noqa: FBT001
    batch = pa.record_batch({"headers": [headers], "html": ["<title>a</title><p>"]})
    assert judged(batch)[0]["index"] is index
    restricted = pa.record_batch({"headers": [headers], "html": ["<meta name=robots content=noindex>"]})
    if index is None and not isinstance(headers, str):
        assert judged(restricted)[0]["index"] is False


def test_a_table_without_rows_and_one_of_nulls() -> None:
    nothing = pa.record_batch(judge_batch(table([]), AGENTS, keep=["id"]))
    assert nothing.num_rows == 0
    assert nothing.schema.names[0] == "id"
    nulls = pa.record_batch({name: pa.nulls(3) for name in ("url", "headers", "html", "robots_txt", "robots_status")})
    rows = judged(nulls)
    assert [row["index"] for row in rows] == [None] * 6
    assert [row["access_allowed"] for row in rows] == [None] * 6
    assert list(judge_stream(pa.table({"html": pa.array([], pa.string())}), AGENTS)) == []
    assert list(judge_stream(pa.Table.from_batches([], table().schema), AGENTS)) == []


@pytest.mark.parametrize(
    "headers",
    [
        None,
        [],
        {},
        {"a": None},
        [None],
        {"X-Robots-Tag": []},
        {"X-Robots-Tag": [None]},
        [{"name": None, "value": None}],
    ],
    ids=str,
)
def test_columns_of_nulls_are_columns_without_anything(headers: Any) -> None:
    frame = pl.DataFrame(
        {"url": ["/a", "/b"], "headers": [headers] * 2, "html": ["<p>x", None], "licenses": [None] * 2}
    )
    index = [row["index"] for row in judged(frame, columns={"licenses": "licenses"})[::2]]
    has_null = headers in ([None], {"X-Robots-Tag": [None]}, [{"name": None, "value": None}])
    assert index == [None if headers is None or has_null else True, None]
    for name in (
        "status",
        "cut",
        "assume_absent",
        "fetched",
        "robots_fetched",
        "tdmrep",
        "tdmrep_status",
        "content_type",
    ):
        columns: Any = {"licenses": name} if name == "licenses" else {name: "nothing"}
        beside = frame.with_columns(nothing=pl.lit(None))
        assert [row["index"] for row in judged(beside, columns=columns)[::2]] == index, name


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


def test_agents_are_named_by_their_tokens() -> None:
    agents: list[Agent] = [Client("ExampleBot-News", "ExampleBot"), "GPTBot", Client()]
    rows = pa.record_batch(judge_batch(table(), agents)).column("agent").to_pylist()
    assert rows[:3] == ["examplebot-news,examplebot", "gptbot", "*"]


def test_now_and_options_apply() -> None:
    row = {"url": "/", "headers": [("X-Robots-Tag", "unavailable_after: 2026-11-20T00:00:01Z")], "html": "<p>"}
    before, after = (
        pa.record_batch(judge_batch(table([row]), ["*"], now=NOW + timedelta(seconds=seconds))) for seconds in (0, 5)
    )
    assert before.column("index").to_pylist() == [True]
    assert after.column("index").to_pylist() == [False]
    body = {"url": "/", "headers": None, "html": "<body><meta name=robots content=noindex>"}
    options: Options = {"metas": ["head", "body"]}
    assert [row["noindex"] for row in judged(table([body]), options=options)] == [True, True]
    assert [row["noindex"] for row in judged(table([body]))] == [False, False]


wrongly: Any = robots_policy  # calls that a type checker would refuse

test_a_mistake_says_what_to_write = mistakes(
    [
        (lambda: wrongly.judge_batch([1], ["*"]), TypeError, "batch: expected a table that has __arrow_c_array__"),
        (lambda: wrongly.arrow.judge_stream(None, ["*"]), TypeError, "data: expected a table"),
        (lambda: wrongly.judge_batch(pa.RecordBatch, ["*"]), TypeError, "expected a table"),
        (lambda: wrongly.judge_batch(pa.array([1]), ["*"]), TypeError, "expected rows with columns"),
        (lambda: wrongly.judge_batch(table(), "ExampleBot"), TypeError, "agents: expected a list"),
        (lambda: wrongly.judge_batch(table(), 1), TypeError, "agents: expected a list"),
        (lambda: wrongly.judge_batch(table(), []), ValueError, "agents: there is none"),
        (lambda: wrongly.judge_batch(table(), ["A", "a"]), ValueError, '"a" is there twice'),
        (lambda: wrongly.judge_batch(table(), ["Example Bot"]), ValueError, "' ' at byte 7"),
        (
            lambda: wrongly.judge_batch(pa.record_batch({"url": [1], "html": ["a"]}), ["*"]),
            TypeError,
            'column "url": expected utf8 or binary, large or a view, not Int64',
        ),
        (
            lambda: wrongly.judge_batch(pa.record_batch({"headers": [[1]]}), ["*"]),
            TypeError,
            'column "headers": expected list<struct<name, value>>, map<name, value>, a struct',
        ),
        (
            lambda: wrongly.judge_batch(
                pa.record_batch({"h": [[{"name": "a", "b": "c", "d": "e"}]]}), ["*"], columns={"headers": "h"}
            ),
            TypeError,
            'column "h": expected list<struct<name, value>>',
        ),
        (
            lambda: wrongly.judge_batch(pa.record_batch({"robots_status": ["200"]}), ["*"]),
            TypeError,
            'column "robots_status": expected an integer, or the floats',
        ),
        (
            lambda: wrongly.judge_batch(pa.record_batch({"licenses": [["https://example.com/l.xml"]]}), ["*"]),
            TypeError,
            'column "licenses": expected list<struct<url, body>> or map<url, body>',
        ),
        (
            lambda: wrongly.judge_batch(table(), ["*"], columns={"html": "body"}),
            ValueError,
            'no column "body"; its columns are id, url',
        ),
        (
            lambda: wrongly.judge_batch(table(), ["*"], columns={"page": "url"}),
            ValueError,
            '"page" is not a key; the keys are url, headers',
        ),
        (
            lambda: wrongly.judge_batch(table(), ["*"], columns={"html": 1}),
            TypeError,
            'the name of the column for "html" is a str',
        ),
        (lambda: wrongly.judge_batch(table(), ["*"], columns=["html"]), TypeError, "columns: expected a dict"),
        (lambda: wrongly.judge_batch(table(), ["*"], keep="id"), TypeError, "keep: expected a list of names"),
        (
            lambda: wrongly.judge_batch(pa.record_batch({"headers": [{"name": "a", "value": "b"}]}), ["*"]),
            TypeError,
            'column "headers": expected list<struct<name, value>>',
        ),
        (lambda: wrongly.judge_batch(table(), ["*"], keep=["ID"]), ValueError, 'keep: the table has no column "ID"'),
        (
            lambda: wrongly.judge_batch(table(), ["*"], keep=["url"]),
            ValueError,
            'keep: "url" is also the name of a column of the result',
        ),
        (lambda: wrongly.judge_batch(table(), ["*"], keep=["id", "id"]), ValueError, '"id" is there twice'),
        (
            lambda: wrongly.judge_batch(pa.record_batch({"URL": ["/"]}), ["*"]),
            ValueError,
            "nothing to judge by: the table has none",
        ),
        (lambda: wrongly.judge_batch(table(), ["*"], now=datetime(2026, 1, 1)), ValueError, "datetime.now"),  # noqa: DTZ001
        (lambda: wrongly.judge_batch(table(), ["*"], options={"meta": "head"}), ValueError, "options: "),
        (lambda: wrongly.arrow.schema(1), TypeError, "keep: expected the schema of the kept columns"),
        (lambda: wrongly.arrow.schema(pa.schema([("index", pa.int8())])), ValueError, 'keep: "index" is also'),
    ]
)


def test_a_column_of_another_kind_can_be_left_unread() -> None:
    batch = pa.record_batch({"url": [1, 2], "html": ["<meta name=robots content=noindex>", None]})
    assert [row["noindex"] for row in judged(batch, columns={"url": None})] == [True, True, False, False]


def test_the_package_needs_no_arrow_library() -> None:
    code = (
        "import sys, robots_policy; s = robots_policy.arrow.schema(); assert len(s) == len(s.names) > 40;"
        "assert not {'pyarrow', 'polars', 'pandas', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
