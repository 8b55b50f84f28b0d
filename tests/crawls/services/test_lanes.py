from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from crawls.frontier.base import WINDOW, Lane, Refusal, SlotTooFar
from crawls.models import AuditStep
from crawls.services import acknowledging, lanes
from crawls.services.admission import Found, admit
from crawls.services.recording import record_page
from crawls.services.visits import Visit
from tests.crawls.services.answers import NO_ANSWER, SITE, html, response
from tests.crawls.services.driving import examined, fresh, locked, page_at
from tests.crawls.services.working import Worker

MANY = 2 * WINDOW + 50


@pytest.fixture
def long_audit(begin, frontier):
    """An audit with far more queued pages than a window holds."""
    audit = begin(page_limit=2 * MANY)
    with locked(audit) as row:
        admit(row, [Found(f"{SITE}/{number}", 1) for number in range(MANY)])
    frontier.recover(2, quarantine_ms=0)
    lanes.open_lane(fresh(audit), audit.lane, frontier)
    return fresh(audit)


def queued_items(audit):
    return [f"p{pk}" for pk in audit.pages.queued().in_turn().values_list("pk", flat=True)]


def bell(audit, frontier, clock, answer=None):
    """One whole bell; returns the item it fetched."""
    clock.advance(60_000)
    worker = Worker.claim(audit.lane, frontier)
    if worker is None:
        return None
    recorded = worker.record(answer or response(worker.errand.url, 404))
    acknowledging.acknowledge(worker.lease, recorded, frontier)
    return worker.lease.item


def test_window_longer_than_the_frontier_keeps_is_refilled_in_order(long_audit, frontier, clock):
    seed, *pages = queued_items(long_audit)

    fetched = [bell(long_audit, frontier, clock) for _ in range(MANY + 2)]

    sitemap = AuditStep.objects.get(audit=long_audit, kind="sitemap")
    assert fetched == [seed, f"s{sitemap.pk}", *pages]


def test_refill_passes_over_what_is_in_flight(long_audit, frontier):
    expected = queued_items(long_audit)
    leased = [frontier.claim(long_audit.lane).item for _ in range(2)]

    lanes.refill(long_audit, long_audit.lane, frontier)

    assert leased == expected[:2]
    assert set(frontier._lanes[long_audit.lane].window) == set(expected[2 : WINDOW + 2])


def test_refill_twice_changes_nothing(crawling, frontier):
    frontier.recover(2, quarantine_ms=0)
    lanes.open_lane(crawling, crawling.lane, frontier)
    lanes.refill(crawling, crawling.lane, frontier)

    first, second = frontier.claim(crawling.lane), frontier.claim(crawling.lane)

    assert (first.item, second) == (f"p{page_at(crawling, '/').pk}", Refusal.EMPTY)


def test_lane_opened_anew_keeps_the_hold_of_the_audit(crawling, frontier):
    crawling.hold_until = timezone.now() + timedelta(minutes=2)
    frontier.recover(2, quarantine_ms=0)

    lanes.open_lane(crawling, crawling.lane, frontier)

    with pytest.raises(SlotTooFar) as refused:
        frontier.take_slot(frontier.claim(crawling.lane), max_wait_ms=5_000)
    assert 110_000 < refused.value.wait_ms <= 120_000


def test_audit_needs_a_lane_for_each_host_its_files_are_on(crawling):
    for number, host in enumerate(["cdn.test", "cdn.test", "shop.test"]):
        AuditStep.objects.create(audit=crawling, kind="robots", part=str(number), host=host)

    found = sorted(lanes.lanes_of(crawling), key=lambda lane: lane.host)

    pk, account = crawling.pk, crawling.account_id
    assert found == [Lane(pk, account, "cdn.test"), Lane(pk, account, "shop.test")]


def test_acknowledgement_tells_the_lane_the_new_pace(crawling, frontier, clock):
    sweep_robots(crawling, frontier)

    bell(crawling, frontier, clock, NO_ANSWER)

    pace = frontier.pace(crawling.lane)
    assert (pace.interval_ms, pace.state) == (1_000, str(fresh(crawling).pace_version))


def sweep_robots(audit, frontier):
    """The robots.txt was recorded without the lane: let it learn so."""
    frontier.ack(frontier.claim(audit.lane))
    lanes.refill(audit, audit.lane, frontier)


def test_acknowledgement_that_was_overtaken_does_not_bring_an_old_pace_back(
    long_audit, frontier, clock
):
    first, second = (
        Worker.claim(long_audit.lane, frontier),
        _claim_later(long_audit, frontier, clock),
    )
    older = first.record(html(first.errand.url))
    newer = second.record(response(second.errand.url, 500))
    acknowledging.acknowledge(second.lease, newer, frontier)

    acknowledging.acknowledge(first.lease, older, frontier)

    pace = frontier.pace(long_audit.lane)
    assert (pace.interval_ms, pace.state) == (1_000, str(fresh(long_audit).pace_version))


def _claim_later(audit, frontier, clock):
    clock.advance(1_000)
    return Worker.claim(audit.lane, frontier)


def test_retry_after_holds_the_host_from_the_acknowledgement_on(long_audit, frontier, clock):
    worker = Worker.claim(long_audit.lane, frontier)
    recorded = worker.record(response(worker.errand.url, 429, retry_after="120"))

    acknowledging.acknowledge(worker.lease, recorded, frontier)

    with pytest.raises(SlotTooFar) as refused:
        frontier.take_slot(frontier.claim(long_audit.lane), max_wait_ms=5_000)
    assert refused.value.wait_ms == 120_000


def test_new_pages_go_into_the_window_with_the_acknowledgement(crawling, frontier, clock):
    sweep_robots(crawling, frontier)

    bell(crawling, frontier, clock, html(f"{SITE}/", "/a"))

    items = [frontier.claim(crawling.lane).item for _ in range(2)]
    step = AuditStep.objects.get(audit=crawling, kind="sitemap")
    assert items == [f"s{step.pk}", f"p{page_at(crawling, '/a').pk}"]


def test_last_acknowledgement_closes_the_lane(crawling, frontier, clock):
    sweep_robots(crawling, frontier)
    bell(crawling, frontier, clock, html(f"{SITE}/"))

    bell(crawling, frontier, clock)

    assert fresh(crawling).state == "checking"
    assert frontier.claim(crawling.lane) is Refusal.CLOSED


def test_page_sent_back_goes_again_after_the_rest_of_its_depth(long_audit, frontier, clock):
    for _ in range(2):  # the seed and its sitemap
        bell(long_audit, frontier, clock)
    failed = bell(long_audit, frontier, clock, NO_ANSWER)

    fetched = [bell(long_audit, frontier, clock) for _ in range(MANY)]

    assert fetched[-1] == failed
    assert len(set(fetched)) == MANY


def test_acknowledgement_of_a_lease_that_expired_changes_no_lane(crawling, frontier, clock):
    sweep_robots(crawling, frontier)
    lease = frontier.claim(crawling.lane)
    frontier.ack(lease)
    answer = html(f"{SITE}/", "/a")
    recorded = record_page(page_at(crawling, "/"), Visit(answer, examined(answer)))

    acknowledging.acknowledge(lease, recorded, frontier)

    assert frontier.is_idle(crawling.lane)
