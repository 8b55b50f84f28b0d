"""The addresses of a sitemap, up to a limit, with what is wrong with them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawls.engine.sitemap_notes import Notes

LONGEST = 8 * 1024  # characters; no URL that is fetched is longer, see crawls.engine.urls
LONGEST_BY_PROTOCOL = 2047
REPLACEMENT = "\ufffd"
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


class EndOfReading(Exception):
    """Nothing more is read; what was read is kept."""


class Locs:
    def __init__(self, limit: int, notes: Notes) -> None:
        self.found: list[str] = []
        self._limit = limit
        self._notes = notes

    def add(self, loc: str) -> None:
        """Keep an address unless it cannot be the one that was meant.

        Raises EndOfReading, and notes it, for the first one beyond the limit.
        """
        if len(self.found) == self._limit:
            self._notes.was_cut = True
            self._notes.add(f"Only its first {self._limit} addresses were read")
            raise EndOfReading
        fault = _fatal_fault(loc)
        if fault:
            self._notes.add(fault, loc)
            return
        for fault in _faults(loc):
            self._notes.add(fault, loc)
        self.found.append(loc)


def _fatal_fault(loc: str) -> str | None:
    if REPLACEMENT in loc:
        return "Some addresses hold characters that cannot be read, and were left out"
    if len(loc) > LONGEST:
        return f"Some addresses are longer than {LONGEST} characters, and were left out"
    return None


def _faults(loc: str) -> list[str]:
    faults = {
        f"Some addresses are longer than {LONGEST_BY_PROTOCOL} characters": len(loc)
        > LONGEST_BY_PROTOCOL,
        "Some addresses are relative": SCHEME.match(loc) is None,
        "Some addresses are escaped twice": "&amp;" in loc,
    }
    return [fault for fault, is_there in faults.items() if is_there]
