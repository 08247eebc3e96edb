"""What the tests share: the project's folder, and the program as a second door to the same library."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pandas as pd
import pyarrow as pa
import pytest
import spark_session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from pyspark.sql import SparkSession

    Mistake = tuple[Callable[[], Any], type[Exception], str]

ROOT = Path(__file__).parents[3]


def pandas_of(data: Any) -> pd.DataFrame:  # noqa: ANN401 - whatever has the interface of Arrow
    """The frame of a table; `from_arrow` came with pandas 3, and before it pyarrow carries the table."""
    if hasattr(pd.DataFrame, "from_arrow"):
        return pd.DataFrame.from_arrow(data)
    return (pa.record_batch if hasattr(data, "__arrow_c_array__") else pa.table)(data).to_pandas()


@pytest.fixture(scope="session")
def fixtures() -> Path:
    """The folder of cases, which the Rust tests read too."""
    return ROOT / "fixtures"


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """A session of Spark; without Java, its tests are skipped and say so."""
    why = spark_session.missing()
    if why is not None:
        pytest.skip(why)
    session = spark_session.started()
    yield session
    session.stop()


class Quiet(BaseHTTPRequestHandler):
    """A handler of requests that logs nothing."""

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def answer(
        self, status: int = 200, fields: Iterable[tuple[str, str]] = (), body: bytes = b"", *, length: int | None = None
    ) -> None:
        """Answers with these fields and this body, or says that it has another length."""
        self.send_response(status)
        for name, value in [*fields, ("Content-Length", str(len(body) if length is None else length))]:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Serve on loopback; the value is the address, without a path."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def rust_program() -> Path:
    """The program that cargo builds, beside that of the package."""
    given = os.environ.get("ROBOTS_POLICY")
    if not given:
        pytest.skip("ROBOTS_POLICY does not name the program; `.ci/run python` builds it")
    return Path(given)


def wheels() -> Path:
    """The folder of the wheels that the tests install."""
    given = os.environ.get("WHEELS")
    if not given:
        pytest.skip("WHEELS does not name the folder of the wheels; `.ci/run python` builds them")
    return Path(given)


def program(*arguments: object, is_damaged: bool = False) -> bytes:
    """What the program prints; with `is_damaged` it may have found a damage."""
    command = [sys.executable, "-m", "robots_policy", *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, check=False)
    assert run.returncode in ({0, 1} if is_damaged else {0}), run.stderr.decode()
    return run.stdout


def evaluated(records: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What `eval --jsonl` answers to these records."""
    lines = "".join(json.dumps(record) + "\n" for record in records)
    command = [sys.executable, "-m", "robots_policy", "eval", "--jsonl"]
    run = subprocess.run(command, input=lines.encode(), capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
    return [json.loads(line) for line in run.stdout.splitlines()]
