"""Tables of verdicts as Arrow data, for pyarrow, polars, pandas, DuckDB and every other library of Arrow PyCapsules.

No Arrow library of Python is needed. Tables come in and go out without a copy, by ``__arrow_c_array__`` and
``__arrow_c_stream__``::

    table = pyarrow.table(robots_policy.scan("crawl.warc.gz", ["ExampleBot"]))
"""

from robots_policy._native import (
    Batches,
    RecordBatch,
    RemoteFile,
    RobotsAnswers,
    RobotsStore,
    Scan,
    Schema,
    judge_batch,
    judge_stream,
    robots_answers,
    scan,
    schema,
)

__all__ = [
    "Batches",
    "RecordBatch",
    "RemoteFile",
    "RobotsAnswers",
    "RobotsStore",
    "Scan",
    "Schema",
    "judge_batch",
    "judge_stream",
    "robots_answers",
    "scan",
    "schema",
]
