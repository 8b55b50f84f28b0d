from __future__ import annotations

import pytest

from crawls.checks import SITE_RULES
from crawls.engine.pacing import NO_HOLD, PaceState
from crawls.models import AuditStep, Outbox, StepKind
from crawls.services.ending import RUN_STEP
from tests.crawls.services.answers import NO_ANSWER, SITE, html, response
from tests.crawls.services.driving import answer_sitemap, crawl_all, fresh, record


def test_crawl_of_every_page_found_is_done(crawling):
    audit = crawl_all(crawling)

    assert (audit.state, audit.end_state, audit.reason) == ("checking", "done", "nothing_left")
    assert audit.reason_text == "Every page that was found has been crawled."
    assert audit.crawl_ended_at is not None
    assert (audit.finished, audit.admitted) == (3, 3)


def test_crawl_that_saw_links_to_deeper_pages_says_so(crawling):
    record(crawling, html(f"{SITE}/", "/deep"))
    answer_sitemap(crawling)
    crawling.pages.filter(url=f"{SITE}/deep").update(depth=25)

    record(crawling, html(f"{SITE}/deep", "/deeper", "/", "https://other.test/"))

    ended = fresh(crawling)
    assert (ended.end_state, ended.reason) == ("done", "nothing_left")
    assert ended.reason_text == (
        "Every page within 25 links of the start has been crawled; deeper ones are not."
    )


def test_crawl_that_found_more_than_its_limit_is_partial(begin):
    audit = crawl_all(begin(page_limit=2))

    assert (audit.state, audit.end_state, audit.reason) == ("checking", "partial", "page_limit")
    assert audit.reason_text == "The page limit of 2 was reached; more URLs were found."
    assert (audit.finished, audit.admitted) == (2, 2)


def test_crawl_of_exactly_its_limit_is_done(begin):
    audit = crawl_all(begin(page_limit=3))

    assert (audit.end_state, audit.finished) == ("done", 3)


def test_end_of_the_crawl_opens_a_step_for_each_site_check(crawling):
    audit = crawl_all(crawling)

    steps = AuditStep.objects.filter(audit=audit, kind=StepKind.SITE_CHECK)
    assert list(steps.order_by("id").values_list("part", flat=True)) == list(SITE_RULES)
    assert audit.open_steps == len(SITE_RULES)
    owed = Outbox.objects.filter(task=RUN_STEP).order_by("id").values_list("argument", flat=True)
    assert list(owed) == list(steps.order_by("id").values_list("id", flat=True))


def test_open_file_keeps_the_crawl_going(crawling):
    record(crawling, html(f"{SITE}/"))

    assert (fresh(crawling).state, fresh(crawling).open_steps) == ("crawling", 1)


def test_last_file_ends_the_crawl(crawling):
    record(crawling, html(f"{SITE}/"))

    answer_sitemap(crawling)

    assert (fresh(crawling).state, fresh(crawling).end_state) == ("checking", "done")


def test_page_sent_back_keeps_the_crawl_going(crawling):
    record(crawling, html(f"{SITE}/", "/a"))
    answer_sitemap(crawling)

    record(crawling, NO_ANSWER, "/a")

    assert fresh(crawling).state == "crawling"


def test_page_that_waits_for_robots_txt_keeps_the_crawl_going(crawling):
    record(crawling, html(f"{SITE}/", "http://shop.test/"))

    answer_sitemap(crawling)

    after = fresh(crawling)
    assert (after.state, after.finished, after.admitted) == ("crawling", 1, 1)


def troubled(url, kind):
    if kind == "no answer":
        return NO_ANSWER
    return response(url, int(kind)) if kind.isdigit() else html(url, ttfb_ms=2_000)


@pytest.mark.parametrize("kind", ["no answer", "429", "503", "slow"])
def test_site_in_trouble_is_asked_on_without_a_pause_to_its_last_page(begin, kind):
    """A normal time of 50 ms, and then nothing but trouble."""
    good, bad = [f"/{n}" for n in range(20)], [f"/bad/{n}" for n in range(26)]
    audit = begin(page_limit=100)
    record(audit, html(f"{SITE}/", *good, *bad))
    answer_sitemap(audit)
    for path in good:
        record(audit, html(SITE + path))

    holds = set()
    for path in bad:
        for _ in range(2 - (kind == "slow")):  # a failed page is asked for once more
            assert fresh(audit).state == "crawling"
            holds.add(record(audit, troubled(SITE + path, kind), path).hold)

    after = fresh(audit)
    assert (holds, after.hold_until, after.slowdowns) == ({NO_HOLD}, None, 3)
    assert PaceState.from_json(after.pace).rate_rps == 0.25
    assert (after.end_state, after.reason, after.finished) == ("done", "nothing_left", 47)
