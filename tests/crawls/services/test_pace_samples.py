"""The pace as the report draws it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from crawls.management.results import read_summary
from crawls.management.summary import PacePoint
from crawls.models import Audit
from crawls.services.recording import record_page
from crawls.services.visits import Visit
from tests.crawls.services.answers import NO_ANSWER, SITE, html
from tests.crawls.services.driving import fresh, page_at, record


def samples(audit):
    rows = audit.pace_samples.order_by("id")
    return list(rows.values_list("rate_rps", "response_ms", "in_flight"))


def visit(audit, path, *, ttfb_ms, in_flight=2):
    answer = html(SITE + path, "/a", "/b", "/c", ttfb_ms=ttfb_ms)
    return record_page(page_at(audit, path), Visit(answer, in_flight=in_flight))


def test_first_answer_of_an_audit_is_written_down(begin):
    assert samples(begin()) == [(2.0, 50, 1)]  # robots.txt


@pytest.mark.parametrize(
    ("seconds", "written"), [(1, []), (5, [(2.0, 100, 2)])]
)  # 100 ms is the median of 50, 80, 120, 120
def test_answer_soon_after_is_not_and_one_later_is(crawling, seconds, written):
    record(crawling, html(f"{SITE}/", "/a", "/b", ttfb_ms=80))
    visit(crawling, "/a", ttfb_ms=120)
    assert len(samples(crawling)) == 1
    before = fresh(crawling).sampled_at - timedelta(seconds=seconds)
    Audit.objects.filter(pk=crawling.pk).update(sampled_at=before)

    visit(crawling, "/b", ttfb_ms=120)

    assert samples(crawling)[1:] == written


def test_every_change_of_the_rate_is_written_down_at_its_time(crawling):
    record(crawling, html(f"{SITE}/", "/a"))
    began = fresh(crawling).started_at

    record_page(page_at(crawling, "/a"), Visit(NO_ANSWER, in_flight=2))
    record_page(page_at(crawling, "/a"), Visit(NO_ANSWER))

    assert [rate for rate, _, _ in samples(crawling)] == [2.0, 1.0, 0.5]
    ages = [sample.at - began for sample in crawling.pace_samples.all()]
    assert ages == sorted(ages)
    assert ages[-1] < timedelta(minutes=1)


def test_report_gives_the_pace_in_seconds_from_the_begin_of_the_crawl(begin):
    audit = begin()
    written = audit.pace_samples.get()
    audit.started_at = written.at - timedelta(seconds=90)

    assert read_summary(audit).pace == (PacePoint(90.0, 2.0, 50, 1),)
