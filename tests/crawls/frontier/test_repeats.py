"""A call whose answer was lost is made again: the second time changes nothing."""

from __future__ import annotations

import pytest

from crawls.frontier.base import LEASE_MS, Lane, Lease, Pace, Refusal, Repaced
from tests.crawls.frontier.samples import PACE, STEP_MS, pages_of

LANE = Lane(1, 1, "shop.test")
SLOWER = Repaced(Pace("slower", 1_000, 40, 2), hold_ms=5_000)


def opened(frontier):
    frontier.open_lane(LANE, PACE)


def filled(frontier):
    opened(frontier)
    frontier.fill(LANE, pages_of([2, 1]), has_more=False)


def leased(frontier):
    filled(frontier)
    return frontier.claim(LANE)


def drained(frontier, clock):
    """What the lane still does: the whole of its state, seen from outside."""
    clock.advance(LEASE_MS)
    swept = [(lease.item, frontier.ack(lease).is_current) for lease in frontier.expired(9)]
    clock.advance(60_000)
    offered = frontier.offer(9)
    claims = [frontier.claim(LANE) for _ in range(4)]
    slots = [frontier.take_slot(c, max_wait_ms=9_999) for c in claims if isinstance(c, Lease)]
    seen = [claim.item if isinstance(claim, Lease) else claim for claim in claims]
    return swept, offered, seen, slots, frontier.pace(LANE)


CASES = {
    "open_lane": (lambda _: None, lambda frontier, _: frontier.open_lane(LANE, PACE)),
    "fill": (
        opened,
        lambda frontier, _: frontier.fill(LANE, pages_of([3, 1]), has_more=True),
    ),
    "close_lane": (leased, lambda frontier, _: frontier.close_lane(LANE)),
    "ack": (
        leased,
        lambda frontier, lease: frontier.ack(lease, pages_of([5]), repace=lambda _: SLOWER),
    ),
    "expired": (leased, lambda frontier, _: frontier.expired(9)),
    "pace": (leased, lambda frontier, _: frontier.pace(LANE)),
    "is_idle": (leased, lambda frontier, _: frontier.is_idle(LANE)),
    "offer": (filled, lambda frontier, _: frontier.offer(9)),
}


@pytest.mark.parametrize("name", CASES)
def test_a_repeated_call_changes_nothing(frontier, clock, name):
    prepare, call = CASES[name]
    outcomes = []
    for epoch, times in ((2, 1), (3, 2)):
        frontier.recover(epoch, quarantine_ms=0)
        value = prepare(frontier)
        for _ in range(times):
            call(frontier, value)
        outcomes.append(drained(frontier, clock))

    assert outcomes[0] == outcomes[1]


def test_a_repeated_claim_is_a_lease_of_its_own(frontier):
    filled(frontier)

    leases = [frontier.claim(LANE), frontier.claim(LANE)]

    assert [lease.item for lease in leases] == ["p1-1", "p1-2"]
    assert frontier.claim(LANE) is Refusal.BUSY


def test_a_repeated_slot_is_a_later_one(frontier):
    lease = leased(frontier)

    assert [frontier.take_slot(lease, max_wait_ms=STEP_MS) for _ in range(2)] == [0, STEP_MS]
