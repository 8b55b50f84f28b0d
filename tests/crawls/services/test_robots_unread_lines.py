"""Lines of robots.txt that SEOFixBot does not read."""

from __future__ import annotations

from crawls.models import AuditStep, StepKind
from crawls.services import lanes
from tests.crawls.services.answers import SITE, html
from tests.crawls.services.driving import record


def test_crawl_delay_changes_no_pace(begin):
    plain = begin("https://plain.test/")
    delayed = begin(robots=b"User-agent: *\nCrawl-delay: 30\n")

    paces = [lanes.lane_pace(audit, audit.lane).interval_ms for audit in (plain, delayed)]

    assert paces == [500, 500]


def test_sitemap_line_opens_no_file(begin):
    audit = begin(robots=f"Sitemap: {SITE}/other.xml\n".encode())

    record(audit, html(f"{SITE}/"))

    sitemaps = AuditStep.objects.filter(audit=audit, kind=StepKind.SITEMAP)
    assert list(sitemaps.values_list("url", flat=True)) == [f"{SITE}/sitemap.xml"]
