"""Runs whose archives and tables are objects of an S3 store, served by moto on loopback."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING

import pytest
import spark_archives as made
from spark_cluster import Cluster, driver
from spark_session import missing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyarrow import fs

pytestmark = [pytest.mark.release, pytest.mark.skipif(missing() is not None, reason=str(missing()))]

AGENTS = ["ExampleBot", "GPTBot"]
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "a-secret-of-this-test"}
# How a cluster's owner gives them to executors.
FOR_EXECUTORS = [
    part for name, value in CREDENTIALS.items() for part in ("--conf", f"spark.executorEnv.{name}={value}")
]


class Store:
    """A bucket, and its files as `pyarrow.fs` has them."""

    def __init__(self, port: int) -> None:
        from pyarrow import fs  # noqa: PLC0415 - starts a thread of its own

        endpoint = f"127.0.0.1:{port}"
        self.query = f"endpoint_override={endpoint}&scheme=http&region=us-east-1"
        self.system: fs.FileSystem = fs.S3FileSystem(
            access_key=CREDENTIALS["AWS_ACCESS_KEY_ID"],
            secret_key=CREDENTIALS["AWS_SECRET_ACCESS_KEY"],
            endpoint_override=endpoint,
            scheme="http",
            region="us-east-1",
            allow_bucket_creation=True,
        )
        self.system.create_dir("bucket")

    def address(self, key: str) -> str:
        return f"s3://bucket/{key}?{self.query}"

    def put(self, file: Path) -> None:
        with self.system.open_output_stream(f"bucket/crawl/{file.name}", compression=None) as out:
            out.write(file.read_bytes())

    def files(self, folder: str) -> dict[str, fs.FileInfo]:
        from pyarrow import fs  # noqa: PLC0415

        found = self.system.get_file_info(fs.FileSelector(f"bucket/{folder}", recursive=True))
        return {each.path.removeprefix(f"bucket/{folder}/"): each for each in found if each.is_file}

    def fetched(self, folder: str, to: Path) -> Path:
        """A copy of a folder on this machine's disk."""
        to.mkdir()
        for name in self.files(folder):
            with self.system.open_input_stream(f"bucket/{folder}/{name}", compression=None) as file:
                (to / name).write_bytes(file.read())
        return to


@pytest.fixture
def store() -> Iterator[Store]:
    from moto.server import ThreadedMotoServer  # noqa: PLC0415 - not needed where Spark is missing

    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    port = server.get_host_and_port()[1]
    yield Store(port)
    # Its buckets outlive a server.
    urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/moto-api/reset", method="POST")).close()
    server.stop()


def scan(store: Store, *more: object) -> list[object]:
    agents = [part for agent in AGENTS for part in ("--agent", agent)]
    archives, out = store.address("crawl/*.warc.gz"), store.address("policy")
    return ["-m", "robots_policy.spark", archives, *agents, "--now", made.NOW, "-o", out, *FOR_EXECUTORS, *more]


def test_a_run_from_s3_to_s3_has_the_rows_of_the_program_and_is_resumed(
    running: Cluster, store: Store, tmp_path: Path
) -> None:
    running.whole()
    files = [*made.small(tmp_path / "archives", 6), made.large(tmp_path / "archives" / "large.warc.gz", 6 * made.MEBI)]
    for file in files:
        store.put(file)
    names = {file.name: f"s3://bucket/crawl/{file.name}" for file in files}
    wanted = made.scanned(files, tmp_path / "program", agents=AGENTS)
    with driver(running, *scan(store), **CREDENTIALS) as first:
        assert first.wait() == 0, first.output
    made.same(store.fetched("policy", tmp_path / "first"), wanted, names)

    written = store.files("policy")
    store.system.delete_file(f"bucket/policy/{files[2].name}.parquet")
    with driver(running, *scan(store, "--resume"), **CREDENTIALS) as second:
        assert second.wait() == 0, second.output
    assert f"{len(files) - 1} tables kept from an earlier run" in second.output
    made.same(store.fetched("policy", tmp_path / "second"), wanted, names)
    tables = {name: info.mtime_ns for name, info in store.files("policy").items() if name.endswith(".parquet")}
    again = [name for name, changed in tables.items() if changed != written[name].mtime_ns]
    assert again == [f"{files[2].name}.parquet"]


def test_objects_that_are_missing_are_named_without_credentials(running: Cluster, store: Store, tmp_path: Path) -> None:
    running.whole()
    [file] = made.small(tmp_path / "archives", 1)
    store.put(file)
    listed = tmp_path / "paths"
    listed.write_text(f"crawl/{file.name}\ncrawl/missing.warc.gz\n")
    more = ("--list", listed, "--base-url", store.address(""), "-o", store.address("policy"), *FOR_EXECUTORS)
    agents = [part for agent in AGENTS for part in ("--agent", agent)]
    with driver(running, "-m", "robots_policy.spark", *more, *agents, "--now", made.NOW, **CREDENTIALS) as run:
        assert run.wait() == 1
    assert "cannot read s3://bucket/crawl/missing.warc.gz" in run.output
    assert CREDENTIALS["AWS_SECRET_ACCESS_KEY"] not in run.output
    assert "Traceback" not in run.output
    found = store.fetched("policy", tmp_path / "policy")
    assert not (found / "_SUCCESS").exists()
    assert (found / f"{file.name}.parquet").exists()
    [why] = json.loads((found / "summary.json").read_text())["unreadable"]
    assert why.startswith("cannot read s3://bucket/crawl/missing.warc.gz")
