"""Sixteen threads ask the same thing two hundred times; what may happen once happens once."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from crawls.frontier.base import (
    LEASE_MS,
    REFILL_BELOW,
    WINDOW,
    Lane,
    Lease,
    Pace,
    Refusal,
    Repaced,
)
from tests.crawls.frontier.samples import pages_of

THREADS = 16
CALLS = 200


def race(call, arguments=range(CALLS)):
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(call, arguments))


def pace_for(max_in_flight, *, state="steady"):
    return Pace(state, 500, 20, max_in_flight)


def test_claims_lease_exactly_the_hosts_places(frontier, lane, open_lane):
    open_lane(lane, pages=WINDOW, pace=pace_for(7))

    answers = race(lambda _: frontier.claim(lane))

    leases = [answer for answer in answers if isinstance(answer, Lease)]
    assert sorted(lease.item for lease in leases) == sorted(f"p1-{n}" for n in range(1, 8))
    assert len({lease.fence for lease in leases}) == 7
    assert Counter(a for a in answers if isinstance(a, Refusal)) == {Refusal.BUSY: CALLS - 7}


def test_claims_lease_every_item_once(frontier, lane, open_lane):
    open_lane(lane, pages=90, pace=pace_for(CALLS))

    answers = race(lambda _: frontier.claim(lane))

    items = [answer.item for answer in answers if isinstance(answer, Lease)]
    assert sorted(items) == sorted(f"p1-{n}" for n in range(1, 91))


def test_one_start_is_granted(frontier, lane, open_lane):
    open_lane(lane, pages=4, pace=pace_for(4))
    leases = [frontier.claim(lane) for _ in range(4)]

    waits = race(lambda call: frontier.take_slot(leases[call % 4], max_wait_ms=10**9))

    assert Counter(wait == 0 for wait in waits) == {True: 1, False: CALLS - 1}


def test_one_ack_closes_the_lease(frontier, lane, open_lane):
    open_lane(lane, pages=9)
    lease, _ = frontier.claim(lane), frontier.claim(lane)

    acks = race(lambda _: frontier.ack(lease).is_current)

    assert sum(acks) == 1
    assert isinstance(frontier.claim(lane), Lease)
    assert frontier.claim(lane) is Refusal.BUSY


def test_every_observation_moves_the_pace(frontier, lane, open_lane):
    frontier.open_lane(lane, pace_for(CALLS, state="0"))
    frontier.fill(lane, pages_of(range(WINDOW)), has_more=False)
    leases = [frontier.claim(lane) for _ in range(WINDOW)]

    def counted(pace):
        return Repaced(pace_for(CALLS, state=str(int(pace.state) + 1)))

    race(lambda lease: frontier.ack(lease, repace=counted), leases)

    assert frontier.pace(lane).state == str(WINDOW)


def test_one_offer_rings_a_due_lane(frontier, lane, open_lane):
    open_lane(lane)

    offers = race(lambda _: frontier.offer(5).lanes)

    assert Counter(offers) == {(lane,): 1, (): CALLS - 1}


def test_dispatchers_share_the_due_lanes(frontier, open_lane):
    lanes = [open_lane(Lane(n, n % 3, f"host{n}.test"), pages=1) for n in range(40)]

    offers = race(lambda _: frontier.offer(3).lanes)

    assert Counter(lane for offered in offers for lane in offered) == Counter(lanes)


def test_fills_queue_every_item_once(frontier, lane, open_lane):
    open_lane(lane, pages=0, pace=pace_for(CALLS))

    race(lambda _: frontier.fill(lane, pages_of(range(REFILL_BELOW)), has_more=False))

    claims = [frontier.claim(lane) for _ in range(REFILL_BELOW)]
    assert [claim.item for claim in claims] == [f"p1-{n}" for n in range(REFILL_BELOW)]
    assert frontier.claim(lane) is Refusal.EMPTY


def test_the_first_pace_of_a_lane_stays(frontier, lane):
    def opened(number):
        frontier.open_lane(lane, pace_for(1, state=str(number)))
        return frontier.pace(lane)

    assert len(set(race(opened))) == 1


def test_a_closed_lane_leases_nothing_more(frontier, lane, open_lane):
    open_lane(lane, pages=WINDOW, pace=pace_for(CALLS))

    def claim_or_close(number):
        return frontier.close_lane(lane) if number == 20 else frontier.claim(lane)

    race(claim_or_close)

    assert frontier.claim(lane) is Refusal.CLOSED
    assert frontier.offer(5).lanes == ()


def test_sweepers_free_every_expired_lease_once(frontier, lane, open_lane, clock):
    open_lane(lane, pages=30, pace=pace_for(30))
    for _ in range(30):
        frontier.claim(lane)
    clock.advance(LEASE_MS)

    def sweep(_):
        return sum(frontier.ack(lease).is_current for lease in frontier.expired(5))

    assert sum(race(sweep)) == 30
    assert frontier.is_idle(lane)
