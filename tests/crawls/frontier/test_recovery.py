from __future__ import annotations

import pytest

from crawls.frontier.base import Acked, FrontierClosed, Lane, Lease, Refusal
from tests.crawls.frontier.samples import PACE, STEP_MS, pages_of

LANE = Lane(1, 1, "shop.test")
LEASE = Lease(LANE, "p1-1", 1)

CALLS = {
    "open_lane": lambda frontier: frontier.open_lane(LANE, PACE),
    "fill": lambda frontier: frontier.fill(LANE, pages_of([1]), has_more=False),
    "offer": lambda frontier: frontier.offer(5),
    "claim": lambda frontier: frontier.claim(LANE),
    "take_slot": lambda frontier: frontier.take_slot(LEASE, max_wait_ms=0),
    "started": lambda frontier: frontier.started(LEASE),
    "ack": lambda frontier: frontier.ack(LEASE, repace=lambda pace: pace),
    "expired": lambda frontier: frontier.expired(5),
    "pace": lambda frontier: frontier.pace(LANE),
    "is_idle": lambda frontier: frontier.is_idle(LANE),
    "close_lane": lambda frontier: frontier.close_lane(LANE),
}
STARTING = {"offer", "claim", "take_slot"}


@pytest.mark.parametrize("name", CALLS)
def test_nothing_is_answered_before_the_first_recovery(empty_frontier, name):
    with pytest.raises(FrontierClosed):
        CALLS[name](empty_frontier)


@pytest.mark.parametrize("name", sorted(STARTING))
def test_nothing_starts_in_quarantine(frontier, lane, clock, name):
    frontier.recover(2, quarantine_ms=30_000)
    frontier.open_lane(lane, PACE)
    clock.advance(29_999)

    with pytest.raises(FrontierClosed):
        CALLS[name](frontier)


@pytest.mark.parametrize("name", sorted(CALLS.keys() - STARTING))
def test_what_starts_nothing_works_in_quarantine(frontier, name):
    frontier.recover(2, quarantine_ms=30_000)

    CALLS[name](frontier)


def test_work_goes_on_after_the_quarantine(frontier, lane, open_lane, clock):
    frontier.recover(2, quarantine_ms=30_000)
    open_lane(lane)
    clock.advance(30_000)

    assert frontier.offer(5).lanes == (lane,)
    assert frontier.claim(lane).item == "p1-1"


def test_recovery_forgets_lanes_leases_and_offers(frontier, lane, open_lane, clock):
    lease = frontier.claim(open_lane(lane))
    frontier.recover(2, quarantine_ms=0)
    clock.advance(60_000)

    assert frontier.claim(lane) is Refusal.CLOSED
    assert frontier.expired(5) == []
    assert frontier.offer(5).lanes == ()
    assert frontier.ack(lease) == Acked(is_current=False, needs_refill=False)


def test_recovery_keeps_host_clocks(frontier, lane, open_lane):
    lease = frontier.claim(open_lane(lane))
    frontier.take_slot(lease, max_wait_ms=0)
    frontier.recover(2, quarantine_ms=0)

    lease = frontier.claim(open_lane(lane))

    assert frontier.take_slot(lease, max_wait_ms=5_000) == STEP_MS


def test_recovery_frees_the_places_of_forgotten_leases(frontier, lane, open_lane):
    open_lane(lane)
    frontier.claim(lane)
    frontier.claim(lane)
    frontier.recover(2, quarantine_ms=0)
    open_lane(lane)

    assert [type(frontier.claim(lane)) for _ in range(2)] == [Lease, Lease]
    assert frontier.claim(lane) is Refusal.BUSY


def test_a_lease_of_a_former_epoch_never_equals_a_new_one(frontier, lane, open_lane):
    old = frontier.claim(open_lane(lane, pages=1))
    frontier.recover(2, quarantine_ms=0)
    new = frontier.claim(open_lane(lane, pages=1))

    assert new.item == old.item
    assert new.fence > old.fence
    assert not frontier.ack(old).is_current
    assert frontier.ack(new).is_current


@pytest.mark.parametrize("epoch", [0, 1])
def test_an_epoch_that_does_not_rise_is_refused(frontier, epoch):
    with pytest.raises(ValueError, match="not higher"):
        frontier.recover(epoch, quarantine_ms=0)
