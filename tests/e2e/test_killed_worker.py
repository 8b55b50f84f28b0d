"""A worker that dies costs seconds, never a page."""

from __future__ import annotations

import pytest

from tests.e2e.installation import until

PAGES = 60
ONCE = "SELECT count(*), count(DISTINCT url) FROM crawls_page WHERE state = 'done'"


@pytest.mark.e2e
def test_killed_worker_loses_no_page_and_records_each_once(installation, linked_site):
    site = linked_site(PAGES, pause_ms=500)  # so that it has some on the wire when it dies
    running = installation.start(site.url, *site.allowed, "--max-rps", "10", "--in-flight", "4")
    until(lambda: len(site.requests()) > 10, within=30)
    running.child("fetch-1").kill()
    ended = running.wait(within=90)
    audit = installation.rows("SELECT state, pages_fetched, credits FROM crawls_audit")

    assert (ended.exit_code, ended.stderr) == (0, "")
    assert audit == [("done", PAGES, PAGES)]
    assert installation.rows(ONCE) == [(PAGES, PAGES)]
    assert installation.value("SELECT max(attempts) FROM crawls_page") == 1
