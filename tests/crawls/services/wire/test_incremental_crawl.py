"""Two audits of a site that answers 304 to who asks for what changed."""

from __future__ import annotations

from crawls.models import Finding, Link, Page
from tests.crawls.services.driving import check_all
from tests.crawls.services.wire.bells import html, paths_of, ring_out
from tests.sites.misbehaving.behaviours import answer

NOT_MODIFIED = answer(b'ETag: W/"1"', status=b"304 Not Modified")


def guarded_by_etag(page):
    """Answers 304 when the request names our ETag."""

    def respond(head):
        is_known = b'if-none-match: w/"1"' in head.lower()
        return NOT_MODIFIED if is_known else page

    return respond


def knowledge(audit):
    """What an audit knows of each page, its links and findings; without where it came from."""
    pages = {
        page.url: (page.status, page.title, page.is_html, page.depth, page.state)
        for page in Page.objects.filter(audit=audit)
    }
    links = Link.objects.filter(source__audit=audit).order_by("source__url", "position")
    findings = Finding.objects.filter(audit=audit).order_by("page__url", "check_id", "position")
    return (
        pages,
        list(links.values_list("source__url", "target__url", "anchor_text")),
        list(findings.values_list("page__url", "check_id", "evidence")),
    )


def test_second_audit_knows_the_same_and_pays_less(crawl, frontier):
    etag = (b'ETag: W/"1"',)
    pages = {
        "/": guarded_by_etag(html("/a", "/b", headers=etag)),
        "/a": guarded_by_etag(html("/c", headers=etag)),
        "/b": html("/a"),
        "/c": guarded_by_etag(html("/", headers=etag)),
    }
    server, first, shared = crawl(pages)
    ring_out(first, shared)
    check_all(first, frontier)
    server.requests.clear()
    _, second, shared = crawl(pages, server, is_incremental=True)

    ring_out(second, shared)

    ended = check_all(second, frontier)
    assert knowledge(second) == knowledge(first)
    asked = {
        head.split(b" ", 2)[1].decode() for head in server.requests if b"If-None-Match" in head
    }
    assert asked == {"/", "/a", "/c"}
    assert sorted(paths_of(server)) == ["/", "/a", "/b", "/c", "/robots.txt", "/sitemap.xml"]
    assert (ended.pages_fetched, ended.pages_not_modified, ended.credits) == (4, 3, 2)
