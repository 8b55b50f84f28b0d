"""What is told of a file of the site that somebody asks for."""

from __future__ import annotations

import pytest

from crawls.management.results import read_summary
from crawls.management.summary import SitemapFile
from crawls.models import AuditStep
from crawls.services import audits, files
from crawls.services.explaining import explain_url
from tests.crawls.services.answers import SITE, html, redirect, response, urlset
from tests.crawls.services.driving import check_all, fresh, record
from tests.crawls.services.test_sitemaps import SITEMAP, answer, index, step_of

ALLOWED = "robots.txt lets SEOFixBot fetch it."


@pytest.fixture
def audit(begin):
    audit = begin()
    record(audit, html(f"{SITE}/"))
    return audit


def explained(audit, path):
    return list(explain_url(fresh(audit), path))[2:]


def test_sitemap_is_told_with_what_is_wrong_with_it(audit):
    assert explained(audit, "/sitemap.xml") == [
        "It waits for its turn as a file of the site, or is being fetched."
    ]

    answer(audit, urlset([f"{SITE}/a", "https://other.test/"]))

    assert explained(audit, "/sitemap.xml") == [
        "It was read as a sitemap of 2 addresses.",
        "Some addresses are on another site and not crawled (1, the first is https://other.test/).",
    ]


def test_sitemap_that_is_not_there_is_told_and_where_it_moved(audit):
    files.record_sitemap(step_of(audit), redirect(SITEMAP, "/map.xml"), None)
    files.record_sitemap(step_of(audit), response(f"{SITE}/map.xml", 404), None)

    moved = f"It is asked for as {SITEMAP}, which redirects to {SITE}/map.xml."
    for path in ("/sitemap.xml", "/map.xml"):
        assert explained(audit, path) == [moved, "There is no sitemap: status 404."]


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (200, f"It was read as the robots.txt of {SITE}."),
        (404, f"There is no robots.txt of {SITE}: everything is allowed."),
        (503, f"It could not be read as the robots.txt of {SITE}: everything is allowed."),
    ],
)
def test_robots_txt_is_told(begin, status, said):
    audit = begin(robots_status=status)

    assert explained(audit, "/robots.txt") == [said]


def test_what_kept_robots_txt_from_being_read_is_told(start, frontier):
    wall = response(f"{SITE}/robots.txt", 403, server="cloudflare", cf_mitigated="challenge")
    moved = redirect(f"{SITE}/robots.txt", "/robots.txt")
    told = []
    for sent in (wall, moved):
        audit = start()
        audits.begin_audit(audit.pk, frontier)
        step = AuditStep.objects.select_related("audit").get(audit=audit, kind="robots")
        files.record_robots(step, sent)
        told.append(explained(audit, "/robots.txt")[-1])
        audits.cancel_audit(audit.pk, frontier)
        check_all(audit, frontier)

    assert told == [
        "A firewall (Cloudflare) answered in its place.",
        "It redirects in a circle.",
    ]


def test_file_that_a_page_links_to_is_told_as_both(audit):
    answer(audit, urlset([SITEMAP]))

    assert explained(audit, "/sitemap.xml") == [
        "It was read as a sitemap of 1 address.",
        "It was found at depth 1: listed in a sitemap.",
        "It is admitted and waits for its turn, or is being fetched.",
    ]


def test_report_lists_every_sitemap_with_what_is_wrong(audit, frontier):
    answer(audit, index(f"{SITE}/1.xml", f"{SITE}/2.xml"))
    answer(audit, urlset([f"{SITE}/a", "https://other.test/"]), url=f"{SITE}/1.xml")
    audits.cancel_audit(audit.pk, frontier)

    foreign = (
        "Some addresses are on another site and not crawled (1, the first is https://other.test/)."
    )
    assert read_summary(fresh(audit)).sitemaps == (
        SitemapFile(SITEMAP, 200, "index", 2, ()),
        SitemapFile(f"{SITE}/1.xml", 200, "urlset", 2, (foreign,)),
        SitemapFile(
            f"{SITE}/2.xml",
            None,
            None,
            0,
            ("The crawl ended before it was read as a file of the site.",),
        ),
    )
