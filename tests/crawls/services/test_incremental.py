"""Incremental audits: what did not change is not sent again, and nothing known of it is lost."""

from __future__ import annotations

import pytest

from crawls.engine.challenge import detect
from crawls.models import Audit, AuditKind, Finding, Link, Page, PageOutcome
from crawls.services import incremental, validators
from crawls.services.errands import read_errand
from crawls.services.incremental import BasisGone
from crawls.services.recording import record_page
from crawls.services.visits import Visit
from tests.crawls.services.answers import SITE, html, response
from tests.crawls.services.driving import (
    answer_sitemap,
    check_all,
    fresh,
    page_at,
    record,
)

ETAG = 'W/"a-1"'
DATE = "Mon, 02 Nov 2026 10:00:00 GMT"
CONDITIONS = {"If-None-Match": ETAG, "If-Modified-Since": DATE}


def first_answer(**headers):
    # No description and no lang: findings to keep.
    return html(f"{SITE}/", "/a", "https://other.test/", title="Home", **headers)


@pytest.fixture
def before(begin, frontier):
    """Runs a whole audit of `/` and `/a` whose home page came with validators."""

    def _before(**headers):
        audit = begin()
        record(audit, first_answer(**(headers or {"etag": ETAG, "last_modified": DATE})))
        answer_sitemap(audit)
        record(audit, html(f"{SITE}/a"))
        return check_all(audit, frontier)

    return _before


def conditions(audit, path="/"):
    return validators.conditions(errand(audit, path).basis)


def errand(audit, path="/"):
    return read_errand(f"p{page_at(audit, path).pk}")


def answer_304(audit, path="/", **headers):
    one = errand(audit, path)
    answer = response(one.url, 304, ttfb_ms=7, **headers)
    return record_page(one.row, Visit(answer, kept=incremental.keep(one.basis, answer)))


def facts(page):
    return {name: getattr(page, name) for name in incremental._fact_columns()}


def links(page):
    rows = Link.objects.filter(source=page).order_by("position")
    return list(rows.values_list("target__url", "anchor_text", "is_nofollow", "position"))


def findings(page):
    rows = Finding.objects.filter(page=page).order_by("position")
    return list(rows.values_list("check_id", "severity", "evidence", "position"))


def test_page_is_asked_for_by_what_the_previous_audit_was_given(before, begin):
    previous = before()
    audit = begin(is_incremental=True)

    assert fresh(audit).previous == previous
    assert conditions(audit) == CONDITIONS


def test_full_audit_is_preferred_to_a_later_preview(before, begin, frontier):
    full = before()
    preview = begin(kind=AuditKind.PREVIEW)
    record(preview, first_answer())
    answer_sitemap(preview)
    record(preview, html(f"{SITE}/a"))
    check_all(preview, frontier)

    assert fresh(begin(is_incremental=True)).previous_id == full.pk


def test_audit_that_is_not_incremental_asks_for_everything(before, begin):
    before()

    assert conditions(begin()) == {}


@pytest.mark.parametrize(
    "headers",
    [
        {"x": "y"},
        {"etag": ""},
        {"etag": "*"},
        {"etag": '"a\x00b"'},
        {"etag": '"a\nb"'},
        {"etag": '"' + "a" * 2000 + '"'},
    ],
)
def test_page_without_a_usable_validator_is_asked_for_whole(before, begin, headers):
    before(**headers)

    assert conditions(begin(is_incremental=True)) == {}


@pytest.mark.parametrize(
    ("headers", "wanted"),
    [
        ({"etag": '"x y\xe9"'}, {"If-None-Match": '"x y\xe9"'}),
        ({"last_modified": "yesterday"}, {"If-Modified-Since": "yesterday"}),
    ],
)
def test_validators_go_back_as_they_came(before, begin, headers, wanted):
    before(**headers)

    assert conditions(begin(is_incremental=True)) == wanted


def test_page_that_is_not_modified_keeps_facts_links_and_findings(before, begin):
    previous = before()
    old = page_at(previous, "/")
    audit = begin(is_incremental=True)

    answer_304(audit)

    new = page_at(audit, "/")
    assert (new.state, new.outcome, new.status, new.title) == ("done", "not_modified", 200, "Home")
    assert facts(new) == facts(old)
    assert (
        links(new)
        == links(old)
        == [
            (f"{SITE}/a", "to /a", False, 0),
            ("https://other.test/", "to https://other.test/", False, 1),
        ]
    )
    kept = [finding for finding in findings(old) if finding[0] != "orphan"]
    assert findings(new) == kept
    assert kept


def test_links_of_a_page_that_is_not_modified_are_followed(before, begin):
    before()
    audit = begin(is_incremental=True)

    answer_304(audit)

    page = page_at(audit, "/a")
    assert (page.state, page.depth, page.found_on) == ("queued", 1, page_at(audit, "/"))


def test_findings_of_the_whole_site_are_not_kept(before, begin, frontier):
    previous = before()
    Finding.objects.create(
        audit=previous,
        page=page_at(previous, "/"),
        check_id="http_4xx",
        severity="error",
        evidence="not true any more",
        position=900,
    )
    audit = begin(is_incremental=True)

    answer_304(audit)

    assert "http_4xx" not in {finding[0] for finding in findings(page_at(audit, "/"))}


def test_not_modified_headers_replace_the_stored_validators(before, begin):
    before()
    audit = begin(is_incremental=True)

    answer_304(audit, etag='"b"')

    page = page_at(audit, "/")
    assert (page.etag, page.last_modified) == ('"b"', DATE)


def test_not_modified_again_stands_on_what_was_kept(before, begin, frontier):
    before()
    second = begin(is_incremental=True)
    answer_304(second)
    answer_sitemap(second)
    record(second, html(f"{SITE}/a"))
    check_all(second, frontier)
    third = begin(is_incremental=True)

    answer_304(third)

    assert fresh(third).previous_id == second.pk
    assert facts(page_at(third, "/")) == facts(page_at(second, "/"))


def test_not_modified_pages_cost_a_fifth_rounded_up_once(before, begin, frontier):
    before()
    audit = begin(is_incremental=True)
    answer_304(audit)
    answer_sitemap(audit)
    record(audit, html(f"{SITE}/a"))

    ended = check_all(audit, frontier)

    assert (ended.pages_fetched, ended.pages_not_modified, ended.credits) == (2, 1, 2)


def test_304_that_nobody_asked_for_is_an_answer_like_any_other(crawling):
    one = errand(crawling)
    answer = response(one.url, 304)

    record_page(one.row, Visit(answer, kept=incremental.keep(one.basis, answer)))

    page = page_at(crawling, "/")
    assert (page.outcome, page.status) == (PageOutcome.FETCHED, 304)


def test_page_whose_basis_was_deleted_is_asked_for_whole(before, begin):
    previous = before()
    audit = begin(is_incremental=True)
    one = errand(audit)
    Audit.objects.get(pk=previous.pk).delete()

    with pytest.raises(BasisGone):
        incremental.keep(one.basis, response(one.url, 304))

    assert conditions(audit) == {}


@pytest.mark.parametrize(
    "spoilt",
    [{"parse_problem": "too much"}, {"body_state": "truncated"}, {"status": 404}],
)
def test_page_that_was_not_read_whole_is_no_basis(before, begin, spoilt):
    previous = before()
    Page.objects.filter(pk=page_at(previous, "/").pk).update(**spoilt)

    assert conditions(begin(is_incremental=True)) == {}


def test_blocked_answer_gives_no_validators(crawling):
    answer = first_answer(etag=ETAG, cf_mitigated="challenge")

    record_page(page_at(crawling, "/"), Visit(answer, challenge=detect(answer)))

    assert (page_at(crawling, "/").outcome, page_at(crawling, "/").etag) == ("blocked", "")


def test_every_column_is_a_fact_of_the_page_or_its_own(before):
    columns = {field.attname for field in Page._meta.concrete_fields}

    assert columns == incremental.OWN | set(incremental._fact_columns())
    assert columns >= incremental.OWN
