"""The readers of `peers.json`."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from . import corpus
from .process import Adapter

# Where `conformance/install` puts them.
HOME = str(corpus.HOME.parent / "target/conformance-peers")

Peer = dict[str, Any]


def peers(names: list[str]) -> list[Peer]:
    """The peers of these names, or all."""
    found: list[Peer] = json.loads((corpus.HOME / "peers.json").read_text("utf-8"))
    unknown = [name for name in names if all(name not in (peer["name"], short(peer)) for peer in found)]
    if unknown:
        there = ", ".join(short(peer) for peer in found)
        raise corpus.Wrong(f"--peers {' '.join(unknown)}: not in peers.json, which has: {there}")
    return [peer for peer in found if not names or peer["name"] in names or short(peer) in names]


def short(peer: Peer) -> str:
    """The name of its files."""
    name = "".join(c if c.isalnum() else "-" for c in peer["name"].lower())
    return "-".join(part for part in name.split("-") if part)


def adapter(peer: Peer, home: str) -> Adapter:
    """The process of a peer; `{home}` of its command is the folder of the installed ones."""
    place = str(Path(home).resolve())
    os.environ["CONFORMANCE_PEERS"] = place
    return Adapter([part.replace("{home}", place) for part in peer["run"]], str(corpus.HOME))
