from __future__ import annotations

from datetime import timedelta

import pytest

from crawls.checks import SITE_RULES
from crawls.checks.base import Evidence, SiteRule
from crawls.frontier.base import Refusal
from crawls.models import Audit, AuditStep, Outbox, Page, StepKind
from crawls.services import after_crawl, audits
from crawls.services.after_crawl import FINALISE
from crawls.services.crawl_reader import CrawlReader
from crawls.services.ending import RUN_STEP
from tests.crawls.services.answers import NO_ANSWER, SITE, html, response
from tests.crawls.services.driving import answer_sitemap, check_all, fresh, record

BROKEN = "link_internal_broken"


@pytest.fixture
def crawled(crawling):
    """A crawl that ended with one broken link on the seed."""
    record(crawling, html(f"{SITE}/", "/a", "/gone"))
    answer_sitemap(crawling)
    record(crawling, html(f"{SITE}/a"))
    record(crawling, response(f"{SITE}/gone", 404))
    return fresh(crawling)


def step_of(audit, check_id):
    return AuditStep.objects.get(audit=audit, kind=StepKind.SITE_CHECK, part=check_id)


def owed(task):
    return list(Outbox.objects.filter(task=task).order_by("id").values_list("argument", flat=True))


def test_step_stores_what_its_check_found(crawled):
    step = step_of(crawled, BROKEN)

    after_crawl.run_step(step.pk)

    found = crawled.findings.filter(check_id=BROKEN)
    assert [(f.page.url, f.severity, f.position) for f in found] == [(f"{SITE}/", "error", 0)]
    step.refresh_from_db()
    assert (step.state, step.attempts, step.detail) == ("done", 1, {"findings": 1})
    assert fresh(crawled).open_steps == len(SITE_RULES) - 1
    assert step.pk not in owed(RUN_STEP)


def test_step_run_twice_changes_nothing_more(crawled):
    step = step_of(crawled, BROKEN)
    after_crawl.run_step(step.pk)

    after_crawl.run_step(step.pk)

    assert crawled.findings.filter(check_id=BROKEN).count() == 1
    assert fresh(crawled).open_steps == len(SITE_RULES) - 1
    assert step_of(crawled, BROKEN).attempts == 1


def test_step_that_died_after_its_findings_stores_them_once(crawled):
    step = step_of(crawled, BROKEN)
    after_crawl.run_step(step.pk)
    AuditStep.objects.filter(pk=step.pk).update(state="open")

    after_crawl.run_step(step.pk)

    assert crawled.findings.filter(check_id=BROKEN).count() == 1


def test_last_step_owes_the_finaliser_once(crawled):
    *first, last = AuditStep.objects.open().filter(audit=crawled)
    for step in first:
        after_crawl.run_step(step.pk)
    assert (fresh(crawled).state, owed(FINALISE)) == ("checking", [])

    after_crawl.run_step(last.pk)

    assert (fresh(crawled).state, owed(FINALISE)) == ("finalising", [crawled.pk])


def test_finaliser_settles_from_rows(crawled, frontier):
    began = crawled.crawl_ended_at - timedelta(seconds=2)
    Audit.objects.filter(pk=crawled.pk).update(admitted=9, finished=9, started_at=began)

    ended = check_all(crawled, frontier)

    assert (ended.state, ended.pages_fetched, ended.credits) == ("done", 3, 3)
    assert ended.effective_rps == 1.5
    assert ended.ended_at is not None
    assert (owed(FINALISE), owed(RUN_STEP)) == ([], [])
    assert frontier.claim(ended.lane) is Refusal.CLOSED


def test_pages_that_failed_count_and_those_skipped_do_not(begin, frontier):
    audit = begin(robots=b"User-agent: *\nDisallow: /no")
    record(audit, html(f"{SITE}/", "/a", "/no", "/b"))
    answer_sitemap(audit)
    record(audit, response(f"{SITE}/b", 404))
    for _ in range(2):
        record(audit, NO_ANSWER, "/a")

    ended = check_all(audit, frontier)

    assert (ended.pages_fetched, ended.credits) == (3, 3)


def test_pages_that_did_not_change_cost_a_fifth(crawled, frontier):
    Page.objects.filter(audit=crawled, url=f"{SITE}/a").update(outcome="not_modified")
    Page.objects.filter(audit=crawled, url=f"{SITE}/gone").update(outcome="not_modified")

    ended = check_all(crawled, frontier)

    assert (ended.pages_fetched, ended.credits) == (3, 2)


def test_speed_is_pages_over_the_time_of_the_crawl(crawled, frontier):
    crawled.started_at = crawled.crawl_ended_at - timedelta(seconds=2)
    crawled.save()

    assert check_all(crawled, frontier).effective_rps == 1.5


def test_speed_is_that_of_the_pages_that_were_fetched(crawling, frontier):
    record(crawling, html(f"{SITE}/", "/a", "/b"))
    audits.cancel_audit(crawling.pk, frontier)
    cancelled = fresh(crawling)
    cancelled.started_at = cancelled.crawl_ended_at - timedelta(seconds=2)
    cancelled.save()

    assert check_all(crawling, frontier).effective_rps == 0.5


def test_crawl_of_no_time_has_no_speed(crawled, frontier):
    crawled.started_at = crawled.crawl_ended_at
    crawled.save()

    assert check_all(crawled, frontier).effective_rps == 0


def test_finaliser_run_twice_changes_nothing_more(crawled, frontier):
    before = check_all(crawled, frontier)

    after_crawl.finalise_audit(crawled.pk, frontier)

    assert fresh(crawled).ended_at == before.ended_at


def test_finaliser_that_comes_early_changes_nothing(crawled, frontier):
    after_crawl.finalise_audit(crawled.pk, frontier)

    after = fresh(crawled)
    assert (after.state, after.ended_at, after.credits) == ("checking", None, 0)


@pytest.fixture
def dying_check(monkeypatch):
    """A site check whose process dies after its first batch of findings, every time."""
    rule = SITE_RULES[BROKEN]

    def find(_):
        for number in range(after_crawl.BATCH):
            yield Evidence(f"{SITE}/", f"finding {number}")
        raise MemoryError

    monkeypatch.setitem(SITE_RULES, BROKEN, SiteRule(rule.check, find))


def die(step, times):
    for _ in range(times):
        with pytest.raises(MemoryError):
            after_crawl.run_step(step.pk)


def test_step_that_dies_stays_open_and_owed(crawled, dying_check):
    step = step_of(crawled, BROKEN)

    die(step, times=3)

    step.refresh_from_db()
    assert (step.state, step.attempts) == ("open", 3)
    assert step.pk in owed(RUN_STEP)


def test_step_that_died_three_times_is_given_up(crawled, dying_check):
    step = step_of(crawled, BROKEN)
    die(step, times=3)

    after_crawl.run_step(step.pk)

    step.refresh_from_db()
    said = {"inconclusive": "It could not be finished in 3 attempts."}
    assert (step.state, step.detail) == ("failed", said)
    assert fresh(crawled).open_steps == len(SITE_RULES) - 1
    assert step.pk not in owed(RUN_STEP)


def test_check_that_was_given_up_leaves_no_findings(crawled, dying_check):
    step = step_of(crawled, BROKEN)
    die(step, times=3)

    after_crawl.run_step(step.pk)

    assert not crawled.findings.filter(check_id=BROKEN).exists()


def test_audit_with_a_check_given_up_ends(crawled, dying_check, frontier):
    die(step_of(crawled, BROKEN), times=3)

    assert check_all(crawled, frontier).state == "done"


@pytest.mark.parametrize("end", ["partial", "cancelled"])
def test_orphan_check_of_an_incomplete_crawl_is_inconclusive(begin, frontier, end):
    audit = begin(page_limit=1)
    record(audit, html(f"{SITE}/", "/a"))
    if end == "cancelled":
        audits.cancel_audit(audit.pk, frontier)
    else:
        answer_sitemap(audit)

    assert check_all(audit, frontier).state == end

    said = {"inconclusive": "The crawl is not complete, and this check needs every page."}
    step = step_of(audit, "orphan_page")
    assert (step.state, step.detail) == ("done", said)


def test_orphan_check_of_a_complete_crawl_is_made(crawled):
    after_crawl.run_step(step_of(crawled, "orphan_page").pk)

    assert step_of(crawled, "orphan_page").detail == {"findings": 0}


def test_link_to_itself_makes_no_page_linked(crawling):
    record(crawling, html(f"{SITE}/", "/a"))
    record(crawling, html(f"{SITE}/a", "/a", "/b"))
    record(crawling, html(f"{SITE}/b", "/b", "https://elsewhere.test/"))

    assert CrawlReader(fresh(crawling)).linked_urls() == {f"{SITE}/a", f"{SITE}/b"}


def test_page_that_only_links_to_itself_is_not_linked(crawling):
    record(crawling, html(f"{SITE}/", "/"))

    assert CrawlReader(fresh(crawling)).linked_urls() == set()
