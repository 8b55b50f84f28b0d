"""What only Redis has: lifetimes of keys, compact encodings, hash tags, and other epochs."""

from __future__ import annotations

import pytest

from crawls.frontier.base import (
    CLOSED_LANE_MS,
    HOST_MEMORY_MS,
    LEASE_MS,
    WINDOW,
    FrontierClosed,
    Lane,
    Lease,
    Repaced,
)
from crawls.frontier.keys import lane_of, lease_of
from crawls.frontier.redis_frontier import RedisFrontier
from tests.crawls.frontier.samples import PACE, STEP_MS, pages_of

HOST = "{s0}host:shop.test"
NEVER = -1


@pytest.fixture
def frontier(redis_client, clock):
    frontier = RedisFrontier(redis_client, now_ms=clock)
    frontier.recover(1, quarantine_ms=0)
    return frontier


def test_a_host_is_remembered_while_something_is_in_flight(frontier, lane, open_lane, redis_client):
    open_lane(lane)
    first, _ = frontier.claim(lane), frontier.claim(lane)
    frontier.ack(first)

    assert redis_client.pttl(HOST) == NEVER


def test_an_idle_host_outlives_its_last_slot(frontier, lane, open_lane, redis_client):
    lease = frontier.claim(open_lane(lane))
    for _ in range(3):
        frontier.take_slot(lease, max_wait_ms=9_999)
    frontier.ack(lease)

    promised = HOST_MEMORY_MS + 3 * STEP_MS
    assert promised - 5_000 < redis_client.pttl(HOST) <= promised


def test_an_idle_host_outlives_its_hold(frontier, lane, open_lane, redis_client):
    lease = frontier.claim(open_lane(lane))
    frontier.ack(lease, repace=lambda pace: Repaced(pace, hold_ms=900_000))

    promised = HOST_MEMORY_MS + 900_000
    assert promised - 5_000 < redis_client.pttl(HOST) <= promised


def test_a_host_held_by_opening_a_lane_is_not_kept_for_ever(frontier, lane, redis_client):
    frontier.open_lane(lane, PACE, hold_ms=900_000)

    promised = HOST_MEMORY_MS + 900_000
    assert promised - 5_000 < redis_client.pttl(HOST) <= promised


def test_opening_a_lane_does_not_forget_what_is_in_flight(frontier, lane, open_lane, redis_client):
    frontier.claim(open_lane(lane))
    frontier.open_lane(lane, PACE, hold_ms=1)

    assert redis_client.pttl(HOST) == NEVER


def test_a_host_that_was_idle_is_remembered_again(frontier, lane, open_lane, redis_client):
    open_lane(lane)
    frontier.ack(frontier.claim(lane))
    frontier.claim(lane)

    assert redis_client.pttl(HOST) == NEVER


def test_a_recovered_host_clock_is_not_kept_for_ever(frontier, lane, open_lane, redis_client):
    frontier.take_slot(frontier.claim(open_lane(lane)), max_wait_ms=0)
    frontier.recover(2, quarantine_ms=0)

    promised = HOST_MEMORY_MS + STEP_MS
    assert promised - 5_000 < redis_client.pttl(HOST) <= promised


def test_a_closed_lane_is_forgotten_after_a_day(frontier, lane, open_lane, redis_client):
    open_lane(lane)
    frontier.close_lane(lane)
    assert 0 < redis_client.pttl("{s0}lane:1:1:shop.test") <= CLOSED_LANE_MS

    frontier.open_lane(lane, PACE)
    assert redis_client.pttl("{s0}lane:1:1:shop.test") == NEVER


def test_a_lease_of_a_forgotten_lane_still_frees_its_place(frontier, lane, open_lane, redis_client):
    lease = frontier.claim(open_lane(lane))
    frontier.close_lane(lane)
    redis_client.delete("{s0}lane:1:1:shop.test")

    assert frontier.ack(lease, repace=Repaced).is_current
    assert redis_client.hget(HOST, "in_flight") == "0"
    assert not redis_client.exists("{s0}lane:1:1:shop.test")


def test_a_full_window_stays_compact(frontier, lane, redis_client):
    frontier.open_lane(lane, PACE)
    frontier.fill(lane, pages_of(range(WINDOW, 3 * WINDOW)), has_more=False)
    frontier.fill(lane, pages_of(range(WINDOW)), has_more=False)

    encoding = redis_client.object("encoding", "{s0}window:1:1:shop.test")
    assert encoding in {"ziplist", "listpack"}


def test_nothing_but_host_clocks_and_the_gate_is_left_after_recovery(
    frontier, lane, open_lane, redis_client
):
    open_lane(lane)
    frontier.offer(5)
    frontier.claim(lane)
    frontier.recover(2, quarantine_ms=0)

    assert set(redis_client.scan_iter()) == {"{s0}gate", HOST}


def test_a_process_that_knew_a_former_epoch_learns_the_new_one(
    frontier, lane, open_lane, redis_client, clock
):
    other = RedisFrontier(redis_client, now_ms=clock)
    other.expired(1)
    frontier.recover(2, quarantine_ms=0)
    open_lane(lane)

    assert other.offer(5).lanes == (lane,)


def test_a_process_that_knew_a_newer_epoch_refuses_a_former_primary(frontier, redis_client):
    frontier.recover(2, quarantine_ms=0)
    frontier.expired(1)
    redis_client.hset("{s0}gate", "epoch", 1)

    with pytest.raises(FrontierClosed, match="former primary"):
        frontier.expired(1)


def test_a_recovery_that_crashed_half_way_leaves_it_closed(frontier, redis_client):
    frontier.expired(1)
    redis_client.hset("{s0}gate", "epoch", 0)

    with pytest.raises(FrontierClosed):
        frontier.expired(1)
    frontier.recover(2, quarantine_ms=0)
    assert frontier.expired(1) == []


def test_every_shard_takes_part(redis_client, clock):
    frontier = RedisFrontier(redis_client, shards=4, now_ms=clock)
    frontier.recover(1, quarantine_ms=0)
    lanes = [Lane(n, n, f"host{n}.test") for n in range(12)]
    for lane in lanes:
        frontier.open_lane(lane, PACE)
        frontier.fill(lane, pages_of([1], audit_id=lane.audit_id), has_more=False)

    assert sorted(frontier.offer(99).lanes, key=lanes.index) == lanes
    leases = [frontier.claim(lane) for lane in lanes]
    clock.advance(LEASE_MS)
    assert {lease.item for lease in frontier.expired(99)} == {lease.item for lease in leases}
    assert len(redis_client.keys("{s*}gate")) == 4


def test_a_limit_holds_over_all_shards(redis_client, clock):
    frontier = RedisFrontier(redis_client, shards=4, now_ms=clock)
    frontier.recover(1, quarantine_ms=0)
    for n in range(12):
        frontier.open_lane(Lane(n, n, f"host{n}.test"), PACE)
        frontier.fill(Lane(n, n, f"host{n}.test"), pages_of([1], audit_id=n), has_more=False)

    assert [len(frontier.offer(5).lanes) for _ in range(4)] == [5, 5, 2, 0]


@pytest.mark.parametrize("host", ["shop.test", "shop.test:8080", "[::1]:8080"])
def test_names_of_lanes_and_leases_are_read_back(host):
    assert lane_of(f"7:3:{host}") == Lane(7, 3, host)
    assert lease_of(f"7:3:{host}|p1-1|12") == Lease(Lane(7, 3, host), "p1-1", 12)
