from __future__ import annotations

import pytest

from crawls.frontier.base import (
    REFILL_BELOW,
    SEQUENCES,
    WINDOW,
    Entry,
    Lane,
    Lease,
    LeaseLost,
    Pace,
    Refusal,
)
from tests.crawls.frontier.samples import PACE, STEP_MS, pages_of


def drain(frontier, lane):
    """Every queued item in the order in which it is leased."""
    items = []
    while isinstance(lease := frontier.claim(lane), Lease):
        items.append(lease.item)
        frontier.ack(lease)
    return items


def test_an_unknown_lane_answers_closed(frontier, lane):
    assert frontier.claim(lane) is Refusal.CLOSED


def test_an_unknown_lane_has_no_pace(frontier, lane):
    assert frontier.pace(lane) is None


def test_an_unknown_lane_is_idle(frontier, lane):
    assert frontier.is_idle(lane)


def test_a_lane_opened_again_keeps_its_pace(frontier, lane):
    frontier.open_lane(lane, PACE)
    frontier.open_lane(lane, Pace("other", 9_000, 1, 1))

    assert frontier.pace(lane) == PACE


def test_a_pace_state_comes_back_as_it_was_written(frontier, lane):
    pace = Pace('{"rate": 0.1, "name": "é"}', 500, 20, 2)
    frontier.open_lane(lane, pace)

    assert frontier.pace(lane) == pace


def test_filling_an_unknown_lane_changes_nothing(frontier, lane):
    frontier.fill(lane, pages_of([1]), has_more=True)

    assert frontier.claim(lane) is Refusal.CLOSED


def test_items_go_by_rank_then_sequence(frontier, lane):
    frontier.open_lane(lane, PACE)
    entries = [
        Entry("deep-first", 2, 0),
        Entry("shallow-last", 1, SEQUENCES - 1),
        Entry("deepest", 63, SEQUENCES - 1),
        Entry("shallow-first", 1, 7),
    ]
    frontier.fill(lane, entries, has_more=False)

    assert drain(frontier, lane) == ["shallow-first", "shallow-last", "deep-first", "deepest"]


def test_an_item_that_is_there_keeps_its_place(frontier, lane, open_lane):
    open_lane(lane, pages=2)
    frontier.fill(lane, [Entry("p1-2", 0, 0)], has_more=False)

    assert drain(frontier, lane) == ["p1-1", "p1-2"]


def test_a_leased_item_is_not_queued_again(frontier, lane, open_lane):
    open_lane(lane, pages=1)
    frontier.claim(lane)
    frontier.fill(lane, pages_of([1, 2]), has_more=False)

    assert frontier.claim(lane).item == "p1-2"
    assert frontier.claim(lane) is Refusal.BUSY


def test_an_overfull_window_keeps_the_lowest(frontier, lane):
    frontier.open_lane(lane, PACE)
    frontier.fill(lane, pages_of(range(WINDOW, 2 * WINDOW)), has_more=False)
    frontier.fill(lane, pages_of(range(WINDOW)), has_more=True)

    assert drain(frontier, lane) == [entry.item for entry in pages_of(range(WINDOW))]


def test_what_was_dropped_is_asked_for_again(frontier, lane):
    frontier.open_lane(lane, PACE)
    frontier.fill(lane, pages_of(range(WINDOW + 1)), has_more=False)

    drain(frontier, lane)

    assert frontier.claim(lane) is Refusal.REFILL


def test_an_empty_window_without_more_answers_empty(frontier, lane):
    frontier.open_lane(lane, PACE)

    assert frontier.claim(lane) is Refusal.EMPTY


def test_a_low_window_asks_for_a_refill_only_when_there_is_more(frontier, lane, open_lane):
    open_lane(lane, pages=REFILL_BELOW, has_more=True)
    assert frontier.claim(lane).needs_refill

    frontier.fill(lane, [], has_more=False)
    assert not frontier.claim(lane).needs_refill


def test_a_window_that_is_not_low_does_not_ask_for_a_refill(frontier, lane, open_lane):
    open_lane(lane, pages=REFILL_BELOW + 1, has_more=True)

    assert not frontier.claim(lane).needs_refill


def test_a_fill_that_looked_before_an_ack_dropped_entries_does_not_hide_them(frontier, lane):
    frontier.open_lane(lane, PACE)
    frontier.fill(lane, pages_of(range(WINDOW + 1)), has_more=False)
    frontier.fill(lane, [], has_more=False)

    drain(frontier, lane)

    assert frontier.claim(lane) is Refusal.REFILL


def test_a_lane_with_a_lease_is_not_idle(frontier, lane, open_lane):
    open_lane(lane, pages=1)
    lease = frontier.claim(lane)
    assert not frontier.is_idle(lane)

    frontier.ack(lease)
    assert frontier.is_idle(lane)


def test_a_lane_with_a_window_is_not_idle(frontier, lane, open_lane):
    open_lane(lane, pages=1)

    assert not frontier.is_idle(lane)


def test_nothing_is_claimed_or_offered_from_a_closed_lane(frontier, lane, open_lane):
    open_lane(lane)
    frontier.close_lane(lane)

    assert frontier.claim(lane) is Refusal.CLOSED
    assert frontier.offer(5).lanes == ()


def test_no_slot_is_given_to_a_lease_of_a_closed_lane(frontier, lane, open_lane):
    lease = frontier.claim(open_lane(lane))
    frontier.close_lane(lane)

    with pytest.raises(LeaseLost):
        frontier.take_slot(lease, max_wait_ms=1_000)


def test_a_closed_lane_takes_no_entries(frontier, lane, open_lane):
    lease = frontier.claim(open_lane(lane, pages=1))
    frontier.close_lane(lane)
    frontier.fill(lane, pages_of([5]), has_more=False)
    frontier.ack(lease, pages_of([6]))

    assert frontier.is_idle(lane)
    assert frontier.claim(lane) is Refusal.CLOSED


def test_an_ack_after_closing_frees_the_hosts_place(frontier, lane, open_lane):
    open_lane(lane, pages=2)
    leases = [frontier.claim(lane), frontier.claim(lane)]
    other = open_lane(Lane(2, 2, lane.host))
    frontier.close_lane(lane)
    assert frontier.claim(other) is Refusal.BUSY

    acked = frontier.ack(leases[0])

    assert (acked.is_current, acked.needs_refill) == (True, False)
    assert isinstance(frontier.claim(other), Lease)


def test_a_lane_opened_again_comes_due_and_asks_for_a_refill(frontier, lane, open_lane, clock):
    open_lane(lane)
    frontier.close_lane(lane)
    clock.advance(STEP_MS)
    frontier.open_lane(lane, PACE)

    assert frontier.offer(5).lanes == (lane,)
    assert frontier.claim(lane) is Refusal.REFILL


@pytest.mark.parametrize(("rank", "sequence"), [(-1, 0), (64, 0), (0, -1), (0, SEQUENCES)])
def test_an_entry_that_does_not_fit_a_score_is_refused(rank, sequence):
    with pytest.raises(ValueError, match="need 0 <= rank"):
        Entry("p1", rank, sequence)
