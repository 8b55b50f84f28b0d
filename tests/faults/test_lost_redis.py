"""Redis dies in mid-crawl with all it knew and comes back empty on the same port."""

from __future__ import annotations

import pytest

from tests.e2e.site_process import gaps_ms

pytestmark = pytest.mark.timeout(400)

INTERVAL_MS = 200
AT_MOST_EARLY_MS = 5
QUARANTINE_MS = 30_000


def test_crawl_goes_on_after_redis_was_killed_and_keeps_its_spacing(crawl, redis_server):
    running = crawl(120, "--max-rps", "5", pause_ms=300)
    redis_server.kill()
    redis_server.start()

    running.ends_done()
    gaps = gaps_ms(running.site.requests())
    assert min(gaps) >= INTERVAL_MS - AT_MOST_EARLY_MS
    assert max(gaps) >= QUARANTINE_MS
    assert max(request.in_flight for request in running.site.requests()) <= 2
    assert running.repeated_requests() <= 2


def test_redis_killed_twice_costs_time_and_no_page(crawl, redis_server):
    running = crawl(150, "--max-rps", "20", "--in-flight", "4", pause_ms=200)
    for requests in (30, 80):
        running.wait_for_requests(requests)
        redis_server.kill()
        redis_server.start()

    running.ends_done()
