"""A lock that lives and dies with the database connection it was taken on."""

from __future__ import annotations

import psycopg
import pytest
from django.db import connection

from crawls.services.advisory import LockClass, release_connection, try_lock

pytestmark = pytest.mark.django_db(transaction=True)


def locks_held():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
        return cursor.fetchone()[0]


def test_connection_is_given_back_before_the_network_unless_a_lock_is_on_it():
    with try_lock(LockClass.BEGIN, 1):
        locked = connection.connection
        release_connection()
        with try_lock(LockClass.STEP, 2):
            release_connection()
        release_connection()
        assert connection.connection is locked
        assert locks_held() == 1
    assert locks_held() == 0

    release_connection()

    assert connection.connection is None


def test_lock_that_somebody_else_holds_keeps_no_connection():
    parameters = connection.get_connection_params()
    wanted = {key: parameters[key] for key in ("host", "port", "dbname", "user", "password")}
    with psycopg.connect(**wanted, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s, %s)", [LockClass.BEGIN, 1])

        with try_lock(LockClass.BEGIN, 1) as is_mine:
            release_connection()
            assert (is_mine, connection.connection) == (False, None)
