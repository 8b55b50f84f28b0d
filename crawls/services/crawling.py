"""One bell, one URL: claim it, fetch it at its slot, record it, acknowledge it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog
from django.db.models import F

from crawls.engine.challenge import detect
from crawls.engine.response import Response
from crawls.fetch.parser_pool import ParserBusy
from crawls.frontier.base import Frontier, Lane, Lease, LeaseLost, Refusal, SlotTooFar
from crawls.models import Audit, AuditState, Page, StepKind
from crawls.services import (
    acknowledging,
    files,
    incremental,
    lanes,
    reading,
    sitemaps,
    validators,
)
from crawls.services.advisory import release_connection
from crawls.services.errands import Errand, read_errand
from crawls.services.examination import Examined
from crawls.services.recording import Recorded, record_page
from crawls.services.slots import SlotTaker
from crawls.services.visits import Visit

if TYPE_CHECKING:
    from collections.abc import Callable

    from crawls.engine.policy import BotPolicy, SitemapLimits
    from crawls.engine.sitemap import Sitemap
    from crawls.fetch.client import Fetcher
    from crawls.fetch.parser_pool import ParserPool
    from crawls.services.visits import Answer

log = structlog.get_logger(__name__)


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
    except (SlotTooFar, incremental.BasisGone):
        shared.frontier.ack(lease, [errand.entry])
    except ParserBusy:
        log.warning("parsers_busy")
        _try_again_later(errand)
        shared.frontier.ack(lease, [errand.entry])
    except LeaseLost:
        shared.frontier.ack(lease)
    else:
        acknowledging.acknowledge(lease, recorded, shared.frontier)


def _try_again_later(errand: Errand) -> None:
    """Other pages kept the parsers: this one is innocent, and asked for again."""
    rows = type(errand.row).objects.filter(pk=errand.row.pk)
    rows.update(attempts=F("attempts") + 1)


def _fetch_and_record(lease: Lease, errand: Errand, shared: Collaborators) -> Recorded:
    row, policy = errand.row, errand.policy
    if not isinstance(row, Page):
        turn = files.turn_of(row)
        if turn is not files.Turn.NOW:
            return files.put_off(row) if turn is files.Turn.LATER else files.record_disallowed(row)
    release_connection()
    slot = SlotTaker(shared.frontier, lease)
    answer = shared.fetcher_for(policy).fetch(
        errand.url,
        take_slot=slot.take,
        started=slot.started,
        referer=errand.referer,
        conditions=validators.conditions(errand.basis),
        max_body=errand.most_bytes,
    )
    if isinstance(row, Page):
        return record_page(row, _visit(answer, errand, lease, shared.parsers))
    if row.kind == StepKind.ROBOTS:
        return files.record_robots(row, answer, in_flight=lease.in_flight)
    limits = sitemaps.limits_left(row)
    sitemap = _read_sitemap(errand, answer, limits, shared.parsers)
    return files.record_sitemap(row, answer, sitemap, in_flight=lease.in_flight)


def _visit(answer: Answer, errand: Errand, lease: Lease, parsers: ParserPool) -> Visit:
    challenge = detect(answer) if isinstance(answer, Response) else None
    is_page = challenge is None
    return Visit(
        answer,
        _examine(errand, answer, parsers) if is_page else None,
        challenge,
        incremental.keep(errand.basis, answer) if is_page else None,
        lease.in_flight,
    )


def _examine(errand: Errand, answer: Answer, parsers: ParserPool) -> Examined | None:
    try:
        return reading.examine_answer(answer, errand.policy, parsers)
    except ParserBusy:
        if errand.may_go_again:
            raise
        return Examined(None, problem="Pages that are hard to parse left no time for this one.")


def _read_sitemap(
    errand: Errand, answer: Answer, limits: SitemapLimits, parsers: ParserPool
) -> Sitemap | None:
    try:
        return reading.read_sitemap_answer(answer, limits, parsers)
    except ParserBusy:
        if errand.may_go_again:
            raise
        return None
