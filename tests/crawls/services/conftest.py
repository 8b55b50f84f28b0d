from __future__ import annotations

import base64
import json

import pytest
import redis
from django.conf import settings

from crawls.frontier.memory import MemoryFrontier
from tests.crawls.frontier.samples import Clock
from tests.crawls.services import driving

QUEUES = ("lifecycle", "fetch")


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def frontier(clock):
    made = MemoryFrontier(clock)
    made.recover(1, quarantine_ms=0)
    return made


@pytest.fixture
def begin(start, frontier):
    """Starts an audit and brings it to where its seed is queued."""

    def _begin(url="https://shop.test/", *, robots=b"", robots_status=200, **wanted):
        audit = start(url, **wanted)
        return driving.begin(audit, frontier, robots=robots, robots_status=robots_status)

    return _begin


@pytest.fixture
def crawling(begin):
    """An audit whose seed is queued and whose robots.txt allows everything."""
    return begin()


@pytest.fixture
def broker():
    """The broker, with nothing in its queues before and after."""
    with redis.Redis.from_url(settings.REDIS_URL, protocol=2) as client:
        client.delete(*QUEUES)
        yield client
        client.delete(*QUEUES)


@pytest.fixture
def rung(broker):
    """The bells in the broker, oldest first, each with its argument."""

    def _rung(queue="lifecycle"):
        messages = [json.loads(raw) for raw in reversed(broker.lrange(queue, 0, -1))]
        return [(m["headers"]["task"], *_arguments(m)) for m in messages]

    return _rung


def _arguments(message):
    args, *_ = json.loads(base64.b64decode(message["body"]))
    return args
