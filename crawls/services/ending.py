"""How a crawl ends: from the last page to the after-crawl steps, under the audit's row lock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef
from django.utils import timezone

from crawls import checks
from crawls.engine.policy import POLICIES
from crawls.models import (
    Audit,
    AuditState,
    AuditStep,
    EndReason,
    Link,
    NoticeKind,
    Page,
    PageOutcome,
    PageState,
    SkipReason,
    StepKind,
    StepState,
)
from crawls.services import notices, outbox

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.engine.challenge import Challenge

RUN_STEP = "crawls.run_step"
BLOCKED = PageOutcome.BLOCKED


def end_if_over(audit: Audit) -> None:
    """The transaction that finishes the last page or file moves the audit on."""
    if audit.state != AuditState.CRAWLING or not audit.crawl_is_over:
        return
    blocked = audit.pages.filter(outcome=BLOCKED).count()
    if blocked and not audit.pages.counted().beyond_seed().exclude(outcome=BLOCKED).exists():
        end_blocked(audit)
    elif audit.pages.filter(state=PageState.OVER_LIMIT).exists():
        text = f"The page limit of {audit.page_limit} was reached; more URLs were found."
        text += _lost_to_firewall(audit, blocked)
        end_crawl(audit, AuditState.PARTIAL, EndReason.PAGE_LIMIT, text)
    elif blocked:
        text = "Every page that was found has been asked for." + _lost_to_firewall(audit, blocked)
        end_crawl(audit, AuditState.PARTIAL, EndReason.FIREWALL, text)
    else:
        text = "Every page that was found has been crawled."
        if _leads_deeper(audit):
            depth = POLICIES[audit.policy].max_depth
            text = f"Every page within {depth} links of the start has been crawled; deeper ones are not."
        end_crawl(audit, AuditState.DONE, EndReason.NOTHING_LEFT, text)


def end_blocked(audit: Audit) -> None:
    """A firewall let none of the pages through that were asked for."""
    token = POLICIES[audit.policy].token
    text = (
        f"A firewall ({_vendors(audit)}) blocked every page that was asked for. "
        f"Allow {token} in its settings and audit the site again."
    )
    end_crawl(audit, AuditState.BLOCKED, EndReason.FIREWALL, text)


def end_at_challenge(audit: Audit, challenge: Challenge) -> None:
    """A firewall's page is an answer: this bot stops at the first."""
    agent = POLICIES[audit.policy].user_agent
    text = (
        f"The site blocked us: a firewall ({challenge.vendor}) answered in its place "
        f"({challenge.evidence}). To have the site crawled, allow the user agent {agent} there."
    )
    end_crawl(audit, AuditState.BLOCKED, EndReason.FIREWALL, text)


def end_rate_limited(audit: Audit) -> None:
    """The host limited us through all waits and pauses."""
    token = POLICIES[audit.policy].token
    text = (
        f"The site kept limiting how often we may ask, through {audit.pauses} pauses. Let {token} "
        f"ask more often there, or audit the site again when it is less busy."
    )
    end_crawl(audit, AuditState.RATE_LIMITED, EndReason.RATE_LIMITED, text)
    notices.tell(
        audit.account_id,
        NoticeKind.RATE_LIMITED,
        f"The crawl of {audit.seed_url} was stopped",
        text,
    )


def end_crawl(audit: Audit, end_state: AuditState, reason: EndReason, text: str) -> None:
    """Stop crawling for a reason and open the after-crawl steps. `audit` is locked and saved here."""
    audit.end_state, audit.reason, audit.reason_text = end_state, reason, text
    audit.state, audit.resume_at = AuditState.CHECKING, None
    audit.crawl_ended_at = timezone.now()
    audit.steps.open().update(state=StepState.DROPPED)
    steps = AuditStep.objects.bulk_create(
        AuditStep(audit=audit, kind=kind, part=part) for kind, part in _after_crawl(audit)
    )
    audit.open_steps = len(steps)
    audit.save()
    for step in steps:
        outbox.owe(RUN_STEP, step.pk)


def _after_crawl(audit: Audit) -> Iterator[tuple[StepKind, str]]:
    for check_id in checks.SITE_RULES:
        yield StepKind.SITE_CHECK, check_id
    if POLICIES[audit.policy].reports_links:
        yield StepKind.LINK_REPORT, ""


def _leads_deeper(audit: Audit) -> bool:
    """Whether pages at the depth limit link to pages of the site that the audit does not know."""
    known = Page.objects.filter(audit=audit, fingerprint=OuterRef("target__fingerprint"))
    links = Link.objects.filter(
        ~Exists(known),
        source__audit=audit,
        source__depth=POLICIES[audit.policy].max_depth,
        target__is_internal=True,
    )
    return links.exists()


def _lost_to_firewall(audit: Audit, blocked: int) -> str:
    if not blocked:
        return ""
    pages = "1 page" if blocked == 1 else f"{blocked:,} pages"
    text = f" A firewall ({_vendors(audit)}) blocked {pages}"
    if not audit.skipped_sections:
        return f"{text}."
    skipped = audit.pages.filter(skip_reason=SkipReason.SECTION).count()
    names = ", ".join(audit.skipped_sections)
    return f"{text}, and {skipped:,} URLs in {names} were not tried after the first."


def _vendors(audit: Audit) -> str:
    names = audit.pages.filter(outcome=BLOCKED).order_by("blocked_by")
    return ", ".join(names.values_list("blocked_by", flat=True).distinct())
