from __future__ import annotations

import socket
import socketserver
import threading
import time
from contextlib import contextmanager
from datetime import timedelta

import celery
import pytest
from django.db import transaction
from django.utils import timezone

from crawls.models import Outbox
from crawls.services import outbox
from seofix_site.celery import BOTH, LIFECYCLE, app

TASK = "crawls.finalise_audit"
LONG_AGO = timedelta(seconds=21)

committing = pytest.mark.django_db(transaction=True)


def age(by):
    """Let the time pass since everything that is owed was promised and rung."""
    then = timezone.now() - by
    Outbox.objects.filter(rung_at__isnull=False).update(rung_at=then)
    Outbox.objects.update(created_at=then)


@committing
def test_bell_is_rung_after_the_commit(rung):
    with transaction.atomic():
        outbox.owe(TASK, 7)
        within = rung()

    assert (within, rung()) == ([], [(TASK, 7)])
    assert Outbox.objects.get().rung_at is not None


@committing
def test_bell_is_not_rung_when_the_transaction_fails(rung):
    with transaction.atomic():
        outbox.owe(TASK, 7)
        transaction.set_rollback(True)

    assert (rung(), Outbox.objects.count()) == ([], 0)


@committing
def test_promise_made_twice_is_one_promise(rung):
    outbox.owe(TASK, 7)

    outbox.owe(TASK, 7)

    assert Outbox.objects.count() == 1
    assert set(rung()) == {(TASK, 7)}


@committing
def test_promises_of_other_tasks_and_ids_are_kept_apart(rung):
    with transaction.atomic():
        for task, argument in [(TASK, 7), (TASK, 8), ("crawls.run_step", 7)]:
            outbox.owe(task, argument)

    assert rung() == [(TASK, 7), (TASK, 8), ("crawls.run_step", 7)]


@committing
def test_bell_that_was_not_answered_is_rung_again(rung):
    outbox.owe(TASK, 7)
    age(LONG_AGO)

    assert outbox.ring_owed() == 1

    assert rung() == [(TASK, 7)] * 2


@committing
def test_bell_that_was_rung_lately_is_not_rung_again(rung):
    outbox.owe(TASK, 7)
    age(timedelta(seconds=19))

    assert outbox.ring_owed() == 0

    assert rung() == [(TASK, 7)]


@committing
def test_bell_rung_again_waits_for_its_answer_again(rung):
    outbox.owe(TASK, 7)
    age(LONG_AGO)
    outbox.ring_owed()

    assert outbox.ring_owed() == 0


@committing
def test_settled_bell_is_never_rung_again(rung):
    outbox.owe(TASK, 7)
    outbox.owe(TASK, 8)
    outbox.settle(TASK, 7)
    age(LONG_AGO)

    assert outbox.ring_owed() == 1

    assert rung() == [(TASK, 7), (TASK, 8), (TASK, 8)]


@committing
def test_bell_settled_in_its_own_transaction_is_not_rung(rung):
    with transaction.atomic():
        outbox.owe(TASK, 7)
        outbox.settle(TASK, 7)

    assert rung() == []


@contextmanager
def broker_at(port):
    """The current Celery app, as ours is set up, with its broker on this local port."""
    moved = celery.Celery("moved", broker=f"redis://127.0.0.1:{port}/0", set_as_current=True)
    moved.conf.update(BOTH | LIFECYCLE)
    try:
        yield
    finally:
        moved.close()
        app.set_current()


@pytest.fixture
def broker_down():
    """The broker is a port where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with broker_at(port):
        yield


class HangUp(socketserver.BaseRequestHandler):
    def handle(self):
        self.server.knocks += 1


@pytest.fixture
def knocks():
    """A broker that hangs up at once; how often it was called so far."""
    with socketserver.TCPServer(("127.0.0.1", 0), HangUp) as server:
        server.knocks = 0
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        with broker_at(server.server_address[1]):
            yield lambda: server.knocks
        server.shutdown()
        thread.join()


@committing
def test_broker_that_is_down_is_called_once_for_all_bells_of_a_transaction(knocks):
    outbox.owe(TASK, 1)
    for_one = knocks()

    with transaction.atomic():
        for argument in range(2, 13):
            outbox.owe(TASK, argument)

    assert knocks() == 2 * for_one
    assert Outbox.objects.filter(rung_at__isnull=True).count() == 12


@committing
def test_bell_owed_after_a_savepoint_was_rolled_back_is_rung(rung):
    with transaction.atomic():
        with transaction.atomic():
            outbox.owe(TASK, 7)
            transaction.set_rollback(True)
        outbox.owe(TASK, 8)

    assert rung() == [(TASK, 8)]


@committing
def test_bell_owed_in_a_savepoint_that_was_rolled_back_is_not_rung(rung):
    with transaction.atomic():
        outbox.owe(TASK, 7)
        with transaction.atomic():
            outbox.owe(TASK, 8)
            transaction.set_rollback(True)

    assert rung() == [(TASK, 7)]


@committing
def test_ringing_a_broker_that_is_down_takes_no_time(broker_down):
    began = time.monotonic()

    outbox.owe(TASK, 7)

    assert time.monotonic() - began < 1


@committing
def test_bell_stays_owed_while_the_broker_is_down(broker_down):
    outbox.owe(TASK, 7)

    assert Outbox.objects.get().rung_at is None


@committing
def test_sweep_of_a_broker_that_is_down_rings_nothing(broker_down):
    owe_long_ago(7, 8)

    assert outbox.ring_owed() == 0


@committing
def test_bell_of_a_broker_that_was_down_is_rung_later(rung):
    owe_long_ago(7, 8)

    assert outbox.ring_owed() == 2

    assert rung() == [(TASK, 7), (TASK, 8)]


def owe_long_ago(*arguments):
    """What is left of bells that could not be rung after their commit."""
    for argument in arguments:
        key, at = f"{TASK}:{argument}", timezone.now() - LONG_AGO
        Outbox.objects.create(key=key, task=TASK, argument=argument, created_at=at)
