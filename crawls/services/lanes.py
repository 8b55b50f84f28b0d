"""Keeping the frontier's lanes in step with PostgreSQL, which is always right."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from crawls.engine import pacing
from crawls.engine.pacing import PaceState
from crawls.engine.policy import POLICIES
from crawls.frontier.base import WINDOW, Frontier, FrontierClosed, Lane, Pace
from crawls.models import Audit, AuditStep
from crawls.services.entries import page_entry, step_entry

if TYPE_CHECKING:
    from collections.abc import Iterable

MILLISECOND = timedelta(milliseconds=1)


def lane_on(audit: Audit, host: str) -> Lane:
    """The audit's lane on a host; another host than its own when a robots.txt moved there."""
    return Lane(audit_id=audit.pk, account_id=audit.account_id, host=host)


def lane_pace(audit: Audit, lane: Lane) -> Pace:
    """The pace as PostgreSQL last saw it; the version, as `state`, tells it from older ones.

    What was agreed for the audited host goes for no other: those get the policy's pace.
    """
    if lane == audit.lane:
        state, in_flight = PaceState.from_json(audit.pace), audit.max_in_flight
    else:
        policy = POLICIES[audit.policy]
        state, in_flight = pacing.new_pace(policy.rps), policy.max_in_flight_elsewhere
    return Pace(
        state=str(audit.pace_version),
        interval_ms=pacing.interval(state) // MILLISECOND,
        guard_ms=pacing.guard(state) // MILLISECOND,
        max_in_flight=in_flight,
    )


def open_lane(audit: Audit, lane: Lane, frontier: Frontier) -> None:
    """Open the lane and fill it. Repeating it changes nothing that is right already."""
    hold = max((audit.hold_until or timezone.now()) - timezone.now(), timedelta(0))
    hold_ms = hold // MILLISECOND if lane == audit.lane else 0
    frontier.open_lane(lane, lane_pace(audit, lane), hold_ms=hold_ms)
    refill(audit, lane, frontier)


def refill(audit: Audit, lane: Lane, frontier: Frontier) -> None:
    """Put the next queued items into the lane's window, as PostgreSQL orders them."""
    steps = AuditStep.objects.filter(audit=audit, host=lane.host).open().fetched().order_by("id")
    entries = [step_entry(step) for step in steps]
    has_more = False
    if lane.host == audit.host:
        # Items in flight are still queued rows: read past them.
        most = WINDOW + audit.max_in_flight + 1
        rows = list(audit.pages.queued().in_turn().values_list("id", "rank")[:most])
        entries += [page_entry(pk, rank) for pk, rank in rows]
        has_more = len(rows) == most
    frontier.fill(lane, entries, has_more=has_more)


def close_lanes(lanes: Iterable[Lane], frontier: Frontier) -> None:
    """Nothing of the lanes starts any more. Called after the commit that ended the crawl, so a
    lost frontier is no reason to fail: it is rebuilt without lanes of audits that do not crawl.
    """
    with suppress(FrontierClosed):
        for lane in lanes:
            frontier.close_lane(lane)


def lanes_of(audit: Audit) -> list[Lane]:
    """Every lane a crawling audit needs now."""
    hosts = audit.steps.open().fetched().values_list("host", flat=True).distinct()
    return [lane_on(audit, host) for host in {audit.host, *hosts}]


def close_every_lane(audit: Audit, frontier: Frontier) -> None:
    """The crawl has ended: nothing starts any more, on other hosts that a file moved to either."""
    hosts = audit.steps.fetched().values_list("host", flat=True).distinct()
    close_lanes([lane_on(audit, host) for host in {audit.host, *hosts}], frontier)
