"""One bell from claim to acknowledgement, with a real server, fetcher and parser process."""

from __future__ import annotations

import pytest
from django.db import connection

from crawls.frontier.base import Refusal
from crawls.models import Audit, RobotsFile
from crawls.services import audits, crawling
from crawls.services.crawling import Collaborators
from tests.crawls.services.driving import check_all, fresh
from tests.crawls.services.wire.bells import html, paths_of, ring
from tests.sites.misbehaving.behaviours import sized


def test_site_is_crawled_by_bells_alone(crawl, frontier):
    server, audit, shared = crawl({"/": html("/a", "/b"), "/a": html("/b"), "/b": html("/")})

    ring(audit, shared, times=6)

    assert paths_of(server) == ["/robots.txt", "/", "/sitemap.xml", "/a", "/b"]
    ended = check_all(audit, frontier)
    assert (ended.state, ended.pages_fetched, ended.credits) == ("done", 3, 3)
    assert [p.title for p in audit.pages.order_by("id")] == ["Shop"] * 3


def test_bell_too_many_fetches_nothing(crawl):
    server, audit, shared = crawl({"/": html()})
    ring(audit, shared, times=3)

    ring(audit, shared, times=3)

    assert paths_of(server) == ["/robots.txt", "/", "/sitemap.xml"]


def test_request_carries_the_page_it_was_found_on(crawl):
    server, audit, shared = crawl({"/": html("/a")})

    ring(audit, shared, times=4)

    referers = [
        line
        for head in server.requests
        for line in head.split(b"\r\n")
        if line.lower().startswith(b"referer")
    ]
    assert referers == [b"Referer: " + server.url.encode()]


def test_item_that_is_final_already_is_only_acknowledged(crawl, frontier):
    server, audit, shared = crawl({"/": html("/a")})
    ring(audit, shared, times=3)
    audit.pages.filter(url__endswith="/a").update(state="done", outcome="fetched", status=200)

    ring(audit, shared, times=1)

    assert paths_of(server) == ["/robots.txt", "/", "/sitemap.xml"]
    assert frontier.is_idle(audit.lane)


def test_bell_of_a_cancelled_audit_fetches_nothing_and_closes_the_lane(crawl, frontier):
    server, audit, shared = crawl({"/": html()})
    audits.cancel_audit(audit.pk, frontier)
    frontier.open_lane(audit.lane, frontier.pace(audit.lane))  # a refill that came late

    ring(audit, shared, times=1)

    assert server.requests == []


def test_item_of_an_audit_that_is_over_is_given_back_and_the_lane_closed(crawl, frontier):
    server, audit, shared = crawl({"/": html()})
    Audit.objects.filter(pk=audit.pk).update(state="checking")

    ring(audit, shared, times=1)

    assert server.requests == []
    assert frontier.claim(audit.lane) is Refusal.CLOSED
    assert frontier.is_idle(audit.lane)


def test_url_whose_slot_is_too_far_is_queued_again(crawl, frontier, clock):
    server, audit, shared = crawl({"/": html()})
    frontier.open_lane(audit.lane, frontier.pace(audit.lane), hold_ms=60_000)

    ring(audit, shared, times=1)

    assert server.requests == []
    clock.advance(60_000)
    ring(audit, shared, times=1)
    assert paths_of(server) == ["/robots.txt"]


def test_worker_whose_lease_is_lost_sends_nothing_and_records_nothing(crawl, frontier, clock):
    server, audit, shared = crawl({"/": html()})

    def lose_lease(_):
        clock.advance(60_000)
        return shared.fetcher_for(_)

    crawling.fetch_next(audit.lane, Collaborators(frontier, lose_lease, shared.parsers))

    assert server.requests == []
    assert RobotsFile.objects.count() == 0
    assert fresh(audit).open_steps == 1


def test_empty_window_is_filled_by_the_bell_that_finds_it(crawl, frontier):
    server, audit, shared = crawl({"/": html()})
    frontier.close_lane(audit.lane)
    frontier.open_lane(audit.lane, frontier.pace(audit.lane))

    ring(audit, shared, times=2)

    assert paths_of(server) == ["/robots.txt"]


def test_sitemap_that_robots_txt_disallows_is_never_requested(crawl):
    robots = sized(body=b"User-agent: *\nDisallow: /sitemap.xml")
    server, audit, shared = crawl({"/": html(), "/robots.txt": robots})

    ring(audit, shared, times=4)

    assert paths_of(server) == ["/robots.txt", "/"]
    assert fresh(audit).end_state == "done"


def test_sitemap_is_read_and_its_pages_fetched(crawl):
    loc = b"<urlset><url><loc>/only-here</loc></url></urlset>"
    server, audit, shared = crawl({"/": html(), "/sitemap.xml": sized(body=loc)})

    ring(audit, shared, times=4)

    assert paths_of(server) == ["/robots.txt", "/", "/sitemap.xml", "/only-here"]


@pytest.mark.django_db(transaction=True)
def test_no_database_connection_is_held_while_the_network_is_awaited(crawl, frontier):
    server, audit, shared = crawl({"/": html()})
    held = []

    def look(policy):
        held.append(connection.connection is not None)
        return shared.fetcher_for(policy)

    crawling.fetch_next(audit.lane, Collaborators(frontier, look, shared.parsers))

    assert (held, paths_of(server)) == ([False], ["/robots.txt"])
