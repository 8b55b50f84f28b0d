"""What a cancel stops: everything that has not started, wherever it waits."""

from __future__ import annotations

import pytest

from crawls.frontier.base import LeaseLost, Refusal
from crawls.models import AuditState
from crawls.services import acknowledging, after_crawl, audits, files
from crawls.services.lanes import lane_on
from crawls.services.slots import SlotTaker
from tests.crawls.services.answers import SITE, html, redirect
from tests.crawls.services.driving import check_all, fresh, open_step, record

ROBOTS = f"{SITE}/robots.txt"


@pytest.fixture
def moved(start, frontier):
    """An audit whose robots.txt moved to another host, and its lane there."""
    audit = start()
    audits.begin_audit(audit.pk, frontier)
    lease = frontier.claim(audit.lane)
    step = open_step(audit, "robots", ROBOTS)
    recorded = files.record_robots(step, redirect(ROBOTS, "https://cdn.test/r.txt"))
    acknowledging.acknowledge(lease, recorded, frontier)
    return audit, lane_on(audit, "cdn.test")


def test_page_that_waits_for_its_slot_is_not_fetched_after_a_cancel(crawling, frontier):
    lease = frontier.claim(crawling.lane)

    audits.cancel_audit(crawling.pk, frontier)

    with pytest.raises(LeaseLost):
        SlotTaker(frontier, lease).take()


def test_file_that_waits_on_another_host_is_not_fetched_after_a_cancel(moved, frontier):
    audit, lane = moved
    lease = frontier.claim(lane)

    audits.cancel_audit(audit.pk, frontier)

    with pytest.raises(LeaseLost):
        SlotTaker(frontier, lease).take()
    assert frontier.claim(lane) is Refusal.CLOSED


@pytest.mark.parametrize("is_checked", [False, True])
def test_late_answer_is_a_page_and_leaves_the_end_as_it_was(crawling, frontier, is_checked):
    record(crawling, html(f"{SITE}/", "/a"))
    audits.cancel_audit(crawling.pk, frontier)
    for step in crawling.steps.open() if is_checked else ():
        after_crawl.run_step(step.pk)

    record(crawling, html(f"{SITE}/a", "/b"))

    assert crawling.pages.count() == 2
    ended = check_all(fresh(crawling), frontier)
    assert (ended.state, ended.reason, ended.pages_fetched) == (
        AuditState.CANCELLED,
        "cancelled",
        2,
    )
