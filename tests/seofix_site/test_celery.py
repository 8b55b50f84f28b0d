from __future__ import annotations

import os
import socket
import subprocess
import sys
import time

import pytest
from celery import current_app
from celery.app import app_or_default

from crawls import tasks
from crawls.frontier.connection import connect
from seofix_site.celery import app, fetch_app
from tests.crawls.frontier.redis_process import RedisProcess

LIFECYCLE_TASKS = [
    "crawls.begin_audit",
    "crawls.finalise_audit",
    "crawls.run_step",
    "crawls.send_notice",
]
FETCH_TASK = "crawls.fetch_next"
MESSAGES = 500
DRAINED_WITHIN_S = 30


def test_tasks_reach_the_lifecycle_app_by_default():
    assert current_app.main == app.main == "seofix"
    assert app_or_default().conf.broker_url == app.conf.broker_url


@pytest.mark.parametrize("one", [app, fetch_app])
def test_every_task_has_its_explicit_name_in_both_apps(one):
    one.loader.import_default_modules()

    ours = sorted(name for name in one.tasks if not name.startswith("celery."))
    assert ours == sorted([FETCH_TASK, *LIFECYCLE_TASKS])


@pytest.mark.parametrize("one", [app, fetch_app])
@pytest.mark.parametrize(
    ("task", "queue"), [(FETCH_TASK, "fetch"), *((name, "lifecycle") for name in LIFECYCLE_TASKS)]
)
def test_bells_go_to_their_queue(one, task, queue):
    routed = one.amqp.router.route({}, task)

    assert routed["queue"].name == queue


@pytest.mark.parametrize(
    ("one", "acks_late", "emulates_acks"), [(app, True, True), (fetch_app, False, False)]
)
def test_only_lifecycle_messages_are_acknowledged_late(one, acks_late, emulates_acks):
    with one.connection_for_read() as connection:
        channel = connection.default_channel

        assert (one.conf.task_acks_late, channel.ack_emulation) == (acks_late, emulates_acks)


def test_bells_of_the_hot_queue_keep_no_result():
    assert tasks.fetch_next.ignore_result is True
    assert fetch_app.conf.task_ignore_result is True


@pytest.mark.parametrize("one", [app, fetch_app])
def test_waiting_for_the_broker_is_bounded_and_repeated_for_ever(one):
    options = one.conf.broker_transport_options

    assert (options["socket_timeout"], options["socket_connect_timeout"]) == (5, 2)
    assert one.conf.broker_connection_max_retries is None


@pytest.fixture
def own_redis(tmp_path):
    process = RedisProcess(tmp_path)
    process.start()
    yield process
    process.kill()


def test_message_of_the_hot_queue_costs_the_worker_one_redis_command(own_redis):
    _publish(own_redis.url)
    with connect(own_redis.url) as client:
        before = _commands(client)
        worker = _start_worker(own_redis.url)
        try:
            _drain(client)
        finally:
            worker.terminate()
            worker.wait(30)
        spent = _commands(client) - before

    # Connecting costs some thirty commands once; two a message would be a thousand.
    assert MESSAGES <= spent < 1.5 * MESSAGES


def _publish(url):
    with fetch_app.connection_for_write(url) as connection:
        for _ in range(MESSAGES):
            fetch_app.send_task(
                FETCH_TASK, args=(0, 0, "shop.test"), connection=connection, queue="fetch"
            )


def _start_worker(url):
    """A fetch worker whose frontier is at a port where nobody listens: it drops every bell."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        nobody = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
    command = [sys.executable, "-m", "celery", "--app", "seofix_site.celery:fetch_app", "worker"]
    options = ["--queues", "fetch", "--pool", "threads", "--concurrency", "4", "--without-mingle"]
    return subprocess.Popen(
        [*command, *options, "--without-gossip"],
        env=os.environ | {"REDIS_URL": url, "FRONTIER_REDIS_URL": nobody},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _drain(client):
    began = time.monotonic()
    while client.llen("fetch"):
        assert time.monotonic() - began < DRAINED_WITHIN_S
        time.sleep(0.1)


def _commands(client):
    """How many commands the server ran, but for those of this test."""
    ours = {"cmdstat_llen", "cmdstat_info"}
    stats = client.info("commandstats")
    return sum(stat["calls"] for name, stat in stats.items() if name not in ours)


def test_worker_ends_with_one_sentence_where_a_setting_says_nothing():
    command = [sys.executable, "-m", "celery", "--app", "seofix_site.celery:app", "report"]
    answer = subprocess.run(
        command,
        env=os.environ | {"LOG_LEVEL": "chatty"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (answer.returncode, len(answer.stderr.splitlines())) == (1, 1)
    assert "LOG_LEVEL" in answer.stderr
