"""Runs whose archives and tables are objects of an S3 store, served by moto on loopback."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING

import pytest
import spark_archives as made
from spark_driver import command
from spark_session import missing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyarrow import fs

pytestmark = [pytest.mark.release, pytest.mark.skipif(missing() is not None, reason=str(missing()))]

CREDENTIALS = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "a-secret-of-this-test"}


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


def test_a_run_from_s3_to_s3_has_the_rows_of_the_program_and_is_resumed(store: Store, tmp_path: Path) -> None:
    files = made.small(tmp_path / "archives", 4)
    for file in files[1:]:
        store.put(file)
    listed = tmp_path / "paths"
    listed.write_text("".join(f"crawl/{file.name}\n" for file in files))
    words = ["--list", listed, "--base-url", store.address(""), "-o", store.address("policy"), "--now", made.NOW]
    words += [part for agent in made.AGENTS for part in ("--agent", agent)]
    first = command(tmp_path, "local[2]", *words, **CREDENTIALS)
    assert first.process.returncode == 1, first.output
    why = f"cannot read s3://bucket/crawl/{files[0].name}"
    assert first.said[0].startswith(f"robots-policy: {why}")
    assert CREDENTIALS["AWS_SECRET_ACCESS_KEY"] not in first.output
    found = store.fetched("policy", tmp_path / "first")
    assert not (found / "_SUCCESS").exists()
    assert json.loads((found / "summary.json").read_text())["unreadable"][0].startswith(why)

    written = store.files("policy")
    store.put(files[0])
    store.system.delete_file(f"bucket/policy/{files[2].name}.parquet")
    second = command(tmp_path, "local[2]", *words, "--resume", **CREDENTIALS)
    assert second.process.returncode == 0, second.output
    assert "2 tables kept from an earlier run" in second.output
    made.same(store.fetched("policy", tmp_path / "second"), made.scanned(files, tmp_path / "program"))
    now = store.files("policy")
    left = [name for name, info in written.items() if now[name].mtime_ns == info.mtime_ns]
    assert sorted(left) == sorted(f"{file.name}{end}" for file in files[1:4:2] for end in (".parquet", ".report.json"))
    pattern = command(tmp_path, "local[2]", store.address("crawl/*.gz"), "-o", store.address("all"), **CREDENTIALS)
    assert pattern.process.returncode == 0, pattern.output
    assert "_SUCCESS" in store.files("all")
