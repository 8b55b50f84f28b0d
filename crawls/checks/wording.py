"""Quote what a site says, short enough to read."""

from __future__ import annotations

MAX_QUOTED = 120


def quoted(text: str) -> str:
    return f"\u201c{shortened(text)}\u201d"


def shortened(text: str) -> str:
    return text if len(text) <= MAX_QUOTED else f"{text[: MAX_QUOTED - 1]}\u2026"


def counted(number: int, noun: str) -> str:
    """`1 page`, `2,000 pages`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
