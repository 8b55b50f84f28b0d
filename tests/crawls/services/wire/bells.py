"""Ringing bells of a lane, and what a server saw of it."""

from __future__ import annotations

from crawls.models import Audit
from crawls.services import crawling
from tests.sites.misbehaving.behaviours import sized

HTML = b"Content-Type: text/html; charset=utf-8"
NOT_FOUND = sized(status=b"404 Not Found")


def ring(audit, shared, times):
    for _ in range(times):
        crawling.fetch_next(audit.lane, shared)


def paths_of(server):
    return [head.split(b" ", 2)[1].decode() for head in server.requests]


def html(*links, headers=()):
    anchors = b"".join(b"<a href='%s'>to</a>" % link.encode() for link in links)
    return sized(HTML, *headers, body=b"<title>Shop</title>" + anchors)


def ring_out(audit, shared, *, most=200):
    """Ring until nothing is left to fetch."""
    for _ in range(most):
        crawling.fetch_next(audit.lane, shared)
        if Audit.objects.get(pk=audit.pk).state != "crawling":
            return
    raise AssertionError(f"still crawling after {most} bells")
