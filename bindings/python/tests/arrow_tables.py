"""Values of every type of Arrow, and objects that hand over what they are given."""

# ruff: noqa: ANN401 - tables of any library

import datetime as dt
import decimal
from typing import Any

import pyarrow as pa


def given(method: str, answer: Any) -> Any:
    """An object whose method returns this."""
    return type("Given", (), {method: lambda *_: answer})()


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


def values(type_: pa.DataType) -> pa.Array:
    """Ten values with nulls."""
    if pa.types.is_run_end_encoded(type_):
        return pa.RunEndEncodedArray.from_arrays(pa.array([4, 7, 10], pa.int32()), pa.array([1, None, 3], pa.int8()))
    sample = SAMPLES[type_]
    return pa.array([sample, None, sample, sample, None] * 2, type_)
