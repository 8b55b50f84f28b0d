"""A command whose Redis or PostgreSQL is away says so in one sentence and leaves nothing running."""

from __future__ import annotations

import os
import time

import psycopg
import pytest
from psycopg import sql

from tests.e2e.databases import name_of
from tests.e2e.installation import until

pytestmark = pytest.mark.e2e

PAGES = 300
STATE = "SELECT state, end_state, reason FROM crawls_audit"


@pytest.fixture
def running(installation, linked_site):
    """An audit in the middle of its crawl."""
    site = linked_site(PAGES)
    audit = installation.start(site.url, *site.allowed, "--max-rps", "10")
    until(lambda: len(site.requests()) > 15, within=30)
    return audit


@pytest.fixture
def without_redis(redis_server):
    """Kill it; it is there again after the test."""
    yield redis_server.kill
    redis_server.start()


@pytest.fixture
def without_database(installation):
    """Let the database of the installation refuse everybody, as one that is down does."""
    name = sql.Identifier(name_of(installation.database_url))

    def allow(answer):
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
            server.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}").format(name, answer))
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                [name_of(installation.database_url)],
            )

    yield lambda: allow(sql.SQL("false"))
    allow(sql.SQL("true"))


def test_redis_that_stays_away_ends_the_command(installation, running, redis_server, without_redis):
    without_redis()
    ended = running.wait(within=40)

    refused = f"Error 111 connecting to 127.0.0.1:{redis_server.port}. Connection refused"
    said = f"Redis has not answered for 15 s ({redis_server.url}: {refused})"
    assert (ended.exit_code, ended.stderr) == (
        1,
        f"CommandError: The audit was stopped: {said}. See {installation.folder}/logs.\n",
    )
    assert installation.processes() == []
    assert installation.rows(STATE) == [("checking", "cancelled", "interrupted")]


def test_interrupt_while_redis_is_away_ends_soon_with_the_summary(
    installation, running, without_redis
):
    without_redis()
    told_at = time.monotonic()
    running.interrupt()
    ended = running.wait(within=30)

    assert time.monotonic() - told_at < 10
    assert (ended.exit_code, ended.stderr) == (130, "")
    assert "Checking. The audit was cancelled;" in ended.stdout
    assert installation.processes() == []


def test_database_that_stays_away_ends_the_command(installation, running, without_database):
    without_database()
    ended = running.wait(within=50)

    said = ended.stderr.splitlines()
    assert (ended.exit_code, len(said)) == (1, 1)
    assert said[0].startswith(
        "CommandError: The audit was stopped: PostgreSQL has not answered for 15 s (postgresql://"
    )
    assert said[0].endswith(f"See {installation.folder}/logs.")
    assert installation.processes() == []


def test_interrupt_while_the_database_is_away_ends_soon(installation, running, without_database):
    without_database()
    told_at = time.monotonic()
    running.interrupt()
    ended = running.wait(within=30)

    said = ended.stderr.splitlines()
    assert time.monotonic() - told_at < 12
    assert (ended.exit_code, len(said)) == (130, 1), ended.stderr
    assert said[0].startswith("CommandError: The audit could not be cancelled: PostgreSQL cannot")
    assert installation.processes() == []


def test_second_interrupt_leaves_nothing_running(installation, running):
    running.interrupt()
    time.sleep(0.3)  # as a person does who has no patience
    running.interrupt()
    ended = running.wait(within=30)

    assert (ended.exit_code, ended.stderr) == (130, "")
    assert installation.processes() == []
