from __future__ import annotations

import logging
import socket

import psycopg
import pytest

from crawls.management.servers import (
    PATIENCE_S,
    CannotGoOn,
    Outage,
    RedisWatch,
    check_usable,
    leave_lost_queries_to_their_error,
    without_password,
)


@pytest.fixture
def closed_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@pytest.fixture
def driver_log():
    log = logging.getLogger("psycopg")
    level = log.level
    yield log
    log.setLevel(level)


class LostConnection(psycopg.Connection):
    """One whose server went away."""

    def cancel_safe(self, **_):
        raise psycopg.OperationalError("connection refused")


@pytest.mark.django_db
def test_query_broken_off_while_the_server_is_away_is_not_logged(driver_log, caplog, settings):
    with LostConnection.connect(settings.DATABASE_URL) as lost:
        lost._try_cancel()  # what the driver does with a query that an interrupt breaks off
        assert [record.name for record in caplog.records] == ["psycopg"]

        leave_lost_queries_to_their_error()
        lost._try_cancel()

    assert len(caplog.records) == 1


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://h:6379/0", "redis://h:6379/0"),
        ("redis://:secret@h:6379/0", "redis://h:6379/0"),
        ("postgresql://user:s@cr:et@h/name", "postgresql://user@h/name"),
        ("postgresql://user@h/name?password=secret", "postgresql://user@h/name"),
        ("nonsense", "nonsense"),
    ],
)
def test_shown_address_has_no_password(url, shown):
    assert without_password(url) == shown


def test_redis_that_is_not_there_is_named_in_one_sentence(settings, closed_port):
    settings.REDIS_URL = f"redis://:secret@127.0.0.1:{closed_port}/0"
    said = f"Error 111 connecting to 127.0.0.1:{closed_port}. Connection refused"

    with pytest.raises(CannotGoOn) as raised:
        check_usable()

    assert str(raised.value) == (
        f"Redis cannot be used: redis://127.0.0.1:{closed_port}/0: {said}."
    )


def test_redis_that_does_not_serve_the_frontier_is_named(settings):
    settings.FRONTIER_REDIS_URL = settings.REDIS_URL.rpartition("/")[0] + "/9999"

    with pytest.raises(CannotGoOn, match=r"/9999: DB index is out of range\.$"):
        check_usable()


@pytest.mark.django_db
def test_servers_that_answer_are_usable():
    assert check_usable() is None


def test_outage_is_given_up_after_our_patience(settings, tmp_path):
    settings.LOCAL_DIR = tmp_path
    outage = Outage("Redis")
    outage.note("refused", 100.0)
    outage.note("refused", 100.0 + PATIENCE_S)

    with pytest.raises(CannotGoOn) as raised:
        outage.note("refused", 100.1 + PATIENCE_S)

    assert str(raised.value) == (
        f"The audit was stopped: Redis has not answered for 15 s (refused). See {tmp_path}/logs."
    )


def test_answer_ends_an_outage():
    outage = Outage("Redis")
    outage.note("refused", 100.0)
    outage.note("", 110.0)
    outage.note("refused", 120.0)

    outage.note("refused", 120.0 + PATIENCE_S)

    assert outage.began == 120.0


@pytest.mark.parametrize(("name", "log"), [("Redis", "redis.log"), ("PostgreSQL", "postgres.log")])
def test_own_server_that_is_given_up_is_named_with_its_log(settings, tmp_path, name, log):
    settings.LOCAL_DIR = tmp_path
    (tmp_path / log).touch()
    outage = Outage(name, "gone", 1.0)

    with pytest.raises(CannotGoOn) as raised:
        outage.note("gone", 100.0)

    assert str(raised.value).endswith(f"See {tmp_path}/{log}.")


def test_watch_asks_redis_and_notes_what_it_says(settings, closed_port):
    settings.REDIS_URL = f"redis://127.0.0.1:{closed_port}/0"
    watch = RedisWatch(Outage("Redis"))

    watch.ask()

    assert watch.outage.why == (
        f"redis://127.0.0.1:{closed_port}/0: "
        f"Error 111 connecting to 127.0.0.1:{closed_port}. Connection refused"
    )
