"""Counters that stay small however many pages go by."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from crawls.engine.traps.trap import SeenPage

MAX_GROUPS = 1_000
MAX_KEPT = 512  # of each count: exact up to here, then right to about 4 %
HASH_BYTES = 8
HASH_SPACE = 1 << 8 * HASH_BYTES


@dataclass(slots=True)
class Group:
    """URLs that have one template: how many, and which is nearest to and furthest from the seed."""

    count: int = 0
    nearest: tuple[int, str] | None = None
    furthest: tuple[int, str] | None = None

    def see(self, page: SeenPage) -> None:
        place = (page.depth, page.url)
        self.count += 1
        self.nearest = place if self.nearest is None else min(self.nearest, place)
        self.furthest = place if self.furthest is None else max(self.furthest, place)

    def take_in(self, other: Group) -> None:
        """Count the other's URLs too."""
        self.count += other.count
        self.nearest = min(filter(None, (self.nearest, other.nearest)), default=None)
        self.furthest = max(filter(None, (self.furthest, other.furthest)), default=None)

    @property
    def examples(self) -> tuple[str, ...]:
        ends = filter(None, (self.nearest, self.furthest))
        return tuple(dict.fromkeys(url for _, url in ends))


Key = TypeVar("Key", bound="Hashable")
Kind = TypeVar("Kind", bound=Group)


class Groups(Generic[Key, Kind]):
    """At most MAX_GROUPS groups. The smaller half is forgotten when there are more, so that a
    group of many URLs may be counted too low and is never counted too high (lossy counting, Manku
    and Motwani, 2002).
    """

    def __init__(self, new: Callable[[], Kind]) -> None:
        self._new = new
        self._by_key: dict[Key, Kind] = {}

    def at(self, key: Key) -> Kind:
        group = self._by_key.get(key)
        if group is None:
            if len(self._by_key) >= MAX_GROUPS:
                self._forget_smaller_half()
            group = self._by_key[key] = self._new()
        return group

    def __iter__(self) -> Iterator[tuple[Key, Kind]]:
        return iter(self._by_key.items())

    def _forget_smaller_half(self) -> None:
        larger = heapq.nlargest(MAX_GROUPS // 2, self._by_key.items(), key=lambda one: one[1].count)
        self._by_key = dict(larger)


@dataclass(slots=True)
class DistinctCount:
    """How many different texts were added: exact up to MAX_KEPT, estimated beyond from the
    smallest hashes (k minimum values; Bar-Yossef and others, 2002). The same for any order.
    """

    _kept: set[int] = field(default_factory=set)
    _largest_first: list[int] = field(default_factory=list)  # a heap of the same, negated

    def add(self, text: str) -> None:
        digest = blake2b(text.encode(errors="surrogatepass"), digest_size=HASH_BYTES).digest()
        value = int.from_bytes(digest, "big")
        if value in self._kept:
            return
        if len(self._kept) < MAX_KEPT:
            heapq.heappush(self._largest_first, -value)
        elif value < -self._largest_first[0]:
            self._kept.remove(-heapq.heapreplace(self._largest_first, -value))
        else:
            return
        self._kept.add(value)

    @property
    def value(self) -> int:
        if len(self._kept) < MAX_KEPT:
            return len(self._kept)
        return (MAX_KEPT - 1) * HASH_SPACE // -self._largest_first[0]
