"""Functions that do to a parser's process what a hostile page could."""

from __future__ import annotations

import ctypes
import os
import re
import sys
from pathlib import Path


def echo(value):
    return value


def process_id() -> int:
    return os.getpid()


def loaded_modules() -> frozenset[str]:
    return frozenset(sys.modules)


def refuse() -> None:
    raise ValueError("not a page")


def hang_in_python() -> None:
    while True:
        pass


def hang_in_c() -> None:
    """Backtracks for years without giving up the interpreter's lock."""
    re.match(r"(a+)+$", "a" * 64 + "b")


def announce_and_hang(path: str) -> None:
    Path(path).write_text(str(os.getpid()), encoding="ascii")
    hang_in_c()


def touch_null() -> None:
    ctypes.string_at(0)


def leave(code: int) -> None:
    os._exit(code)


def eat_memory() -> int:
    return len(bytearray(3 * 1024**3))


def nest_deeply() -> None:
    nest_deeply()
