"""The ledger: facts beside the bytes are checked and kept, each source has its state, and no answer changes."""

# ruff: noqa: ANN401 - arguments of any type

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from conftest import evaluated, mistakes
from ledger_questions import answers, arguments, cells, questions, unread

import robots_policy
from robots_policy import Policy, enums, judge, judge_batch
from robots_policy.arrow import judge_stream, schema
from robots_policy.parts import LedgerEntry
from robots_policy.signals import MetaExtractor, Signals, signals_from_headers, signals_from_metas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from robots_policy import Verdict

NOW = datetime(2026, 11, 20, tzinfo=UTC)
PAGE = b"<title>t</title><meta name=robots content=noarchive><body>"
HTML = [("Content-Type", "text/html; charset=utf-8"), ("X-Robots-Tag", "noindex")]
LICENSE = "https://example.com/license.xml"
POINTER = [("Link", f'<{LICENSE}>; rel="license"; type="application/rsl+xml"')]
wrongly: Any = robots_policy

# The types of columns that a single row does not show.
TYPES: Any = {"headers": pa.list_(pa.list_(pa.string()))}

State = tuple[str, str, str | None]


def states(ledger: Sequence[LedgerEntry]) -> list[State]:
    return [(entry.source, entry.state, entry.why) for entry in ledger]


def state(verdict: Verdict, source: str) -> LedgerEntry:
    return next(entry for entry in verdict.ledger if entry.source == source)


@pytest.mark.parametrize("question", questions(), ids=lambda question: str(question["about"])[:60])
def test_the_answers_are_those_of_records_and_files(question: dict[str, Any]) -> None:
    given = arguments(question["record"])
    if "refused" in question:
        with pytest.raises(ValueError, match=r"assume_absent|robots_fetched|cut|IPv6"):
            wrongly.judge(**given)
        return
    verdict = wrongly.judge(**given)
    found = {source: own if why is None else f"{own} {why}" for source, own, why in states(verdict.ledger)}
    assert (found, answers(verdict), unread(verdict)) == (question["states"], question["answers"], question["unread"])


@pytest.mark.parametrize("question", questions(), ids=lambda question: str(question["about"])[:60])
def test_a_row_has_the_answers_of_a_record(question: dict[str, Any]) -> None:
    record = question["record"]
    if "refused" in question or not record:
        pytest.skip("data never raises, and a table without a source does")
    given = arguments(record)
    row = dict(given)
    how = {name: row.pop(name) for name in ("now", "options") if name in row}
    agents = [row.pop("agent")]
    columns = {name: name for name in NAMES if name in row}
    judged = pa.record_batch(wrongly.judge_batch(batch(row, **TYPES), agents, columns=columns, **how))
    assert cells(judged.to_pylist()[0]) == (question["answers"], question["unread"])


def test_fields_that_are_empty_are_given() -> None:
    assert state(judge("*", headers=[]), "fields").state == "read"
    assert state(judge("*", headers={}), "fields").state == "read"
    assert state(judge("*", headers=None), "fields").state == "not-given"
    assert state(judge("*", html=b"<title>t</title>", cut=False), "document").state == "read"


def test_a_licence_has_an_entry_for_its_address() -> None:
    entry = state(judge("*", headers=POINTER), "licenses")
    assert (entry.state, entry.url) == ("not-given", LICENSE)
    assert state(judge("*", headers=POINTER, assume_absent="licenses"), "licenses").state == "assumed"


def test_an_entry_is_a_tuple() -> None:
    entry = judge("*", status=200).ledger[1]
    source, known = enums.LedgerSource.FIELDS, enums.LedgerState.NOT_GIVEN
    assert entry == LedgerEntry(source, known, None, None, 200, None, None, None)
    assert (*entry,) == ("fields", "not-given", None, None, 200, None, None, None)
    assert hash(entry) == hash(judge("*", status=200).ledger[1])
    assert repr(entry).startswith("LedgerEntry(source=<LedgerSource.FIELDS: 'fields'>, state=")
    with pytest.raises(AttributeError):
        entry.state = enums.LedgerState.READ  # type: ignore[misc]


def test_what_is_stated_is_kept() -> None:
    fetched = datetime(2026, 11, 19, 12, 0, 0, 500, tzinfo=timezone(timedelta(hours=1)))
    robots_fetched = datetime(2026, 11, 18, tzinfo=UTC)
    times: dict[str, Any] = {"fetched": fetched, "robots_fetched": robots_fetched}
    verdict = judge("*", headers=[], html=PAGE, robots_status=404, status=200, tdmrep_status=503, **times)
    found = {entry.source: (entry.status, entry.fetched) for entry in verdict.ledger}
    page = (200, datetime(2026, 11, 19, 11, tzinfo=UTC))
    nothing = (None, None)
    expected = {"robots.txt": (404, robots_fetched), "fields": page, "document": page}
    assert found == expected | {"tdmrep.json": (503, None), "embedded": nothing}


@pytest.mark.parametrize(
    "word", ["rest", ["rest"], ("fields", "document", "robots.txt", "tdmrep.json", "embedded"), "fields, rest"]
)
def test_a_word_is_one_name_or_several(word: Any) -> None:
    assert {entry.state for entry in judge("*", assume_absent=word).ledger} == {"assumed"}


test_mistakes_raise = mistakes(
    [
        (lambda: judge("*", status=700), ValueError, "status: 700 is neither an HTTP status from 100 to 599 nor 0"),
        (lambda: judge("*", status=-1), ValueError, "status: -1 is neither"),
        (lambda: wrongly.judge("*", status="200"), TypeError, "'str' object"),
        (lambda: wrongly.judge("*", html="", cut="yes"), TypeError, "'str' object"),
        (lambda: judge("*", cut=True), ValueError, "cut: it says that the document was cut, and html has none"),
        (lambda: judge("*", fetched=datetime(2026, 1, 1)), ValueError, "fetched: the datetime has no time zone"),  # noqa: DTZ001
        (lambda: wrongly.judge("*", fetched="2026-01-01"), TypeError, "fetched: expected a datetime"),
        (
            lambda: wrongly.judge("*", robots_txt="", robots_fetched=0),
            TypeError,
            "robots_fetched: expected a datetime with a time zone, not int",
        ),
        (
            lambda: judge("*", robots_fetched=NOW),
            ValueError,
            "robots_fetched: it is when robots.txt was fetched, and neither robots_txt nor robots_status",
        ),
        (
            lambda: wrongly.judge("*", assume_absent="html"),
            ValueError,
            "write one of `robots.txt`, `fields`, `document`, `tdmrep.json`, `licenses`, `embedded`, `rest`",
        ),
        (lambda: wrongly.judge("*", assume_absent=["fields", "x"]), ValueError, "assume_absent: `x` is unknown"),
        (lambda: wrongly.judge("*", assume_absent=7), TypeError, "assume_absent: expected the name of a source"),
        (lambda: wrongly.judge("*", assume_absent=[7]), TypeError, "assume_absent: expected the name of a source"),
        (
            lambda: judge("*", headers=[], assume_absent="fields"),
            ValueError,
            'assume_absent: it names "fields", which headers gives; leave one of them out',
        ),
        (lambda: judge("*", html="", assume_absent=["document"]), ValueError, "which html gives"),
        (
            lambda: judge("*", robots_txt="", assume_absent="robots.txt"),
            ValueError,
            "which robots_txt or robots_status",
        ),
        (
            lambda: judge("*", robots_status=404, assume_absent=["robots.txt", "rest"]),
            ValueError,
            "robots_status gives",
        ),
        (
            lambda: judge("*", tdmrep_status=404, assume_absent="tdmrep.json"),
            ValueError,
            "tdmrep or tdmrep_status gives",
        ),
        (lambda: judge("*", licenses={LICENSE: ""}, assume_absent="licenses"), ValueError, "which licenses gives"),
        (lambda: judge(engine="googlebot", headers=[], assume_absent="fields"), ValueError, "which headers gives"),
        (lambda: schema(ledger=True), ValueError, "ledger: the rows of scan have none"),
    ]
)


def test_times_change_no_answer() -> None:
    given: dict[str, Any] = {"headers": HTML, "html": PAGE, "robots_txt": "User-agent: *\nAllow: /", "now": NOW}
    assert judge("A", "/b", **given, fetched=NOW, robots_fetched=NOW).to_json() == judge("A", "/b", **given).to_json()


def test_a_record_has_the_ledger_on_demand() -> None:
    stated: dict[str, Any] = {"status": 200, "robots_status": 404, "assume_absent": ["document", "rest"]}
    record = stated | {"url": "/", "headers": [["Content-Type", "text/html"]], "fetched": "2026-11-20T00:00:00Z"}
    [plain, of_engine] = evaluated([record | {"ledger": True}, record | {"ledger": True, "as": "googlebot"}])
    given = stated | {"headers": [("Content-Type", "text/html")], "fetched": NOW}
    verdict, engine = judge("*", "/", **given), judge(url="/", engine="googlebot", **given)
    assert verdict.to_dict(ledger=True)["ledger"] == plain["ledger"]
    assert engine.to_dict(ledger=True)["ledger"] == of_engine["ledger"]
    assert engine.ledger == engine.general.ledger == verdict.ledger
    for without in (verdict.to_dict(), verdict.to_dict(ledger=False), engine.to_dict()):
        assert "ledger" not in without


# The parts of a response, read one by one.


def of_policy(*signals: Signals) -> list[str]:
    """The states of fields, document and embedded metadata."""
    united = Signals()
    for one in signals:
        united |= one
    ledger = Policy(united).verdict("*").ledger
    return [entry.state for entry in ledger if entry.source in {"fields", "document", "embedded"}]


def extracted(page: bytes, content_type: str = "text/html; charset=utf-8", **how: Any) -> Signals:
    cut = how.pop("cut", False)
    extractor = MetaExtractor(content_type, **how)
    extractor.feed(page)
    return extractor.finish(cut=cut)


def test_signals_know_their_source() -> None:
    fields, metas = signals_from_headers(HTML), signals_from_metas([("robots", "noindex")])
    assert of_policy() == ["not-given"] * 3
    assert of_policy(fields) == ["read", "not-given", "not-applicable"]
    assert of_policy(metas) == ["not-given", "read", "not-applicable"]
    assert of_policy(fields, metas) == of_policy(metas, fields) == ["read", "read", "not-applicable"]
    assert of_policy(extracted(b"<title>t", cut=True)) == ["not-given", "unread", "not-applicable"]
    assert of_policy(signals_from_headers([("Content-Type", "image/png")])) == ["read", "not-applicable", "unread"]


@pytest.mark.parametrize("how", [{}, {"engine": "googlebot"}])
def test_a_file_that_is_not_html_stays_one(how: dict[str, str]) -> None:
    def image() -> Signals:
        return extracted(b"\x89PNG", "image/png", **how)

    assert of_policy(image())[1] == of_policy(image(), image())[1] == "not-applicable"
    assert of_policy(image(), extracted(b"<p>"))[1] == "read"


def test_signals_are_united_as_before() -> None:
    fields = signals_from_headers([("X-Robots-Tag", "noindex, foo"), ("X-Robots-Tag", "nofollow")])
    metas = extracted(b"<meta name=robots content='noarchive, unknown-word'><p>")
    both = fields | metas
    assert len(both) == len(fields) + len(metas)
    assert repr(Policy(fields)) == f"<Policy: robots.txt unknown; {repr(fields)[10:-1]}>"
    assert repr(both) == f"<Signals: {'; '.join(repr(one)[10:-1] for one in (fields, metas))}>"
    assert both.diagnostics == fields.diagnostics + metas.diagnostics
    again = both | fields | metas | both | Signals()
    assert (len(again), repr(again), again.diagnostics) == (len(both), repr(both), both.diagnostics)
    assert Policy(again).verdict("*", now=NOW) == Policy(both).verdict("*", now=NOW)
    turned = metas | fields
    assert turned.diagnostics == metas.diagnostics + fields.diagnostics
    twice = signals_from_metas([("robots", "noindex"), ("robots", "noindex")])
    assert len(Signals() | twice) <= len(twice)


def test_metas_of_the_body_stay_with_engines() -> None:
    page = b"<!doctype html><title>t</title><p>text<meta name=robots content=noindex>"
    whole = extracted(page, engine="googlebot")
    counted = extracted(page, engine="googlebot", options={"metas": ["head", "noscript", "body"]})
    assert (len(whole), len(counted)) == (0, 1)
    for signals, general in [(whole, True), (counted, False), (whole | counted, False)]:
        verdict = Policy(signals, assume_absent="fields").engine_verdict("googlebot", "/", NOW)
        assert (verdict.index, verdict.general.index) == (False, general)
    assert Policy().without_document().verdict("*").ledger[2].state == "not-applicable"


# Tables.

NAMES: Any = {name: name for name in ["status", "cut", "assume_absent", "fetched", "robots_fetched"]}
ROW: dict[str, Any] = {
    "url": "/",
    "headers": [{"name": "Content-Type", "value": "text/html"}],
    "html": "<title>t</title>",
    "robots_txt": "User-agent: *\nDisallow: /b",
    "status": 200,
    "cut": True,
    "assume_absent": "tdmrep.json, rest",
    "fetched": NOW,
    "robots_fetched": NOW - timedelta(hours=1),
}


def ledgers(table: pa.RecordBatch, columns: Any = NAMES) -> list[list[dict[str, Any]]]:
    judged = pa.record_batch(judge_batch(table, ["*"], columns=columns, now=NOW, ledger=True))
    assert judged.schema.names[-1] == "ledger"
    found: list[list[dict[str, Any]]] = judged.column("ledger").to_pylist()
    return found


def batch(*rows: dict[str, Any], **types: pa.DataType) -> pa.RecordBatch:
    names = list(dict.fromkeys(name for row in rows for name in row))
    arrays = [pa.array([row.get(name) for row in rows], types.get(name)) for name in names]
    return pa.record_batch(arrays, names)


def test_a_row_has_the_ledger_of_judge() -> None:
    verdict = judge(
        "*",
        "/",
        headers=[("Content-Type", "text/html")],
        html="<title>t</title>",
        robots_txt=ROW["robots_txt"],
        status=200,
        cut=True,
        assume_absent=["tdmrep.json", "rest"],
        fetched=ROW["fetched"],
        robots_fetched=ROW["robots_fetched"],
    )
    expected = [entry._asdict() for entry in verdict.ledger]
    assert ledgers(batch(ROW)) == [expected]
    assert [entry["state"] for entry in expected] == ["read", "read", "unread", "assumed", "not-applicable"]
    engines = pa.record_batch(judge_batch(batch(ROW), engine="googlebot", columns=NAMES, ledger=True))
    assert engines.column("ledger").to_pylist() == [expected]
    stream = pa.table(judge_stream(pa.table(batch(ROW, ROW)), ["*"], columns=NAMES, ledger=True))
    assert stream.column("ledger").to_pylist() == [expected] * 2


def test_the_column_is_the_last_of_its_schema() -> None:
    plain, wide = pa.schema(schema(())), pa.schema(schema((), ledger=True))
    assert wide.names == [*plain.names, "ledger"]
    assert wide == pa.record_batch(judge_batch(batch(ROW), ["*"], ledger=True)).schema
    of_engines = pa.schema(schema((), engine="googlebot", ledger=True))
    assert of_engines.names == [*pa.schema(schema((), engine="googlebot")).names, "ledger"]
    assert [field.name for field in wide.field("ledger").type.value_type] == list(LedgerEntry._fields)
    assert "ledger" not in plain.names


@pytest.mark.parametrize(
    ("name", "values", "kind"),
    [
        ("status", ["200 OK", None], pa.string()),
        ("status", [12.5, 999], pa.float32()),
        ("cut", ["no", "yes"], pa.string()),
        ("assume_absent", [1, 2], pa.int64()),
        ("fetched", [datetime(2026, 1, 1), None], pa.timestamp("ns")),  # noqa: DTZ001
        ("robots_fetched", [1, 2], pa.int64()),
        ("ledger", ["a", "b"], pa.string()),
    ],
)
def test_columns_of_these_names_are_carried_through(name: str, values: list[Any], kind: pa.DataType) -> None:
    table = pa.record_batch({"html": ["<p>", "<p>"], name: pa.array(values, kind)})
    judged = pa.record_batch(judge_batch(table, ["*"], keep=[name], now=NOW))
    without = pa.record_batch(judge_batch(table.select(["html"]), ["*"], now=NOW))
    assert judged.column(name).equals(table.column(name))
    assert judged.drop_columns([name]).equals(without)
    if name != "ledger":
        wide = pa.record_batch(judge_batch(table, ["*"], keep=[name], now=NOW, ledger=True))
        states = [[entry["state"] for entry in row] for row in wide.column("ledger").to_pylist()]
        assert states == [["not-given", "not-given", "read", "not-given", "not-applicable"]] * 2
        with pytest.raises(TypeError, match=f'column "{name}": expected'):
            judge_batch(table, ["*"], columns={name: name})  # type: ignore[arg-type]


def test_mistakes_about_columns_raise() -> None:
    table = pa.record_batch({"html": ["<p>"], "ledger": ["a"]})
    with pytest.raises(ValueError, match='keep: "ledger" is also the name of a column of the result'):
        judge_batch(table, ["*"], keep=["ledger"], ledger=True)
    with pytest.raises(ValueError, match='the table has no column "fetch_status"'):
        judge_batch(table, ["*"], columns={"status": "fetch_status"})
    with pytest.raises(ValueError, match="nothing to judge by"):
        judge_batch(pa.record_batch({"s": [200]}), ["*"], columns={"status": "s"})


def test_null_states_nothing() -> None:
    [found] = ledgers(batch({"url": "/", **dict.fromkeys(["headers", "html", *NAMES])}, headers=pa.string()))
    assert {entry["state"] for entry in found} == {"not-given"}
    assert {(entry["status"], entry["fetched"]) for entry in found} == {(None, None)}


@pytest.mark.parametrize(
    "kind", [pa.timestamp("s", "UTC"), pa.timestamp("ms", "Asia/Tokyo"), pa.timestamp("ns", "UTC")]
)
def test_timestamps_of_every_unit_are_read(kind: pa.DataType) -> None:
    before = datetime(1969, 12, 31, 23, 59, 59, tzinfo=UTC)
    rows = [ROW | {"fetched": moment} for moment in (NOW, before, None)]
    assert [row[1]["fetched"] for row in ledgers(batch(*rows, fetched=kind))] == [NOW, before, None]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
def test_times_may_be_text(kind: pa.DataType) -> None:
    texts = ["2026-11-20T00:00:00Z", "2026-11-20T01:00:00.5+01:00", "yesterday", "", None]
    rows = [ROW | {"fetched": text, "robots_fetched": text} for text in texts]
    found = ledgers(batch(*rows, fetched=kind, robots_fetched=kind))
    assert [row[1]["fetched"] for row in found] == [NOW, NOW, None, None, None]
    assert [row[0]["fetched"] for row in found] == [NOW, NOW, None, None, None]


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("tdmrep.json", pa.string()),
        ("tdmrep.json", pa.dictionary(pa.int8(), pa.string())),
        (["tdmrep.json"], pa.list_(pa.string())),
        (["documents", None, "tdmrep.json"], pa.large_list(pa.large_string())),
        ("documents,tdmrep.json", pa.string()),
    ],
)
def test_words_are_texts_or_lists(word: Any, kind: pa.DataType) -> None:
    word_of_row = {"html": None, "assume_absent": word}
    [found] = ledgers(batch({"url": "/", **word_of_row}, assume_absent=kind), {"assume_absent": "assume_absent"})
    assert [entry["state"] for entry in found] == ["not-given", "not-given", "not-given", "assumed", "not-given"]


def test_what_a_row_contradicts_does_not_count() -> None:
    given: dict[str, Any] = {"headers": ROW["headers"], "html": "<p>", "robots_status": 404}
    word = "fields, document, robots.txt, tdmrep.json"
    [found] = ledgers(batch(given | {"assume_absent": word}), {"assume_absent": "assume_absent"})
    assert [entry["state"] for entry in found] == ["absent", "read", "read", "assumed", "not-applicable"]
    nothing = {"html": None, "url": "/", "cut": True, "robots_fetched": NOW, "status": 999}
    [found] = ledgers(batch(nothing), {name: name for name in ("cut", "robots_fetched", "status")})
    assert [entry["state"] for entry in found] == ["not-given", "unread", "unread", "not-given", "not-given"]
    assert found[0]["fetched"] is None
    assert found[1]["status"] == 500, "a number that is not a status, as in robots_status"


def test_a_type_of_its_own_is_not_fields() -> None:
    rows = [
        {"headers": None, "content_type": "text/html", "html": "<meta name=robots content=noindex>"},
        {"headers": "no fields", "content_type": "text/html", "html": None},
        {"headers": "", "content_type": "image/png", "html": None},
    ]
    found = ledgers(batch(*rows), {})
    assert [[entry["state"] for entry in row[1:3]] for row in found] == [
        ["not-given", "read"],
        ["not-given", "unread"],
        ["read", "not-applicable"],
    ]
    judged = pa.record_batch(judge_batch(batch(*rows), ["*"], now=NOW))
    assert judged.column("index").to_pylist() == [False, None, True]


def test_a_row_without_the_ledger_answers_the_same() -> None:
    plain = pa.record_batch(judge_batch(batch(ROW), ["*"], now=NOW, columns=NAMES))
    wide = pa.record_batch(judge_batch(batch(ROW), ["*"], now=NOW, columns=NAMES, ledger=True))
    assert wide.drop_columns(["ledger"]).equals(plain)
    assert plain.column("index").to_pylist() == [None]
    without = pa.record_batch(judge_batch(batch(ROW), ["*"], now=NOW))
    assert without.column("index").to_pylist() == [True], "columns of these names are not read unasked"
