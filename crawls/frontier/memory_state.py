"""What MemoryFrontier remembers of a lane, a host and the accounts' turns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crawls.frontier.base import REFILL_BELOW, WINDOW
from crawls.frontier.turns import WAKE_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawls.frontier.base import Entry, Pace


@dataclass(slots=True)
class HostState:
    in_flight: int = 0
    next_ms: int = 0
    held_until_ms: int = 0
    starting: tuple[str, str, int] | None = None  # the lease whose grant is on its way
    starting_until_ms: int = 0

    def wait_ms(self, now_ms: int, lease: tuple[str, str, int], step_ms: int) -> int:
        """How long a lease must wait before it asks again; 0 when it may start."""
        wait = max(self.next_ms, self.held_until_ms) - now_ms
        starting = self.starting_until_ms - now_ms
        if wait <= 0 and starting > 0 and self.starting != lease:
            wait = max(min(step_ms, starting), 1)
        return max(wait, 0)

    def forget_start(self, lease: tuple[str, str, int]) -> None:
        if self.starting == lease:
            self.starting_until_ms = 0


@dataclass(slots=True)
class LaneState:
    pace: Pace
    host: HostState
    next_ms: int
    is_open: bool = True
    has_more: bool = False
    offers: int = 0
    offer_until_ms: int = 0
    in_flight: int = 0
    window: dict[str, int] = field(default_factory=dict)  # item -> score

    @property
    def step_ms(self) -> int:
        return self.pace.interval_ms + self.pace.guard_ms

    @property
    def needs_refill(self) -> bool:
        return self.is_open and self.has_more and len(self.window) < REFILL_BELOW

    def open_offers(self, now_ms: int) -> int:
        return self.offers if self.offer_until_ms > now_ms else 0

    def next_offer(self, now_ms: int) -> int | None:
        """When the lane may be offered next; None when an ack or a fill must come first."""
        if not self.is_open or not (self.window or self.has_more):
            return None
        offers, places, host = self.open_offers(now_ms), self.pace.max_in_flight, self.host
        if host.in_flight + offers < places:
            return max(self.next_ms, host.held_until_ms, host.next_ms - self.step_ms)
        if self.in_flight + offers < places:
            return max(now_ms + self.step_ms, host.held_until_ms)
        return self.offer_until_ms if offers else None

    def add(self, entries: Iterable[Entry], *, leased: dict[str, int]) -> None:
        for entry in entries:
            if entry.item not in leased and entry.item not in self.window:
                self.window[entry.item] = entry.score
        while len(self.window) > WINDOW:
            del self.window[max(self.window, key=self._position)]
            self.has_more = True

    def pop(self) -> str:
        item = min(self.window, key=self._position)
        del self.window[item]
        return item

    def _position(self, item: str) -> tuple[int, str]:
        return self.window[item], item


@dataclass(slots=True)
class Turns:
    """Accounts with a due lane by virtual time; the others by their earliest due."""

    virtual: dict[int, int] = field(default_factory=dict)
    waiting: dict[int, int] = field(default_factory=dict)
    spent: dict[int, int] = field(default_factory=dict)
    turn: int = 0

    def wake(self, now_ms: int) -> int | None:
        """Move woken accounts; the ms until something is due, None when nothing is."""
        due = sorted((at, str(account)) for account, at in self.waiting.items() if at <= now_ms)
        for _, name in due[:WAKE_LIMIT]:
            account = int(name)
            self.virtual[account] = max(self.spent.pop(account, 0), self.turn)
            del self.waiting[account]
        if self.virtual:
            return 0
        return max(min(self.waiting.values()) - now_ms, 0) if self.waiting else None

    def first(self, limit: int) -> list[tuple[int, int]]:
        """The `limit` lowest (virtual time, account)."""
        named = sorted((virtual, str(account)) for account, virtual in self.virtual.items())
        return [(virtual, int(name)) for virtual, name in named[:limit]]

    def charge(self, account: int) -> None:
        own = self.virtual.get(account, self.spent.pop(account, 0))
        self.turn = max(own, self.turn)
        self.virtual[account] = self.turn + 1
        self.waiting.pop(account, None)

    def place(self, account: int, *, first_due: int | None, now_ms: int) -> None:
        if account in self.virtual:
            if first_due is not None and first_due <= now_ms:
                return
            self.spent[account] = self.virtual.pop(account)
        if first_due is None:
            self.waiting.pop(account, None)
        else:
            self.waiting[account] = first_due
