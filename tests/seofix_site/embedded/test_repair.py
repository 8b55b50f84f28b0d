from __future__ import annotations

import json
import os
import signal
from datetime import timedelta

from seofix_site.embedded.processes import processes_in
from seofix_site.embedded.recipe import LOOPBACK
from seofix_site.embedded.redis_recipe import RedisRecipe
from seofix_site.embedded.server import Patience, Server, free_port
from seofix_site.embedded.waiting import wait_until
from tests.seofix_site.embedded.clone import PROGRAMS

TABLE = "CREATE TABLE kept AS SELECT 7 AS answer"
QUESTION = "SELECT answer FROM kept"


def test_stale_pid_file_with_a_foreign_process_is_taken_away(clone):
    clone.ask_postgres(TABLE)
    stale = f"{os.getpid()}\n{clone.folder}/postgres\n1\n5432\n\n127.0.0.1\n"
    (clone.folder / "postgres" / "postmaster.pid").write_text(stale)

    assert clone.ask_postgres(QUESTION) == [[7]]


def test_data_survives_the_kill_of_every_process(clone):
    clone.ask_postgres(TABLE)
    user, _ = clone.stay()
    os.killpg(user.pid, signal.SIGKILL)
    for process in processes_in(clone.folder.resolve(), PROGRAMS):
        process.kill()

    assert clone.ask_postgres(QUESTION) == [[7]]


def test_servers_keep_nothing_in_the_memory_of_the_machine(clone):
    """It would stay behind when they are killed; what is in their folder goes with the folder."""
    clone.stay()

    mapped = [kept.path for server in clone.servers() for kept in server.memory_maps()]

    assert [path for path in mapped if path.startswith("/dev/shm")] == []  # noqa: S108 -- not ours


def test_frozen_server_is_replaced(tmp_path):
    impatient = Patience(answer=timedelta(seconds=1), stop=timedelta(seconds=1))
    frozen = Server(RedisRecipe(), tmp_path, patience=impatient)
    url = frozen.ensure_running()
    (process,) = processes_in(tmp_path, PROGRAMS)
    process.suspend()

    replacement = frozen.ensure_running()
    frozen.stop()

    assert (replacement == url, process.is_running()) == (False, False)


def test_half_made_data_directory_is_set_aside(new_clone):
    half_made = new_clone.folder / "postgres"
    half_made.mkdir(parents=True)
    (half_made / "PG_VERSION").write_text("18\n")

    done = new_clone.run("true")

    aside = [path.name for path in new_clone.folder.glob("postgres.damaged-*")]
    assert (done.returncode, done.stderr) == (
        0,
        (
            f"{half_made} was not a complete PostgreSQL data directory: moved to {aside[0]}, "
            "starting with an empty database.\n"
        ),
    )


def test_unfinished_copy_of_a_killed_first_start_is_removed(new_clone):
    (new_clone.folder / "postgres.new-abc" / "data").mkdir(parents=True)

    new_clone.run("true")

    assert [path.name for path in new_clone.folder.glob("postgres*") if path.is_dir()] == [
        "postgres"
    ]


def test_first_start_that_is_killed_anywhere_leaves_a_clone_that_works(new_clone):
    for delay in (100, 250, 400, 550):
        user = new_clone.start("true")
        wait_until(lambda: False, within=timedelta(milliseconds=delay))
        os.killpg(user.pid, signal.SIGKILL)
        user.wait()

    assert new_clone.ask_postgres("SELECT 1") == [[1]]


def test_lost_password_is_replaced_and_the_data_kept(clone):
    clone.ask_postgres(TABLE)
    (clone.folder / "postgres.json").unlink()

    assert clone.ask_postgres(QUESTION) == [[7]]


def test_data_of_another_major_version_is_explained(clone):
    (clone.folder / "postgres" / "PG_VERSION").write_text("15\n")

    done = clone.run("true")

    assert (done.returncode, done.stderr) == (
        1,
        (
            f"{clone.folder}/postgres was made by PostgreSQL 15 and the installed one is 18: "
            "export it with 15, or move the folder away to start empty.\n"
        ),
    )


def test_server_that_cannot_start_is_explained_with_its_log(clone):
    (clone.folder / "postgres" / "postgresql.conf").write_text("no_such_setting = 1\n")

    done = clone.run("true")

    assert (done.returncode, done.stderr.splitlines()[0], clone.running()) == (
        1,
        f"PostgreSQL stopped by itself. The last lines of {clone.folder}/postgres.log:",
        [],
    )


def test_unusable_folder_is_explained(new_clone):
    new_clone.folder.parent.mkdir()
    new_clone.folder.write_text("a file")

    done = new_clone.run("true")

    assert (done.returncode, done.stderr) == (
        1,
        (
            f"The embedded servers need the folder {new_clone.folder}, which cannot be made "
            "(File exists): set SEOFIX_LOCAL_DIR to a folder of yours.\n"
        ),
    )


def test_taken_port_is_given_up_for_another(tmp_path, occupied_port):
    ports = iter([occupied_port, free := free_port()])
    server = Server(RedisRecipe(), tmp_path, lambda: next(ports))

    url = server.ensure_running()
    server.stop()

    assert url.endswith(f"@{LOOPBACK}:{free}/0")


def test_saved_password_is_not_sent_to_a_stranger_on_the_old_port(tmp_path, occupied_port):
    saved = {"port": occupied_port, "password": "of a server that died"}
    (tmp_path / "redis.json").write_text(json.dumps(saved))
    server = Server(RedisRecipe(), tmp_path)

    url = server.ensure_running()
    server.stop()

    assert not url.endswith(f":{occupied_port}/0")
