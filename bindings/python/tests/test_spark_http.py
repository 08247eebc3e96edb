"""Files over HTTP: cut, changed, shortened, refused. No Spark is needed."""

from __future__ import annotations

import random
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest
from spark_server import Served, archives_served

import robots_policy
from robots_policy.spark._http import ATTEMPTS, TAIL, HttpFile, UnreadableUrlError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OCTETS = random.Random(1).randbytes(300_000)  # noqa: S311 - of a test
NAME = "a.bin"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of random octets."""
    path = tmp_path / NAME
    path.write_bytes(OCTETS)
    return path


def whole(url: str, pauses: list[float] | None = None) -> bytes:
    """Read a file to its end, in pieces of several lengths."""
    sizes = random.Random(2)  # noqa: S311 - of a test
    pieces = []
    with HttpFile(url, pause=(pauses if pauses is not None else []).append) as file:
        while piece := file.read(sizes.randint(1, 50_000)):
            pieces.append(piece)
        assert file.read(1) == b""
    return b"".join(pieces)


def test_a_connection_that_is_cut_continues_where_it_was(file: Path) -> None:
    pauses: list[float] = []
    with archives_served({NAME: Served(file, cut=70_000)}) as server:
        assert whole(server.url + NAME, pauses) == OCTETS
    requests = server.of(NAME)
    # Each answer begins with bytes that were handed over before.
    places = [70_000 * number - TAIL * number for number in range(1, 5)]
    assert [request.start for request in requests] == [0, *places]
    # A new byte starts the count of attempts anew.
    assert pauses == [0.5] * 4


def test_a_server_without_ranges_has_its_first_bytes_passed_over(file: Path) -> None:
    cuts = iter([100_000, 250_000, None, None])

    class Sinking(Served):
        """Cuts later each time."""

        def __getattribute__(self, name: str) -> Any:  # noqa: ANN401
            return next(cuts) if name == "cut" else super().__getattribute__(name)

    with archives_served({NAME: Sinking(file, has_ranges=False)}) as server:
        assert whole(server.url + NAME) == OCTETS
    assert [request.status for request in server.of(NAME)] == [200, 200, 200]


@pytest.mark.parametrize("has_validator", [True, False])
@pytest.mark.parametrize("has_ranges", [True, False])
def test_versions_of_a_file_are_not_mixed(file: Path, tmp_path: Path, has_ranges: bool, has_validator: bool) -> None:  # noqa: FBT001
    later = tmp_path / "later"
    later.write_bytes(OCTETS[::-1])
    served = Served(file, cut=70_000, later=later, has_ranges=has_ranges, has_validator=has_validator)
    why = "it changed while it was read" if has_validator else "the server sent other bytes than before"
    with archives_served({NAME: served}) as server:
        with pytest.raises(UnreadableUrlError, match=f"at byte 70000: {why}"):
            whole(server.url + NAME)
        assert len(server.of(NAME)) == 2


@pytest.mark.parametrize("has_ranges", [True, False])
def test_a_file_without_a_validator_is_read_to_its_end(file: Path, has_ranges: bool) -> None:  # noqa: FBT001
    cuts = iter([70_000, 200_000, None, None, None])

    class Sinking(Served):
        """Cuts later each time."""

        def __getattribute__(self, name: str) -> Any:  # noqa: ANN401
            return next(cuts) if name == "cut" else super().__getattribute__(name)

    with archives_served({NAME: Sinking(file, has_ranges=has_ranges, has_validator=False)}) as server:
        assert whole(server.url + NAME) == OCTETS


def test_a_file_that_became_shorter_is_not_whole(file: Path, tmp_path: Path) -> None:
    later = tmp_path / "later"
    later.write_bytes(OCTETS[:1000])
    served = Served(file, cut=70_000, later=later)
    with (
        archives_served({NAME: served}) as server,
        pytest.raises(UnreadableUrlError, match="it changed while it was read"),
    ):
        whole(server.url + NAME)


def test_a_status_that_passes_is_waited_for(file: Path) -> None:
    pauses: list[float] = []
    with archives_served({NAME: Served(file, statuses=[503, 429])}) as server:
        assert whole(server.url + NAME, pauses) == OCTETS
    assert pauses == [0.5, 1.0]


@pytest.mark.parametrize("status", [404, 403, 410])
def test_a_refusal_is_not_repeated(status: int, file: Path) -> None:
    with archives_served({NAME: Served(file, statuses=[status] * 9)}) as server:
        url = server.url + NAME
        with pytest.raises(UnreadableUrlError, match=f"cannot read {url}: HTTP status {status}"):
            whole(url)
        assert len(server.of(NAME)) == 1


def test_attempts_without_a_byte_end(file: Path) -> None:
    pauses: list[float] = []
    with archives_served({NAME: Served(file, statuses=[503] * 99)}) as server:
        with pytest.raises(UnreadableUrlError, match=f"HTTP status 503 .*tried {ATTEMPTS} times|503.*{ATTEMPTS} times"):
            whole(server.url + NAME, pauses)
        assert len(server.of(NAME)) == ATTEMPTS
    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0]


def test_a_port_on_which_no_server_listens() -> None:
    with pytest.raises(UnreadableUrlError, match=r"cannot read http://127.0.0.1:1/a: .*refused.*; tried"):
        whole("http://127.0.0.1:1/a")


@contextmanager
def raw(*answers: bytes) -> Iterator[str]:
    """A server that sends these octets, one answer a request, and closes the connection."""
    left = list(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.wfile.write(left.pop(0) if left else b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/a"
        finally:
            server.shutdown()
            thread.join()


def answer(status: str, *fields: str, body: bytes = b"") -> bytes:
    """An answer of these parts."""
    return "\r\n".join([f"HTTP/1.1 {status}", *fields, "", ""]).encode() + body


FILE = OCTETS[:1000]
CUT = answer("200 OK", "Content-Length: 1000", 'ETag: "a"', body=FILE[:600])
# The place from which the rest is asked for.
FROM = 600 - TAIL


def part(first: int, last: int, length: object = 1000, *, etag: str = 'ETag: "a"', body: bytes | None = None) -> bytes:
    """A part of the file."""
    place = f"Content-Range: bytes {first}-{last}/{length}"
    octets = FILE[first : last + 1] if body is None else body
    return answer("206 Partial Content", place, etag, f"Content-Length: {len(octets)}", body=octets)


HOSTILE = {
    f"the server sent bytes from 600 on, and was asked for those from {FROM} on": part(600, 999),
    "a Content-Range that says which": answer("206 Partial Content", 'ETag: "a"', "Content-Length: 4", body=b"abcd"),
    "a Content-Range that says which, once more": part(FROM, 1000),
    "it changed while it was read": part(FROM, 999, etag='ETag: "b"'),
    "it changed while it was read; ": part(FROM, 1000, 1001, body=FILE[FROM:] + b"x"),
    "it changed while it was read; scan it again": part(FROM, 999, body=FILE[FROM:] + b"x"),
    "the server sent other bytes than before": part(FROM, 999, body=OCTETS[FROM + 1 : 1001]),
    "the server sent it with Content-Encoding: gzip": answer(
        "200 OK", "Content-Encoding: gzip", 'ETag: "a"', "Content-Length: 1000"
    ),
    "HTTP status 204": answer("204 No Content"),
    "HTTP status 416|changed": answer("416 Range Not Satisfiable", "Content-Length: 0"),
}


@pytest.mark.parametrize("why", HOSTILE)
def test_a_wrong_part_is_not_taken(why: str) -> None:
    answers = [HOSTILE[why]] * ATTEMPTS
    with raw(CUT, *answers) as url, pytest.raises(UnreadableUrlError, match=why.removesuffix(", once more")):
        whole(url)


def test_the_rest_may_come_in_any_form_that_is_whole() -> None:
    for rest in [
        part(FROM, 999),
        part(FROM, 999, "*"),
        answer("200 OK", 'ETag: "a"', "Content-Length: 1000", body=FILE),
        answer("200 OK", 'ETag: "a"', body=FILE),
    ]:
        with raw(CUT, rest) as url:
            assert whole(url) == FILE


def test_a_length_that_comes_later_is_that_of_the_file() -> None:
    first = answer("200 OK", 'ETag: "a"', "Transfer-Encoding: chunked", body=b"258\r\n" + FILE[:600] + b"\r\n")
    with raw(first, part(FROM, 999)) as url, HttpFile(url, pause=lambda _: None) as file:
        assert file.read(600) + file.read(1000) == FILE
        assert file.length == 1000
    other = part(700 - TAIL, 999)
    with raw(first, part(FROM, 999, body=FILE[FROM:700]), other) as url, HttpFile(url, pause=lambda _: None) as file:
        assert file.read(600) + file.read(1000) + file.read(1000) == FILE
    shorter = part(FROM, 999, body=FILE[FROM:700])
    with raw(first, shorter, part(700 - TAIL, 998, 999)) as url, HttpFile(url, pause=lambda _: None) as file:
        assert file.read(600) + file.read(100) == FILE[:700]
        with pytest.raises(UnreadableUrlError, match="it changed while it was read"):
            file.read(1)


def test_a_body_whose_end_nothing_shows_is_named() -> None:
    for fields, is_named in [((), True), (("Content-Length: 600",), False), (("Transfer-Encoding: chunked",), False)]:
        is_chunked = "Transfer-Encoding: chunked" in fields
        body = b"258\r\n" + FILE[:600] + b"\r\n0\r\n\r\n" if is_chunked else FILE[:600]
        with raw(answer("200 OK", *fields, body=body)) as url, HttpFile(url) as file:
            assert file.read() == FILE[:600]
            assert (file.caution is not None) == is_named
            assert is_named == ("states no length" in str(file.caution))


def test_a_reader_of_an_archive_warns_of_an_end_that_nothing_shows(fixtures: Path) -> None:
    pytest.importorskip("pyspark")
    from robots_policy.spark._archives import Archive  # noqa: PLC0415
    from robots_policy.spark._source import _reading, archive_batches  # noqa: PLC0415

    archive = fixtures / "archives" / "crawl.warc.gz"
    with archives_served({archive.name: Served(archive, is_framed=False)}) as server:
        place = Archive(archive.name, f"{server.url}{archive.name}?signature=SECRET")
        with pytest.warns(UserWarning, match="crawl.warc.gz: the server states no length") as caught:
            assert list(archive_batches(place, _reading({})))
    assert "SECRET" not in str(caught[0].message)


def test_a_body_in_chunks_has_an_end() -> None:
    chunked = answer("200 OK", "Transfer-Encoding: chunked", body=b"4\r\nabcd\r\n0\r\n\r\n")
    with raw(chunked) as url:
        assert whole(url) == b"abcd"
    cut = answer("200 OK", "Transfer-Encoding: chunked", body=b"4\r\nabcd\r\n")
    with raw(*[cut] * ATTEMPTS) as url, pytest.raises(UnreadableUrlError, match="IncompleteRead"):
        whole(url)


def test_a_retry_after_is_waited_for_but_not_for_long() -> None:
    for field, pause in [("7", 7.0), ("86400", 60.0), ("soon", 0.5), ("Thu, 01 Jan 1970 00:00:00 GMT", 0.5)]:
        pauses: list[float] = []
        refused = answer("503 Service Unavailable", f"Retry-After: {field}", "Content-Length: 0")
        with raw(refused, answer("200 OK", "Content-Length: 1", body=b"a")) as url:
            assert whole(url, pauses) == b"a"
        assert pauses == [pause]


def test_an_archive_is_read_from_a_server_that_cuts(fixtures: Path) -> None:
    archive = fixtures / "archives" / "crawl.warc.gz"
    with archives_served({archive.name: Served(archive, cut=900)}) as server:
        file = HttpFile(server.url + archive.name, pause=lambda _: None)
        with file, robots_policy.scan(file, ["ExampleBot"], name=str(archive)) as scan:
            rows = [batch.num_rows for batch in scan]
            report = scan.report
    with robots_policy.scan(archive, ["ExampleBot"]) as whole_scan:
        assert rows == [batch.num_rows for batch in whole_scan]
        assert report == whole_scan.report
