"""A node of a Redis Cluster refuses keys of two slots in one call: the hash tags must hold."""

from __future__ import annotations

import time

import pytest

from crawls.frontier.base import Lane, Repaced
from crawls.frontier.connection import connect
from crawls.frontier.redis_frontier import RedisFrontier
from tests.crawls.frontier.redis_process import RedisProcess
from tests.crawls.frontier.samples import PACE, pages_of

SLOTS = 16_384
READY_WITHIN_S = 20


@pytest.fixture
def cluster_node(tmp_path):
    process = RedisProcess(tmp_path, **{"cluster-enabled": "yes"})
    process.start()
    yield process
    process.kill()


@pytest.fixture
def cluster_client(cluster_node):
    with connect(cluster_node.url) as client:
        client.execute_command("CLUSTER", "ADDSLOTS", *range(SLOTS))
        deadline = time.monotonic() + READY_WITHIN_S
        while "cluster_state:ok" not in str(client.execute_command("CLUSTER", "INFO")):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        yield client


def test_a_page_lives_its_life_on_a_cluster(cluster_client):
    frontier = RedisFrontier(cluster_client, shards=3)
    frontier.recover(1, quarantine_ms=0)
    lanes = [Lane(number, number, f"host{number}.test") for number in range(6)]
    for lane in lanes:
        frontier.open_lane(lane, PACE)
        frontier.fill(lane, pages_of([1, 2], audit_id=lane.audit_id), has_more=False)

    assert sorted(frontier.offer(9).lanes, key=lanes.index) == lanes
    for lane in lanes:
        lease = frontier.claim(lane)
        assert frontier.take_slot(lease, max_wait_ms=0) == 0
        assert frontier.ack(lease, pages_of([3], audit_id=lane.audit_id), repace=Repaced).is_current
        frontier.close_lane(lane)
    frontier.recover(2, quarantine_ms=0)
    assert frontier.expired(9) == []
