"""The pace as the site sees it: 2 starts a second, 2 in flight, whatever else the workers do."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict

import pytest

from tests.e2e.installation import ROOT
from tests.e2e.site_process import gaps_ms, site_process, write_linked_pages

pytestmark = pytest.mark.timeout(400)

REQUESTS = 200
LEAST_GAP_MS = 500
OTHERS = 50
LEAST_IN_CROWD_MS = 500


def assert_polite(requests):
    assert min(gaps_ms(requests)) >= LEAST_GAP_MS
    assert max(request.in_flight for request in requests) <= 2


def test_site_that_is_audited_alone_is_never_hurried(crawl):
    running = crawl(REQUESTS, pause_ms=700)

    running.ends_done()
    assert_polite(running.site.requests())


def test_site_is_never_hurried_while_fifty_others_keep_the_workers_busy(
    installation, linked_site, tmp_path
):
    site = linked_site(REQUESTS, pause_ms=700)
    folder = write_linked_pages(tmp_path / "others", 2 * REQUESTS)
    log = tmp_path / "others.log"
    with site_process(
        "tests.faults.many_sites", str(folder), "--count", str(OTHERS), log=log
    ) as others:
        run_audits(installation, site, others)
        crowd = defaultdict(list)
        for request in others.requests():
            crowd[request.host].append(request)

    assert len(site.requests()) >= REQUESTS
    assert_polite(site.requests())
    assert len(crowd) == OTHERS
    assert min(min(gaps_ms(requests)) for requests in crowd.values()) >= LEAST_IN_CROWD_MS


def run_audits(installation, site, others):
    hosts = (*site.hosts, *others.hosts)
    urls = [site.url, *(f"http://{host}/" for host in others.hosts)]
    subprocess.run(
        [sys.executable, "-m", "tests.faults.many_audits", *urls],
        cwd=ROOT,
        env=installation.environment | {"SEOFIX_ALLOW_HOSTS": ",".join(hosts)},
        check=True,
        timeout=300,
    )
