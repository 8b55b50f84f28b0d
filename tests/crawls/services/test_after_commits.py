"""What a process may say and remember only once PostgreSQL has committed."""

from __future__ import annotations

import pytest

from crawls.frontier.memory import MemoryFrontier
from crawls.models import AuditState, StepKind
from crawls.services import after_crawl, audits, files, robots_files
from tests.crawls.services.answers import REFUSED_ADDRESS, SITE, html, redirect, response
from tests.crawls.services.driving import (
    answer_sitemap,
    check_all,
    fresh,
    open_step,
    record,
    states,
)

ROBOTS = f"{SITE}/robots.txt"


@pytest.fixture
def lost_frontier(clock):
    """Like an emptied Redis: closed until it is recovered."""
    return MemoryFrontier(clock)


def begun(start, frontier):
    audit = start()
    audits.begin_audit(audit.pk, frontier)
    return fresh(audit)


def test_first_robots_answer_stays_when_its_worker_died_before_judging(start, frontier):
    audit = begun(start, frontier)
    step = open_step(audit, StepKind.ROBOTS, ROBOTS)
    robots_files.keep(step, response(ROBOTS, body=b"User-agent: *\nDisallow: /"))

    files.record_robots(step, response(ROBOTS, body=b"User-agent: *\nAllow: /"))

    assert states(audit) == {"/": "skipped"}
    assert bytes(audit.robots_files.get().body) == b"User-agent: *\nDisallow: /"


def test_file_that_was_never_asked_for_moves_no_pace(start, frontier):
    audit = begun(start, frontier)

    files.record_robots(open_step(audit, StepKind.ROBOTS, ROBOTS), REFUSED_ADDRESS)

    assert (fresh(audit).pace_version, fresh(audit).slowdowns) == (0, 0)


def test_audit_is_settled_though_the_frontier_is_lost(crawling, frontier, lost_frontier):
    record(crawling, html(f"{SITE}/"))
    answer_sitemap(crawling)
    check_all(crawling, frontier)

    after_crawl.finalise_audit(crawling.pk, lost_frontier)

    assert fresh(crawling).state == AuditState.DONE


def test_audit_is_cancelled_though_the_frontier_is_lost(crawling, lost_frontier):
    assert audits.cancel_audit(crawling.pk, lost_frontier) is True
    assert fresh(crawling).state == AuditState.CHECKING


def test_redirected_file_keeps_no_answer(start, frontier):
    audit = begun(start, frontier)
    step = open_step(audit, StepKind.ROBOTS, ROBOTS)

    files.record_robots(step, redirect(ROBOTS, "/moved.txt"))

    assert audit.robots_files.count() == 0
