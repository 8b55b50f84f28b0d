"""A clone on a machine without any server: the command starts its own and stops them."""

from __future__ import annotations

import os

import pytest

from tests.e2e.installation import MARK, RunningAudit, processes_of, until

pytestmark = pytest.mark.e2e

GIVEN = ("DATABASE_URL", "REDIS_URL", "FRONTIER_REDIS_URL", "SEOFIX_ALLOW_HOSTS")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The local folder of a clone; making its database takes seconds, so tests share it."""
    return tmp_path_factory.mktemp("clone")


@pytest.fixture
def start(folder):
    def start(*arguments):
        inherited = {name: value for name, value in os.environ.items() if name not in GIVEN}
        return RunningAudit(arguments, inherited | {MARK: str(folder)})

    yield start
    for process in processes_of(folder):
        process.kill()


def test_audit_in_a_bare_clone_starts_what_it_needs_and_stops_it(start, folder):
    ended = start("--max-pages", "3").wait(within=60)

    assert (ended.exit_code, ended.stderr) == (0, "")
    assert "Partial. The page limit of 3 was reached" in ended.stdout
    assert processes_of(folder) == []


def test_interrupted_audit_in_a_bare_clone_stops_what_it_started(start, folder):
    running = start()
    until(lambda: running.child("dispatch"), within=60)  # the others are about to be started
    running.interrupt()
    ended = running.wait(within=60)

    assert (ended.exit_code, ended.stderr) == (130, "")
    assert processes_of(folder) == []
