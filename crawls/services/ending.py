"""How a crawl ends: from the last page to the after-crawl steps, under the audit's row lock."""

from __future__ import annotations

from django.utils import timezone

from crawls import checks
from crawls.models import (
    Audit,
    AuditState,
    AuditStep,
    EndReason,
    PageState,
    StepKind,
    StepState,
)
from crawls.services import outbox

RUN_STEP = "crawls.run_step"


def end_if_over(audit: Audit) -> None:
    """The transaction that finishes the last page or file moves the audit on."""
    if audit.state == AuditState.CRAWLING and audit.crawl_is_over:
        over_limit = audit.pages.filter(state=PageState.OVER_LIMIT).count()
        if over_limit:
            text = f"The page limit of {audit.page_limit} was reached; more URLs were found."
            end_crawl(audit, AuditState.PARTIAL, EndReason.PAGE_LIMIT, text)
        else:
            text = "Every page that was found has been crawled."
            end_crawl(audit, AuditState.DONE, EndReason.NOTHING_LEFT, text)


def end_crawl(audit: Audit, end_state: AuditState, reason: EndReason, text: str) -> None:
    """Stop crawling for a reason and open the after-crawl steps. `audit` is locked and saved here."""
    audit.end_state, audit.reason, audit.reason_text = end_state, reason, text
    audit.state = AuditState.CHECKING
    audit.crawl_ended_at = timezone.now()
    audit.steps.open().update(state=StepState.DROPPED)
    steps = AuditStep.objects.bulk_create(
        AuditStep(audit=audit, kind=StepKind.SITE_CHECK, part=check_id)
        for check_id in checks.SITE_RULES
    )
    audit.open_steps = len(steps)
    audit.save()
    for step in steps:
        outbox.owe(RUN_STEP, step.pk)
