"""Judging by a hostile robots.txt: bounded, before the lock, and never again under it."""

from __future__ import annotations

from datetime import timedelta
from time import thread_time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from crawls.models import AuditStep, Page
from crawls.services import admission
from crawls.services.admission import Found
from crawls.services.robots_rules import TOO_COMPLEX, Judge
from crawls.services.settling import BATCH
from robots import rules
from tests.crawls.services.answers import SITE
from tests.crawls.services.driving import fresh, locked, read_robots

HEAVY = b"User-agent: *\n" + b"".join(b"Disallow: /*a*b*c*%d*z$\n" % n for n in range(18_000))
PATH = "abc" * 300
TWIN = "https://www.shop.test"


def heavy_urls(count):
    return [f"{SITE}/{PATH}/{number}/{PATH}" for number in range(count)]


def found(addresses):
    return [Found(url, 1) for url in addresses]


def test_judge_stops_at_its_budget_and_refuses_the_rest(begin):
    audit = begin(robots=HEAVY)
    judge = Judge(audit, budget=timedelta(milliseconds=50))
    began = thread_time()

    verdicts = [judge.verdict(url) for url in heavy_urls(2_000)]

    assert thread_time() - began < 2
    assert verdicts[-1] is TOO_COMPLEX
    assert verdicts[0].allowed is True


def test_page_that_was_not_judged_in_time_is_skipped_with_the_reason(begin):
    audit = begin(robots=HEAVY)
    judge = Judge(audit, budget=timedelta(milliseconds=-1))

    with locked(audit) as row:
        admission.admit(row, found([f"{SITE}/a"]), judge)

    page = Page.objects.get(audit=audit, url=f"{SITE}/a")
    assert (page.state, page.skip_reason, page.skip_detail) == (
        "skipped",
        "robots",
        "robots.txt is too complex to be judged in time",
    )


def test_what_was_judged_ahead_costs_nothing_under_the_lock(begin):
    audit = begin(robots=HEAVY)
    wanted = found(heavy_urls(100))
    judge = admission.prejudge(audit, wanted)
    spent = judge._spent_ns

    with locked(audit) as row:
        admission.admit(row, wanted, judge)

    assert (spent > 0, judge._spent_ns) == (True, spent)


def test_many_urls_of_an_unread_origin_cost_no_query_each(crawling):
    wanted = found(f"{TWIN}/{number}" for number in range(500))

    with locked(crawling) as row, CaptureQueriesContext(connection) as queries:
        admission.admit(row, wanted)

    assert len(queries) < 15
    assert AuditStep.objects.filter(audit=crawling, part=f"{TWIN}/robots.txt").count() == 1


def test_waiting_pages_are_settled_in_batches_and_none_is_left(crawling):
    number = 2 * BATCH + 10
    with locked(crawling) as row:
        admission.admit(row, found(f"{TWIN}/{n}" for n in range(number)))

    recorded = read_robots(crawling, b"User-agent: *\nDisallow: /1", origin=TWIN)

    twins = Page.objects.filter(audit=crawling, origin=TWIN)
    assert twins.filter(state="discovered").count() == 0
    refused = sum(str(n).startswith("1") for n in range(number))
    assert twins.filter(state="skipped").count() == refused
    assert fresh(crawling).admitted == recorded.audit.admitted == 100


@pytest.mark.parametrize("lines", [0, 1])
def test_ordinary_file_is_judged_as_before(begin, lines):
    text = b"User-agent: *\n" + b"Disallow: /x\n" * lines
    audit = begin(robots=text)

    judged = Judge(audit).verdict(f"{SITE}/x")

    assert judged == rules.read(text).verdict("SEOFixBot", "/x")
