from __future__ import annotations

from functools import partial

import pytest

from crawls.frontier.base import FrontierClosed, Refusal
from crawls.frontier.connection import connect
from crawls.frontier.redis_frontier import RedisFrontier
from crawls.models import FrontierEpoch
from crawls.services import recovery
from tests.crawls.frontier.redis_process import RedisProcess
from tests.crawls.services.answers import SITE, html
from tests.crawls.services.concurrently import at_once
from tests.crawls.services.driving import answer_sitemap, begin, page_at, record

QUARANTINE_MS = 30_000


@pytest.fixture(scope="module")
def redis_process(tmp_path_factory):
    process = RedisProcess(tmp_path_factory.mktemp("redis"))
    process.start()
    yield process
    process.kill()


@pytest.fixture
def new_frontier(redis_process, clock):
    """Makes the frontier of one more process on a Redis that was just started."""
    clients = [connect(redis_process.url)]
    lose(clients[0])

    def make():
        clients.append(connect(redis_process.url))
        return RedisFrontier(clients[-1], now_ms=clock)

    yield make
    for client in clients:
        client.close()


@pytest.fixture
def frontier(new_frontier):
    return new_frontier()


@pytest.fixture
def lost(redis_process):
    """Empties Redis as a restart does: data, scripts and all."""

    def empty():
        with connect(redis_process.url) as client:
            lose(client)

    return empty


def lose(client):
    client.flushall()
    client.script_flush()


@pytest.fixture
def audit(start, frontier):
    """Crawling: the seed is done, /a and /b are queued."""
    recovery.ensure_open(frontier)
    audit = begin(start(), frontier)
    record(audit, html(f"{SITE}/", "/a", "/b"))
    answer_sitemap(audit)
    return audit


def epoch():
    return FrontierEpoch.objects.get().epoch


def claims(lane, frontier):
    """The items the lane gives, at most as many as may be in flight."""
    items = []
    while not isinstance(lease := frontier.claim(lane), Refusal):
        items.append(lease.item)
    return items


@pytest.mark.django_db
def test_empty_redis_refuses_everything_until_it_is_recovered(frontier):
    with pytest.raises(FrontierClosed):
        frontier.offer(1)

    assert recovery.ensure_open(frontier)

    assert (frontier.offer(1).lanes, epoch()) == ((), 1)


@pytest.mark.django_db
def test_open_frontier_is_left_alone(frontier):
    recovery.ensure_open(frontier)

    assert recovery.ensure_open(frontier)

    assert epoch() == 1


@pytest.mark.django_db
def test_redis_lost_while_nothing_crawled_serves_at_once(frontier, lost):
    recovery.ensure_open(frontier)
    lost()

    assert recovery.ensure_open(frontier)

    assert (frontier.offer(1).lanes, epoch()) == ((), 2)


def test_redis_lost_while_crawling_is_refilled_from_postgresql(audit, frontier, lost, clock):
    lost()
    with pytest.raises(FrontierClosed):
        frontier.claim(audit.lane)

    assert recovery.ensure_open(frontier)

    clock.advance(QUARANTINE_MS)
    assert claims(audit.lane, frontier) == [f"p{page_at(audit, path).pk}" for path in ("/a", "/b")]
    assert epoch() == 2


def test_redis_lost_while_crawling_is_silent_for_one_fetch_deadline(audit, frontier, lost, clock):
    lost()
    recovery.ensure_open(frontier)
    clock.advance(QUARANTINE_MS - 1)

    with pytest.raises(FrontierClosed):
        frontier.claim(audit.lane)

    assert recovery.ensure_open(frontier)
    assert epoch() == 2


def test_lease_from_before_the_loss_is_worth_nothing(audit, frontier, lost, clock):
    recovery.ensure_open(frontier)
    before = frontier.claim(audit.lane)
    lost()

    recovery.ensure_open(frontier)

    clock.advance(QUARANTINE_MS)
    assert not frontier.ack(before).is_current


def test_pace_is_kept_over_the_loss(audit, frontier, lost):
    before = frontier.pace(audit.lane)
    for _ in range(2):
        record(audit, html(f"{SITE}/a"))
    lost()

    recovery.ensure_open(frontier)

    after = frontier.pace(audit.lane)
    assert int(after.state) > int(before.state)
    assert after.interval_ms == before.interval_ms


@pytest.mark.django_db
def test_redis_that_does_not_answer_is_not_open(tmp_path):
    process = RedisProcess(tmp_path)
    process.start()
    process.kill()
    with connect(process.url) as client:
        assert not recovery.ensure_open(RedisFrontier(client))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(3))
def test_four_processes_at_once_rebuild_once(new_frontier, attempt):
    calls = [partial(recovery.ensure_open, new_frontier()) for _ in range(4)]

    opened = at_once(*calls)

    assert any(opened)
    assert epoch() == 1
    assert all(at_once(*[call]) == [True] for call in calls)
