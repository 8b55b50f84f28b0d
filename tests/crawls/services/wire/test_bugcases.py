"""Bugs other crawlers had with servers, tried on a worker. Each name or comment tells the report."""

from __future__ import annotations

import gzip

from crawls.models import Page, RobotsFile
from tests.crawls.services.driving import check_all, fresh
from tests.crawls.services.wire.bells import HTML, html, paths_of, ring, ring_out
from tests.sites.misbehaving.behaviours import sized

FOREIGN = (
    "Some addresses are on another site and not crawled (1, the first is https://other.test/x)."
)


def urls_of(audit):
    return {page.url.partition(audit.host)[2]: page for page in Page.objects.filter(audit=audit)}


def test_robots_txt_is_asked_for_in_our_own_name(crawl):
    """FediFetcher#126 asked as a library and took its 403 for a refusal."""
    ours = b"User-Agent: SEOFixBot/1.0 (+https://seofix.ai/bot)"

    def robots(head):
        return sized(body=b"") if ours in head else sized(status=b"403 Forbidden")

    server, audit, shared = crawl({"/robots.txt": robots, "/": html()})

    ring_out(audit, shared)

    assert RobotsFile.objects.get(audit=audit).status == 200
    assert [head for head in server.requests if ours not in head] == []


def test_coding_that_is_none_leaves_robots_txt_unread(crawl):
    """Scrapy PR#2388 crashed."""
    lie = sized(b"Content-Encoding: gzip", body=b"<Error/>", status=b"403 Forbidden")
    _, audit, shared = crawl({"/robots.txt": lie, "/": html()})

    ring_out(audit, shared)

    assert RobotsFile.objects.get(audit=audit).answer == "unavailable"
    assert fresh(audit).end_state == "done"


def test_429_without_a_wait_slows_down_and_loses_no_page(crawl):
    """open-seo#272 lost the pages."""
    answers = [sized(status=b"429 Too Many Requests"), html()]
    _, audit, shared = crawl({"/": html("/a"), "/a": lambda _: answers.pop(0)})

    ring_out(audit, shared)

    page = urls_of(audit)["/a"]
    assert (page.status, page.has_been_retried, fresh(audit).slowdowns) == (200, True, 1)


def test_our_own_403_is_ours_and_not_the_sites_fault(crawl, frontier):
    """ai-marketing-claude#6 took it for a block of search engines."""
    refusal = sized(
        HTML, b"Server: cloudflare", b"CF-RAY: 8-FRA", b"CF-Mitigated: challenge", status=b"403 No"
    )
    _, audit, shared = crawl({"/": html("/a"), "/a": refusal})

    ring_out(audit, shared)

    ended = check_all(audit, frontier)
    assert (ended.state, ended.reason) == ("partial", "firewall")
    about_a = ended.findings.filter(page__url__endswith="/a").values_list("check_id", "severity")
    assert list(about_a) == [("http_access_denied", "notice")]


def test_page_of_huge_scripts_ends_and_the_next_one_is_crawled(crawl):
    """siteone-crawler#23 hung."""
    script = b"<script>" + b"x" * 3_000_000 + b"</script>"
    heavy = sized(HTML, b"Content-Encoding: gzip", body=gzip.compress(script * 5))
    _, audit, shared = crawl({"/": html("/heavy", "/next"), "/heavy": heavy, "/next": html()})

    ring_out(audit, shared)

    pages = urls_of(audit)
    assert (pages["/heavy"].body_state, pages["/heavy"].is_html) == ("cut", True)
    assert pages["/next"].outcome == "fetched"


def test_sitemap_of_foreign_hosts_is_not_crawled_and_said(crawl):
    """crawlee-python PR#1864 put them into its queue."""
    listed = b"<urlset><url><loc>https://other.test/x</loc></url><url><loc>/a</loc></url></urlset>"
    server, audit, shared = crawl({"/": html(), "/sitemap.xml": sized(body=listed), "/a": html()})

    ring_out(audit, shared)

    assert sorted(paths_of(server)) == ["/", "/a", "/robots.txt", "/sitemap.xml"]
    assert FOREIGN in _problems(audit)


def test_same_relative_link_on_every_path_ends_at_25(crawl):
    """Marginalia#110 and spider-rs#247 went on for ever."""
    deeper = sized(HTML, body=b"<title>x</title><a href='x/'>deeper</a>")
    paths = ["/" + "x/" * depth for depth in range(40)]
    server, audit, shared = crawl(dict.fromkeys(paths, deeper))

    ring(audit, shared, times=60)

    assert fresh(audit).end_state == "done"
    assert max(path.count("x/") for path in paths_of(server)) == 25


def _problems(audit):
    return audit.steps.get(kind="sitemap").detail["problems"]
