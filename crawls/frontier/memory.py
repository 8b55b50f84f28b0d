"""The frontier in this process's memory: the same answers as Redis, for tests of what uses it."""

from __future__ import annotations

from dataclasses import replace
from threading import RLock
from typing import TYPE_CHECKING

from crawls.frontier.base import (
    FENCES_PER_EPOCH,
    LEASE_MS,
    MAX_SLEEP_MS,
    OFFER_MS,
    REFILL_BELOW,
    STARTING_MS,
    Acked,
    Entry,
    FrontierClosed,
    Lane,
    Lease,
    LeaseLost,
    Offers,
    Pace,
    Refusal,
    Repace,
    SlotTooFar,
)
from crawls.frontier.keys import lane_id
from crawls.frontier.memory_state import HostState, LaneState, Turns
from crawls.frontier.turns import fair_order

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class MemoryFrontier:
    """Implements Frontier. Thread safe. Closed until `recover`, as an empty Redis is."""

    def __init__(self, now_ms: Callable[[], int], *, lease_ms: int = LEASE_MS) -> None:
        self._now_ms = now_ms
        self._lease_ms = lease_ms
        self._mutex = RLock()
        self._epoch = self._open_at_ms = self._fence = 0
        self._hosts: dict[str, HostState] = {}
        self._forget()

    def open_lane(self, lane: Lane, pace: Pace, *, hold_ms: int = 0) -> None:
        with self._mutex:
            now = self._gate()
            if lane not in self._lanes:
                host = self._hosts.setdefault(lane.host, HostState())
                self._lanes[lane] = LaneState(pace, host, next_ms=now)
            state = self._lanes[lane]
            state.is_open = True
            if hold_ms > 0:
                state.host.held_until_ms = max(state.host.held_until_ms, now + hold_ms)
            self._arm(lane, now)

    def fill(self, lane: Lane, entries: Sequence[Entry], *, has_more: bool) -> None:
        with self._mutex:
            now = self._gate()
            state = self._lanes.get(lane)
            if state is None or not state.is_open:
                return
            if has_more or len(state.window) < REFILL_BELOW:
                state.has_more = has_more
            state.add(entries, leased=self._held)
            self._arm(lane, now)

    def close_lane(self, lane: Lane) -> None:
        with self._mutex:
            now = self._gate()
            state = self._lanes.get(lane)
            if state is None:
                return
            state.is_open, state.has_more, state.offers = False, True, 0
            state.window.clear()
            self._arm(lane, now)

    def pace(self, lane: Lane) -> Pace | None:
        with self._mutex:
            self._gate()
            state = self._lanes.get(lane)
            return state.pace if state else None

    def is_idle(self, lane: Lane) -> bool:
        with self._mutex:
            self._gate()
            state = self._lanes.get(lane)
            return state is None or not (state.window or state.in_flight)

    def offer(self, limit: int) -> Offers:
        with self._mutex:
            now = self._gate(starts=True)
            self._turns.wake(now)
            turns = self._turns.first(limit)
            due = {account: self._due_lanes(account, now) for _, account in turns}
            order = fair_order(turns, due, limit)
            lanes = tuple(lane for lane in order if self._offer(lane, now))
            wait = self._turns.wake(now)
            return Offers(lanes, MAX_SLEEP_MS if wait is None else min(wait, MAX_SLEEP_MS))

    def claim(self, lane: Lane) -> Lease | Refusal:
        with self._mutex:
            now = self._gate(starts=True)
            state = self._lanes.get(lane)
            if state is None or not state.is_open:
                return Refusal.CLOSED
            state.offers = max(state.offers - 1, 0)
            answer = self._lease(lane, state, now)
            self._arm(lane, now)
            return answer

    def take_slot(self, lease: Lease, *, max_wait_ms: int) -> int:
        with self._mutex:
            now = self._gate(starts=True)
            state = self._lanes.get(lease.lane)
            deadline = self._deadlines.get(_key(lease), 0)
            if state is None or not state.is_open or deadline <= now:
                raise LeaseLost(f"{lease.item} with fence {lease.fence}")
            wait = state.host.wait_ms(now, _key(lease), state.step_ms)
            if wait > max_wait_ms:
                raise SlotTooFar(wait)
            if wait == 0:
                state.host.next_ms = now + state.step_ms
                state.host.starting = _key(lease)
                state.host.starting_until_ms = now + STARTING_MS
                self._deadlines[_key(lease)] = now + self._lease_ms
            return wait

    def started(self, lease: Lease) -> None:
        with self._mutex:
            now = self._gate()
            state = self._lanes.get(lease.lane)
            if state is not None:
                state.host.next_ms = max(state.host.next_ms, now + state.step_ms)
                state.host.forget_start(_key(lease))

    def ack(
        self, lease: Lease, entries: Sequence[Entry] = (), *, repace: Repace | None = None
    ) -> Acked:
        with self._mutex:
            now = self._gate()
            if self._held.get(lease.item) != lease.fence:
                return Acked(is_current=False, needs_refill=False)
            state = self._lanes[lease.lane]
            if repace is not None:
                self._repace(state, repace, now)
            del self._held[lease.item], self._deadlines[_key(lease)]
            state.host.forget_start(_key(lease))
            state.in_flight -= 1
            state.host.in_flight -= 1
            if state.is_open:
                state.add(entries, leased=self._held)
            self._arm(lease.lane, now)
            return Acked(is_current=True, needs_refill=state.needs_refill)

    def expired(self, limit: int) -> list[Lease]:
        with self._mutex:
            now = self._gate()
            overdue = sorted((at, *key) for key, at in self._deadlines.items() if at <= now)
            lanes = {lane_id(lane): lane for lane in self._lanes}
            return [Lease(lanes[lane], item, fence) for _, lane, item, fence in overdue[:limit]]

    def is_lost(self) -> bool:
        return self._epoch == 0

    def recover(self, epoch: int, *, quarantine_ms: int) -> None:
        with self._mutex:
            if epoch <= self._epoch:
                raise ValueError(
                    f"epoch {epoch} is not higher than {self._epoch}, the latest one served"
                )
            self._epoch = epoch
            self._fence = max(self._fence, epoch * FENCES_PER_EPOCH)
            self._open_at_ms = self._now_ms() + quarantine_ms
            self._forget()
            for host in self._hosts.values():
                host.in_flight = 0

    def _forget(self) -> None:
        self._lanes: dict[Lane, LaneState] = {}
        self._due: dict[int, dict[Lane, int]] = {}
        self._turns = Turns()
        self._held: dict[str, int] = {}
        self._deadlines: dict[tuple[str, str, int], int] = {}

    def _gate(self, *, starts: bool = False) -> int:
        now = self._now_ms()
        if self._epoch == 0:
            raise FrontierClosed("nothing was recovered yet")
        if starts and now < self._open_at_ms:
            raise FrontierClosed(f"nothing starts before {self._open_at_ms}")
        return now

    def _arm(self, lane: Lane, now: int) -> int | None:
        """Put the lane where it belongs in the due index and its account in the turns."""
        due = self._due.setdefault(lane.account_id, {})
        at = self._lanes[lane].next_offer(now)
        due.pop(lane, None)
        if at is not None:
            due[lane] = at
        first_due = min(due.values(), default=None)
        self._turns.place(lane.account_id, first_due=first_due, now_ms=now)
        return at

    def _due_lanes(self, account_id: int, now: int) -> list[Lane]:
        due = self._due[account_id]
        return sorted(
            (lane for lane, at in due.items() if at <= now),
            key=lambda lane: (due[lane], lane_id(lane)),
        )

    def _offer(self, lane: Lane, now: int) -> bool:
        at = self._arm(lane, now)
        if at is None or at > now:
            return False
        state = self._lanes[lane]
        state.offers = state.open_offers(now) + 1
        state.offer_until_ms = now + OFFER_MS
        is_late = now - state.next_ms > state.step_ms / 2
        state.next_ms = (now if is_late else state.next_ms) + state.step_ms
        self._turns.charge(lane.account_id)
        self._arm(lane, now)
        return True

    def _lease(self, lane: Lane, state: LaneState, now: int) -> Lease | Refusal:
        if state.host.in_flight >= state.pace.max_in_flight:
            return Refusal.BUSY
        if not state.window:
            return Refusal.REFILL if state.has_more else Refusal.EMPTY
        self._fence += 1
        lease = Lease(lane, state.pop(), self._fence)
        self._held[lease.item] = lease.fence
        self._deadlines[_key(lease)] = now + self._lease_ms
        state.in_flight += 1
        state.host.in_flight += 1
        return replace(lease, needs_refill=state.needs_refill, in_flight=state.host.in_flight)

    def _repace(self, state: LaneState, repace: Repace, now: int) -> None:
        moved = repace(state.pace)
        state.pace = moved.pace
        if moved.hold_ms > 0:
            state.host.held_until_ms = max(state.host.held_until_ms, now + moved.hold_ms)


def _key(lease: Lease) -> tuple[str, str, int]:
    return lane_id(lease.lane), lease.item, lease.fence
