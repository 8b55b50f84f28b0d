"""A crawl that is paused survives the death of its workers and of Redis, and resumes by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.installation import ROOT, until
from tests.e2e.site_process import gaps_ms, site_process, write_linked_pages
from tests.faults.crawl import Crawl

pytestmark = pytest.mark.timeout(400)

LIMITING = "tests.sites.limiting"
SCALED = {"PYTHONPATH": f"{Path(__file__).parent / 'scaled'}:{ROOT}"}
PAGES = 40
LIMITED = 3  # two waits, then the pause
PAUSE_MS = 15_000
STATE = "SELECT state, pauses, resume_at > now() FROM crawls_audit"


@pytest.fixture
def limiting_site(tmp_path):
    folder = write_linked_pages(tmp_path / "site", PAGES)
    script = ("--script", f"20,{LIMITED}")
    with site_process(LIMITING, str(folder), *script, log=tmp_path / "access.log") as site:
        yield site


def test_workers_and_redis_killed_while_paused_change_nothing(
    installation, limiting_site, redis_server
):
    options = ("--policy", "internal-linking", "--max-rps", "50")
    running = installation.start(limiting_site.url, *limiting_site.allowed, *options, **SCALED)
    until(lambda: installation.rows(STATE) == [("paused", 1, True)], within=60)
    asked = len(limiting_site.requests())
    for role in ("fetch-1", "fetch-2", "sweep"):
        until(lambda role=role: running.child(role), within=30).kill()
    redis_server.kill()
    redis_server.start()

    until(lambda: installation.rows(STATE) == [("crawling", 1, None)], within=60)
    resumed = limiting_site.requests()
    Crawl(installation, limiting_site, PAGES, running).ends_done(price=0)

    assert len(resumed) - asked <= 1
    gaps = gaps_ms(limiting_site.requests())
    assert max(gaps) >= PAUSE_MS
    assert sum(gap >= 1_000 for gap in gaps) == LIMITED
    limited = limiting_site.targets()[asked - 1]
    assert limiting_site.targets().count(limited) == LIMITED + 1
