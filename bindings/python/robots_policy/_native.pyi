"""The parts of the native module that the package alone uses."""

from collections.abc import Mapping, Sequence
from typing import IO, Any

from robots_policy import Client, RobotsTxt
from robots_policy.arrow import RecordBatch, RemoteFile
from robots_policy.parts import Access
from robots_policy.typing import Columns, Octets, SupportsArrowArray, SupportsRead

_MOST_TIERS: int
_QUESTION: tuple[str, ...]

class _RunFolder:
    def finish(self, tables: Sequence[Any], unreadable: Sequence[str]) -> str: ...
    def close(self) -> None: ...

class _RunSettings:
    def __init__(self, **how: Any) -> None: ...  # noqa: ANN401 - those of `scan`, with the path of a store
    def begin(self, folder: str, agents: str | None, resume: bool) -> _RunFolder: ...
    def scan(
        self,
        folder: str,
        archive: str | IO[bytes] | SupportsRead | RemoteFile,
        name: str,
        origin: str,
        file_name: str,
        identity: Mapping[str, Any] | None,
    ) -> tuple[bool, str, str | None]: ...

def _findings(text: bytes, now: int) -> bytes: ...
def _listed(text: bytes) -> list[str]: ...
def _robots_within(robots_time: str, robots_within: float | None) -> int | None: ...
def _timeline(
    times: Sequence[int],
    has_outcome: Sequence[bool],
    is_redirect: Sequence[bool],
    states: Sequence[int],
    within: int | None,
) -> list[tuple[int, int, list[tuple[int, int, str | None]]]]: ...
def _access_html(access: Access) -> str: ...
def _may_fetch(robots_txt: RobotsTxt, url: str | Octets, agent: Client) -> bool: ...
def _judge_apart(batch: SupportsArrowArray, agents: Sequence[Client], columns: Columns, why: str) -> RecordBatch: ...
def _is_whole(content_encoding: bytes, body: bytes) -> bool: ...
def _run_program(arguments: Sequence[str]) -> int: ...
