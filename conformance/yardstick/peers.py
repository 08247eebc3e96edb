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

NEEDED = ("name", "url", "run")
KEYS = (*NEEDED, "reading", "same")

Peer = dict[str, Any]


def peers(names: list[str]) -> list[Peer]:
    """The peers of these names, or all."""
    found = checked(json.loads((corpus.HOME / "peers.json").read_text("utf-8")))
    unknown = [name for name in names if all(name not in (peer["name"], short(peer)) for peer in found)]
    if unknown:
        there = ", ".join(short(peer) for peer in found)
        raise corpus.Wrong(f"--peers {' '.join(unknown)}: not in peers.json, which has: {there}")
    return [peer for peer in found if not names or peer["name"] in names or short(peer) in names]


def checked(found: list[Peer]) -> list[Peer]:
    """The peers, if each has the keys that it needs, and no other."""
    names = [peer.get("name") for peer in found]
    for number, peer in enumerate(found, 1):
        faults = [f"it lacks {key}" for key in NEEDED if key not in peer]
        faults += [f"{key} is unknown; there are: {', '.join(KEYS)}" for key in peer if key not in KEYS]
        faults += [f"{key} has to be a text" for key in KEYS if key != "run" and not isinstance(peer.get(key, ""), str)]
        if not isinstance(peer.get("run", []), list):
            faults.append("run has to be a list: the program and its arguments")
        if peer.get("reading", corpus.readings()[0]) not in corpus.readings():
            faults.append(f"reading {peer['reading']} is unknown; there are: {', '.join(corpus.readings())}")
        if "same" in peer and peer["same"] not in names:
            faults.append(f"same {peer['same']} is the name of no peer")
        if names.count(peer.get("name")) > 1:
            faults.append("there are two of this name")
        if faults:
            raise corpus.Wrong(f"peers.json, {peer.get('name', f'peer {number}')}: {'; '.join(faults)}")
    return found


def short(peer: Peer) -> str:
    """The name of its files."""
    name = "".join(c if c.isalnum() else "-" for c in peer["name"].lower())
    return "-".join(part for part in name.split("-") if part)


def adapter(peer: Peer, home: str) -> Adapter:
    """The process of a peer; `{home}` of its command is the folder of the installed ones."""
    place = str(Path(home).resolve())
    os.environ["CONFORMANCE_PEERS"] = place
    return Adapter([part.replace("{home}", place) for part in peer["run"]], str(corpus.HOME))
