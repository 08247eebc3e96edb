"""What an adapter says about itself, before it is asked a case."""

from __future__ import annotations

from typing import Any

from . import corpus
from .process import Adapter, Silent


def greeting(adapter: Adapter) -> dict[str, Any]:
    """The first answer. Raises `Wrong` with what is wrong with it, and ends the adapter."""
    try:
        said = adapter.start()
        fault = "; ".join(faults(said))
    except Silent as why:
        fault = {"crash": "it ended", "timeout": "it gave none in time"}[str(why)]
    except OSError as why:
        adapter.end()
        raise corpus.Wrong(f"it cannot be started: {why}") from None
    if fault:
        adapter.end()
        raise corpus.Wrong(f"{fault} (its first line has to be a JSON object with name, version and kinds)")
    return said


def faults(said: dict[str, Any]) -> list[str]:
    """What is wrong with a first answer."""
    if "error" in said:
        return [str(said["error"])]
    lacks = [key for key in ("name", "version", "kinds") if key not in said]
    found = [f"it lacks {key}" for key in lacks]
    for key, there in (("kinds", list(corpus.KINDS)), ("features_missing", corpus.features())):
        words = said.get(key, [])
        if not isinstance(words, list):
            found.append(f"{key} has to be a list")
            continue
        found += [f"{key} has {word}; there are: {', '.join(there)}" for word in words if word not in there]
    return found
