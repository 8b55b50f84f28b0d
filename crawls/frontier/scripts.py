"""The Lua of the frontier: one constant text per operation, known to Redis by its SHA-1.

Callers use raw EVALSHA and nothing else. A Redis that lost its memory then answers NOSCRIPT, which
means closed; helpers that load a missing script would hide it. Redis before 7.0 keeps scripts in
its AOF, RDB and replicas, so every script also compares the server's run id with the gate's.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from crawls.frontier.base import (
    CLOSED_LANE_MS,
    HOST_MEMORY_MS,
    OFFER_MS,
    REFILL_BELOW,
    STARTING_MS,
    WINDOW,
)
from crawls.frontier.turns import WAKE_LIMIT

LUA = Path(__file__).parent / "lua"

CONSTANTS = {
    "WINDOW_SIZE": WINDOW,
    "REFILL_BELOW": REFILL_BELOW,
    "OFFER_MS": OFFER_MS,
    "STARTING_MS": STARTING_MS,
    "HOST_MEMORY_MS": HOST_MEMORY_MS,
    "CLOSED_LANE_MS": CLOSED_LANE_MS,
    "WAKE_LIMIT": WAKE_LIMIT,
}

GATE = ("server", "gate")
OPEN_GATE = (*GATE, "open")

PARTS = {
    "wake": OPEN_GATE,
    "offer": (*OPEN_GATE, "lane", "arm"),
    "claim": (*OPEN_GATE, "lane", "arm"),
    "take_slot": (*OPEN_GATE, "lane"),
    "started": (*GATE, "lane"),
    "ack": (*GATE, "lane", "host", "arm", "window"),
    "fill": (*GATE, "lane", "arm", "window"),
    "open_lane": (*GATE, "lane", "host", "arm"),
    "close_lane": (*GATE, "lane", "arm"),
    "pace": (*GATE, "lane"),
    "is_idle": (*GATE, "lane"),
    "expired": GATE,
    "set_gate": ("server",),
}


def files_of(operation: str) -> list[Path]:
    parts = [LUA / "parts" / f"{part}.lua" for part in PARTS[operation]]
    return [*parts, LUA / f"{operation}.lua"]


def missing_files() -> list[str]:
    """Lua files that were not packaged, for Django's system checks. Empty when all is well."""
    needed = {path for operation in PARTS for path in files_of(operation)}
    return sorted(str(path.relative_to(LUA)) for path in needed if not path.is_file())


@cache
def text_of(operation: str) -> str:
    constants = [f"local {name} = {value}\n" for name, value in CONSTANTS.items()]
    return "".join(constants) + "".join(path.read_text("ascii") for path in files_of(operation))


@cache
def sha1_of(operation: str) -> str:
    return hashlib.sha1(text_of(operation).encode(), usedforsecurity=False).hexdigest()
