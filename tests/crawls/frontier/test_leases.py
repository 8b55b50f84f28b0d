from __future__ import annotations

import pytest

from crawls.frontier.base import (
    LEASE_MS,
    STARTING_MS,
    Acked,
    Lane,
    Lease,
    LeaseLost,
    Pace,
    Refusal,
    Repaced,
    SlotTooFar,
)
from tests.crawls.frontier.samples import PACE, STEP_MS, pages_of

LOST = Acked(is_current=False, needs_refill=False)


def test_a_claim_takes_the_first_item(frontier, lane, open_lane):
    lease = frontier.claim(open_lane(lane))

    assert (lease.lane, lease.item) == (lane, "p1-1")


def test_fences_rise_with_every_lease(frontier, lane, open_lane):
    open_lane(lane)
    fences = []
    for _ in range(3):
        lease = frontier.claim(lane)
        fences.append(lease.fence)
        frontier.ack(lease)

    assert fences == [fences[0], fences[0] + 1, fences[0] + 2]


def test_in_flight_counts_over_all_lanes_of_a_host(frontier, lane, open_lane):
    open_lane(lane)
    other = open_lane(Lane(2, 2, lane.host))
    frontier.claim(lane)
    frontier.claim(other)

    assert frontier.claim(lane) is Refusal.BUSY
    assert frontier.claim(other) is Refusal.BUSY


def test_a_lease_knows_how_many_requests_are_on_its_host(frontier, lane, open_lane):
    open_lane(lane)
    other = open_lane(Lane(2, 2, lane.host))

    assert [frontier.claim(lane).in_flight, frontier.claim(other).in_flight] == [1, 2]


def test_another_host_has_its_own_places(frontier, lane, open_lane):
    open_lane(lane)
    other = open_lane(Lane(2, 2, f"{lane.host}:8080"))
    frontier.claim(lane)
    frontier.claim(lane)

    assert isinstance(frontier.claim(other), Lease)


def test_an_ack_frees_one_place_once(frontier, lane, open_lane):
    open_lane(lane, pages=5)
    first, _ = frontier.claim(lane), frontier.claim(lane)
    assert frontier.ack(first).is_current
    assert frontier.ack(first) == LOST

    assert isinstance(frontier.claim(lane), Lease)
    assert frontier.claim(lane) is Refusal.BUSY


@pytest.fixture
def pair(frontier, lane, open_lane):
    """Two leases on one host, of two audits."""
    return [frontier.claim(open_lane(at)) for at in (lane, Lane(2, 2, lane.host))]


def ask(frontier, lease):
    return frontier.take_slot(lease, max_wait_ms=5_000)


def test_starts_of_a_host_are_an_interval_and_a_guard_apart(frontier, pair, clock):
    first, second = pair
    waits = [ask(frontier, first)]
    frontier.started(first)
    for ms in (0, STEP_MS - 1, 1):
        clock.advance(ms)
        waits.append(ask(frontier, second))

    assert waits == [0, STEP_MS, 1, 0]


def test_a_start_that_is_written_late_moves_the_next_one(frontier, pair, clock):
    first, second = pair
    ask(frontier, first)
    clock.advance(100)
    frontier.started(first)
    clock.advance(STEP_MS - 100)

    assert ask(frontier, second) == 100


def test_nobody_starts_while_another_start_is_on_its_way(frontier, pair, clock):
    first, second = pair
    ask(frontier, first)
    clock.advance(2 * STEP_MS)
    waits = [ask(frontier, second)]
    frontier.started(first)
    waits.append(ask(frontier, second))

    assert waits == [STEP_MS, STEP_MS]


def test_a_start_that_was_never_written_is_forgotten(frontier, pair, clock):
    first, second = pair
    ask(frontier, first)
    clock.advance(STARTING_MS - 1)
    waits = [ask(frontier, second)]
    clock.advance(1)
    waits.append(ask(frontier, second))

    assert waits == [1, 0]


def test_an_ack_ends_a_start_that_was_given_up(frontier, pair, clock):
    first, second = pair
    ask(frontier, first)
    clock.advance(STEP_MS)
    frontier.ack(first)

    assert ask(frontier, second) == 0


def test_a_start_reported_after_it_was_forgotten_still_moves_the_next_one(frontier, pair, clock):
    first, second = pair
    ask(frontier, first)
    clock.advance(STARTING_MS)
    frontier.started(first)

    assert ask(frontier, second) == STEP_MS


def test_unused_time_is_not_saved_up(frontier, lane, open_lane, clock):
    lease = frontier.claim(open_lane(lane))
    frontier.take_slot(lease, max_wait_ms=0)
    clock.advance(10 * STEP_MS)

    assert [frontier.take_slot(lease, max_wait_ms=5_000) for _ in range(2)] == [0, STEP_MS]


def test_a_slot_too_far_away_is_not_reserved(frontier, lane, open_lane):
    lease = frontier.claim(open_lane(lane))
    frontier.take_slot(lease, max_wait_ms=0)
    with pytest.raises(SlotTooFar) as too_far:
        frontier.take_slot(lease, max_wait_ms=STEP_MS - 1)

    assert too_far.value.wait_ms == STEP_MS
    assert frontier.take_slot(lease, max_wait_ms=STEP_MS) == STEP_MS


def test_a_lease_expires_at_its_deadline(frontier, lane, open_lane, clock):
    lease = frontier.claim(open_lane(lane))

    clock.advance(LEASE_MS - 1)
    assert frontier.expired(5) == []
    clock.advance(1)
    assert frontier.expired(5) == [lease]


def test_an_expired_lease_gets_no_slot(frontier, lane, open_lane, clock):
    lease = frontier.claim(open_lane(lane))
    clock.advance(LEASE_MS)

    with pytest.raises(LeaseLost):
        frontier.take_slot(lease, max_wait_ms=5_000)


def test_a_granted_start_moves_the_deadline(frontier, lane, open_lane, clock):
    lease = frontier.claim(open_lane(lane))
    clock.advance(LEASE_MS - 1)
    frontier.take_slot(lease, max_wait_ms=0)

    clock.advance(LEASE_MS - 1)
    assert frontier.expired(5) == []
    clock.advance(1)
    assert frontier.expired(5) == [lease]


def test_asking_for_expired_leases_changes_nothing(frontier, lane, open_lane, clock):
    lease = frontier.claim(open_lane(lane))
    clock.advance(LEASE_MS)
    frontier.expired(5)

    assert frontier.expired(5) == [lease]
    assert frontier.ack(lease).is_current


def test_the_longest_overdue_leases_come_first(frontier, lane, open_lane, clock):
    open_lane(lane)
    leases = []
    for _ in range(2):
        leases.append(frontier.claim(lane))
        clock.advance(5)
    clock.advance(LEASE_MS)

    assert frontier.expired(1) == leases[:1]
    assert frontier.expired(9) == leases


def test_the_sweepers_ack_queues_the_item_again_and_frees_the_place(
    frontier, lane, open_lane, clock
):
    lost = frontier.claim(open_lane(lane, pages=1, pace=Pace("steady", 500, 20, 1)))
    clock.advance(LEASE_MS)
    assert frontier.ack(lost, pages_of([1])).is_current

    fresh = frontier.claim(lane)

    assert (fresh.item, fresh.fence > lost.fence) == (lost.item, True)
    assert frontier.ack(lost) == LOST
    with pytest.raises(LeaseLost):
        frontier.take_slot(lost, max_wait_ms=5_000)
    assert frontier.take_slot(fresh, max_wait_ms=0) == 0


def test_a_stale_ack_changes_nothing(frontier, lane, open_lane):
    lease = frontier.claim(open_lane(lane, pages=1))
    frontier.ack(lease)
    repaced = Repaced(Pace("changed", 1, 1, 1), hold_ms=60_000)

    assert frontier.ack(lease, pages_of([7]), repace=lambda _: repaced) == LOST
    assert frontier.pace(lane) == PACE
    assert frontier.is_idle(lane)


def test_an_ack_queues_new_entries(frontier, lane, open_lane):
    frontier.ack(frontier.claim(open_lane(lane, pages=1)), pages_of([3, 2]))

    assert [frontier.claim(lane).item for _ in range(2)] == ["p1-2", "p1-3"]


def test_an_ack_does_not_queue_what_another_lease_holds(frontier, lane, open_lane):
    open_lane(lane, pages=2)
    first, second = frontier.claim(lane), frontier.claim(lane)
    frontier.ack(first, pages_of([2]))
    frontier.ack(second)

    assert frontier.is_idle(lane)


def test_an_ack_asks_for_a_refill_when_the_window_is_low(frontier, lane, open_lane):
    open_lane(lane, pages=2, has_more=True)

    assert frontier.ack(frontier.claim(lane)) == Acked(is_current=True, needs_refill=True)


def test_an_ack_moves_the_pace_on(frontier, lane, open_lane):
    lease = frontier.claim(open_lane(lane))
    slower = Pace("slower", 1_000, 40, 1)
    seen = []

    frontier.ack(lease, repace=lambda pace: seen.append(pace) or Repaced(slower))

    assert seen == [PACE]
    assert frontier.pace(lane) == slower


def test_a_new_pace_spaces_the_next_starts(frontier, lane, open_lane, clock):
    open_lane(lane)
    first, second = frontier.claim(lane), frontier.claim(lane)
    waits = [frontier.take_slot(first, max_wait_ms=0)]
    frontier.ack(first, repace=lambda _: Repaced(Pace("slower", 1_000, 0, 2)))
    for ms in (0, STEP_MS, 0):
        clock.advance(ms)
        waits.append(frontier.take_slot(second, max_wait_ms=9_000))

    assert waits == [0, STEP_MS, 0, 1_000]


def test_a_hold_delays_every_lane_of_the_host(frontier, lane, open_lane):
    open_lane(lane)
    other = frontier.claim(open_lane(Lane(2, 2, lane.host)))
    frontier.ack(frontier.claim(lane), repace=lambda pace: Repaced(pace, hold_ms=30_000))

    assert frontier.take_slot(other, max_wait_ms=60_000) == 30_000


def test_a_shorter_hold_does_not_end_a_longer_one(frontier, lane, open_lane, clock):
    open_lane(lane, pages=4)
    for hold_ms in (30_000, 5_000):
        frontier.ack(
            frontier.claim(lane), repace=lambda pace, ms=hold_ms: Repaced(pace, hold_ms=ms)
        )
    clock.advance(10_000)

    assert frontier.take_slot(frontier.claim(lane), max_wait_ms=60_000) == 20_000


def test_a_lane_opened_with_a_hold_waits_for_it(frontier, lane):
    frontier.open_lane(lane, PACE, hold_ms=4_000)
    frontier.fill(lane, pages_of([1]), has_more=False)

    assert frontier.take_slot(frontier.claim(lane), max_wait_ms=10_000) == 4_000
