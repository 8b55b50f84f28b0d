"""Which of many patterns with stars match a path, all of them tried at once.

One bit stands for each octet of each pattern, in one large number; a bit is set while its octet is
the last one that was matched. An octet of the path moves every set bit one place on, where the
pattern has that octet, and a bit before a star also stays (the Shift-And method of Baeza-Yates and
Gonnet). No pattern is tried twice and none is tried alone, so that only lengths count, not
contents: the cost is (length of the path) x (octets of the patterns), in machine words of bits.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Pattern = tuple[bytes, ...]

START = b"\xff"  # in no text: UTF-8 has no such octet
BLOCK = 32 * 1024  # octets of patterns that stay together in a processor's nearest memory
NO, YES = b"0", b"1"


class Wildcards:
    """Patterns, the strongest first. Each is what stands before, between and after its stars.

    Every pattern goes on as it likes after its last part; the first part may be empty.
    """

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self._blocks = [(first, Block(block)) for first, block in _in_blocks(patterns)]

    def first_match(self, path: bytes) -> int | None:
        """The place of the strongest pattern that matches, counted from 0."""
        for first, block in self._blocks:
            place = block.first_match(path)
            if place is not None:
                return first + place
        return None


class Block:
    def __init__(self, patterns: Sequence[Pattern]) -> None:
        texts = [b"".join(parts) for parts in patterns]
        stays = [_stays(parts) for parts in patterns]
        self._shortest = min(map(len, texts))
        self._needed = frozenset(texts[0]).intersection(*texts)
        self._ends = list(accumulate(map(len, stays)))
        self._start = _number(YES + NO * len(text) for text in texts)
        self._stays = _number(stays)
        self._finals = _number(NO * (len(stay) - 1) + YES for stay in stays)
        self._octets = Octets(b"".join(START + text for text in texts))

    def first_match(self, path: bytes) -> int | None:
        if len(path) < self._shortest or not self._needed.issubset(path):
            return None
        state, stays, octets = self._start, self._stays, self._octets
        for octet in path:
            state = state >> 1 & octets[octet] | state & stays
            if not state:
                return None
        matched = state & self._finals
        # The first octet of the first pattern is the highest bit.
        return (
            bisect_left(self._ends, self._ends[-1] - matched.bit_length() + 1) if matched else None
        )


class Octets(dict[int, int]):
    """Where in a text an octet stands, as bits, found when it is first asked for."""

    def __init__(self, text: bytes) -> None:
        super().__init__()
        self._text = text

    def __missing__(self, octet: int) -> int:
        is_there = bytes(YES[0] if other == octet else NO[0] for other in range(256))
        self[octet] = _number([self._text.translate(is_there)])
        return self[octet]


def _in_blocks(patterns: Iterable[Pattern]) -> Iterator[tuple[int, list[Pattern]]]:
    block: list[Pattern] = []
    first = size = 0
    for place, parts in enumerate(patterns):
        if size > BLOCK:
            yield first, block
            block, first, size = [], place, 0
        block.append(parts)
        size += 1 + sum(map(len, parts))
    if block:
        yield first, block


def _stays(parts: Pattern) -> bytes:
    before, *after = parts
    return NO * len(before) + YES + b"".join(NO * (len(part) - 1) + YES for part in after)


def _number(bits: Iterable[bytes]) -> int:
    return int(b"".join(bits), 2)
