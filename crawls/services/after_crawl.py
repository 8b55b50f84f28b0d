"""After the crawl: steps as rows. Whoever finishes the last one starts the finaliser, which settles
the audit and sets its end state in one transaction.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import structlog
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from crawls import checks
from crawls.checks.runner import Inconclusive, run_site_check
from crawls.engine import accounting, urls
from crawls.engine.policy import POLICIES
from crawls.models import (
    Audit,
    AuditKind,
    AuditState,
    AuditStep,
    Finding,
    Page,
    PageOutcome,
    StepKind,
    StepState,
)
from crawls.services import advisory, audits, lanes, outbox
from crawls.services.advisory import LockClass
from crawls.services.crawl_reader import CrawlReader
from crawls.services.ending import RUN_STEP
from crawls.services.recording import lock_audit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.checks.base import Evidence
    from crawls.frontier.base import Frontier

log = structlog.get_logger(__name__)

FINALISE = "crawls.finalise_audit"
MAX_ATTEMPTS = 3
BATCH = 1000


def run_step(step_id: int) -> None:
    """Run one step, unless another worker is at it. Long and safe to repeat; the transaction at
    its end decides.
    """
    with advisory.try_lock(LockClass.STEP, step_id) as is_mine:
        if is_mine:
            _run_step(step_id)


def _run_step(step_id: int) -> None:
    step = AuditStep.objects.select_related("audit").get(pk=step_id)
    if step.state != StepState.OPEN or step.audit.has_ended:
        outbox.settle(RUN_STEP, step_id)
        return
    AuditStep.objects.filter(pk=step_id).update(attempts=step.attempts + 1)
    if step.attempts >= MAX_ATTEMPTS:
        _give_up(step)
        return
    work = _report_links if step.kind == StepKind.LINK_REPORT else _check_site
    _close(step, StepState.DONE, work(step))


def _report_links(step: AuditStep) -> dict[str, object]:
    from crawls.services.link_report import write_report  # noqa: PLC0415 -- numpy and scipy: 40 MB

    return write_report(step)


def _check_site(step: AuditStep) -> dict[str, object]:
    try:
        evidence = run_site_check(step.part, CrawlReader(step.audit))
    except Inconclusive as reason:
        return {"inconclusive": str(reason)}
    return {"findings": _store(step, evidence)}


def finalise_audit(audit_id: int, frontier: Frontier) -> None:
    """Settle a finished audit. Safe to call twice, or after a crash half-way."""
    with transaction.atomic():
        audit = lock_audit(audit_id)
        outbox.settle(FINALISE, audit_id)
        if audit.state != AuditState.FINALISING:
            return
        counted = audit.pages.counted().aggregate(
            pages=Count("id"),
            not_modified=Count("id", filter=Q(outcome=PageOutcome.NOT_MODIFIED)),
        )
        audit.pages_fetched = counted["pages"]
        audit.pages_not_modified = counted["not_modified"]
        audit.credits = _credits(audit)
        audit.effective_rps = _pages_per_second(audit)
        audit.state, audit.ended_at = AuditState(audit.end_state), timezone.now()
        audit.save()
        audits.begin_next(audit.site_key)
    lanes.close_lanes([audit.lane], frontier)
    log.info("audit_ended", audit=audit_id, state=audit.state, reason=audit.reason)


def _close(step: AuditStep, state: StepState, detail: dict[str, object]) -> None:
    with transaction.atomic():
        audit = lock_audit(step.audit_id)
        outbox.settle(RUN_STEP, step.pk)
        won = AuditStep.objects.open().filter(pk=step.pk).update(state=state, detail=detail)
        if not won:
            return
        audit.open_steps -= 1
        if audit.open_steps == 0 and audit.state == AuditState.CHECKING:
            audit.state = AuditState.FINALISING
            outbox.owe(FINALISE, audit.pk)
        audit.save()


def _give_up(step: AuditStep) -> None:
    reason = f"It could not be finished in {MAX_ATTEMPTS} attempts."
    log.error("step_given_up", step=step.pk, part=step.part)
    Finding.objects.filter(audit=step.audit_id, check_id=step.part).delete()
    _close(step, StepState.FAILED, {"inconclusive": reason})


def _store(step: AuditStep, evidence: Iterator[Evidence]) -> int:
    """Write findings as they come, in batches. A repeat gives each the same position again, so
    the unique constraint keeps it once. Returns how many there are.
    """
    places = enumerate(evidence)
    stored = 0
    while batch := list(islice(places, BATCH)):
        Finding.objects.bulk_create(_findings(step, batch), ignore_conflicts=True)
        stored += len(batch)
    return stored


def _findings(step: AuditStep, batch: list[tuple[int, Evidence]]) -> list[Finding]:
    prints = {urls.fingerprint(one.url) for _, one in batch}
    pages = dict(
        Page.objects.filter(audit=step.audit_id, fingerprint__in=prints).values_list(
            "fingerprint", "id"
        )
    )
    return [
        Finding(
            audit_id=step.audit_id,
            page_id=pages[urls.fingerprint(one.url)],
            check_id=step.part,
            severity=checks.CHECKS[step.part].severity,
            evidence=one.text,
            position=position,
        )
        for position, one in batch
    ]


def _credits(audit: Audit) -> int:
    if audit.kind != AuditKind.FULL:
        return 0
    price = POLICIES[audit.policy].price
    pages, not_modified = audit.pages_fetched, audit.pages_not_modified
    return accounting.credits_for(pages, not_modified=not_modified, price=price)


def _pages_per_second(audit: Audit) -> float:
    if audit.started_at is None or audit.crawl_ended_at is None:
        return 0.0
    seconds = (audit.crawl_ended_at - audit.started_at).total_seconds()
    return round(audit.pages_fetched / seconds, 2) if seconds > 0 else 0.0
