"""The native module, which the package alone uses."""

from collections.abc import Sequence

__version__: str

def _findings(text: bytes, now: int) -> bytes: ...
def _run_program(arguments: Sequence[str]) -> int: ...
