"""Firewalls in the way: blocked pages, skipped sections, audits that end as blocked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from crawls.engine.challenge import Challenge, detect
from crawls.engine.policy import POLICIES, SEOFIX, BlockRules
from crawls.models import AuditState, EndReason, Page, PageOutcome, PageState, SkipReason
from crawls.services import admission
from crawls.services.admission import Found
from crawls.services.recording import record_page
from crawls.services.visits import Visit
from tests.crawls.services.answers import SITE, html, redirect, response
from tests.crawls.services.driving import (
    answer_sitemap,
    check_all,
    examined,
    fresh,
    locked,
    page_at,
    read_robots,
    record,
    states,
)

FIRST = 5  # for short tests; how many it really is stands in tests/crawls/engine/test_policy.py


@pytest.fixture(autouse=True)
def _first_pages(monkeypatch):
    rules = replace(SEOFIX, blocks=BlockRules(pages=FIRST))
    monkeypatch.setitem(POLICIES, "seofix", rules)


def blocked_answer(url, status=403):
    return response(url, status, body=b"<title>Just a moment...</title>", cf_mitigated="challenge")


def block(audit, path, status=403):
    answer = blocked_answer(SITE + path, status)
    return record_page(page_at(audit, path), Visit(answer, challenge=detect(answer)))


def jobs(count, start=0):
    return [f"/jobs/{number}" for number in range(start, start + count)]


def listed(audit, paths):
    with locked(audit) as row:
        admission.admit(row, [Found(SITE + path, 1, in_sitemap=True) for path in paths])


@pytest.fixture
def found(begin):
    """An audit whose home page links to so many jobs and a page about us."""

    def _found(count, **wanted):
        audit = begin(**{"page_limit": 1000, **wanted})
        record(audit, html(f"{SITE}/", "/about", *jobs(count)))
        answer_sitemap(audit)
        return audit

    return _found


def test_blocked_page_names_the_firewall_and_counts_as_a_page(found):
    audit = found(1)

    block(audit, "/jobs/0", 403)

    page = page_at(audit, "/jobs/0")
    assert (page.state, page.outcome, page.status) == ("done", "blocked", 403)
    assert (page.blocked_by, page.is_html, page.redirect_url) == ("Cloudflare", False, "")
    assert fresh(audit).finished == 2


@pytest.mark.parametrize("status", [429, 503])
def test_blocked_page_is_not_asked_for_again_and_slows_the_crawl_down(found, status):
    audit = found(1)

    block(audit, "/jobs/0", status)

    assert page_at(audit, "/jobs/0").outcome == PageOutcome.BLOCKED
    assert fresh(audit).slowdowns == 1


def test_links_of_a_blocked_page_are_not_the_sites(found):
    audit = found(1)
    answer = html(f"{SITE}/jobs/0", "/from-the-firewall", cf_mitigated="challenge")

    visit = Visit(answer, examined(answer), detect(answer))
    record_page(page_at(audit, "/jobs/0"), visit)

    assert not Page.objects.filter(audit=audit, url=f"{SITE}/from-the-firewall").exists()


def test_firewall_that_redirects_leads_nowhere(begin):
    audit = begin()
    answer = redirect(f"{SITE}/", "https://captcha.test/")
    challenge = Challenge("SiteGround", "redirect to its captcha")

    record_page(page_at(audit, "/"), Visit(answer, challenge=challenge))

    assert states(audit) == {"/": "done"}
    assert (fresh(audit).state, page_at(audit, "/").outcome) == ("crawling", "blocked")


def test_first_pages_all_blocked_end_the_audit_as_blocked(begin, frontier):
    audit = begin(page_limit=1000)
    listed(audit, ["/jobs/0", "/jobs/1", "/help/0", "/help/1"])
    for path in ("/", "/jobs/0", "/jobs/1", "/help/0"):
        block(audit, path)
    assert fresh(audit).state == AuditState.CRAWLING

    block(audit, "/help/1")

    ended = check_all(audit, frontier)
    assert (ended.state, ended.reason) == (AuditState.BLOCKED, EndReason.FIREWALL)
    assert ended.reason_text == (
        "A firewall (Cloudflare) blocked every page that was asked for. "
        "Allow SEOFixBot in its settings and audit the site again."
    )
    assert (ended.pages_fetched, ended.credits) == (FIRST, FIRST)


def test_one_page_let_through_keeps_the_audit_going(found):
    audit = found(3)
    record(audit, html(f"{SITE}/about", "/help/0", "/help/1", "/help/2"))
    for path in (*jobs(3), "/help/0", "/help/1"):
        block(audit, path)

    assert fresh(audit).state == AuditState.CRAWLING


def test_redirect_to_where_the_site_begins_lets_nobody_through(begin):
    audit = begin("http://shop.test/", page_limit=1000)
    record(audit, redirect("http://shop.test/", "https://shop.test/"))
    read_robots(audit, origin=SITE)

    block(audit, "/")
    answer_sitemap(audit)

    assert (fresh(audit).end_state, fresh(audit).reason) == ("blocked", "firewall")


def test_first_pages_are_counted_from_where_the_site_begins(begin):
    audit = begin("http://shop.test/", page_limit=1000)
    record(audit, redirect("http://shop.test/", "https://shop.test/"))
    read_robots(audit, origin=SITE)
    listed(audit, ["/jobs/0", "/jobs/1", "/help/0", "/help/1", "/help/2"])

    for path in ("/", "/jobs/0", "/jobs/1", "/help/0"):
        block(audit, path)
        assert fresh(audit).state == AuditState.CRAWLING
    block(audit, "/help/1")

    assert (fresh(audit).end_state, fresh(audit).finished) == (AuditState.BLOCKED, FIRST + 1)


def test_section_whose_first_pages_were_all_blocked_is_skipped(found, frontier):
    audit = found(FIRST + 5)
    for path in jobs(FIRST - 1):
        block(audit, path)
    assert page_at(audit, f"/jobs/{FIRST}").state == PageState.QUEUED

    block(audit, f"/jobs/{FIRST - 1}")

    skipped = Page.objects.filter(audit=audit, skip_reason=SkipReason.SECTION).order_by("id")
    assert [page.url for page in skipped] == [SITE + path for path in jobs(5, FIRST)]
    assert fresh(audit).skipped_sections == ["/jobs"]
    assert (fresh(audit).admitted, fresh(audit).finished) == (FIRST + 2, FIRST + 1)
    record(audit, html(f"{SITE}/about", "/jobs/new", "/jobs"))
    assert page_at(audit, "/jobs/new").skip_reason == page_at(audit, "/jobs").skip_reason
    ended = check_all(audit, frontier)
    assert (ended.state, ended.reason) == (AuditState.PARTIAL, EndReason.FIREWALL)
    assert ended.reason_text == (
        "Every page that was found has been asked for. A firewall (Cloudflare) blocked 5 pages, "
        "and 7 URLs in /jobs were not tried after the first."
    )
    assert ended.pages_fetched == FIRST + 2


def test_page_that_was_asked_for_earlier_and_answers_late_decides(found):
    """The first pages that were asked for count, not the first that answered."""
    audit = found(FIRST + 5)
    for path in [*jobs(FIRST - 2), *jobs(2, FIRST - 1)]:
        block(audit, path)
    assert fresh(audit).skipped_sections == []

    record(audit, html(f"{SITE}/jobs/{FIRST - 2}", "/deep"))

    for path in jobs(3, FIRST + 1):
        block(audit, path)
    assert fresh(audit).skipped_sections == []
    assert page_at(audit, "/deep").state == PageState.QUEUED


def test_page_that_was_asked_for_earlier_and_is_blocked_too_decides(found):
    audit = found(FIRST + 5)
    for path in [*jobs(FIRST - 2), *jobs(2, FIRST - 1)]:
        block(audit, path)

    block(audit, f"/jobs/{FIRST - 2}")

    assert fresh(audit).skipped_sections == ["/jobs"]


def test_page_that_waits_for_its_retry_was_let_through(found):
    audit = found(FIRST + 5)
    record(audit, response(f"{SITE}/jobs/0", 503))

    for path in jobs(FIRST, 1):
        block(audit, path)

    assert fresh(audit).skipped_sections == []


def test_late_answer_to_the_first_pages_keeps_the_audit_going(begin):
    audit = begin(page_limit=1000)
    listed(audit, jobs(FIRST + 2))
    for path in ["/", *jobs(FIRST - 2), *jobs(2, FIRST - 1)]:
        block(audit, path)
    assert fresh(audit).state == AuditState.CRAWLING

    record(audit, html(f"{SITE}/jobs/{FIRST - 2}"))

    assert fresh(audit).state == AuditState.CRAWLING


def test_section_with_one_page_let_through_is_crawled_on(found):
    audit = found(FIRST + 5)
    record(audit, html(f"{SITE}/jobs/0"))

    for path in jobs(FIRST, 1):
        block(audit, path)

    assert fresh(audit).skipped_sections == []
    assert page_at(audit, f"/jobs/{FIRST + 1}").state == PageState.QUEUED


def test_urls_over_the_limit_take_the_place_of_a_skipped_section(begin):
    audit = begin(page_limit=FIRST + 3)
    record(audit, html(f"{SITE}/", *jobs(FIRST + 2), "/about", "/help", "/team"))
    answer_sitemap(audit)
    assert states(audit)["/about"] == "over_limit"

    for path in jobs(FIRST):
        recorded = block(audit, path)

    assert [page_at(audit, path).state for path in ("/about", "/help")] == ["queued", "queued"]
    assert page_at(audit, "/team").state == PageState.OVER_LIMIT
    assert len(recorded.entries) == 2


def test_urls_of_a_skipped_section_over_the_limit_are_listed_with_it(begin):
    audit = begin(page_limit=FIRST + 1)
    record(audit, html(f"{SITE}/", *jobs(FIRST + 4)))
    answer_sitemap(audit)
    assert audit.pages.filter(state=PageState.OVER_LIMIT).count() == 4

    for path in jobs(FIRST):
        block(audit, path)

    skipped = audit.pages.filter(state=PageState.SKIPPED, skip_reason="section").order_by("id")
    assert [page.url for page in skipped] == [SITE + path for path in jobs(FIRST + 4)[FIRST:]]


def test_answer_on_its_way_when_its_section_was_skipped_is_no_page(found):
    audit = found(FIRST + 1)
    late = page_at(audit, f"/jobs/{FIRST}")
    for path in jobs(FIRST):
        block(audit, path)

    record_page(late, Visit(html(late.url)))

    assert page_at(audit, f"/jobs/{FIRST}").state == PageState.SKIPPED
    assert fresh(audit).finished == FIRST + 1


def test_page_let_through_costs_no_question_about_firewalls(found):
    audit = found(3)

    with CaptureQueriesContext(connection) as queries:
        record(audit, html(f"{SITE}/jobs/0"))

    assert not [query for query in queries if "outcome" in query["sql"].split("WHERE")[-1]]
