"""Lines of robots.txt that SEOFixBot does not read."""

from __future__ import annotations

from crawls.engine.pacing import NO_HOLD
from crawls.models import AuditStep, StepKind
from crawls.services import audits, lanes
from tests.crawls.services.answers import SITE, html
from tests.crawls.services.driving import fresh, read_robots, record


def test_crawl_delay_changes_no_pace(start, frontier):
    audit = start()
    audits.begin_audit(audit.pk, frontier)

    recorded = read_robots(audit, b"User-agent: *\nCrawl-delay: 30\n")

    assert lanes.lane_pace(fresh(audit), audit.lane).interval_ms == 500
    assert (recorded.hold, fresh(audit).hold_until) == (NO_HOLD, None)


def test_sitemap_line_opens_no_file(begin):
    audit = begin(robots=f"Sitemap: {SITE}/other.xml\n".encode())

    record(audit, html(f"{SITE}/"))

    sitemaps = AuditStep.objects.filter(audit=audit, kind=StepKind.SITEMAP)
    assert list(sitemaps.values_list("url", flat=True)) == [f"{SITE}/sitemap.xml"]
