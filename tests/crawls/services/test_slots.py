from __future__ import annotations

import time
from datetime import timedelta

import pytest

from crawls.engine.pacing import new_pace
from crawls.frontier.base import Entry, Lane, LeaseLost, Pace, SlotTooFar
from crawls.frontier.memory import MemoryFrontier
from crawls.services.slots import SlotTaker, lateness_allowed

LANE = Lane(1, 1, "shop.test")
INTERVAL_MS = 60
GUARD_MS = 20
LATENESS = timedelta(milliseconds=500)  # a loaded machine stalls for less
STALL_MS = 600


class RealClock:
    """Real time, except that a stall makes one answer come late, as a busy Redis would."""

    def __init__(self):
        self.stalls_ms = []
        self.ahead_ms = 0

    def __call__(self):
        now = time.monotonic_ns() // 1_000_000 + self.ahead_ms
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
    return SlotTaker(frontier, frontier.claim(LANE), LATENESS)


def test_first_slot_is_at_once(frontier):
    first = taker(frontier)

    first()

    assert first.taken == 1


def test_taker_waits_what_it_was_told(frontier):
    began = time.monotonic_ns() // 1_000_000  # as the frontier's clock counts
    for _ in range(3):
        taker(frontier)()

    waited_ms = time.monotonic_ns() / 1_000_000 - began
    assert waited_ms >= 2 * (INTERVAL_MS + GUARD_MS)


def test_taker_that_wakes_late_takes_another_slot(frontier, clock):
    late = taker(frontier)
    clock.stalls_ms = [STALL_MS]

    late()

    assert late.taken == 2


def test_taker_that_is_always_late_gives_its_thread_back(frontier, clock, monkeypatch):
    monkeypatch.setattr("crawls.services.slots.MAX_TAKES", 3)
    late = taker(frontier)
    clock.stalls_ms = [STALL_MS] * 3

    with pytest.raises(SlotTooFar) as refused:
        late()

    assert (late.taken, refused.value.wait_ms) == (3, 5_000)


def test_far_slot_travels_up_at_once(frontier):
    lease = frontier.claim(LANE)
    frontier.open_lane(LANE, frontier.pace(LANE), hold_ms=60_000)

    with pytest.raises(SlotTooFar) as refused:
        SlotTaker(frontier, lease, LATENESS)()

    assert 30_000 < refused.value.wait_ms <= 60_000


def test_lost_lease_travels_up(frontier):
    lost = taker(frontier)
    frontier.close_lane(LANE)

    with pytest.raises(LeaseLost):
        lost()


@pytest.mark.parametrize(
    ("rps", "lateness_ms"),
    [
        (0.5, 10),
        (2, 10),
        (3, 10),
        (10, 2),  # half of a guard of 4 ms
        (20, 50),  # named test hosts: their interval
        (100, 10),
        (1000, 5),  # no thread wakes more exactly
    ],
)
def test_lateness_allowed_is_half_the_guard(rps, lateness_ms):
    assert lateness_allowed(new_pace(rps)) == timedelta(milliseconds=lateness_ms)
