"""A server that limits InternalLinkingToolBot: what is asked for, and when."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from crawls.services import audits, crawling, rate_limits, sweeping
from crawls.services.recording import record_page
from crawls.services.slots import MAX_WAIT_MS
from crawls.services.visits import Visit
from tests.crawls.services.answers import response
from tests.crawls.services.driving import check_all, fresh
from tests.crawls.services.wire.bells import html, paths_of, ring, ring_out
from tests.sites.misbehaving.behaviours import sized

LADDER = [30, 60, 120, 240, 480, 900]
BEFORE = ["/robots.txt", "/", "/sitemap.xml"]


class Limiter:
    """Answers so many requests with 429, then a page."""

    def __init__(self, times, *headers, status=b"429 Too Many Requests"):
        self.left = times
        self.limited = sized(*headers, status=status)

    def __call__(self, _):
        if self.left:
            self.left -= 1
            return self.limited
        return html()


@pytest.fixture
def limited(crawl):
    """An audit whose page /a is behind the limiter, and the steps to get there done."""

    def begin(limiter):
        server, audit, shared = crawl({"/": html("/a"), "/a": limiter}, policy="internal-linking")
        ring(audit, shared, 3)
        assert paths_of(server) == BEFORE
        return server, audit, shared

    return begin


def waits(server, audit, shared, clock):
    """Seconds of waiting before each next request, until the crawl pauses or ends."""
    found = []
    crawling.fetch_next(audit.lane, shared)
    while (now := fresh(audit)).state == "crawling" and now.waits_in_a_row:
        asked = len(server.requests)
        seconds = round((now.hold_until - timezone.now()).total_seconds())
        clock.advance(seconds * 1000 - MAX_WAIT_MS - 1_000)
        crawling.fetch_next(audit.lane, shared)  # too early for a worker to wait
        assert len(server.requests) == asked
        found.append(seconds)
        type(audit).objects.filter(pk=audit.pk).update(hold_until=timezone.now())
        clock.advance(MAX_WAIT_MS + 1_000)
        crawling.fetch_next(audit.lane, shared)
        assert len(server.requests) == asked + 1
    return found


def resume(audit, frontier):
    """The pause is over: an hour is enough for the first two, two hours for the last."""
    rate_limits.resume(audit.pk, fresh(audit).resume_at, frontier)
    assert fresh(audit).state == "crawling"


@pytest.mark.parametrize("status", [b"429 Too Many Requests", b"430 Slow", b"503 Busy"])
def test_limited_page_is_waited_for_and_then_a_page_like_any_other(limited, clock, status):
    server, audit, shared = limited(Limiter(6, status=status))

    assert waits(server, audit, shared, clock) == LADDER

    assert paths_of(server) == [*BEFORE, *["/a"] * 7]
    page = audit.pages.get(url__endswith="/a")
    assert (page.state, page.status, page.has_been_retried) == ("done", 200, False)
    assert (fresh(audit).end_state, fresh(audit).waits_in_a_row) == ("done", 0)


def test_retry_after_is_waited_for_instead(limited, clock):
    server, audit, shared = limited(Limiter(3, b"Retry-After: 17"))

    assert waits(server, audit, shared, clock) == [17, 17, 17]
    assert fresh(audit).end_state == "done"


def test_seventh_limit_pauses_the_crawl_which_resumes_by_itself(limited, clock, frontier):
    server, audit, shared = limited(Limiter(7))
    assert waits(server, audit, shared, clock) == LADDER

    paused = fresh(audit)
    half_an_hour = paused.resume_at - timezone.now()
    assert (paused.state, paused.pauses, paused.hold_until) == ("paused", 1, None)
    assert timedelta(minutes=29, seconds=50) < half_an_hour <= timedelta(minutes=30)
    assert paused.reason_text == (
        "The site limits how often we may ask. The crawl pauses until "
        f"{paused.resume_at:%Y-%m-%d %H:%M} UTC and resumes by itself (pause 1 of 3)."
    )

    asked = len(server.requests)
    ring(audit, shared, 3)
    rate_limits.resume(audit.pk, paused.resume_at - timedelta(seconds=1), frontier)
    assert (len(server.requests), fresh(audit).state) == (asked, "paused")

    clock.advance(900_000)
    resume(audit, frontier)
    ring_out(audit, shared)

    assert paths_of(server)[asked:] == ["/a"]
    assert (fresh(audit).end_state, fresh(audit).pauses) == ("done", 1)


def test_host_that_limits_through_three_pauses_is_left(limited, clock, frontier):
    server, audit, shared = limited(Limiter(100))
    lengths = []
    for _ in range(3):
        assert waits(server, audit, shared, clock) == LADDER
        lengths.append(round((fresh(audit).resume_at - timezone.now()) / timedelta(minutes=1)))
        clock.advance(900_000)
        resume(audit, frontier)
    assert lengths == [30, 60, 120]

    assert waits(server, audit, shared, clock) == LADDER

    assert len(server.requests) == len(BEFORE) + 4 * 7
    ended = check_all(audit, frontier)
    assert (ended.state, ended.reason) == ("rate_limited", "rate_limited")
    assert ended.reason_text == (
        "The site kept limiting how often we may ask, through 3 pauses. Let "
        "InternalLinkingToolBot ask more often there, or audit the site again when it is less busy."
    )
    page = audit.pages.get(url__endswith="/a")
    assert (page.state, page.status) == ("done", 429)


@pytest.mark.parametrize("file", ["/robots.txt", "/sitemap.xml"])
def test_file_that_is_limited_is_asked_for_again(crawl, clock, file):
    limiter = Limiter(2, b"Retry-After: 13")
    server, audit, shared = crawl({"/": html(), file: limiter}, policy="internal-linking")
    before = BEFORE[: BEFORE.index(file)]
    ring(audit, shared, len(before))

    assert waits(server, audit, shared, clock) == [13, 13]

    ring_out(audit, shared)
    assert paths_of(server) == [*before, *[file] * 2, *BEFORE[len(before) :]]
    assert fresh(audit).end_state == "done"


def test_errors_that_limit_nobody_are_retried_once_and_slow_nothing(crawl):
    broken = sized(status=b"500 Broken")
    server, audit, shared = crawl({"/": html("/a"), "/a": broken}, policy="internal-linking")

    ring_out(audit, shared)

    assert paths_of(server) == [*BEFORE, "/a", "/a"]
    ended = fresh(audit)
    assert (ended.slowdowns, ended.waits_in_a_row, ended.end_state) == (0, 0, "done")


def test_cancelled_while_paused_ends_with_what_there_is(limited, clock, frontier):
    server, audit, shared = limited(Limiter(100))
    waits(server, audit, shared, clock)
    assert fresh(audit).state == "paused"

    assert audits.cancel_audit(audit.pk, frontier) is True

    ended = check_all(audit, frontier)
    assert (ended.state, ended.resume_at, ended.pages_fetched) == ("cancelled", None, 1)
    rate_limits.resume(audit.pk, timezone.now() + timedelta(days=1), frontier)
    assert fresh(audit).state == "cancelled"


def test_limit_that_answers_after_a_cancel_does_not_bring_the_crawl_back(limited, clock, frontier):
    """Neither the answer that would make it pause, nor the one after which it would leave."""
    for pauses in (0, 3):
        _, audit, _ = limited(Limiter(100))
        type(audit).objects.filter(pk=audit.pk).update(waits_in_a_row=6, pauses=pauses)
        page = audit.pages.select_related("audit").get(url__endswith="/a")
        audits.cancel_audit(audit.pk, frontier)

        record_page(page, Visit(response(page.url, 429)))

        ended = check_all(audit, frontier)
        assert (ended.state, ended.resume_at, ended.pauses) == ("cancelled", None, pauses)


def test_limit_that_answers_while_the_crawl_is_paused_is_not_the_page(limited, clock):
    _, audit, _ = limited(Limiter(100))
    in_an_hour = timezone.now() + timedelta(hours=1)
    type(audit).objects.filter(pk=audit.pk).update(state="paused", resume_at=in_an_hour, pauses=1)
    page = audit.pages.select_related("audit").get(url__endswith="/a")

    record_page(page, Visit(response(page.url, 429)))

    page.refresh_from_db()
    assert (page.state, fresh(audit).state, fresh(audit).waits_in_a_row) == ("queued", "paused", 0)


def test_url_that_is_always_limited_waits_behind_the_others(crawl, clock):
    limiter = Limiter(100, b"Retry-After: 1")
    server, audit, shared = crawl(
        {"/": html("/a", "/b", "/c"), "/a": limiter, "/b": html(), "/c": html()},
        policy="internal-linking",
    )
    ring(audit, shared, 4)

    for _ in range(2):
        clock.advance(2_000)
        ring(audit, shared, 1)

    assert paths_of(server) == [*BEFORE, "/a", "/b", "/c"]


def test_one_locked_audit_keeps_no_other_from_resuming(limited, frontier, clock, monkeypatch):
    _, first, _ = limited(Limiter(0))
    _, second, _ = limited(Limiter(0))
    past = timezone.now() - timedelta(minutes=1)
    type(first).objects.update(state="paused", resume_at=past, pauses=1)
    resume_one = rate_limits.resume

    def resume_unless_locked(audit_id, now, frontier):
        if audit_id == first.pk:
            raise RuntimeError("locked")
        resume_one(audit_id, now, frontier)

    monkeypatch.setattr(rate_limits, "resume", resume_unless_locked)

    sweeping.sweep(frontier)

    assert [fresh(audit).state for audit in (first, second)] == ["paused", "crawling"]


@pytest.mark.parametrize("file", ["/robots.txt", "/sitemap.xml"])
def test_file_that_is_always_limited_keeps_no_page_waiting(crawl, clock, frontier, file):
    pages = {"/": html("/a"), "/a": html(), file: Limiter(100)}
    server, audit, shared = crawl(pages, policy="internal-linking")
    ring(audit, shared, BEFORE.index(file))

    assert waits(server, audit, shared, clock) == LADDER

    ring_out(audit, shared)
    assert paths_of(server).count(file) == 6
    assert paths_of(server)[-1] == "/a"
    ended = fresh(audit)
    assert (ended.end_state, ended.pauses, ended.waits_in_a_row) == ("done", 0, 0)
