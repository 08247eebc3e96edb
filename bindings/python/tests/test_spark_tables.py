"""The data source, and `judge` over a table, in a session of this machine."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from spark_server import Served, archives_served

import robots_policy

pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

from pyspark.errors import AnalysisException, PySparkException

from robots_policy import spark as robots

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FORMAT = "robots_policy"
ASKED = ["asked_not_to_train", "listens_train", "asked_not_to_input", "listens_input"]
OF_ENGINES = ["profile", "not_honoured", "answer", "train", *ASKED]
NOW = datetime(2026, 11, 20, tzinfo=UTC)
ENGINES = "googlebot,seznambot"
IN_BODY = "<!doctype html><title>t</title><p>text"


@pytest.fixture
def archive(fixtures: Path) -> str:
    """The archive of the documentation."""
    return str(fixtures / "archives" / "crawl.warc.gz")


def table(frame: DataFrame) -> pa.Table:
    """A frame in memory, with the types of the package."""
    return frame.toArrow()


def scanned(archive: str, agents: list[Any] | None = None, **how: Any) -> pa.Table:  # noqa: ANN401
    """What the package reads itself."""
    with robots_policy.scan(archive, agents, **how) as scan:
        return pa.table(scan)


def test_the_source_is_found_without_registration(spark: SparkSession, archive: str) -> None:
    frame = spark.read.format(FORMAT).option("agents", "ExampleBot GPTBot,Other-Bot").load(archive)
    wanted = scanned(archive, ["ExampleBot", robots_policy.Client("GPTBot", "Other-Bot")])
    assert frame.rdd.getNumPartitions() == 1
    assert table(frame).to_pylist() == wanted.to_pylist()
    assert [field.nullable for field in frame.schema] == [field.nullable for field in wanted.schema]


def test_without_agents_the_client_has_no_name(spark: SparkSession, archive: str) -> None:
    rows = spark.read.format(FORMAT).load(archive).select("agent").distinct().collect()
    assert [row.agent for row in rows] == ["*"]


def test_options_have_the_meaning_of_the_package(spark: SparkSession, archive: str) -> None:
    when = "2020-01-01T00:00:00Z"
    options = {"agents": "ExampleBot", "now": when, "metas": "head, noscript,body", "HTTP_EQUIV": "true"}
    options["assume_absent"] = "tdmrep.json, licenses"
    wanted = scanned(
        archive,
        ["ExampleBot"],
        now=datetime.fromisoformat(when),
        options={"metas": ["head", "noscript", "body"], "http_equiv": True},
        assume_absent=["tdmrep.json", "licenses"],
    )
    frame = spark.read.format(FORMAT).options(**options).load(archive)
    assert table(frame).to_pylist() == wanted.to_pylist()
    # Without the time, the row of `unavailable_after` is another one.
    assert (
        table(spark.read.format(FORMAT).option("agents", "ExampleBot").load(archive)).to_pylist() != wanted.to_pylist()
    )


def test_columns_and_schemas_are_those_of_the_caller(spark: SparkSession, archive: str) -> None:
    frame = spark.read.format(FORMAT).option("columns", "reasons, url").load(archive)
    wanted = scanned(archive, ["*"]).select(["reasons", "url"])
    assert table(frame).to_pylist() == wanted.to_pylist()
    nullable = "url string, noindex boolean, sources array<string>"
    frame = spark.read.format(FORMAT).schema(nullable).load(archive)
    assert table(frame).to_pylist() == scanned(archive, ["*"]).select(["url", "noindex", "sources"]).to_pylist()


def test_several_archives_lists_and_a_base_address(spark: SparkSession, fixtures: Path, tmp_path: Path) -> None:
    folder = fixtures / "archives"
    both = ["crawl.warc.gz", "small.warc"]
    wanted = sum(scanned(str(folder / name), ["*"]).num_rows for name in both)
    (tmp_path / "warc.paths.gz").write_bytes(gzip.compress("".join(f"{name}\n" for name in both).encode()))
    with archives_served({name: Served(folder / name, cut=900) for name in both}) as server:
        for frame in [
            spark.read.format(FORMAT).load([str(folder / name) for name in both]),
            spark.read.format(FORMAT).load(f"{folder}/*.warc*"),
            spark.read.format(FORMAT)
            .option("list", str(tmp_path / "warc.paths.gz"))
            .option("base_url", server.url)
            .load(),
        ]:
            assert frame.rdd.getNumPartitions() == 2
            assert frame.count() == wanted
        names = {row.warc_file for row in frame.select("warc_file").distinct().collect()}
    assert names == set(both)


def test_the_data_source_has_the_rows_of_engines(spark: SparkSession, archive: str) -> None:
    source = spark.read.format(FORMAT).option("now", NOW.isoformat())
    wanted = scanned(archive, engine=ENGINES, now=NOW)
    frame = source.option("as", "googlebot, Seznambot").load(archive)
    assert frame.toArrow().to_pylist() == wanted.to_pylist()
    assert [field.nullable for field in frame.schema] == [field.nullable for field in wanted.schema]
    some = source.option("as", ENGINES).option("columns", "profile,url").load(archive)
    assert some.toArrow().to_pylist() == wanted.select(["profile", "url"]).to_pylist()
    assert not set(OF_ENGINES) & set(spark.read.format(FORMAT).option("agents", "ExampleBot").load(archive).columns)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"agents": "Example/1.0"}, "`Example/1.0` is not a product token: '/' at byte 7"),
        ({"agent": "ExampleBot"}, "'agent' is not an option; they are: agents, as, list,"),
        ({"columns": "url,noidx"}, "columns: 'noidx' is not a column of responses; they are: url,"),
        ({"table": "robots-answers", "columns": "url"}, "columns: 'url' is not a column of robots-answers"),
        ({"table": "pages"}, "table: 'pages' is not one of responses, robots-answers, damages"),
        ({"on_damage": "warn"}, "on_damage: 'warn' is not one of keep, skip, fail"),
        ({"fast_skip": "maybe"}, "fast_skip: 'maybe' is neither true nor false"),
        ({"now": "2026-11-20T00:00:00"}, "now: .* has no time zone"),
        ({"robots_tag": "loose"}, "`robots_tag` is `loose`; it is one of"),
        ({"robots_store": "/none.redb"}, "/none.redb"),
        ({"as": "gogglebot"}, "`gogglebot` is not a profile; near it are `googlebot`"),
        ({"as": ""}, "engine: `` is not a profile"),
        ({"as": "googlebot", "agents": "ExampleBot"}, "agents and engine exclude each other"),
        ({"columns": "profile"}, "columns: 'profile' is not a column of responses"),
    ],
)
def test_a_wrong_option_is_named_before_anything_is_read(
    spark: SparkSession, archive: str, options: dict[str, str], why: str
) -> None:
    with pytest.raises(AnalysisException, match=why):
        spark.read.format(FORMAT).options(**options).load(archive)


def test_what_cannot_be_read_fails_its_task(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(b"<p>")
    for name, why in [
        (str(tmp_path / "none.warc.gz"), "No such file or directory: '.*none.warc.gz'"),
        (str(tmp_path / "*.warc"), "no file matches the pattern"),
        (
            str(tmp_path / "page.html"),
            'page.html at byte 0: .*no record is in it.*option\\("on_damage", "skip"\\) reads',
        ),
    ]:
        with pytest.raises(PySparkException, match=why):
            spark.read.format(FORMAT).load(name).count()
        if "no file" not in why:
            with pytest.raises(PySparkException, match=why):
                robots.robots_answers(spark, name).count()


def test_damages_keep_the_rows_or_fail(spark: SparkSession, tmp_path: Path, archive: str) -> None:
    cut, page = str(tmp_path / "cut.warc.gz"), str(tmp_path / "page.html")
    Path(cut).write_bytes(Path(archive).read_bytes()[:-100])
    Path(page).write_bytes(b"<p>")
    with robots_policy.scan(cut, ["*"], now=NOW, on_damage="ignore") as scan:
        kept, damages = pa.table(scan).to_pylist(), scan.damages
    source = spark.read.format(FORMAT).option("now", NOW.isoformat())
    assert len(kept) > 5
    assert table(source.load(cut)).to_pylist() == kept
    assert table(source.option("on_damage", "keep").load(cut)).to_pylist() == kept
    skipping = source.option("on_damage", "skip")
    assert table(skipping.load([cut, page])).to_pylist() == kept
    listed = table(source.option("on_damage", "fail").option("table", "damages").load([cut, page, archive]))
    assert [tuple(row.values()) for row in listed.to_pylist()][:-1] == [tuple(damage) for damage in damages]
    assert [(row["file"], row["code"]) for row in listed.to_pylist()][-1] == (page, "no-record")
    why = r'cut.warc.gz: at byte .*option\("on_damage", "keep"\) keeps what can be read, .*"damages"\) lists'
    with pytest.raises(PySparkException, match=why):
        source.option("on_damage", "fail").option("table", "responses").load(cut).count()
    with robots_policy.arrow.robots_answers(cut, on_damage="ignore") as answers:
        wanted = pa.table(answers).to_pylist()
    assert table(robots.robots_answers(spark, cut)).to_pylist() == wanted
    assert robots.robots_answers(spark, page, on_damage="skip").count() == 0
    with pytest.raises(PySparkException, match=r"cut.warc.gz: at byte"):
        robots.robots_answers(spark, cut, on_damage="fail").count()


def test_answers_are_those_of_the_package(spark: SparkSession, archive: str) -> None:
    with robots_policy.arrow.robots_answers(archive) as answers:
        wanted = pa.table(answers).to_pylist()
    assert table(robots.robots_answers(spark, archive)).to_pylist() == wanted
    assert table(robots.robots_answers(spark, [archive], fast_skip=True, on_damage="skip")).to_pylist() == wanted


HEADERS = "array<struct<name: string, value: string>>"
PAGES: list[tuple[int, str | None, list[tuple[str, str]] | None, bytes | None]] = [
    (1, "https://a.example/a", [("X-Robots-Tag", "noindex"), ("X-Robots-Tag", "otherbot: noarchive")], b"<p>"),
    (2, "https://a.example/b", None, b"<meta name=robots content='max-snippet: 20'>"),
    (
        3,
        None,
        [("Content-Type", "text/html; charset=utf-16le")],
        "<meta name=examplebot content=none>".encode("utf-16le"),
    ),
    (4, "https://a.example/d", [("Content-Encoding", "gzip")], b"\x1f\x8b\x08\x00"),
    (5, "https://a.example/e", [], None),
    (6, "https://a.example/f", [], f"{IN_BODY}<meta name=robots content=noindex>".encode()),
]


@pytest.fixture
def pages(spark: SparkSession) -> DataFrame:
    """A table of pages."""
    frame = spark.createDataFrame(PAGES, f"id int, url string, headers {HEADERS}, html binary")
    return frame.selectExpr("*", "if(id = 5, 503, null) as robots_status")


@pytest.mark.parametrize(
    "asker",
    [
        {"agents": ["ExampleBot", robots_policy.Client("Other-Bot", "OtherBot")]},
        {"engine": "googlebot,bingbot"},
        {"engine": ["googlebot", "Bingbot"]},
    ],
)
def test_judge_answers_as_judge_batch(pages: DataFrame, asker: dict[str, Any]) -> None:
    order = ["id", "profile" if "engine" in asker else "agent"]
    judged = table(robots.judge(pages, **asker, keep=["id"], now=NOW).orderBy(*order))
    batch = pa.table(robots_policy.judge_batch(table(pages), **asker, keep=["id"], now=NOW))
    wanted = batch.sort_by([(name, "ascending") for name in order])
    assert judged.to_pylist() == wanted.to_pylist()
    assert judged.column_names == wanted.column_names
    assert set(OF_ENGINES) & set(judged.column_names) == set(OF_ENGINES if "engine" in asker else [])
    assert {row["index"] for row in judged.to_pylist() if row["id"] == 6} == {True, "agents" in asker}


def test_answers_of_archives_are_not_joined_to_rows_of_engines(spark: SparkSession, pages: DataFrame) -> None:
    answers = spark.createDataFrame([], "authority string, at timestamp, status bigint, location string, body binary")
    rows = robots.judge(pages, engine="googlebot")
    with pytest.raises(ValueError, match="rows: they are of engines"):
        robots.with_access(rows, answers, robots_time="latest")


def test_judge_has_the_ledger_of_judge_batch(spark: SparkSession) -> None:
    rows = [(1, "<title>t", "200 OK", 200, True, ["rest"], datetime(2026, 11, 20, tzinfo=UTC)), (2, *[None] * 6)]
    columns = "id int, html string, status string, code int, cut boolean, word array<string>, fetched timestamp"
    frame = spark.createDataFrame(rows, columns)
    names: Any = {"status": "code", "cut": "cut", "assume_absent": "word", "fetched": "fetched"}
    how: dict[str, Any] = {"columns": names, "keep": ["id", "status"], "ledger": True}
    judged = robots.judge(frame, ["*"], **how).orderBy("id").toArrow()
    wanted = pa.record_batch(robots_policy.judge_batch(frame.orderBy("id").toArrow(), ["*"], **how))
    assert judged.column_names == wanted.schema.names
    assert judged.column("ledger").to_pylist() == wanted.column("ledger").to_pylist()
    assert [entry["state"] for entry in judged.column("ledger")[0].as_py()] == [
        "assumed",
        "assumed",
        "unread",
        "assumed",
        "not-applicable",
    ]
    plain = robots.judge(frame, ["*"], keep=["status", "cut"])
    assert plain.columns[:2] == ["status", "cut"]
    assert "ledger" not in plain.columns


def test_judge_takes_other_names_and_large_texts(spark: SparkSession, pages: DataFrame) -> None:
    renamed = pages.withColumnsRenamed({"url": "a.b", "html": "the`page"})
    columns: robots_policy.typing.Columns = {"url": "a.b", "html": "the`page"}
    spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
    try:
        judged = robots.judge(renamed, ["ExampleBot"], columns=columns, keep=["id", "a.b"])
        rows = table(judged.orderBy("id")).to_pylist()
    finally:
        spark.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")
    assert [row["noindex"] for row in rows] == [True, False, True, False, False, False]
    assert [row["a.b"] for row in rows] == [page[1] for page in PAGES]
    assert [row["index"] for row in rows] == [False, True, False, None, None, True] or rows[3]["index"] is None


LIMIT = 2 << 20
META = "<meta name=robots content=noindex>"
# Who asks, a document before and after its filling, and where its meta begins.
AROUND_THE_LIMIT = [
    ({"agents": ["ExampleBot"]}, ("<title>é", "</title>"), [*(LIMIT - len(META) + by for by in (-9, 0, 1)), LIMIT - 1]),
    ({"engine": "googlebot,bingbot"}, (f"{IN_BODY}e", ""), [1000, *(LIMIT - len(META) + by for by in (0, 1))]),
]


def is_of_body(unread: dict[str, Any]) -> bool:
    """Whether the head of the document was read, and its body was not."""
    return (unread["source"], unread["why"]) == ("document", "body")


@pytest.mark.parametrize("kind", ["binary", "string"])
@pytest.mark.parametrize(("asker", "parts", "places"), AROUND_THE_LIMIT)
def test_a_cut_document_has_the_answers_of_the_whole(
    spark: SparkSession, kind: str, asker: dict[str, Any], parts: tuple[str, str], places: list[int]
) -> None:
    texts = []
    for place in [*places, LIMIT, LIMIT + 1, LIMIT + 5000]:
        start, end = parts if kind == "string" else (part.replace("é", "e") for part in parts)
        texts.append(start + "x" * (place - len(start) - len(end)) + end + META + "<body>" + "y" * 100)
    values = texts if kind == "string" else [text.encode() for text in texts]
    pages = spark.createDataFrame([(text,) for text in values], f"html {kind}").repartition(3)
    judged = table(robots.judge(pages, **asker)).to_pylist()
    wanted = pa.table(robots_policy.judge_batch(pa.table({"html": values}), **asker))
    fields = [name for name in judged[0] if name in ("profile", "index", "noindex", "answer", "truncated", "unread")]
    fields += ["diagnostics"]
    # What was cut off may hold a licence.
    lacks_body = {any(is_of_body(one) for one in row["unread"]) for row in judged}
    assert lacks_body == ({True, False} if "agents" in asker else {False}), "the head may be over before the limit"
    rows = wanted.to_pylist()
    for row in [*judged, *rows]:
        row["unread"] = [one for one in row["unread"] if not is_of_body(one)]
    cuts = sorted(str([row[name] for name in fields]) for row in judged)
    assert cuts == sorted(str([row[name] for name in fields]) for row in rows)
    assert {row["noindex"] for row in judged} == {True, False}
    # A kept document is whole.
    kept = table(robots.judge(pages, ["*"], keep=["html"])).to_pylist()
    assert sorted(len(row["html"]) for row in kept) == sorted(len(value) for value in values)


@pytest.mark.parametrize(
    ("arguments", "error", "why"),
    [
        ({"agents": ["a b"]}, ValueError, "`a b` is not a product token"),
        ({"agents": ["A"], "keep": ["nothing"]}, ValueError, "nothing"),
        ({"agents": ["A"], "columns": {"html": "nothing"}}, ValueError, "nothing"),
        ({"agents": ["A"], "columns": {"url": "id"}}, TypeError, "id"),
        ({"agents": ["A"], "options": {"metas": ["foot"]}}, ValueError, "foot"),
        ({"agents": ["A"], "now": datetime(2026, 1, 1)}, ValueError, "zone"),  # noqa: DTZ001
        ({"engine": "gogglebot"}, ValueError, "`gogglebot` is not a profile; near it are `googlebot`"),
        ({"engine": "googlebot", "agents": ["ExampleBot"]}, ValueError, "agents and engine exclude each other"),
        ({"engine": "googlebot", "keep": ["profile"]}, ValueError, "profile"),
        ({}, TypeError, "agents: they are missing"),
    ],
)
def test_a_mistake_raises_where_it_was_made(
    pages: DataFrame, arguments: dict[str, Any], error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        robots.judge(pages, **arguments)
