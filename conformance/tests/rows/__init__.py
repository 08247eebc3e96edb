"""Inputs with what is expected of them, a row of JSON each."""

import json
from pathlib import Path
from typing import Any


def rows(name: str) -> list[Any]:
    """The rows of a file of this folder."""
    return [json.loads(line) for line in Path(__file__).with_name(f"{name}.jsonl").read_text("utf-8").splitlines()]
