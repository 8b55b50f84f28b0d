from __future__ import annotations

import base64
import json

import pytest
import redis
from django.conf import settings
from django.db import connection, transaction

from crawls.dispatcher import BUSY_SLEEP_MS, FETCH_QUEUE, FETCH_TASK, MAX_SLEEP_MS, Dispatcher
from crawls.frontier.base import Entry, FrontierClosed, Lane, Pace
from crawls.frontier.memory import MemoryFrontier
from seofix_site.celery import app
from tests.crawls.frontier.samples import Clock

PACE = Pace("0", interval_ms=500, guard_ms=20, max_in_flight=2)


@pytest.fixture
def broker():
    with redis.Redis.from_url(settings.REDIS_URL, protocol=2) as client:
        client.delete(FETCH_QUEUE)
        yield client
        client.delete(FETCH_QUEUE)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def frontier(clock):
    made = MemoryFrontier(clock)
    made.recover(1, quarantine_ms=0)
    return made


def open_lanes(frontier, number):
    """Lanes of as many hosts, each of another account, with three items."""
    lanes = [Lane(n, n, f"s{n}.test") for n in range(1, number + 1)]
    for lane in lanes:
        frontier.open_lane(lane, PACE)
        entries = [Entry(f"p{lane.audit_id}-{n}", 1, n) for n in range(3)]
        frontier.fill(lane, entries, has_more=False)
    return lanes


def new_dispatcher(frontier, broker, *, most_waiting=10, ensure_open=None):
    return Dispatcher(frontier, broker, app, most_waiting, ensure_open)


def bells(broker):
    messages = [json.loads(raw) for raw in reversed(broker.lrange(FETCH_QUEUE, 0, -1))]
    for message in messages:
        assert message["headers"]["task"] == FETCH_TASK
    return [Lane(*json.loads(base64.b64decode(m["body"]))[0]) for m in messages]


def test_one_bell_is_rung_for_each_offer(frontier, broker):
    lanes = open_lanes(frontier, 3)

    new_dispatcher(frontier, broker).dispatch()

    assert bells(broker) == lanes


def test_bell_names_the_lane_and_not_the_url(frontier, broker):
    (lane,) = open_lanes(frontier, 1)

    new_dispatcher(frontier, broker).dispatch()

    (raw,) = broker.lrange(FETCH_QUEUE, 0, -1)
    args, kwargs, _ = json.loads(base64.b64decode(json.loads(raw)["body"]))
    assert (args, kwargs) == ([lane.audit_id, lane.account_id, lane.host], {})


def test_lane_is_rung_again_after_its_interval(frontier, broker, clock):
    (lane,) = open_lanes(frontier, 1)
    dispatcher = new_dispatcher(frontier, broker)
    dispatcher.dispatch()
    clock.advance(519)
    dispatcher.dispatch()
    assert bells(broker) == [lane]
    clock.advance(1)

    dispatcher.dispatch()

    assert bells(broker) == [lane, lane]


def test_no_more_bells_are_rung_than_the_broker_has_room_for(frontier, broker):
    open_lanes(frontier, 5)

    new_dispatcher(frontier, broker, most_waiting=3).dispatch()

    assert len(bells(broker)) == 3


def test_bells_that_wait_in_the_broker_take_its_room(frontier, broker):
    open_lanes(frontier, 5)
    dispatcher = new_dispatcher(frontier, broker, most_waiting=3)
    dispatcher.dispatch()

    sleep_ms = dispatcher.dispatch()

    assert (len(bells(broker)), sleep_ms) == (3, BUSY_SLEEP_MS)


def test_lane_left_out_is_rung_when_there_is_room_again(frontier, broker):
    lanes = open_lanes(frontier, 5)
    dispatcher = new_dispatcher(frontier, broker, most_waiting=3)
    dispatcher.dispatch()
    rung = bells(broker)
    broker.delete(FETCH_QUEUE)

    dispatcher.dispatch()

    assert sorted(rung + bells(broker), key=lambda lane: lane.audit_id) == lanes


def test_dispatcher_with_nothing_to_do_sleeps_shortly(frontier, broker):
    assert new_dispatcher(frontier, broker).dispatch() == MAX_SLEEP_MS


def test_closed_frontier_rings_nothing_and_is_opened(clock, broker):
    frontier = MemoryFrontier(clock)

    def ensure_open(closed):
        closed.recover(1, quarantine_ms=0)
        open_lanes(closed, 1)
        return True

    dispatcher = new_dispatcher(frontier, broker, ensure_open=ensure_open)
    with pytest.raises(FrontierClosed):
        dispatcher.dispatch()

    dispatcher.run(stop_after(2))

    assert bells(broker) == [Lane(1, 1, "s1.test")]


def test_dispatcher_outlives_a_frontier_that_stays_closed(clock, broker):
    asked = []

    def ensure_open(frontier):
        asked.append(frontier)
        return False

    frontier = MemoryFrontier(clock)
    new_dispatcher(frontier, broker, ensure_open=ensure_open).run(stop_after(2))

    assert (asked, bells(broker)) == ([frontier, frontier], [])


@pytest.mark.django_db
def test_dispatcher_outlives_a_database_that_fails_while_it_opens_the_frontier(clock, broker):
    def ensure_open(_):
        with connection.cursor() as cursor, transaction.atomic():
            cursor.execute("SELECT 1 / 0")

    rounds = stop_after(2)
    new_dispatcher(MemoryFrontier(clock), broker, ensure_open=ensure_open).run(rounds)

    assert bells(broker) == []


def test_dispatcher_outlives_a_broker_that_is_down(frontier):
    open_lanes(frontier, 1)
    with redis.Redis(port=_closed_port(), retry=None) as nobody:
        dispatcher = new_dispatcher(frontier, nobody)
        with pytest.raises(redis.exceptions.ConnectionError):
            dispatcher.dispatch()

        dispatcher.run(stop_after(1))


def stop_after(rounds):
    """False as often, then True."""
    answers = iter([*[False] * rounds, True])
    return lambda: next(answers)


def _closed_port():
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]
