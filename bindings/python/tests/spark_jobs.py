"""A driver that stays: each line of standard input is a job in JSON, each `RESULT` line of the output its result."""

from __future__ import annotations

import json
import sys
import traceback
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pyspark.sql import SparkSession

from robots_policy.spark import robots_answers, scan_files, with_access

if TYPE_CHECKING:
    from collections.abc import Callable

spark = SparkSession.builder.getOrCreate()


def files(paths: list[str], out: str, agents: list[str], now: str, **settings: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    """`scan_files`, and the rows that it returns."""
    rows = scan_files(spark, paths, out, agents, now=datetime.fromisoformat(now), **settings)
    return [row.asDict(recursive=True) for row in rows.collect()]


def table(paths: str | None, out: str, options: dict[str, str]) -> int:
    """The data source, written by Spark; nothing is registered."""
    spark.read.format("robots_policy").options(**options).load(paths).write.parquet(out)
    return spark.read.parquet(out).count()


def access(path: str, out: str, options: dict[str, str]) -> int:
    """The data source's rows with the access that the robots.txt answers of the same archive give."""
    answers = robots_answers(spark, path)
    rows = spark.read.format("robots_policy").options(**options).load(path)
    with_access(rows, answers).write.parquet(out)
    return spark.read.parquet(out).count()


JOBS: dict[str, Callable[..., Any]] = {"files": files, "table": table, "access": access}

for line in sys.stdin:
    job = json.loads(line)
    try:
        answer = {"value": JOBS[job.pop("job")](**job)}
    except Exception as error:  # noqa: BLE001 - the test looks at it
        traceback.print_exc()
        answer = {"error": f"{type(error).__name__}: {error}"}
    sys.stdout.write(f"\nRESULT {json.dumps(answer, default=str)}\n")
    sys.stdout.flush()
spark.stop()
