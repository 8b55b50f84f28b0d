"""Redis dies: nothing is sent before the frontier was recovered."""

from __future__ import annotations

import time

import pytest

from crawls.frontier.base import FrontierClosed, FrontierUnreachable, Lease
from crawls.frontier.connection import connect
from crawls.frontier.redis_frontier import RedisFrontier
from crawls.frontier.scripts import PARTS, text_of
from tests.crawls.frontier.redis_process import RedisProcess
from tests.crawls.frontier.samples import PACE, pages_of


@pytest.fixture(params=["no", "yes"], ids=["memory-only", "appendonly"])
def mortal_redis(request, tmp_path):
    process = RedisProcess(tmp_path, appendonly=request.param, appendfsync="always")
    process.start()
    yield process
    process.kill()


@pytest.fixture
def frontier(mortal_redis):
    with connect(mortal_redis.url) as client:
        frontier = RedisFrontier(client)
        frontier.recover(1, quarantine_ms=0)
        yield frontier


@pytest.fixture
def lease(frontier, lane, open_lane):
    return frontier.claim(open_lane(lane))


def test_a_dead_redis_closes_the_frontier_at_once(frontier, lease, mortal_redis):
    mortal_redis.kill()
    asked = time.monotonic()

    with pytest.raises(FrontierClosed, match="does not answer"):
        frontier.take_slot(lease, max_wait_ms=1_000)
    assert time.monotonic() - asked < 1


def test_a_restarted_redis_is_closed_until_recovered(frontier, lease, lane, mortal_redis):
    mortal_redis.kill()
    mortal_redis.start()

    calls = [
        lambda: frontier.offer(5),
        lambda: frontier.claim(lane),
        lambda: frontier.take_slot(lease, max_wait_ms=1_000),
        lambda: frontier.ack(lease),
        lambda: frontier.expired(5),
    ]
    for call in calls * 2:
        with pytest.raises(FrontierClosed, match=r"restarted|lost its scripts"):
            call()


def test_a_process_started_after_the_restart_is_closed_too(frontier, lane, mortal_redis):
    mortal_redis.kill()
    mortal_redis.start()

    with connect(mortal_redis.url) as client, pytest.raises(FrontierClosed):
        RedisFrontier(client).claim(lane)


def test_a_recovered_redis_serves_again(frontier, lease, lane, mortal_redis):
    mortal_redis.kill()
    mortal_redis.start()
    frontier.recover(2, quarantine_ms=0)
    frontier.open_lane(lane, PACE)
    frontier.fill(lane, pages_of([1]), has_more=False)

    fresh = frontier.claim(lane)

    assert isinstance(fresh, Lease)
    assert fresh.fence > lease.fence
    assert not frontier.ack(lease).is_current


def test_scripts_that_survive_a_restart_do_not_open_the_frontier(frontier, lane, mortal_redis):
    """Redis before 7.0 keeps them in its AOF; a second frontier on the server may load them."""
    mortal_redis.kill()
    mortal_redis.start()
    with connect(mortal_redis.url) as client:
        for operation in PARTS:
            client.script_load(text_of(operation))

        with pytest.raises(FrontierClosed):
            frontier.claim(lane)


def test_flushed_scripts_close_the_frontier(frontier, lane, mortal_redis):
    with connect(mortal_redis.url) as client:
        client.script_flush()

    with pytest.raises(FrontierClosed, match="lost its scripts"):
        frontier.offer(5)
    with pytest.raises(FrontierClosed, match="lost its scripts"):
        frontier.claim(lane)


def test_a_flushed_database_closes_the_frontier(frontier, lane, mortal_redis):
    with connect(mortal_redis.url) as client:
        client.flushall()

    with pytest.raises(FrontierClosed):
        frontier.claim(lane)


def test_a_full_redis_closes_the_frontier(frontier, lane, mortal_redis):
    with connect(mortal_redis.url) as client:
        client.config_set("maxmemory", 1)

    with pytest.raises(FrontierClosed, match="OOM"):
        frontier.open_lane(lane, PACE)


def test_a_redis_that_became_a_replica_closes_the_frontier(frontier, lane, mortal_redis):
    with connect(mortal_redis.url) as client:
        client.config_set("replica-serve-stale-data", "yes")
        client.replicaof("127.0.0.1", 1)

    with pytest.raises(FrontierClosed, match="READONLY"):
        frontier.open_lane(lane, PACE)


def test_a_redis_without_the_replicas_it_needs_closes_the_frontier(frontier, lane, mortal_redis):
    with connect(mortal_redis.url) as client:
        client.config_set("min-replicas-to-write", 1)

    with pytest.raises(FrontierClosed, match="NOREPLICAS"):
        frontier.open_lane(lane, PACE)


def test_a_command_is_sent_once_however_it_ends(mortal_redis):
    with connect(mortal_redis.url) as client:
        assert client.get_retry().get_retries() == 0


def test_a_restarted_redis_is_lost_until_recovered(frontier, mortal_redis):
    mortal_redis.kill()
    mortal_redis.start()
    answers = [frontier.is_lost()]
    frontier.recover(2, quarantine_ms=30_000)
    answers.append(frontier.is_lost())

    assert answers == [True, False]


def test_a_redis_that_misses_one_script_is_lost(frontier, mortal_redis):
    """As after an upgrade: a new process calls what an old one never loaded."""
    with connect(mortal_redis.url) as client:
        client.script_flush()
        for operation in PARTS.keys() - {"started"}:
            client.script_load(text_of(operation))

    assert frontier.is_lost() is True


def test_an_unreachable_redis_is_said_to_be_that(frontier, mortal_redis):
    mortal_redis.kill()

    with pytest.raises(FrontierUnreachable):
        frontier.is_lost()
