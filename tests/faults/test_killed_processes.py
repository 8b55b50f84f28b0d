"""kill -9 of each process of the fleet in mid-crawl."""

from __future__ import annotations

import signal

import pytest

from tests.e2e.installation import until

pytestmark = pytest.mark.timeout(400)

FAST = ("--max-rps", "50", "--in-flight", "8")


def test_fetch_workers_killed_several_times_lose_no_page(crawl):
    running = crawl(300, *FAST, pause_ms=400)
    for role, requests in (("fetch-1", 40), ("fetch-2", 100), ("fetch-1", 160), ("fetch-2", 220)):
        running.wait_for_requests(requests)
        running.kill(role)

    running.ends_done()
    assert running.lost_leases() >= 4
    assert running.repeated_requests() <= running.lost_leases()


@pytest.mark.parametrize("role", ["dispatch", "sweep", "lifecycle"])
def test_killed_process_comes_back_and_the_audit_ends(crawl, role):
    running = crawl(100, *FAST, pause_ms=500)
    killed = running.kill(role)
    reborn = until(lambda: running.running.child(role), within=30)

    assert reborn.pid != killed
    running.ends_done()
    assert running.repeated_requests() == 0


def test_worker_that_sleeps_past_its_leases_records_nothing_twice(crawl):
    running = crawl(100, *FAST, pause_ms=500)
    stopped = running.running.child("fetch-1")
    stopped.send_signal(signal.SIGSTOP)
    until(lambda: running.lost_leases() > 0, within=90)
    stopped.send_signal(signal.SIGCONT)

    running.ends_done()
    assert running.repeated_requests() <= running.lost_leases()
