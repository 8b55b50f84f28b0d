"""The pace of a whole audit on a site whose response time is scripted (crawl rules, section 3)."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from statistics import mean
from tempfile import mkdtemp

import pytest

from crawls.engine.policy import SEOFIX
from tests.e2e.site_process import gaps_ms, site_process, write_linked_pages

pytestmark = pytest.mark.e2e

SCRIPTED = "tests.sites.scripted"
CEILING = 60
PLACES = 5  # in flight
# The normal time is learned; then slow, just long enough for two halvings; then fast, until the
# ceiling is reached again; then slow, until that is the normal time.
SCRIPT = "24x100,16x480,95x100,480"
PAGES = 24 + 16 + 95 + 50
DOWN = [CEILING / 2, CEILING / 4]
UP = [CEILING / 4 * 1.25**step for step in range(1, 7)]
FLOOR = CEILING / 8
WHEN_SLOW_MS = 300
COURSE = [CEILING, *DOWN, *UP, CEILING, *DOWN, FLOOR, CEILING]
IS_SLOW = [*[True] * 2, *[False] * 7, *[True] * 4]
LEAST_FLOOR_MEAN_MS = 0.9 * 1000 / FLOOR  # a site that is busy logs late; at the rate before: half
UNDER_WAY_MS = 300  # an answer that is being recorded, and a start of the rate before

# So many that robots.txt, the sitemap and a busy machine's few ms for each start do not matter.
HEALTHY_RPS = 4
HEALTHY_PAGES = 72
HEALTHY_SHARE = 0.95
ATTEMPTS = 3  # a machine may be too busy for anything; a crawler that is too slow always is

SAMPLES = """
    SELECT rate_rps, response_ms, in_flight, extract(epoch FROM at)::float8 * 1000
    FROM crawls_pacesample ORDER BY id
"""
SPEEDS = """
    SELECT max_rps, effective_rps, slowdowns, speed_clamped, pages_fetched
    FROM crawls_audit ORDER BY id DESC LIMIT 1
"""


@pytest.fixture
def audit_of(installation, tmp_path):
    """Audit so many linked pages of a scripted site; returns what the site saw."""

    def run(pages, script, *options):
        place = Path(mkdtemp(dir=tmp_path))
        folder, log = write_linked_pages(place / "site", pages), place / "access.log"
        with site_process(SCRIPTED, str(folder), "--script", script, log=log) as site:
            ended = installation.audit(site.url, *site.allowed, *options)
            assert (ended.exit_code, ended.stderr) == (0, "")
            return site.requests()

    return run


def test_rate_halves_recovers_and_learns_a_new_normal_time(installation, audit_of):
    speed = ("--max-rps", str(CEILING), "--in-flight", str(PLACES))
    requests = audit_of(PAGES, SCRIPT, *speed)
    changes = [next(same) for _, same in groupby(installation.rows(SAMPLES), lambda row: row[0])]
    ((_, _, slowdowns, was_clamped, pages),) = installation.rows(SPEEDS)
    (_, at_floor), (_, relearned) = [(rate, at) for rate, _, _, at in changes][-2:]

    assert [rate for rate, *_ in changes] == pytest.approx(COURSE)
    assert [ms > WHEN_SLOW_MS for _, ms, *_ in changes[1:]] == IS_SLOW
    assert max(in_flight for _, _, in_flight, _ in changes) <= PLACES
    assert (slowdowns, was_clamped, pages) == (5, False, PAGES)
    slowest = [r for r in requests if at_floor + UNDER_WAY_MS < r.wall < relearned]
    assert len(slowest) > SEOFIX.pace.spacing
    assert mean(gaps_ms(slowest)) >= LEAST_FLOOR_MEAN_MS


@pytest.mark.timeout(300)
def test_healthy_site_is_crawled_at_the_speed_agreed_on(installation, audit_of):
    for _ in range(ATTEMPTS):
        audit_of(HEALTHY_PAGES, "20", "--max-rps", str(HEALTHY_RPS))
        ((ceiling, effective, slowdowns, was_clamped, pages),) = installation.rows(SPEEDS)
        if effective >= HEALTHY_SHARE * HEALTHY_RPS:
            break

    assert (ceiling, slowdowns, was_clamped, pages) == (HEALTHY_RPS, 0, False, HEALTHY_PAGES)
    assert HEALTHY_SHARE * HEALTHY_RPS <= effective <= HEALTHY_RPS
