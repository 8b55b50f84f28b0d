"""The frontier on Redis: every decision is one Lua script, so that any number of processes agree."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from crawls.frontier.base import (
    LEASE_MS,
    MAX_SLEEP_MS,
    Acked,
    Entry,
    FrontierClosed,
    FrontierUnreachable,
    Lane,
    Lease,
    LeaseLost,
    Offers,
    Pace,
    Refusal,
    Repace,
    SlotTooFar,
)
from crawls.frontier.connection import closing_on_errors, connect
from crawls.frontier.keys import lane_id, lane_of, lease_of, shard_of
from crawls.frontier.recovery import recover_shards
from crawls.frontier.shard import Shard
from crawls.frontier.turns import fair_order

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import redis

__all__ = ["RedisFrontier", "connect"]

MAX_REPACES = 64
PACE_FIELDS = ("pace", "interval", "guard", "max_in_flight")
KEEP_PACE = ("", "", "", "", "")


class RedisFrontier:
    """Implements Frontier. Thread safe. The client comes from `connection.connect`.

    `now_ms` replaces Redis's own clock in tests only: workers' clocks disagree.
    """

    def __init__(
        self,
        client: redis.Redis,
        *,
        shards: int = 1,
        now_ms: Callable[[], int] | None = None,
        lease_ms: int = LEASE_MS,
    ) -> None:
        self._client = client
        self._shards = [Shard(client, number, now_ms=now_ms) for number in range(shards)]
        self._lease_ms = lease_ms
        self._rounds = count()

    def open_lane(self, lane: Lane, pace: Pace, *, hold_ms: int = 0) -> None:
        self._call("open_lane", lane, *_pace_arguments(pace), hold_ms)

    def fill(self, lane: Lane, entries: Sequence[Entry], *, has_more: bool) -> None:
        self._call("fill", lane, int(has_more), *_entry_arguments(entries))

    def close_lane(self, lane: Lane) -> None:
        self._call("close_lane", lane)

    def pace(self, lane: Lane) -> Pace | None:
        return _pace_of(self._call("pace", lane))

    def is_idle(self, lane: Lane) -> bool:
        return bool(self._call("is_idle", lane))

    def offer(self, limit: int) -> Offers:
        lanes: list[Lane] = []
        waits = [MAX_SLEEP_MS]
        first = next(self._rounds)
        for step in range(len(self._shards)):
            shard = self._shards[(first + step) % len(self._shards)]
            offered, wait = _offer_from(shard, limit - len(lanes))
            lanes += offered
            waits += [wait] if wait >= 0 else []
        return Offers(tuple(lanes), min(waits))

    def claim(self, lane: Lane) -> Lease | Refusal:
        answer = self._call("claim", lane, self._lease_ms)
        if answer[0] != "leased":
            return Refusal(answer[0])
        _, item, fence, needs_refill, in_flight = answer
        return Lease(lane, item, int(fence), needs_refill == 1, int(in_flight))

    def take_slot(self, lease: Lease, *, max_wait_ms: int) -> int:
        verdict, wait_ms = self._call(
            "take_slot", lease.lane, lease.item, lease.fence, max_wait_ms, self._lease_ms
        )
        if verdict == "lost":
            raise LeaseLost(f"{lease.item} with fence {lease.fence}")
        if verdict == "far":
            raise SlotTooFar(int(wait_ms))
        return int(wait_ms)

    def started(self, lease: Lease) -> None:
        self._call("started", lease.lane, lease.item, lease.fence)

    def ack(
        self, lease: Lease, entries: Sequence[Entry] = (), *, repace: Repace | None = None
    ) -> Acked:
        added = _entry_arguments(entries)
        for _ in range(MAX_REPACES):
            pace = self._moved_pace(lease.lane, repace)
            verdict, needs_refill = self._call(
                "ack", lease.lane, lease.item, lease.fence, *pace, *added
            )
            if verdict != "repaced":
                return Acked(verdict == "acked", needs_refill == 1)
        raise FrontierClosed(f"the pace of {lane_id(lease.lane)} never held still")

    def expired(self, limit: int) -> list[Lease]:
        found: list[Lease] = []
        for shard in self._shards:
            members = shard.call("expired", shard.keys.leases, limit - len(found))
            found += [lease_of(member) for member in members]
            if len(found) >= limit:
                break
        return found

    def is_lost(self) -> bool:
        try:
            has_scripts = all(shard.has_scripts() for shard in self._shards)
            self.expired(1)  # answered even in quarantine
        except FrontierUnreachable:
            raise
        except FrontierClosed:
            return True
        return not has_scripts

    def recover(self, epoch: int, *, quarantine_ms: int) -> None:
        shards = [shard.keys for shard in self._shards]
        with closing_on_errors():
            now_ms = self._shards[0].now_ms()
            recover_shards(self._client, shards, epoch, now_ms=now_ms, quarantine_ms=quarantine_ms)

    def _call(self, operation: str, lane: Lane, *args: object) -> Any:
        return self._shard(lane).call_lane(operation, lane, *args)

    def _shard(self, lane: Lane) -> Shard:
        return self._shards[shard_of(lane.host, len(self._shards))]

    def _moved_pace(self, lane: Lane, repace: Repace | None) -> tuple[object, ...]:
        """What `ack` is told of the pace: hold_ms, the state it may replace, and the new pace."""
        if repace is None:
            return (0, *KEEP_PACE)
        before = _pace_of(self._shard(lane).lane_fields(lane, *PACE_FIELDS))
        if before is None:
            return (0, *KEEP_PACE)
        after = repace(before)
        return (after.hold_ms, before.state, *_pace_arguments(after.pace))


def _offer_from(shard: Shard, limit: int) -> tuple[list[Lane], int]:
    """The lanes offered, and the ms until something is due (-1: nothing is)."""
    now_ms, wait_ms, *flat = shard.call("wake", shard.keys.turns, limit)
    if not flat:
        return [], wait_ms
    turns = [(int(flat[i + 1]), int(flat[i])) for i in range(0, len(flat), 2)]
    accounts = [account for _, account in turns]
    found = shard.due_lanes(accounts, now_ms=now_ms, limit=limit)
    due = {a: [lane_of(text) for text in lanes] for a, lanes in zip(accounts, found, strict=True)}
    order = fair_order(turns, due, limit)
    offers = [("offer", *shard.lane_arguments(lane)) for lane in order]
    *answers, (_, wait_ms) = shard.call_all([*offers, ("wake", shard.keys.turns, (0,))])
    return [lane for lane, answer in zip(order, answers, strict=True) if answer == 1], wait_ms


def _pace_of(values: Sequence[str | None]) -> Pace | None:
    """The pace as PACE_FIELDS of a lane hold it."""
    state, interval_ms, guard_ms, max_in_flight = values
    if state is None:
        return None
    return Pace(state, int(interval_ms or 0), int(guard_ms or 0), int(max_in_flight or 0))


def _pace_arguments(pace: Pace) -> tuple[object, ...]:
    return (pace.state, pace.interval_ms, pace.guard_ms, pace.max_in_flight)


def _entry_arguments(entries: Sequence[Entry]) -> list[object]:
    ordered = sorted(entries, key=lambda entry: (entry.score, entry.item))
    return [part for entry in ordered for part in (entry.score, entry.item)]
