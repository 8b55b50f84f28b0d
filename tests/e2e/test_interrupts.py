"""A command that is told to stop, or killed, leaves an honest audit and nothing that runs."""

from __future__ import annotations

import signal
import time

import pytest

from tests.e2e.installation import until

pytestmark = pytest.mark.e2e

PAGES = 200
AUDITS = "SELECT state, reason FROM crawls_audit ORDER BY id"
REFUSAL = "CommandError: Another audit runs from {}: wait until it has ended, or stop it.\n"
FETCHED = "SELECT count(*) FROM crawls_page WHERE audit_id = 1 AND state = 'done'"


@pytest.fixture
def site(linked_site):
    return linked_site(PAGES)


@pytest.fixture
def running(installation, site):
    """An audit in the middle of its crawl."""
    audit = installation.start(site.url, *site.allowed, "--max-rps", "10")
    until(lambda: len(site.requests()) > 15, within=30)
    return audit


def state_of_second_audit(installation, site):
    return installation.audit_json(site.url, *site.allowed, "--max-pages", "3")[1]["state"]


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_command_told_to_stop_cancels_and_keeps_the_pages(installation, site, running, told):
    told_at = time.monotonic() * 1000
    running.interrupt() if told == signal.SIGINT else running.process.send_signal(told)
    ended = running.wait(within=30)
    late = [request for request in site.requests() if request.arrived > told_at + 2_000]
    audit = installation.rows("SELECT state, reason, pages_fetched FROM crawls_audit")

    assert (ended.exit_code, ended.stderr, late) == (130, "", [])
    assert audit == [("cancelled", "cancelled", installation.value(FETCHED))]
    assert installation.value(FETCHED) > 5
    assert installation.processes() == []


def test_killed_command_takes_its_processes_along_and_is_reported_as_interrupted(
    installation, site, running
):
    running.process.kill()
    running.wait(within=5)
    until(lambda: installation.processes() == [], within=15)

    assert state_of_second_audit(installation, site) == "partial"
    assert installation.rows(AUDITS) == [("cancelled", "interrupted"), ("partial", "page_limit")]


def test_second_audit_in_a_folder_is_refused_until_the_first_has_ended(installation, site, running):
    second = installation.audit(within=30)
    running.interrupt()  # which leaves the folder to the next

    assert (second.exit_code, second.stdout, second.stderr) == (
        1,
        "",
        REFUSAL.format(installation.folder),
    )
    assert running.wait(within=30).exit_code == 130
    assert state_of_second_audit(installation, site) == "partial"
    assert installation.rows(AUDITS) == [("cancelled", "cancelled"), ("partial", "page_limit")]
