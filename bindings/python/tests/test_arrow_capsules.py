"""Capsules that are wrong, used, or of unusual memory: the letter of `capsule` relies on these tests."""

# ruff: noqa: ANN401 - tables of any library

import ctypes
import datetime as dt
import decimal
import gc
import subprocess
import sys
from typing import Any

import pyarrow as pa
import pytest
from conftest import ROOT

import robots_policy
from robots_policy import judge_batch
from robots_policy.arrow import judge_stream

HTML = ["<meta name=robots content=noindex>", None, "<p>"]


class Given:
    """Hands over what it was made with."""

    def __init__(self, method: str, answer: Any) -> None:
        setattr(type(self), method, lambda *_: answer)


def given(method: str, answer: Any) -> Any:
    return type("Given", (Given,), {})(method, answer)


def batch() -> pa.RecordBatch:
    return pa.record_batch({"html": HTML, "n": [1, 2, 3]})


def test_capsules_of_a_wrong_name() -> None:
    schema, array = batch().__arrow_c_array__()
    for answer in ((array, schema), (schema, schema), (array, array)):
        with pytest.raises(ValueError, match="incorrect name"):
            judge_batch(given("__arrow_c_array__", answer), ["*"])
    with pytest.raises(ValueError, match="incorrect name"):
        judge_stream(given("__arrow_c_stream__", schema), ["*"])
    with pytest.raises(ValueError, match="incorrect name"):
        robots_policy.arrow.schema(given("__arrow_c_schema__", array))
    assert pa.record_batch(judge_batch(given("__arrow_c_array__", (schema, array)), ["*"])).num_rows == 3


@pytest.mark.parametrize("answer", [None, 1, (), (None, None), [1, 2, 3], "capsule", object], ids=str)
def test_methods_that_return_something_else(answer: Any) -> None:
    for method, call in (
        ("__arrow_c_array__", lambda table: judge_batch(table, ["*"])),
        ("__arrow_c_stream__", lambda table: judge_stream(table, ["*"])),
        ("__arrow_c_schema__", robots_policy.arrow.schema),
    ):
        with pytest.raises(TypeError, match=f"{method} of Given does not return"):
            call(given(method, answer))


def test_a_capsule_is_used_once() -> None:
    capsules = batch().__arrow_c_array__()
    judge_batch(given("__arrow_c_array__", capsules), ["*"])
    with pytest.raises(TypeError, match="the capsule was used before"):
        judge_batch(given("__arrow_c_array__", capsules), ["*"])
    stream = pa.table(batch()).__arrow_c_stream__()
    judge_stream(given("__arrow_c_stream__", stream), ["*"])
    with pytest.raises(TypeError, match="the capsule was used before"):
        judge_stream(given("__arrow_c_stream__", stream), ["*"])
    # A schema is read and not taken.
    schema = batch().schema.__arrow_c_schema__()
    for _ in range(2):
        assert robots_policy.arrow.schema(given("__arrow_c_schema__", schema)).names[:1] == ["html"]
    pa.schema(given("__arrow_c_schema__", schema))
    with pytest.raises(TypeError, match="the capsule was used before"):
        robots_policy.arrow.schema(given("__arrow_c_schema__", schema))


def test_our_own_capsules_are_used_once_by_others() -> None:
    ours = judge_batch(batch(), ["*"])
    capsules = ours.__arrow_c_array__()
    assert pa.record_batch(given("__arrow_c_array__", capsules)).num_rows == 3
    with pytest.raises(pa.ArrowInvalid):
        pa.record_batch(given("__arrow_c_array__", capsules))
    del capsules
    unused = [ours.__arrow_c_array__(), ours.__arrow_c_stream__(), ours.__arrow_c_schema__()]
    del unused, ours
    gc.collect()


def test_the_data_of_the_caller_lives_as_long_as_it_is_kept() -> None:
    before = pa.total_allocated_bytes()
    kept = judge_batch(pa.record_batch({"html": ["x" * 1_000_000], "id": ["y" * 1_000_000]}), ["*"], keep=["id"])
    gc.collect()
    assert pa.total_allocated_bytes() - before >= 1_000_000
    assert pa.record_batch(kept).column("id").to_pylist() == ["y" * 1_000_000]
    del kept
    gc.collect()
    assert pa.total_allocated_bytes() - before < 1_000_000


def test_buffers_that_are_aligned_less_than_their_type() -> None:
    memory = bytearray(200)
    start = ctypes.addressof((ctypes.c_char * len(memory)).from_buffer(memory))
    text = b"<meta name=robots content=noindex>"
    ends = b"".join(number.to_bytes(4, "little") for number in (0, len(text), len(text)))
    whole = pa.py_buffer(memory)

    def placed(octets: bytes, at: int, alignment: int) -> pa.Buffer:
        at += (alignment - start - at) % (2 * alignment)
        memory[at : at + len(octets)] = octets
        buffer = whole.slice(at, len(octets))
        assert buffer.address % alignment == 0
        assert buffer.address % (2 * alignment) != 0
        return buffer

    numbers = b"".join(number.to_bytes(8, "little") for number in (5, 6))
    prices = b"".join(number.to_bytes(16, "little") for number in (125, 250))
    columns = {
        "html": pa.Array.from_buffers(pa.string(), 2, [None, placed(ends, 0, 4), pa.py_buffer(text)]),
        "id": pa.Array.from_buffers(pa.int64(), 2, [None, placed(numbers, 32, 4)]),
        "price": pa.Array.from_buffers(pa.decimal128(9, 2), 2, [None, placed(prices, 80, 8)]),
    }
    table = pa.record_batch(columns)
    keep = ["id", "price"]
    for result in (judge_batch(table, ["*"], keep=keep), judge_stream(pa.table(table), ["*"], keep=keep)):
        rows = pa.table(result)
        assert rows.column("noindex").to_pylist() == [True, False]
        assert rows.select(keep).to_pylist() == table.select(keep).to_pylist()


TEXT = "a text that is longer than twelve"
# A value of each type.
SAMPLES: dict[pa.DataType, Any] = {
    pa.int8(): 1,
    pa.float16(): 1.5,
    pa.bool_(): True,
    pa.null(): None,
    pa.date32(): dt.date(2026, 1, 1),
    pa.timestamp("ns", "Europe/Berlin"): dt.datetime(2026, 1, 1, tzinfo=dt.UTC),
    pa.duration("s"): dt.timedelta(seconds=1),
    pa.decimal128(10, 2): decimal.Decimal("1.25"),
    pa.decimal256(40, 2): decimal.Decimal("1.25"),
    pa.string(): TEXT,
    pa.large_string(): TEXT,
    pa.string_view(): TEXT,
    pa.binary(3): b"abc",
    pa.binary_view(): TEXT.encode(),
    pa.list_(pa.int8()): [1, 2],
    pa.large_list(pa.string()): ["a"],
    pa.list_(pa.int8(), 2): [1, 2],
    pa.list_view(pa.int8()): [1, 2],
    pa.large_list_view(pa.int8()): [1, 2],
    pa.struct([("a", pa.list_(pa.string()))]): {"a": ["b"]},
    pa.map_(pa.string(), pa.int8()): [("a", 1)],
    pa.dictionary(pa.int8(), pa.string()): TEXT,
    pa.month_day_nano_interval(): (1, 2, 3),
    pa.run_end_encoded(pa.int32(), pa.int8()): None,
}
TYPES = list(SAMPLES)


def values(type_: pa.DataType) -> pa.Array:
    """Ten values with nulls."""
    if pa.types.is_run_end_encoded(type_):
        return pa.RunEndEncodedArray.from_arrays(pa.array([4, 7, 10], pa.int32()), pa.array([1, None, 3], pa.int8()))
    sample = SAMPLES[type_]
    return pa.array([sample, None, sample, sample, None] * 2, type_)


@pytest.mark.parametrize("type_", TYPES, ids=str)
@pytest.mark.parametrize(("start", "length"), [(0, 10), (3, 4), (9, 1), (5, 0)])
def test_slices_of_every_type_are_carried_through(type_: pa.DataType, start: int, length: int) -> None:
    column = values(type_)
    table = pa.record_batch({"kept": column, "html": [*HTML, *HTML, *HTML, None]}).slice(start, length)
    for agents in (["*"], ["*", "ExampleBot", "GPTBot"]):
        result = pa.record_batch(judge_batch(table, agents, keep=["kept"]))
        result.validate(full=True)
        assert result.schema.names == ["kept", *robots_policy.arrow.schema(()).names]
        assert result.schema == pa.schema(robots_policy.arrow.schema(table.select(["kept"]).schema))
        kept = result.column("kept")
        assert kept.type == type_
        assert kept.to_pylist() == [cell for cell in table.column("kept").to_pylist() for _ in agents]
        streamed = pa.table(judge_stream(pa.Table.from_batches([table, table]), agents, keep=["kept"], threads=2))
        assert streamed.column("kept").to_pylist() == kept.to_pylist() * 2
        joined = pa.record_batch(judge_batch(pa.Table.from_batches([table, table]), agents, keep=["kept"], threads=3))
        assert joined.column("kept").to_pylist() == kept.to_pylist() * 2


def test_columns_of_other_types_do_not_matter() -> None:
    for type_ in TYPES:
        table = pa.record_batch({"other": values(type_), "html": [*HTML, *HTML, *HTML, None]})
        assert pa.record_batch(judge_batch(table, ["*"])).num_rows == 10


MEMORY = """
import resource, sys
import pyarrow as pa
import robots_policy

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

def batch(pages):
    page = b"<title>a</title><meta name=robots content=noindex>" + b"x" * 50_000
    head = [{{"name": "X-Robots-Tag", "value": "noarchive"}}]
    return pa.record_batch({{"html": pa.array([page] * pages), "headers": [head] * pages}})

robots_policy.judge_batch(batch(10), ["*"])
{work}
"""

JUDGE_BATCH = """
big = batch(2_000)
size = big.nbytes
before = peak()
result = robots_policy.judge_batch(big, ["A", "B"], threads=2)
assert result.num_rows == 4_000
print(size, peak() - before)
"""

JUDGE_STREAM = """
small = batch(200)
size = small.nbytes
def batches():
    for _ in range(40):
        yield batch(200)
before = peak()
rows = 0
for judged in robots_policy.arrow.judge_stream(pa.RecordBatchReader.from_batches(small.schema, batches()), ["A"]):
    rows += judged.num_rows
assert rows == 8_000
print(size, (peak() - before) / 4)
"""

SCAN = """
record = open({crawl!r}, "rb").read()
class Endless:
    count = 0
    def read(self, size):
        self.count += 1
        return record * 40 if self.count < 400 else b""
warm = robots_policy.scan(Endless(), ["A"], batch_rows=1000)
for _ in range(20):
    next(warm)
before = peak()
rows = sum(batch.num_rows for batch in robots_policy.scan(Endless(), ["A"], batch_rows=1000))
assert rows > 100_000, rows
print(16_000_000, peak() - before)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="counts the pages of a process")
@pytest.mark.parametrize("work", [JUDGE_BATCH, JUDGE_STREAM, SCAN], ids=["judge_batch", "judge_stream", "scan"])
def test_memory_has_a_bound(work: str) -> None:
    """A batch costs less than its own size again, a stream and a scan no more than some batches."""
    crawl = str(ROOT / "fixtures" / "archives" / "crawl.warc.gz")
    code = MEMORY.format(work=work.format(crawl=crawl) if work is SCAN else work)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    size, more = map(float, run.stdout.split())
    assert more < size, (size, more)
