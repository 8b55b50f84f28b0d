from __future__ import annotations

import pytest

from crawls.engine.response import FailureKind
from crawls.frontier.base import LEASE_MS, Lane, Refusal
from crawls.models import AuditStep, RobotsFile
from crawls.services import acknowledging, audits, sweeping
from crawls.services.errands import read_errand
from crawls.services.recording import record_page
from crawls.services.visits import Visit
from tests.crawls.services.answers import SITE, html
from tests.crawls.services.driving import (
    answer_sitemap,
    examined,
    fresh,
    page_at,
    record,
    states,
)

LOST = "Fetching it was begun 3 times and never finished."
SOON_MS = 1_000


@pytest.fixture
def audit(crawling, frontier):
    """The seed has answered; /a and /b are queued, in PostgreSQL and in the lane."""
    sweep_step(crawling, frontier)
    record(crawling, html(f"{SITE}/", "/a", "/b"))
    answer_sitemap(crawling)
    sweeping.sweep(frontier)
    return fresh(crawling)


def sweep_step(audit, frontier):
    """End what the lane still holds of what was recorded without it."""
    while not isinstance(lease := frontier.claim(audit.lane), Refusal):
        frontier.ack(lease)


def crash_holding(audit, frontier, clock):
    """Claim the next item and die: its lease expires."""
    lease = frontier.claim(audit.lane)
    clock.advance(LEASE_MS)
    return lease


def item(audit, path):
    return f"p{page_at(audit, path).pk}"


def drain(audit, frontier):
    """Answer what the lane offers until it has nothing more; returns the items in order."""
    items = []
    while not isinstance(lease := frontier.claim(audit.lane), Refusal):
        items.append(lease.item)
        page = read_errand(lease.item).row
        answer = html(page.url)
        acknowledging.acknowledge(
            lease, record_page(page, Visit(answer, examined(answer))), frontier
        )
    return items


def test_expired_lease_of_a_queued_page_goes_again(audit, frontier, clock):
    lease = crash_holding(audit, frontier, clock)

    sweeping.sweep(frontier)

    again = frontier.claim(audit.lane)
    assert (again.item, again.fence > lease.fence) == (lease.item, True)
    assert page_at(audit, "/a").attempts == 1


def test_lease_that_has_not_expired_is_left_alone(audit, frontier, clock):
    lease = frontier.claim(audit.lane)
    clock.advance(LEASE_MS - 1)

    sweeping.sweep(frontier)

    assert frontier.ack(lease).is_current
    assert page_at(audit, "/a").attempts == 0


def test_expired_lease_of_a_final_page_is_only_closed(audit, frontier, clock):
    lease = crash_holding(audit, frontier, clock)
    record(audit, html(f"{SITE}/a"))

    sweeping.sweep(frontier)

    assert not frontier.ack(lease).is_current
    assert drain(audit, frontier) == [item(audit, "/b")]
    assert page_at(audit, "/a").attempts == 0


def test_page_whose_worker_died_three_times_is_recorded_as_failed(audit, frontier, clock):
    for _ in range(3):
        while frontier.claim(audit.lane).item != item(audit, "/a"):
            pass
        clock.advance(LEASE_MS)
        sweeping.sweep(frontier)

    page = page_at(audit, "/a")
    assert (page.state, page.outcome, page.attempts) == ("done", "failed", 3)
    assert (page.failure, page.failure_detail) == (FailureKind.CLOSED_EARLY, LOST)


def test_page_whose_worker_died_twice_is_fetched(audit, frontier, clock):
    for _ in range(2):
        crash_holding(audit, frontier, clock)
        sweeping.sweep(frontier)

    drain(audit, frontier)

    assert [(p.outcome, p.attempts) for p in audit.pages.order_by("id")] == [
        ("fetched", 0),
        ("fetched", 2),
        ("fetched", 0),
    ]


def test_two_sweepers_that_see_one_expired_lease_count_it_once(audit, frontier, clock):
    lease = crash_holding(audit, frontier, clock)

    for _ in range(3):
        sweeping._reclaim(lease, frontier)

    page = page_at(audit, "/a")
    assert (page.state, page.attempts) == ("queued", 1)
    assert frontier.claim(audit.lane).item == lease.item


def test_sweeper_that_was_overtaken_by_the_worker_changes_nothing(audit, frontier, clock):
    lease = crash_holding(audit, frontier, clock)
    frontier.ack(lease)

    sweeping._reclaim(lease, frontier)

    assert page_at(audit, "/a").attempts == 0


def test_robots_txt_whose_worker_died_three_times_counts_as_unreachable(start, frontier, clock):
    audit = start()
    audits.begin_audit(audit.pk, frontier)

    for _ in range(3):
        crash_holding(audit, frontier, clock)
        sweeping.sweep(frontier)

    assert RobotsFile.objects.get(audit=audit).answer == "unreachable"
    assert states(audit) == {"/": "queued"}
    assert frontier.claim(audit.lane).item == item(audit, "/")


def test_sitemap_whose_worker_died_three_times_is_given_up(crawling, frontier, clock):
    record(crawling, html(f"{SITE}/"))
    sweep_step(crawling, frontier)
    sweeping.sweep(frontier)

    for _ in range(3):
        crash_holding(crawling, frontier, clock)
        sweeping.sweep(frontier)

    step = AuditStep.objects.get(audit=crawling, kind="sitemap")
    assert (step.state, step.detail) == ("done", {"problems": [LOST]})
    assert fresh(crawling).state == "checking"


def test_lane_that_lost_its_entries_is_filled_again(audit, frontier):
    sweep_step(audit, frontier)
    assert frontier.claim(audit.lane) is Refusal.EMPTY

    sweeping.sweep(frontier)

    assert drain(audit, frontier) == [item(audit, "/a"), item(audit, "/b")]


def test_lane_that_is_unknown_to_the_frontier_is_opened_again(audit, frontier):
    frontier.recover(2, quarantine_ms=0)

    sweeping.sweep(frontier)

    assert drain(audit, frontier) == [item(audit, "/a"), item(audit, "/b")]


def test_lane_with_a_lease_is_not_filled(audit, frontier):
    lease = frontier.claim(audit.lane)

    sweeping.sweep(frontier)

    assert drain(audit, frontier) == [item(audit, "/b")]
    assert frontier.ack(lease).is_current


def test_crash_between_commit_and_acknowledgement_counts_every_page_once(audit, frontier, clock):
    lease = frontier.claim(audit.lane)
    answer = html(f"{SITE}/a", "/new")
    record_page(page_at(audit, "/a"), Visit(answer, examined(answer)))
    clock.advance(LEASE_MS)

    sweeping.sweep(frontier)

    assert lease.item == item(audit, "/a")
    assert drain(audit, frontier) == [item(audit, "/b"), item(audit, "/new")]
    after = fresh(audit)
    assert (after.finished, after.admitted, after.state) == (4, 4, "checking")


def test_crash_between_the_last_commit_and_its_acknowledgement_closes_the_lane(
    audit, frontier, clock
):
    record(audit, html(f"{SITE}/b"))
    crash_holding(audit, frontier, clock)
    record(audit, html(f"{SITE}/a"))

    sweeping.sweep(frontier)

    assert (fresh(audit).state, frontier.claim(audit.lane)) == ("checking", Refusal.CLOSED)


def test_expired_lease_of_a_cancelled_audit_does_not_go_again(audit, frontier, clock):
    crash_holding(audit, frontier, clock)
    audits.cancel_audit(audit.pk, frontier)

    sweeping.sweep(frontier)

    assert (frontier.expired(9), frontier.claim(audit.lane)) == ([], Refusal.CLOSED)
    assert page_at(audit, "/a").state == "queued"


def test_expired_lease_of_a_deleted_audit_is_closed(audit, frontier, clock):
    crash_holding(audit, frontier, clock)
    audit.delete()

    sweeping.sweep(frontier)

    assert (frontier.expired(9), frontier.claim(audit.lane)) == ([], Refusal.CLOSED)


def test_sweep_opens_the_lane_of_another_host_that_a_file_moved_to(crawling, frontier):
    step = AuditStep.objects.create(
        audit=crawling,
        kind="robots",
        part="http://shop.test/robots.txt",
        url="https://cdn.test/robots.txt",
        host="cdn.test",
    )

    sweeping.sweep(frontier)

    lane = Lane(crawling.pk, crawling.account_id, "cdn.test")
    assert frontier.claim(lane).item == f"s{step.pk}"
