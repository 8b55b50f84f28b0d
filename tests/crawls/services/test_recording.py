from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from crawls.engine.pacing import PaceState
from crawls.engine.response import BodyState
from crawls.frontier.base import Entry
from crawls.models import AuditState
from crawls.services import audits
from crawls.services.recording import record_page
from crawls.services.visits import Visit
from tests.crawls.services.answers import (
    NO_ANSWER,
    REFUSED_ADDRESS,
    SITE,
    html,
    redirect,
    response,
)
from tests.crawls.services.driving import (
    answer_sitemap,
    check_all,
    examined,
    fresh,
    page_at,
    record,
    states,
)

ERRORS = [
    pytest.param(lambda _: NO_ANSWER, id="no answer"),
    pytest.param(lambda url: response(url, 429), id="429"),
    pytest.param(lambda url: response(url, 500), id="500"),
    pytest.param(lambda url: response(url, 503), id="503"),
    pytest.param(lambda url: html(url, body_state=BodyState.BROKEN_OFF), id="broken off"),
]


@pytest.fixture
def audit(crawling):
    """The seed has answered with links to /a, /b and /c."""
    record(crawling, html(f"{SITE}/", "/a", "/b", "/c"))
    answer_sitemap(crawling)
    return fresh(crawling)


def test_answer_makes_the_page_final_with_its_facts(audit):
    record(audit, html(f"{SITE}/a", title="Shoes", ttfb_ms=120))

    page = page_at(audit, "/a")
    assert (page.state, page.outcome, page.status) == ("done", "fetched", 200)
    assert (page.media_type, page.is_html, page.title) == ("text/html", True, "Shoes")
    assert (page.ttfb_ms, page.elapsed_ms) == (120, 130)
    assert page.fetched_at is not None


def test_same_answer_twice_counts_once(audit):
    page, answer = page_at(audit, "/a"), html(f"{SITE}/a", "/new")
    record_page(page, Visit(answer, examined(answer)))
    first = fresh(audit)

    recorded = record_page(page, Visit(answer, examined(answer)))

    assert recorded.entries == []
    again = fresh(audit)
    assert (again.finished, again.admitted) == (2, 5) == (first.finished, first.admitted)
    assert again.pace_version == first.pace_version
    assert page.outlinks.count() == 1


@pytest.mark.parametrize("answer_for", ERRORS)
def test_failed_answer_sends_the_page_back_once(audit, answer_for):
    page = page_at(audit, "/a")

    recorded = record(audit, answer_for(page.url), page.url)

    assert recorded.entries == [Entry(f"p{page.pk}", rank=4, sequence=page.pk)]
    page.refresh_from_db()
    assert (page.state, page.has_been_retried, page.rank) == ("queued", True, 4)
    assert fresh(audit).finished == 1


def test_retry_goes_after_the_rest_of_its_depth(audit):
    record(audit, html(f"{SITE}/b", "/deeper"))
    record(audit, NO_ANSWER, "/a")

    paths = [page.url.removeprefix(SITE) for page in audit.pages.queued().in_turn()]
    assert paths == ["/c", "/a", "/deeper"]


@pytest.mark.parametrize("answer_for", ERRORS)
def test_second_failed_answer_is_final(audit, answer_for):
    url = f"{SITE}/a"
    record(audit, answer_for(url), url)

    recorded = record(audit, answer_for(url), url)

    assert recorded.entries == []
    assert page_at(audit, "/a").state == "done"
    assert fresh(audit).finished == 2


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (NO_ANSWER, html(f"{SITE}/a"), (200, "", "", True)),
        (response(f"{SITE}/a", 503), NO_ANSWER, (None, "timeout", NO_ANSWER.detail, False)),
    ],
)
def test_retry_does_not_mix_with_what_came_before_it(crawling, first, second, told):
    record(crawling, html(f"{SITE}/", "/a"))
    record(crawling, first, "/a")

    record(crawling, second, "/a")

    page = page_at(crawling, "/a")
    assert (page.status, page.failure, page.failure_detail, page.is_html) == told


def test_failure_is_kept_with_its_reason(audit):
    record(audit, NO_ANSWER, "/a")
    record(audit, NO_ANSWER, "/a")

    page = page_at(audit, "/a")
    assert (page.outcome, page.status, page.failure) == ("failed", None, "timeout")
    assert page.failure_detail == "No answer within 30 seconds."


def test_two_workers_sending_one_page_back_do_it_once(audit):
    slow, quick = page_at(audit, "/a"), page_at(audit, "/a")
    record_page(quick, Visit(NO_ANSWER))

    recorded = record_page(slow, Visit(NO_ANSWER))

    # The second was given the page before it was sent back, and its answer is the retry's.
    assert (recorded.entries, page_at(audit, "/a").state) == ([], "done")
    assert fresh(audit).finished == 2


@pytest.mark.parametrize("status", [200, 204, 304, 400, 404, 410, 451])
def test_other_answers_are_final_at_once(audit, status):
    record(audit, response(f"{SITE}/a", status))

    page = page_at(audit, "/a")
    assert (page.state, page.status) == ("done", status)


@pytest.mark.parametrize(
    "answer",
    [
        html(f"{SITE}/a", body_state=BodyState.CUT),
        html(f"{SITE}/a", body_state=BodyState.TRUNCATED),
        response(f"{SITE}/a", 301, location="/b", body_state=BodyState.BROKEN_OFF),
    ],
)
def test_body_that_ends_early_without_a_lost_connection_is_no_error(audit, answer):
    record(audit, answer)

    assert page_at(audit, "/a").state == "done"
    assert PaceState.from_json(fresh(audit).pace).rate_rps == 2.0


def test_retry_after_counts_in_an_error_that_is_broken_off(audit):
    answer = response(f"{SITE}/a", 503, retry_after="60", body_state=BodyState.BROKEN_OFF)

    assert record(audit, answer).hold == timedelta(seconds=60)


def test_good_answer_moves_the_pace_on(audit):
    before = PaceState.from_json(audit.pace)

    record(audit, html(f"{SITE}/a", ttfb_ms=80))

    after = fresh(audit)
    assert after.pace_version == audit.pace_version + 1
    assert PaceState.from_json(after.pace).first_us == (*before.first_us, 80_000)
    assert after.slowdowns == 0


@pytest.mark.parametrize("answer_for", ERRORS)
def test_failed_answer_halves_the_speed(audit, answer_for):
    record(audit, answer_for(f"{SITE}/a"), "/a")

    after = fresh(audit)
    assert PaceState.from_json(after.pace).rate_rps == 1.0
    assert after.slowdowns == 1


def test_retry_after_holds_the_host(audit):
    before = timezone.now()

    recorded = record(audit, response(f"{SITE}/a", 429, retry_after="120"))

    two_minutes = timedelta(minutes=2)
    assert recorded.hold == two_minutes
    assert before + two_minutes <= fresh(audit).hold_until <= timezone.now() + two_minutes


def test_shorter_retry_after_leaves_the_longer_one(audit):
    record(audit, response(f"{SITE}/a", 429, retry_after="600"))
    held_until = fresh(audit).hold_until

    record(audit, response(f"{SITE}/b", 429, retry_after="1"))

    assert fresh(audit).hold_until == held_until


def test_answer_without_retry_after_holds_nothing(audit):
    recorded = record(audit, response(f"{SITE}/a", 429))

    assert (recorded.hold, fresh(audit).hold_until) == (timedelta(0), None)


def test_redirect_target_is_one_deeper(audit):
    record(audit, redirect(f"{SITE}/a", "/moved"))

    page, target = page_at(audit, "/a"), page_at(audit, "/moved")
    assert (page.outcome, page.redirect_url) == ("redirected", f"{SITE}/moved")
    assert (target.depth, target.found_on, target.seed_hop) == (2, page, None)


def test_redirect_to_another_site_is_a_page_and_admits_nothing(audit):
    record(audit, redirect(f"{SITE}/a", "https://other.test/"))

    assert page_at(audit, "/a").redirect_url == "https://other.test/"
    assert "https://other.test/" not in states(audit)


def test_links_are_followed_one_deeper_with_their_source(audit):
    record(audit, html(f"{SITE}/a", "/new"))

    page = page_at(audit, "/new")
    assert (page.depth, page.found_on.url, page.rank) == (2, f"{SITE}/a", 5)


def test_answer_that_comes_after_the_end_changes_nothing(audit, frontier):
    audits.cancel_audit(audit.pk, frontier)
    check_all(audit, frontier)
    before = audit_row(audit)

    recorded = record(audit, html(f"{SITE}/a", "/new"))

    assert recorded.entries == []
    assert audit_row(audit) == before
    assert states(audit) == {"/": "done", "/a": "queued", "/b": "queued", "/c": "queued"}


def audit_row(audit):
    return type(audit).objects.filter(pk=audit.pk).values().get()


def test_late_answer_after_a_cancel_is_kept_but_admits_nothing(audit, frontier):
    audits.cancel_audit(audit.pk, frontier)

    recorded = record(audit, html(f"{SITE}/a", "/new"))

    assert recorded.entries == []
    assert states(audit) == {"/": "done", "/a": "done", "/b": "queued", "/c": "queued"}
    after = fresh(audit)
    assert (after.state, after.finished, after.admitted) == (AuditState.CHECKING, 2, 4)
    assert page_at(audit, "/a").outlinks.count() == 1


def test_late_failed_answer_after_a_cancel_is_final(audit, frontier):
    audits.cancel_audit(audit.pk, frontier)

    record(audit, NO_ANSWER, "/a")

    assert page_at(audit, "/a").outcome == "failed"


def test_refused_address_is_skipped_and_no_page(begin):
    audit = begin(page_limit=2)
    record(audit, html(f"{SITE}/", "/a", "/b", "/c"))

    recorded = record(audit, REFUSED_ADDRESS, "/a")

    page = page_at(audit, "/a")
    assert (page.skip_reason, page.skip_detail) == ("address", REFUSED_ADDRESS.detail)
    assert states(audit) == {"/": "done", "/a": "skipped", "/b": "queued", "/c": "over_limit"}
    assert [entry.sequence for entry in recorded.entries] == [page_at(audit, "/b").pk]
    after = fresh(audit)
    assert (after.finished, after.admitted, after.slowdowns) == (1, 2, 0)


def test_refused_address_twice_readmits_once(begin):
    audit = begin(page_limit=2)
    record(audit, html(f"{SITE}/", "/a", "/b", "/c"))
    record(audit, REFUSED_ADDRESS, "/a")

    recorded = record(audit, REFUSED_ADDRESS, "/a")

    assert (recorded.entries, fresh(audit).admitted) == ([], 2)


def test_refused_address_after_a_cancel_readmits_nothing(begin, frontier):
    audit = begin(page_limit=2)
    record(audit, html(f"{SITE}/", "/a", "/b"))
    audits.cancel_audit(audit.pk, frontier)

    recorded = record(audit, REFUSED_ADDRESS, "/a")

    assert recorded.entries == []
    assert states(audit) == {"/": "done", "/a": "skipped", "/b": "over_limit"}
    assert fresh(audit).admitted == 1


def test_skipped_page_costs_nothing(begin, frontier):
    audit = begin()
    record(audit, html(f"{SITE}/", "/a"))
    answer_sitemap(audit)
    record(audit, REFUSED_ADDRESS, "/a")

    ended = check_all(audit, frontier)

    assert (ended.state, ended.pages_fetched, ended.credits) == ("done", 1, 1)
