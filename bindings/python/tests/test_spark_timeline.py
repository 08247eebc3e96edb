"""Which answer for robots.txt holds at which time."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from spark_access_cases import RULES, rows
from warc_records import WHEN

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
pytest.importorskip("pyspark", reason="SPARK IS NOT TESTED: pyspark is missing")

SCHEMA = "authority string, at timestamp, status bigint, location string, body binary"
HOUR = 3600


def test_a_hub_has_one_interval_for_equal_answers(spark: SparkSession) -> None:
    from robots_policy.spark._timeline import END, START, timeline  # noqa: PLC0415 - it needs Spark

    hub = "https://hub.example"
    bodies = [b"", *[RULES] * 300, b"", b""]
    known: list[tuple[Any, ...]] = [
        (hub, WHEN + timedelta(hours=hour), 200, None, body) for hour, body in enumerate(bodies)
    ]
    hosts = [f"https://h{host}.example" for host in range(3)]
    for host in hosts:
        known.append((host, WHEN, 301, f"{hub}/robots.txt", b""))
        known += [(host, WHEN + timedelta(hours=hour), 302, f"{hub}/robots.txt", b"x") for hour in range(1, 300)]
    day = 24
    intervals = rows(timeline(spark.createDataFrame(known, SCHEMA), day * HOUR))

    def second(hours: int, more: int = 0) -> int:
        return int((WHEN + timedelta(hours=hours)).timestamp()) + more

    # The hub: long before, its first file, the second one, the first again, and long after.
    want = [
        (START, second(-day), b"", "later"),
        (second(-day), second(1), b"", None),
        (second(1), second(301), RULES, None),
        (second(301), second(302 + day, 1), b"", None),
        (second(302 + day, 1), END, b"", "earlier"),
    ]
    for authority in (hub, *hosts):
        mine = [one for one in intervals if one["authority"] == authority]
        times = sorted((one["since"], one["until"], one["body"], one["why"]) for one in mine)
        if authority == hub:
            assert times == want
        else:
            # Where the redirect is of another time, so is what it leads to.
            ends = second(299 + day, 1)
            last = [(second(301), ends, b"", None), (ends, second(302 + day, 1), b"", "earlier"), want[-1]]
            assert times == [*want[:3], *last]
    assert len(intervals) == 5 + 3 * 6


def test_an_authority_may_go_on_in_the_next_batch() -> None:
    import pyarrow as pa  # noqa: PLC0415

    from robots_policy.spark._intervals import READ, Intervals  # noqa: PLC0415 - it needs Spark

    hosts = [f"https://{host}.example" for host in "abc"]
    answers = [
        (host, hour * HOUR, 200, None, f"{hour // 4}", host, f"{hour // 4}", True, False, None)
        for host in hosts
        for hour in range(9)
    ]
    kinds = {"bigint": pa.int64(), "boolean": pa.bool_(), "string": pa.string()}
    schema = pa.schema([(field.name, kinds[field.dataType.simpleString()]) for field in READ])
    rows_of = [dict(zip(READ.names, answer, strict=True)) for answer in answers]
    whole = [pa.RecordBatch.from_pylist(rows_of, schema)]
    for size in (1, 2, 5, 26):
        parts = [
            pa.RecordBatch.from_pylist(rows_of[start : start + size], schema) for start in range(0, len(rows_of), size)
        ]
        for within in (HOUR, None):
            found = [row for batch in Intervals(within)(iter(parts)) for row in batch.to_pylist()]
            assert found == [row for batch in Intervals(within)(iter(whole)) for row in batch.to_pylist()]
            assert len(found) == len(hosts) * (5 if within else 1)
    assert list(Intervals(HOUR)(iter([]))) == []
