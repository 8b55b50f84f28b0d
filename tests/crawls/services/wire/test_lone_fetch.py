"""A request outside of any audit keeps the host's clock with those inside."""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta

import pytest

from crawls.engine.policy import SEOFIX
from crawls.frontier.base import Entry, Lane, Pace
from crawls.models import Audit
from crawls.services import crawling, sweeping
from crawls.services.errors import HostBusy
from crawls.services.lone_fetch import PATIENCE, fetch_alone, fetch_on_site
from tests.crawls.services.wire.bells import html, paths_of
from tests.sites.misbehaving.behaviours import sized

OTHERS = Pace("1", interval_ms=500, guard_ms=5, max_in_flight=2)


@pytest.fixture
def alone(site, crawl, account):
    """Fetch paths of a served site without an audit."""

    def begin(pages):
        server, _, shared = crawl(pages)

        def fetch(path, function=fetch_alone, **options):
            return function(
                server.url + path.lstrip("/"),
                account_id=account.pk,
                policy=SEOFIX,
                shared=shared,
                **options,
            )

        return server, shared, fetch

    return begin


def test_request_is_answered_and_leaves_nothing_behind(alone, frontier, clock):
    server, _, fetch = alone({"/a": html()})

    assert fetch("/a").status == 200

    assert paths_of(server) == ["/a"]
    clock.advance(120_000)
    assert frontier.expired(10) == []
    assert [lane for lane, state in frontier._lanes.items() if state.is_open] == [audit_lane()]


def audit_lane():
    return Audit.objects.get().lane


def test_two_of_them_are_as_far_apart_as_any(alone):
    _, _, fetch = alone({"/a": html()})
    began = time.monotonic()

    fetch("/a")
    fetch("/a")

    assert time.monotonic() - began >= 0.5


def other_lane(frontier, server, *, hold_ms=0):
    lane = Lane(77, 1, server.authority)
    frontier.open_lane(lane, OTHERS, hold_ms=hold_ms)
    frontier.fill(lane, [Entry("p1", 0, 1), Entry("p2", 0, 2)], has_more=False)
    return lane


def test_host_that_is_held_is_not_asked(alone, frontier):
    server, _, fetch = alone({"/a": html()})
    other_lane(frontier, server, hold_ms=60_000)

    with pytest.raises(HostBusy, match="is busy with other requests of ours; try again soon"):
        fetch("/a", patience=timedelta(seconds=0.3))

    assert server.requests == []


def test_host_that_is_held_for_long_is_not_waited_for(alone, frontier):
    server, _, fetch = alone({"/a": html()})
    other_lane(frontier, server, hold_ms=60_000)
    began = time.monotonic()

    with pytest.raises(HostBusy):
        fetch("/a")

    assert time.monotonic() - began < PATIENCE.total_seconds() / 4


def test_host_that_is_held_for_a_moment_is_waited_for(alone, frontier):
    server, _, fetch = alone({"/a": html()})
    other_lane(frontier, server, hold_ms=400)

    assert fetch("/a").status == 200


@pytest.mark.parametrize(
    ("status", "is_held"), [(b"429 Slow", True), (b"503 Busy", True), (b"200 OK", False)]
)
def test_host_that_names_a_time_is_left_alone_until_then(alone, status, is_held):
    limited = sized(b"Retry-After: 60", status=status)
    server, _, fetch = alone({"/a": limited, "/b": html()})
    fetch("/a")

    with pytest.raises(HostBusy) if is_held else nullcontext():
        fetch("/b")

    assert paths_of(server) == (["/a"] if is_held else ["/a", "/b"])


def test_host_without_a_free_place_is_not_asked(alone, frontier):
    server, _, fetch = alone({"/a": html()})
    lane = other_lane(frontier, server)
    leases = [frontier.claim(lane) for _ in range(2)]
    assert len(leases) == 2

    with pytest.raises(HostBusy):
        fetch("/a", patience=timedelta(seconds=0.3))

    assert server.requests == []


def test_frontier_that_is_lost_sends_nothing(alone, frontier):
    server, _, fetch = alone({"/a": html()})
    frontier.recover(2, quarantine_ms=30_000)

    with pytest.raises(HostBusy, match="held back for a moment"):
        fetch("/a")

    assert server.requests == []


def test_bell_of_its_lane_does_no_harm(alone, frontier):
    server, shared, _ = alone({"/a": html()})
    lane = Lane(-5, 1, server.authority)
    frontier.open_lane(lane, OTHERS)
    frontier.fill(lane, [Entry("x5", 0, 0)], has_more=False)

    crawling.fetch_next(lane, shared)

    assert server.requests == []
    assert frontier.is_idle(lane)


def test_lease_of_a_process_that_died_is_closed_with_its_lane(alone, frontier, clock):
    server, _, fetch = alone({"/a": html()})
    lane = Lane(-5, 1, server.authority)
    frontier.open_lane(lane, OTHERS)
    frontier.fill(lane, [Entry("x5", 0, 0)], has_more=False)
    frontier.claim(lane)
    clock.advance(61_000)

    sweeping.sweep(frontier)

    assert frontier.expired(10) == []
    assert fetch("/a").status == 200


def to(target):
    return sized(f"Location: {target}".encode(), status=b"302 Found")


def test_redirects_are_followed_within_the_site_where_that_is_wanted(alone):
    server, _, fetch = alone({"/a": to("/b"), "/b": to("/c"), "/c": html()})

    assert fetch("/a").status == 302
    assert fetch("/a", fetch_on_site).status == 200
    assert paths_of(server) == ["/a", "/a", "/b", "/c"]


def test_redirects_are_followed_no_further_than_those_of_a_start_url(alone, account):
    server, shared, _ = alone({"/a": to("/b"), "/b": to("/c"), "/c": html()})
    policy = replace(SEOFIX, max_seed_redirects=1)

    last = fetch_on_site(server.url + "a", account_id=account.pk, policy=policy, shared=shared)

    assert last.status == 302
    assert paths_of(server) == ["/a", "/b"]


def test_redirect_off_the_site_is_not_followed(alone):
    server, _, fetch = alone({"/a": to("https://other.test/")})

    assert fetch("/a", fetch_on_site).status == 302
    assert paths_of(server) == ["/a"]


def test_private_address_is_refused(alone, account):
    _, shared, _ = alone({})

    refused = fetch_alone(
        "http://127.0.0.1:1/", account_id=account.pk, policy=SEOFIX, shared=shared
    )

    assert refused.kind == "address_refused"
