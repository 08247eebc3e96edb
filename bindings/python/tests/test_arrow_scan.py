"""`scan` among threads and signals; its rows and its files are sessions."""

import io
import signal
import threading
import time
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pyarrow as pa
import pytest
from conftest import ROOT

from robots_policy import scan

NOW = datetime(2026, 11, 20, tzinfo=UTC)
CRAWL = ROOT / "fixtures" / "archives" / "crawl.warc.gz"


def rows(scanned: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - of any kind
    return list(pa.table(scanned).to_pylist())


def test_threads_share_a_scan_and_scan_beside_each_other() -> None:
    want = rows(scan(CRAWL, ["*"], now=NOW))
    shared = scan(io.BytesIO(CRAWL.read_bytes()), ["*"], now=NOW, batch_rows=1, name=str(CRAWL))
    found: list[dict[str, Any]] = []
    alone: list[bool] = []

    def work() -> None:
        for batch in iter(partial(next, shared, None), None):
            found.extend(pa.record_batch(batch).to_pylist())
        alone.append(rows(scan(CRAWL, ["*"], now=NOW)) == want)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found, key=lambda row: row["warc_offset"]) == want
    assert alone == [True] * 4


def test_other_threads_run_while_a_stream_waits_for_a_file() -> None:
    inside = threading.Event()
    go = threading.Event()

    class Waiting(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            inside.set()
            assert go.wait(30)
            return super().read(size)

    scanned = scan(Waiting(CRAWL.read_bytes()), ["*"])
    tables: list[Any] = []
    threads = [threading.Thread(target=lambda: tables.append(pa.table(scanned))) for _ in range(3)]
    for thread in threads:
        thread.start()
    assert inside.wait(30)
    time.sleep(0.05)  # the others wait for the archive now, and must not hold the interpreter
    go.set()
    for thread in threads:
        thread.join()
    assert sum(table.num_rows for table in tables) == 12


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs signals of threads")
def test_ctrl_c_ends_a_scan() -> None:
    octets = CRAWL.read_bytes()

    class Endless:
        def read(self, size: int) -> bytes:
            del size
            return octets

    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        pa.record_batch(next(scan(Endless(), ["*"], batch_rows=10**9)))
    timer.join()
