"""Whose turn it is: start-time fair queueing between accounts (research/coordination.md 3.10)."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crawls.frontier.base import Lane

WAKE_LIMIT = 256  # accounts woken by one call; the next call wakes the next ones


def fair_order(
    turns: Iterable[tuple[int, int]], due: Mapping[int, Sequence[Lane]], limit: int
) -> list[Lane]:
    """At most `limit` of the due lanes, each to the account with the lowest virtual time.

    `turns` are (virtual time, account) pairs; every lane moves its account one unit on. Among
    equals the lower account id goes first. `due` holds each account's lanes, longest due first.
    """
    heap = list(turns)
    heapq.heapify(heap)
    taken = dict.fromkeys(due, 0)
    order: list[Lane] = []
    while heap and len(order) < limit:
        virtual_time, account = heapq.heappop(heap)
        lanes, position = due[account], taken[account]
        if position < len(lanes):
            order.append(lanes[position])
            taken[account] += 1
            heapq.heappush(heap, (virtual_time + 1, account))
    return order
