"""A site behind a firewall, as a worker meets it."""

from __future__ import annotations

from dataclasses import replace

from crawls.engine.policy import POLICIES, SEOFIX, BlockRules
from crawls.models import Page
from tests.crawls.services.driving import check_all, fresh
from tests.crawls.services.wire.bells import html, paths_of, ring_out
from tests.sites.misbehaving.behaviours import sized

CHALLENGE = sized(
    b"Content-Type: text/html; charset=utf-8",
    b"CF-Mitigated: challenge",
    body=b"<title>Just a moment...</title><a href='/from-the-firewall'>x</a>",
    status=b"403 Forbidden",
)
JOBS = [f"/jobs/{number}" for number in range(8)]


def first_pages(monkeypatch, count):
    rules = replace(SEOFIX, blocks=BlockRules(pages=count))
    monkeypatch.setitem(POLICIES, "seofix", rules)


def test_blocked_section_is_left_alone_and_the_rest_is_crawled(crawl, frontier, monkeypatch):
    first_pages(monkeypatch, 4)
    pages = {"/": html(*JOBS, "/about"), "/about": html("/jobs/late")}
    server, audit, shared = crawl(pages | dict.fromkeys(JOBS, CHALLENGE))

    ring_out(audit, shared)

    ended = check_all(audit, frontier)
    assert sorted(paths_of(server)) == sorted(
        ["/robots.txt", "/sitemap.xml", "/", "/about", *JOBS[:4]]
    )
    assert (ended.state, ended.pages_fetched, ended.skipped_sections) == ("partial", 6, ["/jobs"])
    skipped = Page.objects.filter(audit=audit, skip_reason="section").order_by("id")
    assert [page.url.partition("/jobs")[2] for page in skipped] == ["/4", "/5", "/6", "/7", "/late"]
    denied = ended.findings.filter(check_id="http_access_denied").values_list("evidence", flat=True)
    assert set(denied) == {"Blocked by a firewall (Cloudflare)."}
    assert not ended.findings.filter(check_id="http_4xx").exists()


def test_challenge_that_answers_200_gives_the_site_neither_links_nor_findings(crawl, frontier):
    wall = html("/from-the-wall", headers=(b"cf-mitigated: challenge",))
    server, audit, shared = crawl({"/": html("/a", "/b"), "/a": wall, "/b": html()})

    ring_out(audit, shared)

    assert "/from-the-wall" not in paths_of(server)
    page = audit.pages.get(url__endswith="/a")
    assert (page.outcome, page.status, page.title, page.is_html) == ("blocked", 200, "", False)
    assert not page.outlinks.exists()
    ended = check_all(audit, frontier)
    found = ended.findings.filter(page=page).values_list("check_id", flat=True)
    assert list(found) == ["http_access_denied"]


def test_site_that_lets_nobody_in_ends_as_blocked(crawl, frontier):
    _, audit, shared = crawl({"/": CHALLENGE, "/robots.txt": CHALLENGE, "/sitemap.xml": CHALLENGE})

    ring_out(audit, shared)

    ended = check_all(audit, frontier)
    assert (ended.state, ended.reason, ended.pages_fetched) == ("blocked", "firewall", 1)
    assert fresh(audit).robots_files.get().times_unread == 1
    assert audit.steps.get(kind="sitemap").detail == {
        "status": 403,
        "problems": ["A firewall (Cloudflare) blocked it."],
    }
