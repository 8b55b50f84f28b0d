from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import timedelta

import pytest

from seofix_site.embedded.locks import LockBusyError, exclusive
from tests.seofix_site.embedded.clone import REPOSITORY, leave

BOTH = ["postgres", "redis-server"]


def test_servers_are_up_for_the_command_and_gone_after_it(new_clone):
    user, _ = new_clone.stay()
    during = new_clone.running()

    leave(user)

    assert (during, new_clone.running()) == (BOTH, [])


def test_data_of_one_use_is_there_in_the_next(clone):
    clone.ask_postgres("CREATE TABLE kept AS SELECT 7 AS answer")

    assert clone.ask_postgres("SELECT answer FROM kept") == [[7]]


def test_owner_of_the_database_may_create_databases(clone):
    granted = clone.ask_postgres(
        "SELECT rolcreatedb, rolsuper FROM pg_roles WHERE rolname = current_user"
    )

    assert granted == [[True, False]]


def test_second_user_gets_the_same_servers(clone):
    _, urls = clone.stay()

    _, other_urls = clone.stay()

    assert other_urls == urls


def test_first_user_to_leave_stops_nothing(clone):
    first, _ = clone.stay()
    clone.stay()

    leave(first)

    assert clone.running() == BOTH


def test_last_user_stops_servers_that_another_started(clone):
    first, _ = clone.stay()
    second, _ = clone.stay()
    leave(first)

    leave(second)

    assert clone.running() == []


def test_two_users_that_arrive_at_once_share_one_pair(new_clone):
    users = [
        new_clone.start(sys.executable, "-c", "import os; print(os.environ['REDIS_URL']); input()")
        for _ in range(2)
    ]

    urls = {user.stdout.readline() for user in users}

    assert len(urls) == 1


def test_two_clones_side_by_side_have_their_own(clone, other_clone):
    _, urls = clone.stay()

    _, other_urls = other_clone.stay()

    assert set(urls.split()).isdisjoint(other_urls.split())


def test_servers_of_a_killed_user_are_adopted_and_stopped_by_the_next(clone):
    killed, urls = clone.stay()
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    heir, inherited = clone.stay()

    leave(heir)

    assert (inherited, clone.running()) == (urls, [])


def test_url_that_is_set_is_left_alone(new_clone):
    given = {"DATABASE_URL": "postgresql://elsewhere/db", "REDIS_URL": "redis://elsewhere/0"}

    done = new_clone.run("sh", "-c", "echo $DATABASE_URL $REDIS_URL", **given)

    assert (done.stdout.split(), new_clone.folder.exists()) == (list(given.values()), False)


def test_only_the_server_without_a_url_is_started(new_clone):
    user = new_clone.start(
        "sh", "-c", "echo up; read end", DATABASE_URL="postgresql://elsewhere/db"
    )
    user.stdout.readline()

    assert new_clone.running() == ["redis-server"]


def test_waiting_for_a_turn_is_bounded(tmp_path):
    turn = tmp_path / "start.lock"
    moment = timedelta(milliseconds=60)

    with (
        exclusive(turn, within=moment),
        pytest.raises(LockBusyError, match=r"it holds .*start\.lock"),
        exclusive(turn, within=moment),
    ):
        pass


def test_importing_it_loads_no_django():
    code = "import sys, seofix_site.embedded; print('django' in sys.modules)"

    loaded = subprocess.check_output([sys.executable, "-c", code], text=True, cwd=REPOSITORY)

    assert loaded == "False\n"
