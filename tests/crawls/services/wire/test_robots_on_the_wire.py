"""robots.txt as a worker asks for it: how much of it is read, and what a refusal of it does."""

from __future__ import annotations

from crawls.management.results import read_summary
from crawls.management.summary import UnreadRobots
from crawls.models import RobotsFile
from tests.crawls.services.driving import fresh, states
from tests.crawls.services.wire.bells import html, ring
from tests.sites.misbehaving.behaviours import sized

LIMIT = 500 * 1024
COMMENT = b"# " + b"x" * 61 + b"\n"


def test_first_500_kib_of_robots_txt_are_read_and_no_more(crawl):
    within = COMMENT * (LIMIT // len(COMMENT) - 1) + b"User-agent: *\nDisallow: /a"
    body = within.ljust(LIMIT - 1) + b"\nDisallow: /\n" + COMMENT * 20_000
    _, audit, shared = crawl({"/": html("/a", "/b"), "/robots.txt": sized(body=body)})

    ring(audit, shared, times=2)

    file = RobotsFile.objects.get(audit=audit)
    assert (len(file.body), file.was_cut) == (LIMIT, True)
    assert list(states(audit).values()) == ["done", "skipped", "queued"]


def test_robots_txt_that_is_not_to_be_had_slows_the_crawl_down_and_is_told(crawl):
    busy = sized(b"Retry-After: 120", status=b"503 Service Unavailable")
    server, audit, shared = crawl({"/": html(), "/robots.txt": busy})

    ring(audit, shared, times=2)

    assert len(server.requests) == 1  # the host is held
    assert (fresh(audit).slowdowns, fresh(audit).hold_until is None) == (1, False)
    origin = server.url.removesuffix("/")
    told = read_summary(fresh(audit)).unread_robots
    assert told == (UnreadRobots(origin, 503, 1, is_read_now=False),)
