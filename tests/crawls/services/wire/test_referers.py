"""Which page a request names as the one where its link was found."""

from __future__ import annotations

from tests.crawls.services.wire.bells import html, ring_out
from tests.sites.misbehaving.behaviours import sized


def referers_of(server):
    """The path of each request with its Referer, in the order asked."""
    found = []
    for head in server.requests:
        request, *headers = head.decode().split("\r\n")
        named = dict(line.split(": ", 1) for line in headers)
        found.append((request.split(" ")[1], named.get("Referer")))
    return found


def test_referer_is_the_page_that_linked_and_missing_where_none_did(crawl):
    listed = b"<urlset><url><loc>/listed</loc></url></urlset>"
    gone = [sized(status=b"503 Service Unavailable"), html()]
    server, audit, shared = crawl(
        {
            "/": sized(b"Location: /start", status=b"301 Moved Permanently"),
            "/start": html("/moved", "/again"),
            "/sitemap.xml": sized(body=listed),
            "/listed": html("/from-the-listed"),
            "/moved": sized(b"Location: /new", status=b"302 Found"),
            "/again": lambda _: gone.pop(0),
        }
    )

    ring_out(audit, shared)

    start, moved = f"{server.url}start", f"{server.url}moved"
    assert referers_of(server) == [
        ("/robots.txt", None),
        ("/", None),
        ("/start", server.url),  # a redirect is where it was found, also of the start URL
        ("/sitemap.xml", None),
        ("/moved", start),
        ("/again", start),
        ("/listed", None),
        ("/again", start),
        ("/new", moved),
        ("/from-the-listed", f"{server.url}listed"),
    ]
