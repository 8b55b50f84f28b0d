from __future__ import annotations

import pytest

from crawls.frontier.base import Lane
from crawls.frontier.connection import connect
from crawls.frontier.memory import MemoryFrontier
from crawls.frontier.redis_frontier import RedisFrontier
from tests.crawls.frontier.redis_process import RedisProcess
from tests.crawls.frontier.samples import PACE, Clock, pages_of


@pytest.fixture(scope="session")
def redis_process(tmp_path_factory):
    process = RedisProcess(tmp_path_factory.mktemp("redis"))
    process.start()
    yield process
    process.kill()


@pytest.fixture
def redis_client(redis_process):
    with connect(redis_process.url) as client:
        client.flushall()
        yield client


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(params=["memory", "redis"])
def empty_frontier(request, clock):
    """A frontier as it is before anything was recovered."""
    if request.param == "memory":
        return MemoryFrontier(now_ms=clock)
    client = request.getfixturevalue("redis_client")
    client.script_flush()
    return RedisFrontier(client, now_ms=clock)


@pytest.fixture
def frontier(empty_frontier):
    empty_frontier.recover(1, quarantine_ms=0)
    return empty_frontier


@pytest.fixture
def lane():
    return Lane(audit_id=1, account_id=1, host="shop.test")


@pytest.fixture
def open_lane(frontier):
    """Opens a lane with `pages` queued pages, p1 first."""

    def _open(lane, *, pages=3, pace=PACE, has_more=False):
        frontier.open_lane(lane, pace)
        frontier.fill(
            lane, pages_of(range(1, pages + 1), audit_id=lane.audit_id), has_more=has_more
        )
        return lane

    return _open
