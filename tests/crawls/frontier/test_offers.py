from __future__ import annotations

from collections import Counter

import pytest

from crawls.frontier.base import OFFER_MS, Lane, Pace, Refusal, Repaced
from tests.crawls.frontier.samples import PACE, STEP_MS, pages_of

ONE_AT_A_TIME = Pace("steady", 500, 20, 1)


def test_an_empty_frontier_lets_the_caller_sleep_a_second(frontier):
    offers = frontier.offer(5)

    assert (offers.lanes, offers.wake_in_ms) == ((), 1_000)


def test_a_filled_lane_is_offered_once_an_interval(frontier, lane, open_lane, clock):
    open_lane(lane)
    assert frontier.offer(5).lanes == (lane,)
    assert frontier.offer(5).lanes == ()

    clock.advance(STEP_MS - 1)
    assert frontier.offer(5).lanes == ()
    clock.advance(1)
    assert frontier.offer(5).lanes == (lane,)


def test_a_caller_that_comes_a_little_late_does_not_slow_the_lane_down(
    frontier, lane, open_lane, clock
):
    open_lane(lane, pace=Pace("steady", 500, 20, 9), pages=9)
    offered = []
    for _ in range(4 * STEP_MS // 17):
        if frontier.offer(5).lanes:
            offered.append(clock.now_ms)
        clock.advance(17)

    assert [at - offered[0] for at in offered] == [0, 527, 1054, 1564]


def test_a_caller_that_comes_late_by_more_begins_anew(frontier, lane, open_lane, clock):
    open_lane(lane, pace=Pace("steady", 500, 20, 9), pages=9)
    frontier.offer(5)
    clock.advance(STEP_MS + STEP_MS // 2 + 1)
    assert frontier.offer(5).lanes == (lane,)

    clock.advance(STEP_MS - 1)
    assert frontier.offer(5).lanes == ()


def test_the_caller_may_sleep_until_the_earliest_lane_is_due(frontier, lane, open_lane, clock):
    open_lane(lane)
    clock.advance(100)
    frontier.offer(5)
    open_lane(Lane(2, 2, "other.test"), pace=Pace("slow", 900, 0, 2))
    clock.advance(20)
    frontier.offer(5)

    assert frontier.offer(5).wake_in_ms == STEP_MS - 120


def test_the_caller_does_not_sleep_while_lanes_are_due(frontier, open_lane):
    for audit_id in (1, 2):
        open_lane(Lane(audit_id, audit_id, f"host{audit_id}.test"))

    assert frontier.offer(1).wake_in_ms == 0


def test_a_lane_is_not_offered_beyond_its_free_places(frontier, lane, open_lane, clock):
    open_lane(lane, pages=9)
    rounds = []
    for _ in range(4):
        rounds.append(frontier.offer(5).lanes)
        clock.advance(STEP_MS)

    assert rounds == [(lane,), (lane,), (), ()]


def test_a_lease_keeps_its_place_until_the_ack(frontier, lane, open_lane, clock):
    open_lane(lane, pages=9, pace=ONE_AT_A_TIME)
    frontier.offer(5)
    lease = frontier.claim(lane)
    clock.advance(10 * STEP_MS)
    assert frontier.offer(5).lanes == ()

    frontier.ack(lease)

    assert frontier.offer(5).lanes == (lane,)


def test_an_offer_nobody_claims_comes_again_after_five_seconds(frontier, lane, open_lane, clock):
    open_lane(lane, pace=ONE_AT_A_TIME)
    frontier.offer(5)

    clock.advance(OFFER_MS - 1)
    assert frontier.offer(5).lanes == ()
    clock.advance(1)
    assert frontier.offer(5).lanes == (lane,)


def test_a_lane_whose_places_another_audit_fills_is_asked_again(frontier, lane, open_lane, clock):
    open_lane(lane, pages=2)
    other = open_lane(Lane(2, 2, lane.host))
    leases = [frontier.claim(lane), frontier.claim(lane)]
    assert frontier.offer(5).lanes == ()

    for lease in leases:
        frontier.ack(lease)
    clock.advance(STEP_MS)

    assert frontier.offer(5).lanes == (other,)


def test_lanes_of_one_host_are_offered_no_faster_than_its_clock(frontier, lane, open_lane, clock):
    slow = open_lane(Lane(2, 2, lane.host), pace=Pace("slow", 10 * STEP_MS, 0, 1))
    lease = frontier.claim(slow)
    frontier.take_slot(lease, max_wait_ms=0)
    frontier.started(lease)
    open_lane(lane)
    offered = [frontier.offer(5).lanes]
    for ms in (9 * STEP_MS - 1, 1):
        clock.advance(ms)
        offered.append(frontier.offer(5).lanes)

    assert offered == [(), (), (lane,)]


def test_nothing_is_offered_on_a_held_host(frontier, lane, open_lane, clock):
    open_lane(lane)
    other = open_lane(Lane(2, 2, lane.host))
    frontier.ack(frontier.claim(lane), repace=lambda pace: Repaced(pace, hold_ms=60_000))

    clock.advance(59_999)
    assert frontier.offer(5).lanes == ()
    clock.advance(1)
    assert set(frontier.offer(5).lanes) == {lane, other}


def test_a_lane_without_queued_items_is_not_offered(frontier, lane, open_lane, clock):
    frontier.ack(frontier.claim(open_lane(lane, pages=1)))
    clock.advance(60_000)

    assert frontier.offer(5).lanes == ()


def test_an_empty_lane_is_offered_as_long_as_there_is_more(frontier, lane, open_lane, clock):
    frontier.ack(frontier.claim(open_lane(lane, pages=1, has_more=True)))
    clock.advance(STEP_MS)
    assert frontier.offer(5).lanes == (lane,)
    assert frontier.claim(lane) is Refusal.REFILL

    frontier.fill(lane, [], has_more=False)
    clock.advance(STEP_MS)

    assert frontier.offer(5).lanes == ()


def test_a_fill_makes_an_idle_lane_due(frontier, lane, open_lane, clock):
    frontier.ack(frontier.claim(open_lane(lane, pages=1)))
    clock.advance(STEP_MS)
    frontier.fill(lane, pages_of([2]), has_more=False)

    assert frontier.offer(5).lanes == (lane,)


def test_accounts_alternate_however_many_lanes_they_have(frontier, open_lane, clock):
    many = [open_lane(Lane(n, 1, f"host{n}.test")) for n in range(1, 51)]
    single = open_lane(Lane(99, 2, "single.test"), pages=99)
    offered = []
    for _ in range(10):
        offered += [frontier.offer(1).lanes for _ in range(2)]
        for (lane,) in offered[-2:]:
            frontier.ack(frontier.claim(lane))
        clock.advance(STEP_MS)

    accounts = [lane.account_id for (lane,) in offered]
    assert Counter(accounts) == {1: 10, 2: 10}
    assert all(set(accounts[i : i + 2]) == {1, 2} for i in range(0, 20, 2))
    assert len({lane for (lane,) in offered} - {single} & set(many)) == 10


def test_one_call_gives_every_account_the_same_share(frontier, open_lane):
    for account_id in (1, 2, 3):
        for number in range(20):
            audit_id = account_id * 100 + number
            open_lane(Lane(audit_id, account_id, f"host{audit_id}.test"))

    shares = Counter(lane.account_id for lane in frontier.offer(30).lanes)

    assert shares == {1: 10, 2: 10, 3: 10}


def test_an_account_that_was_idle_does_not_catch_up(frontier, open_lane):
    for number in range(1, 31):
        open_lane(Lane(number, 1, f"host{number}.test"))
    frontier.offer(10)
    for number in range(101, 131):
        open_lane(Lane(number, 2, f"host{number}.test"))

    shares = Counter(lane.account_id for lane in frontier.offer(10).lanes)

    assert shares == {1: 5, 2: 5}


def test_an_account_that_comes_back_at_once_gains_nothing(frontier, open_lane, clock):
    """Its one lane is due again just when the other account's turn has come."""
    quick = open_lane(Lane(99, 1, "quick.test"), pages=99, pace=Pace("quick", 10, 0, 2))
    for number in range(1, 31):
        open_lane(Lane(number, 2, f"host{number}.test"))
    offered = []
    for _ in range(20):
        offered += [lane.account_id for lane in frontier.offer(1).lanes]
        if offered[-1] == 1:
            frontier.ack(frontier.claim(quick))
        clock.advance(10)

    assert Counter(offered) == {1: 10, 2: 10}


@pytest.mark.parametrize("limit", [1, 7])
def test_an_offer_never_exceeds_its_limit(frontier, open_lane, limit):
    for number in range(1, 9):
        open_lane(Lane(number, number, f"host{number}.test"))

    assert len(frontier.offer(limit).lanes) == limit


def test_a_lane_can_be_offered_again_right_after_its_pace_allows_more(frontier, lane, open_lane):
    open_lane(lane, pace=ONE_AT_A_TIME)
    lease = frontier.claim(lane)
    assert frontier.offer(5).lanes == ()

    frontier.ack(lease, repace=lambda _: Repaced(PACE))

    assert frontier.offer(5).lanes == (lane,)
