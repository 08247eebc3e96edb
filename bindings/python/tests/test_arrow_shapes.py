"""Tables that somebody else wrote: wrong offsets, counts and children raise, whatever made them."""

# ruff: noqa: ANN401 - structures of any kind

import ctypes
import struct
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest
from arrow_tables import SAMPLES, given, values
from pyarrow.cffi import ffi

import robots_policy
from robots_policy import judge_batch
from robots_policy.arrow import judge_stream

HTML = ["<meta name=robots>", "<meta name=robots content=noindex>", "<p>"]


# Nothing is released of a structure that was changed, by whose members its own library would go astray.
KEPT = {kind: ffi.callback(f"void({kind} *)", lambda _: None) for kind in ("struct ArrowSchema", "struct ArrowArray")}

POINTER = ctypes.pythonapi.PyCapsule_GetPointer
POINTER.restype, POINTER.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def in_capsules(capsules: Any) -> tuple[Any, Any]:
    """Return both structures."""
    names = (b"arrow_schema", b"arrow_array")
    pointers = [POINTER(capsule, name) for capsule, name in zip(capsules, names, strict=True)]
    schema, array = (ffi.cast(f"{kind} *", pointer) for kind, pointer in zip(KEPT, pointers, strict=True))
    schema.release, array.release = KEPT.values()
    return schema, array


def judged(table: Any) -> int:
    """Return the rows of both functions, which agree."""
    rows: int = pa.table(judge_stream(table, ["E"])).num_rows
    assert judge_batch(table, ["E"]).num_rows == rows
    return rows


def file_of(column: pa.Array, before: bytes, after: bytes) -> bytes:
    """Return an IPC file of a column, in which one place has other bytes."""
    table = pa.table({"html": column})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    octets: bytes = sink.getvalue().to_pybytes()
    assert octets.count(before) == 1
    assert len(before) == len(after)
    return octets.replace(before, after)


OFFSETS = [
    (0, 53, 19, 56),
    (0, -1, 53, 55),
    (0, 18, 52, -1),
    (0, 18, 52, 2**31 - 1),
    (0, 18, 52, 60_000),
    (0, 2**30, 53, 55),
]


@pytest.mark.parametrize("ends", OFFSETS, ids=str)
@pytest.mark.parametrize("form", ["i", "q"])
def test_offsets_of_a_file_that_are_wrong(ends: tuple[int, ...], form: str) -> None:
    column = pa.array(HTML, pa.string() if form == "i" else pa.large_string())
    right = struct.pack(f"<4{form}", 0, 18, 52, 55)
    octets = file_of(column, right, struct.pack(f"<4{form}", *ends))
    table = pa.ipc.open_file(octets).read_all()
    for call in (judge_batch, judge_stream):
        with pytest.raises(ValueError, match=r"(?i)offset"):
            pa.table(call(table, ["E"]))
        with pytest.raises(ValueError, match=r"(?i)offset"):
            pa.table(call(pa.RecordBatchReader.from_batches(table.schema, table.to_batches()), ["E"]))
    with pytest.raises(ValueError, match=r"(?i)offset"):
        judge_batch(table.to_batches()[0], ["E"])
    assert judged(pa.table({"html": column})) == 3


def test_keys_views_and_lists_of_a_file_that_are_wrong() -> None:
    fields = pa.array([[("a", "1")], [("b", "2"), ("c", "3")]], pa.map_(pa.string(), pa.string()))
    octets = file_of(fields, struct.pack("<3i", 0, 1, 3), struct.pack("<3i", 0, 1, 9))
    wrong = [pa.ipc.open_file(octets).read_all().rename_columns(["headers"])]
    keys = pa.array([7, 8, 9] * 7, pa.int32())
    texts = [str(number) for number in range(10)]
    right, wrong_keys = (struct.pack("<21i", *[7, 8, last] * 7) for last in (9, 99))
    octets = file_of(pa.DictionaryArray.from_arrays(keys, texts), right, wrong_keys)
    wrong.append(pa.ipc.open_file(octets).read_all())
    column = pa.array(["<meta name=robots>", "<meta name=robots content=noindex>"], pa.string_view())
    octets = file_of(column, struct.pack("<i4sii", 34, b"<met", 0, 18), struct.pack("<i4sii", 34, b"<met", 0, 99_999))
    wrong.append(pa.ipc.open_file(octets).read_all())
    for table in wrong:
        with pytest.raises(ValueError, match=r"shape|Invalid"):
            judge_batch(table, ["E"])
        with pytest.raises(ValueError, match="Invalid"):
            pa.table(judge_stream(table, ["E"]))


def deep(levels: int) -> pa.DataType:
    """Return structures in each other."""
    kind = pa.string()
    for _ in range(levels):
        kind = pa.struct([("a", kind)])
    return kind


def test_types_that_lie_deep() -> None:
    table = pa.table({"html": HTML, "deep": pa.nulls(3, deep(60))})
    assert judged(table) == 3
    for levels in (64, 1_000, 20_000):
        schema = pa.schema([("html", pa.string()), ("deep", deep(levels))])
        with pytest.raises(ValueError, match="types lie more than 64 deep"):
            robots_policy.arrow.schema(schema)
        with pytest.raises(ValueError, match="types lie more than 64 deep"):
            judge_stream(pa.RecordBatchReader.from_batches(schema, []), ["E"])


LATIN = ffi.new("char[]", b"caf\xe9")
LIST = ffi.new("char[]", b"+l")
LISTS = (pa.ListType, pa.MapType)
SCHEMAS = [("format", ffi.NULL), ("format", LATIN), ("format", LIST), ("name", LATIN), ("n_children", -1)]
ARRAYS = [
    ("length", -1),
    ("length", 2**62),
    ("offset", -1),
    ("offset", 2**62),
    ("null_count", -2),
    ("n_buffers", -1),
    ("n_buffers", 0),
    ("n_buffers", 1_000),
    ("n_children", -1),
    ("n_children", 1_000),
    ("buffers", ffi.NULL),
    ("children", ffi.NULL),
    ("dictionary", ffi.NULL),
]


def changed(change: Callable[[Any, Any], None], type_: pa.DataType) -> Any:
    """Return a table whose structures were changed."""
    capsules = pa.record_batch({"html": values(pa.string()), "other": values(type_)}).__arrow_c_array__()
    change(*in_capsules(capsules))
    return given("__arrow_c_array__", capsules)


def tried(table: Any) -> None:
    """Judge: there are rows, or a `ValueError`."""
    try:
        assert judge_batch(table, ["E"]).num_rows >= 0
    except (ValueError, TypeError) as error:
        assert "Arrow data" in str(error)  # noqa: PT017 - a table can be right by accident


@pytest.mark.parametrize("type_", SAMPLES, ids=str)
@pytest.mark.parametrize(("member", "value"), ARRAYS)
def test_members_of_arrays_that_are_wrong(member: str, value: Any, type_: pa.DataType) -> None:
    def of_root(_: Any, array: Any) -> None:
        setattr(array, member, value)

    def of_column(_: Any, array: Any) -> None:
        setattr(array.children[1], member, value)

    for change in (of_root, of_column):
        # How many buffers of octets the views of a column have, is its library's word.
        if (change, member, value) != (of_column, "n_buffers", 1_000) or "view" not in str(type_):
            tried(changed(change, type_))


@pytest.mark.parametrize("type_", SAMPLES, ids=str)
@pytest.mark.parametrize(("member", "value"), SCHEMAS)
def test_members_of_schemas_that_are_wrong(member: str, value: Any, type_: pa.DataType) -> None:
    def of_root(schema: Any, _: Any) -> None:
        setattr(schema, member, value)

    def of_column(schema: Any, _: Any) -> None:
        setattr(schema.children[1], member, value)

    for change in (of_root, of_column):
        table = changed(change, type_)
        if (change, member) == (of_column, "format") and value is LIST and isinstance(type_, LISTS):
            assert judge_batch(table, ["E"]).num_rows == 10
        else:
            with pytest.raises(ValueError, match="Arrow data of a wrong shape"):
                judge_batch(table, ["E"])
