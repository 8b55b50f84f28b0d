"""Which addresses of a page a server ever sees."""

from __future__ import annotations

import pytest

from crawls.models import Page
from tests.crawls.services.driving import check_all
from tests.crawls.services.wire.bells import HTML, html, paths_of, ring_out
from tests.sites.misbehaving.behaviours import sized
from tests.sites.misbehaving.server import MisbehavingServer

FILES = ["/", "/robots.txt", "/sitemap.xml"]


def page(body):
    return sized(HTML, body=b"<!doctype html><title>A page</title>" + body)


def test_images_styles_scripts_and_frames_are_not_downloaded(crawl):
    server, audit, shared = crawl(
        {
            "/": page(
                b"<link rel=stylesheet href=/s.css><link rel=icon href=/i.ico>"
                b"<script src=/s.js></script><img src=/i.png srcset='/j.png 2x'>"
                b"<iframe src=/f.html></iframe><video src=/v.mp4 poster=/p.png></video>"
                b"<form action=/send></form><object data=/o.swf></object><style>@import '/t.css'</style>"
            )
        }
    )

    ring_out(audit, shared)

    assert sorted(paths_of(server)) == FILES


def test_links_to_other_sites_are_not_requested(crawl):
    other = MisbehavingServer(lambda *_: False)
    server, audit, shared = crawl({"/": html(other.url)})

    ring_out(audit, shared)

    other.close()
    assert (sorted(paths_of(server)), other.connections) == (FILES, 0)
    assert list(audit.pages.values_list("url", flat=True)) == [server.url]


def test_nofollow_links_and_files_are_fetched_and_files_are_not_parsed(crawl):
    pdf = sized(b"Content-Type: application/pdf", body=b"<a href=/from-the-pdf>")
    xhtml = sized(b"Content-Type: application/xhtml+xml", body=b"<a href=/from-xhtml>")
    gone = sized(HTML, body=b"<a href=/from-404>", status=b"404 Not Found")
    server, audit, shared = crawl(
        {
            "/": page(b"<a rel=nofollow href=/a.pdf></a><a href=/x></a><a href=/gone></a>"),
            "/a.pdf": pdf,
            "/x": xhtml,
            "/gone": gone,
        }
    )

    ring_out(audit, shared)

    assert sorted(paths_of(server)) == sorted([*FILES, "/a.pdf", "/x", "/gone"])
    recorded = Page.objects.filter(audit=audit).exclude(depth=0).order_by("id")
    assert [(row.status, row.media_type, row.is_html) for row in recorded] == [
        (200, "application/pdf", False),
        (200, "application/xhtml+xml", False),
        (404, "text/html", False),
    ]


@pytest.mark.parametrize("status", [b"201 Created", b"203 Copied", b"206 Part", b"404 Gone"])
def test_html_of_another_status_than_200_is_not_parsed(crawl, status):
    other = sized(HTML, body=b"<title>x</title><a href=/from-it>x</a>", status=status)
    server, audit, shared = crawl({"/": html("/other"), "/other": other})

    ring_out(audit, shared)

    assert sorted(paths_of(server)) == sorted([*FILES, "/other"])
    found = audit.pages.get(url__endswith="/other")
    assert (found.status, found.is_html, found.title) == (int(status[:3]), False, "")


def test_nothing_is_requested_after_the_crawl(crawl, frontier):
    server, audit, shared = crawl({"/": html("/a", "https://other.test/"), "/a": html()})
    ring_out(audit, shared)

    check_all(audit, frontier)

    assert paths_of(server) == ["/robots.txt", "/", "/sitemap.xml", "/a"]
