"""A robots.txt that cannot be read allows everything, is asked for again, and is obeyed once read."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from crawls.engine.policy import SEOFIX
from crawls.models import AuditStep, Page, PageState, RobotsFile, StepKind, StepState
from crawls.services import files, lanes, robots_files, sweeping
from tests.crawls.services.answers import NO_ANSWER, SITE, html, response
from tests.crawls.services.driving import (
    answer_sitemap,
    fresh,
    open_step,
    page_at,
    read_robots,
    record,
    states,
)

ROBOTS = f"{SITE}/robots.txt"
REFUSES_B = b"User-agent: *\n\nDisallow: /b\n"


def unread(begin, frontier, **wanted):
    """A crawl that found `/a`, `/b` and `/b/2` while robots.txt answered 503."""
    audit = begin(robots_status=503, **wanted)
    record(audit, html(f"{SITE}/", "/a", "/b", "/b/2", "/c"))
    answer_sitemap(audit)
    lanes.open_lane(audit, audit.lane, frontier)
    return fresh(audit)


def time_passes(audit, passed=SEOFIX.robots_again_after):
    RobotsFile.objects.filter(audit=audit).update(asked_at=timezone.now() - passed)


def robots_steps(audit):
    steps = AuditStep.objects.filter(audit=audit, kind=StepKind.ROBOTS).order_by("id")
    return [(step.part, step.state) for step in steps]


def test_policy_asks_within_five_minutes():
    assert SEOFIX.robots_again_after < timedelta(minutes=5)


@pytest.mark.parametrize("answer", [NO_ANSWER, response(ROBOTS, 500), response(ROBOTS, 429)])
def test_unread_file_is_remembered_as_such_and_allows_everything(start, frontier, answer):
    from crawls.services import audits

    audit = start()
    audits.begin_audit(audit.pk, frontier)

    files.record_robots(open_step(audit, StepKind.ROBOTS, ROBOTS), answer)

    file = RobotsFile.objects.get(audit=audit)
    assert (file.answer, file.times_unread, states(audit)) == ("unreachable", 1, {"/": "queued"})


@pytest.mark.parametrize("status", [404, 403, 410])
def test_missing_file_is_known_and_not_asked_for_again(begin, frontier, status):
    audit = begin(robots_status=status)
    time_passes(audit)

    sweeping.sweep(frontier)

    assert robots_steps(audit) == [(ROBOTS, StepState.DONE)]


def test_firewalls_page_in_its_place_is_no_robots_txt(start, frontier):
    from crawls.services import audits

    audit = start()
    audits.begin_audit(audit.pk, frontier)
    page = response(ROBOTS, 200, body=b"User-agent: *\nDisallow: /", cf_mitigated="challenge")

    files.record_robots(open_step(audit, StepKind.ROBOTS, ROBOTS), page)

    file = RobotsFile.objects.get(audit=audit)
    assert (file.answer, file.status, states(audit)) == ("unreachable", 200, {"/": "queued"})


def test_unread_file_is_not_asked_for_before_its_time(begin, frontier):
    audit = unread(begin, frontier)
    time_passes(audit, SEOFIX.robots_again_after - timedelta(seconds=30))

    sweeping.sweep(frontier)

    assert robots_steps(audit) == [(ROBOTS, StepState.DONE)]


def test_unread_file_goes_to_the_head_of_its_lane_when_it_is_due(begin, frontier):
    audit = unread(begin, frontier)
    time_passes(audit)

    sweeping.sweep(frontier)
    sweeping.sweep(frontier)

    step = AuditStep.objects.get(audit=audit, kind=StepKind.ROBOTS)
    assert (step.state, step.url, step.hops) == (StepState.OPEN, ROBOTS, 0)
    assert fresh(audit).open_steps == 1
    assert frontier.claim(audit.lane).item == f"s{step.pk}"


def test_rules_read_late_refuse_what_was_not_fetched_yet(begin, frontier):
    audit = unread(begin, frontier)
    record(audit, html(f"{SITE}/b", "/b/3"))
    time_passes(audit)
    robots_files.ask_again(audit)

    recorded = read_robots(audit, REFUSES_B)

    assert states(audit) == {
        "/": "done",
        "/a": "queued",
        "/b": "done",
        "/b/2": "skipped",
        "/c": "queued",
        "/b/3": "skipped",
    }
    page = page_at(audit, "/b/2")
    assert (page.skip_reason, page.skip_detail) == ("robots", "robots.txt line 3: Disallow: /b")
    assert (recorded.audit.admitted, recorded.audit.finished) == (4, 2)
    assert recorded.has_more


@pytest.mark.parametrize(
    ("first", "told"),
    [
        (response(f"{SITE}/b", 503), ("done", "fetched", 503, "")),
        (NO_ANSWER, ("done", "failed", None, "timeout")),
    ],
)
def test_page_that_was_asked_once_is_what_it_answered(begin, frontier, first, told):
    audit = unread(begin, frontier)
    record(audit, first, "/b")
    time_passes(audit)
    robots_files.ask_again(audit)

    recorded = read_robots(audit, REFUSES_B)

    page = page_at(audit, "/b")
    assert (page.state, page.outcome, page.status, page.failure) == told
    assert (recorded.audit.admitted, recorded.audit.finished) == (4, 2)


def test_rules_read_late_hold_for_what_is_found_then(begin, frontier):
    audit = unread(begin, frontier)
    time_passes(audit)
    robots_files.ask_again(audit)
    read_robots(audit, REFUSES_B)

    record(audit, html(f"{SITE}/a", "/b/9", "/d"))

    assert (page_at(audit, "/b/9").state, page_at(audit, "/d").state) == ("skipped", "queued")


def test_page_read_before_and_recorded_after_the_rules_obeys_them(begin, frontier):
    """A worker that read its row before the file changed judges by the new one."""
    audit = unread(begin, frontier)
    read_before = page_at(audit, "/a")
    assert read_before.audit.robots_version == 0
    time_passes(audit)
    robots_files.ask_again(audit)
    read_robots(audit, REFUSES_B)

    from crawls.services.recording import record_page
    from crawls.services.visits import Visit
    from tests.crawls.services.driving import examined

    answer = html(f"{SITE}/a", "/b/9")
    record_page(read_before, Visit(answer, examined(answer)))

    assert page_at(audit, "/b/9").state == PageState.SKIPPED


def test_urls_over_the_limit_take_the_place_of_those_refused_late(begin, frontier):
    audit = unread(begin, frontier, page_limit=3)
    assert states(audit)["/b/2"] == states(audit)["/c"] == "over_limit"
    time_passes(audit)
    robots_files.ask_again(audit)

    read_robots(audit, REFUSES_B)

    assert states(audit) == {
        "/": "done",
        "/a": "queued",
        "/b": "skipped",
        "/b/2": "skipped",
        "/c": "queued",
    }


def test_file_that_stays_unread_is_counted_and_asked_for_once_more(begin, frontier):
    audit = unread(begin, frontier)
    time_passes(audit)
    robots_files.ask_again(audit)
    read_robots(audit, status=503)
    file = RobotsFile.objects.get(audit=audit)
    assert (file.times_unread, timezone.now() - file.asked_at < timedelta(minutes=1)) == (2, True)
    assert not robots_files.ask_again(audit)

    time_passes(audit)

    assert robots_files.ask_again(audit)


def test_file_that_was_read_stays_as_it_was(begin):
    audit = begin(robots=REFUSES_B)
    step = AuditStep.objects.select_related("audit").get(audit=audit, kind=StepKind.ROBOTS)

    robots_files.keep(step, response(ROBOTS, body=b""))

    file = RobotsFile.objects.get(audit=audit)
    assert (bytes(file.body), fresh(audit).robots_version) == (REFUSES_B, 0)


def test_nothing_is_asked_for_again_once_the_crawl_is_over(begin, frontier):
    audit = unread(begin, frontier)
    for path in ("/a", "/b", "/b/2", "/c"):
        record(audit, html(SITE + path))
    time_passes(audit)

    assert not robots_files.ask_again(audit)
    assert Page.objects.queued().filter(audit=audit).count() == 0
