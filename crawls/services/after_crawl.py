"""After the crawl: steps as rows. Whoever finishes the last one starts the finaliser, which settles
the audit and sets its end state in one transaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from crawls import checks
from crawls.checks.runner import Inconclusive, run_site_check
from crawls.engine import accounting, urls
from crawls.models import (
    Audit,
    AuditState,
    AuditStep,
    Finding,
    Page,
    PageOutcome,
    StepState,
)
from crawls.services import audits, outbox
from crawls.services.crawl_reader import CrawlReader
from crawls.services.ending import RUN_STEP
from crawls.services.page_facts import storable
from crawls.services.recording import lock_audit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawls.checks.base import Evidence

log = structlog.get_logger(__name__)

FINALISE = "crawls.finalise_audit"
MAX_ATTEMPTS = 3
BATCH = 1000


def run_step(step_id: int) -> None:
    """Run one site check. Long and safe to repeat; the transaction at its end decides."""
    step = AuditStep.objects.select_related("audit").get(pk=step_id)
    if step.state != StepState.OPEN or step.audit.has_ended:
        outbox.settle(RUN_STEP, step_id)
        return
    AuditStep.objects.filter(pk=step_id).update(attempts=step.attempts + 1)
    if step.attempts >= MAX_ATTEMPTS:
        _give_up(step)
        return
    crawl = CrawlReader(step.audit)
    try:
        evidence = list(run_site_check(step.part, crawl))
    except Inconclusive as reason:
        _close(step, StepState.DONE, (), {"inconclusive": str(reason)})
    else:
        _close(step, StepState.DONE, evidence, {"findings": len(evidence)})


def finalise_audit(audit_id: int) -> None:
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
        audit.credits = accounting.credits_for(
            counted["pages"], not_modified=counted["not_modified"]
        )
        audit.effective_rps = _pages_per_second(audit)
        audit.state, audit.ended_at = AuditState(audit.end_state), timezone.now()
        audit.save()
        audits.begin_next(audit.site_key)
    log.info("audit_ended", audit=audit_id, state=audit.state, reason=audit.reason)


def _close(
    step: AuditStep, state: StepState, evidence: Iterable[Evidence], detail: dict[str, object]
) -> None:
    with transaction.atomic():
        audit = lock_audit(step.audit_id)
        outbox.settle(RUN_STEP, step.pk)
        won = AuditStep.objects.open().filter(pk=step.pk).update(state=state, detail=detail)
        if not won:
            return
        _store(audit, step.part, evidence)
        audit.open_steps -= 1
        if audit.open_steps == 0 and audit.state == AuditState.CHECKING:
            audit.state = AuditState.FINALISING
            outbox.owe(FINALISE, audit.pk)
        audit.save()


def _give_up(step: AuditStep) -> None:
    reason = f"The check could not be finished in {MAX_ATTEMPTS} attempts."
    log.error("step_given_up", step=step.pk, part=step.part)
    _close(step, StepState.FAILED, (), {"inconclusive": reason})


def _store(audit: Audit, check_id: str, evidence: Iterable[Evidence]) -> None:
    found = list(evidence)
    prints = {urls.fingerprint(one.url) for one in found}
    pages = dict(
        Page.objects.filter(audit=audit, fingerprint__in=prints).values_list("fingerprint", "id")
    )
    Finding.objects.bulk_create(
        (
            Finding(
                audit=audit,
                page_id=pages[urls.fingerprint(one.url)],
                check_id=check_id,
                severity=checks.CHECKS[check_id].severity,
                evidence=storable(one.text),
                position=position,
            )
            for position, one in enumerate(found)
        ),
        batch_size=BATCH,
    )


def _pages_per_second(audit: Audit) -> float:
    if audit.started_at is None or audit.crawl_ended_at is None:
        return 0.0
    seconds = (audit.crawl_ended_at - audit.started_at).total_seconds()
    return round(audit.pages_fetched / seconds, 2) if seconds > 0 else 0.0
