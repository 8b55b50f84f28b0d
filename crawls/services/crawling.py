"""One bell, one URL: claim it, fetch it at its slot, record it, acknowledge it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog
from django.db import connection

from crawls.frontier.base import Frontier, Lane, Lease, LeaseLost, Refusal, SlotTooFar
from crawls.models import Audit, AuditState, Page, StepKind
from crawls.services import acknowledging, files, lanes, reading, sitemaps
from crawls.services.errands import Errand, read_errand
from crawls.services.recording import Recorded, record_page
from crawls.services.slots import SlotTaker

if TYPE_CHECKING:
    from collections.abc import Callable

    from crawls.engine.policy import BotPolicy
    from crawls.fetch.client import Fetcher
    from crawls.fetch.parser_pool import ParserPool


@dataclass(frozen=True, slots=True)
class Collaborators:
    """What the threads of a worker process share."""

    frontier: Frontier
    fetcher_for: Callable[[BotPolicy], Fetcher]
    parsers: ParserPool


def fetch_next(lane: Lane, shared: Collaborators) -> None:
    """Fetch the lane's next URL, if it has one and may go. Raises FrontierClosed."""
    lease = shared.frontier.claim(lane)
    if isinstance(lease, Refusal):
        if lease is Refusal.REFILL:
            lanes.refill(Audit.objects.get(pk=lane.audit_id), lane, shared.frontier)
        return
    errand = read_errand(lease.item)
    if errand is None:
        acknowledging.acknowledge_finished(lease, shared.frontier)
    elif errand.audit.state != AuditState.CRAWLING:
        shared.frontier.ack(lease)
        lanes.close_lanes({lane, errand.audit.lane}, shared.frontier)
    else:
        with structlog.contextvars.bound_contextvars(audit=lane.audit_id, url=errand.url):
            _run(lease, errand, shared)


def _run(lease: Lease, errand: Errand, shared: Collaborators) -> None:
    try:
        recorded = _fetch_and_record(lease, errand, shared)
    except SlotTooFar:
        shared.frontier.ack(lease, [errand.entry])
    except LeaseLost:
        shared.frontier.ack(lease)
    else:
        acknowledging.acknowledge(lease, recorded, shared.frontier)


def _fetch_and_record(lease: Lease, errand: Errand, shared: Collaborators) -> Recorded:
    row, policy = errand.row, errand.policy
    if not isinstance(row, Page) and not files.is_allowed(row):
        return files.record_disallowed(row)
    release_connection()
    slot = SlotTaker(shared.frontier, lease)
    answer = shared.fetcher_for(policy).fetch(
        errand.url,
        take_slot=slot.take,
        started=slot.started,
        referer=errand.referer,
        max_body=errand.most_bytes,
    )
    if isinstance(row, Page):
        return record_page(row, answer, reading.examine_answer(answer, policy, shared.parsers))
    if row.kind == StepKind.ROBOTS:
        return files.record_robots(row, answer)
    limits = sitemaps.limits_left(row)
    sitemap = reading.read_sitemap_answer(answer, limits, shared.parsers)
    return files.record_sitemap(row, answer, sitemap)


def release_connection() -> None:
    """Give the database connection back before the network: a fetch may take 30 seconds, and a
    worker has more threads than connections.
    """
    if not connection.in_atomic_block:
        connection.close()
