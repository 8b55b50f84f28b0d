"""Sitemaps as a worker reads them: files of an index that lead astray, and how much is read."""

from __future__ import annotations

import gzip
from itertools import pairwise

import pytest

from crawls.models import AuditStep
from crawls.services import files
from crawls.services.entries import step_entry
from tests.crawls.services.driving import fresh
from tests.crawls.services.wire.bells import NOT_FOUND, html, paths_of, ring, ring_out
from tests.sites.misbehaving.behaviours import sized

MIB = 1024 * 1024
BEFORE_IT = ["/robots.txt", "/", "/sitemap.xml"]


def urlset(*paths):
    return b"<urlset>%s</urlset>" % b"".join(
        b"<url><loc>%s</loc></url>" % path.encode() for path in paths
    )


def index(*paths):
    return sized(
        body=b"<sitemapindex>%s</sitemapindex>"
        % b"".join(b"<sitemap><loc>%s</loc></sitemap>" % path.encode() for path in paths)
    )


def moved(target):
    return sized(b"Location: " + target.encode(), status=b"301 Moved Permanently")


def crawled_pages(audit):
    pages = audit.pages.filter(in_sitemap=True, state="done").order_by("id")
    return ["/" + page.url.split("/", 3)[3] for page in pages]


@pytest.mark.parametrize("bad", [NOT_FOUND, html("/not-listed")], ids=["missing", "web page"])
def test_file_of_an_index_that_is_none_leaves_the_others_be(crawl, bad):
    server, audit, shared = crawl(
        {
            "/": html(),
            "/sitemap.xml": index("/1.xml", "/bad.xml", "/2.xml"),
            "/1.xml": sized(body=urlset("/a")),
            "/bad.xml": bad,
            "/2.xml": sized(body=urlset("/b")),
            "/a": html(),
            "/b": html(),
        }
    )

    ring_out(audit, shared)

    assert paths_of(server) == [*BEFORE_IT, "/1.xml", "/bad.xml", "/2.xml", "/a", "/b"]
    assert fresh(audit).end_state == "done"


def test_index_of_an_index_that_names_itself_is_read_once(crawl):
    server, audit, shared = crawl(
        {
            "/": html(),
            "/sitemap.xml": index("/more.xml"),
            "/more.xml": index("/more.xml", "/sitemap.xml", "/1.xml"),
            "/1.xml": sized(body=urlset("/a")),
            "/a": html(),
        }
    )

    ring_out(audit, shared)

    assert paths_of(server) == [*BEFORE_IT, "/more.xml", "/1.xml", "/a"]
    assert fresh(audit).end_state == "done"


def test_files_of_an_index_that_redirect_to_one_are_read_once(crawl):
    server, audit, shared = crawl(
        {
            "/": html(),
            "/sitemap.xml": index("/1.xml", "/2.xml", "/3.xml"),
            "/1.xml": moved("/all.xml"),
            "/2.xml": moved("/all.xml"),
            "/3.xml": moved("/sitemap.xml"),
            "/all.xml": sized(body=urlset("/a")),
            "/a": html(),
        }
    )

    ring_out(audit, shared)

    assert paths_of(server) == [*BEFORE_IT, "/1.xml", "/all.xml", "/2.xml", "/3.xml", "/a"]
    assert fresh(audit).end_state == "done"


def hops(count):
    """A sitemap behind so many redirects."""
    places = ["/sitemap.xml", *(f"/{hop}.xml" for hop in range(1, count + 1))]
    moves = {place: moved(after) for place, after in pairwise(places)}
    return moves | {places[-1]: sized(body=urlset("/a")), "/": html(), "/a": html()}


def test_sitemap_behind_five_redirects_is_read(crawl):
    server, audit, shared = crawl(hops(5))

    ring_out(audit, shared)

    assert paths_of(server) == [*BEFORE_IT, *(f"/{hop}.xml" for hop in range(1, 6)), "/a"]


def test_sitemap_behind_six_redirects_is_left(crawl):
    server, audit, shared = crawl(hops(6))

    ring_out(audit, shared)

    assert paths_of(server) == [*BEFORE_IT, *(f"/{hop}.xml" for hop in range(1, 6))]
    assert audit.steps.get(kind="sitemap").detail["status"] == 301
    assert fresh(audit).end_state == "done"


def test_sitemap_is_read_beyond_the_limit_of_a_page(crawl):
    body = urlset("/a", "/b").replace(b"</url><url>", b"</url>%b<url>" % (b" " * 11 * MIB))
    packed = sized(b"Content-Encoding: gzip", body=gzip.compress(body, 1))
    _, audit, shared = crawl({"/": html(), "/sitemap.xml": packed, "/a": html(), "/b": html()})

    ring_out(audit, shared)

    assert crawled_pages(audit) == ["/a", "/b"]
    assert audit.steps.get(kind="sitemap").detail["bytes"] == len(body)


def test_sitemaps_are_read_one_after_the_other(crawl):
    """Each is told what those before it have left of the limits of them all."""
    names = [f"/{number}.xml" for number in range(1, 4)]
    pages = {name: sized(body=urlset(f"/of{name}")) for name in names}
    listed = {f"/of{name}": html() for name in names}
    server, audit, shared = crawl({"/": html(), "/sitemap.xml": index(*names)} | pages | listed)
    ring(audit, shared, 3)
    first, second = (shared.frontier.claim(audit.lane) for _ in range(2))
    steps = [AuditStep.objects.select_related("audit").get(part__endswith=n) for n in names]

    assert [files.turn_of(step) for step in steps] == [files.Turn.NOW] + [files.Turn.LATER] * 2
    for lease, step in ((first, steps[0]), (second, steps[1])):
        shared.frontier.ack(lease, [step_entry(step)])
    ring_out(audit, shared)

    assert paths_of(server) == [*BEFORE_IT, *names, *listed]
