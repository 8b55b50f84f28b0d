"""One bad row, or one that is locked for long, does not keep the sweep from the others."""

from __future__ import annotations

import psycopg
import pytest
from django.db import OperationalError, connection
from structlog.testing import capture_logs

from crawls.frontier.base import LEASE_MS, FrontierClosed
from crawls.frontier.memory import MemoryFrontier
from crawls.management.commands.sweep import sweep_once
from crawls.models import Audit, Page
from crawls.services import sweeping
from tests.crawls.services.driving import page_at

FIRST, SECOND = "https://first.test/", "https://second.test/"
SOON_ENDED = "-c idle_in_transaction_session_timeout=20000"
LOST = "Fetching it was begun 3 times and never finished."


@pytest.fixture
def first(begin):
    return begin(FIRST)


@pytest.fixture
def second(begin):
    return begin(SECOND)


@pytest.fixture
def other_session():
    """A session of its own, in the same database. Without the product's patience the lock it holds
    would last for ever: the server ends it.
    """
    parameters = connection.get_connection_params()
    wanted = {key: parameters[key] for key in ("host", "port", "dbname", "user", "password")}
    with psycopg.connect(**wanted, options=SOON_ENDED) as session:
        yield session
        session.rollback()


def poison(audit):
    Audit.objects.filter(pk=audit.pk).update(pace="no pace")


def crash_for_the_last_time(audits, frontier, clock):
    """Each audit's seed is leased by a worker that dies, as two were before."""
    for audit in audits:
        frontier.claim(audit.lane)
    Page.objects.update(attempts=2)
    clock.advance(LEASE_MS)


def swept(frontier):
    """What the round logged of what went wrong: event and audit."""
    with capture_logs() as logs:
        sweeping.sweep(frontier)
    return [(entry["event"], entry.get("audit")) for entry in logs if "audit" in entry]


@pytest.fixture
def loaded(first, second, frontier):
    """Their robots.txt is read and the seeds are in the lanes."""
    for audit in (first, second):
        frontier.ack(frontier.claim(audit.lane))
    sweeping.sweep(frontier)
    return first, second


def test_lease_that_cannot_be_given_up_leaves_the_next_one_swept(loaded, frontier, clock):
    first, second = loaded
    crash_for_the_last_time(loaded, frontier, clock)
    poison(first)

    troubles = swept(frontier)

    assert page_at(second, SECOND).failure_detail == LOST
    assert [trouble for trouble in troubles if trouble[0] != "lease_expired"] == [
        ("not_swept", first.pk),
        ("not_swept", first.pk),  # its lane cannot be opened again either
    ]


def test_audit_that_cannot_be_reconciled_leaves_the_next_one_reconciled(loaded, frontier):
    first, second = loaded
    frontier.recover(2, quarantine_ms=0)
    poison(first)

    troubles = swept(frontier)

    assert troubles == [("not_swept", first.pk)]
    assert frontier.claim(second.lane).item == f"p{page_at(second, SECOND).pk}"


@pytest.mark.django_db(transaction=True)
def test_audit_that_is_locked_for_long_leaves_the_next_one_swept(
    loaded, frontier, clock, other_session
):
    first, second = loaded
    crash_for_the_last_time(loaded, frontier, clock)
    other_session.execute("SELECT 1 FROM crawls_audit WHERE id = %s FOR UPDATE", [first.pk])

    troubles = swept(frontier)

    assert ("row_locked_for_long", first.pk) in troubles
    assert (page_at(first, FIRST).state, page_at(second, SECOND).state) == ("queued", "done")


@pytest.mark.django_db(transaction=True)
def test_audit_that_was_locked_is_swept_when_it_is_free(loaded, frontier, clock, other_session):
    first, _ = loaded
    crash_for_the_last_time(loaded, frontier, clock)
    other_session.execute("SELECT 1 FROM crawls_audit WHERE id = %s FOR UPDATE", [first.pk])
    sweeping.sweep(frontier)
    other_session.rollback()
    frontier.claim(first.lane)
    clock.advance(LEASE_MS)

    sweeping.sweep(frontier)

    assert page_at(first, FIRST).failure_detail == LOST


def test_connection_waits_for_locks_as_before_after_a_sweep(loaded, frontier):
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        before = cursor.fetchone()

    sweeping.sweep(frontier)

    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == before


def test_closed_frontier_ends_the_round(first, clock):
    with pytest.raises(FrontierClosed):
        sweeping.sweep(MemoryFrontier(clock))


@pytest.mark.django_db(transaction=True)
def test_lost_database_ends_the_round(frontier, other_session):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    other_session.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])

    with pytest.raises(OperationalError):
        sweeping.sweep(frontier)

    connection.close()


def test_round_that_fails_of_anything_else_is_logged_and_over(db):
    def no_clock():
        raise RuntimeError("no time")

    with capture_logs() as logs:
        sweep_once(MemoryFrontier(no_clock))

    assert [entry["event"] for entry in logs] == ["sweep_failed"]


@pytest.mark.django_db(transaction=True)
def test_round_without_a_database_is_over_and_the_next_one_sweeps(frontier, other_session):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    other_session.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])

    with capture_logs() as logs:
        sweep_once(frontier)
        sweep_once(frontier)

    assert [entry["event"] for entry in logs] == ["database_unreachable"]
