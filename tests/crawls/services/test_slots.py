from __future__ import annotations

import time

import pytest

from crawls.frontier.base import Entry, FrontierClosed, Lane, LeaseLost, Pace, SlotTooFar
from crawls.frontier.memory import MemoryFrontier
from crawls.services import slots
from crawls.services.slots import SlotTaker

LANE = Lane(1, 1, "shop.test")
INTERVAL_MS = 60
GUARD_MS = 20
STEP_MS = INTERVAL_MS + GUARD_MS


class RealClock:
    """Real time, except that a stall makes one answer come late, as a busy Redis would."""

    def __init__(self):
        self.stalls_ms = []

    def __call__(self):
        now = time.monotonic_ns() // 1_000_000
        if self.stalls_ms:
            time.sleep(self.stalls_ms.pop(0) / 1000)
        return now


@pytest.fixture
def clock():
    return RealClock()


@pytest.fixture
def frontier(clock):
    frontier = MemoryFrontier(clock)
    frontier.recover(1, quarantine_ms=0)
    frontier.open_lane(LANE, Pace("0", INTERVAL_MS, GUARD_MS, max_in_flight=4))
    frontier.fill(LANE, [Entry(f"p{n}", 1, n) for n in range(4)], has_more=False)
    return frontier


def taker(frontier):
    return SlotTaker(frontier, frontier.claim(LANE))


def test_first_start_is_granted_at_once(frontier):
    first = taker(frontier)

    first.take()

    assert first.grants == 1


def test_takers_start_a_step_apart(frontier):
    began = time.monotonic_ns() // 1_000_000  # as the frontier's clock counts
    for _ in range(3):
        one = taker(frontier)
        one.take()
        one.started()

    waited_ms = time.monotonic_ns() / 1_000_000 - began
    assert waited_ms >= 2 * STEP_MS


def test_taker_waits_for_a_start_that_is_written_late(frontier):
    late, next_one = taker(frontier), taker(frontier)
    late.take()
    time.sleep(2 * STEP_MS / 1000)
    late.started()
    written = time.monotonic_ns() // 1_000_000

    next_one.take()

    assert time.monotonic_ns() / 1_000_000 - written >= STEP_MS - 1  # whole ms of two readings


def test_grant_that_came_late_is_asked_for_again(frontier, clock, monkeypatch):
    monkeypatch.setattr(slots, "GRANT_IS_FRESH_S", 0.2)
    stalled = taker(frontier)
    clock.stalls_ms = [300]

    stalled.take()

    assert stalled.grants == 2


def test_taker_whose_grants_always_come_late_gives_its_thread_back(frontier, clock, monkeypatch):
    monkeypatch.setattr(slots, "GRANT_IS_FRESH_S", 0.05)
    monkeypatch.setattr(slots, "MAX_WAIT_MS", 400)
    stalled = taker(frontier)
    clock.stalls_ms = [100] * 50

    with pytest.raises(SlotTooFar):
        stalled.take()


def test_far_start_travels_up_at_once(frontier):
    lease = frontier.claim(LANE)
    frontier.open_lane(LANE, frontier.pace(LANE), hold_ms=60_000)

    with pytest.raises(SlotTooFar) as refused:
        SlotTaker(frontier, lease).take()

    assert 30_000 < refused.value.wait_ms <= 60_000


def test_lost_lease_travels_up(frontier):
    lost = taker(frontier)
    frontier.close_lane(LANE)

    with pytest.raises(LeaseLost):
        lost.take()


def test_start_on_a_frontier_that_was_lost_meanwhile_is_no_error(clock):
    closed = MemoryFrontier(clock)
    leaseless = SlotTaker(closed, None)

    with pytest.raises(FrontierClosed):
        leaseless.take()
    leaseless.started()
