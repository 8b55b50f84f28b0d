"""One PostgreSQL transaction for one answer: the row becomes final only if it is not final yet,
and only then links, findings, new URLs, counters and pace.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from crawls.engine import pacing, scope
from crawls.engine.policy import POLICIES
from crawls.engine.redirects import redirect_target
from crawls.engine.response import Failure, FailureKind, Response
from crawls.models import Audit, AuditState, Page, PageState, SkipReason
from crawls.services import admission, blocking, ending, page_facts, seeding
from crawls.services.admission import Found
from crawls.services.entries import page_entry
from crawls.services.pace import is_given_up, is_limited, is_retried, observe

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import timedelta

    from crawls.frontier.base import Entry
    from crawls.services.visits import Answer, Visit


@dataclass(slots=True)
class Recorded:
    """What the frontier is to learn: the audit as committed and the entries for its lane."""

    audit: Audit
    entries: list[Entry] = field(default_factory=list)
    hold: timedelta = pacing.NO_HOLD
    has_more: bool = False  # entries are not all that is new: the lane needs a refill
    moved_to: str = ""  # a file redirected to this other host, whose lane has it now


def lock_audit(audit_id: int) -> Audit:
    return Audit.objects.select_for_update().get(pk=audit_id)


def record_page(page: Page, visit: Visit) -> Recorded:
    """Make the page final, or send it back once for a retry. Safe to call twice."""
    found = _found(page, visit)
    judge = admission.prejudge(page.audit, found)
    with transaction.atomic():
        recorded = Recorded(lock_audit(page.audit_id))
        audit = recorded.audit
        if audit.has_ended:
            return recorded
        if is_refused_address(visit.answer):
            recorded.entries = _skip(audit, page, visit)
        elif _is_asked_again(audit, page, visit):
            recorded.hold = observe(audit, visit.answer, visit.in_flight)
            recorded.entries = [_behind_the_others(page)]
        elif _may_retry(audit, page, visit) and _send_back(page, visit):
            recorded.entries = [page_entry(page.pk, page.rank)]
            recorded.hold = observe(audit, visit.answer, visit.in_flight)
        elif _finish(page, visit):
            audit.finished += 1
            recorded.hold = observe(audit, visit.answer, visit.in_flight)
            page_facts.store(audit, page, visit)
            if audit.is_crawled:
                recorded.entries = admission.admit(audit, found, judge)
                recorded.entries += seeding.after_page(audit, page, visit)
                recorded.entries += blocking.after_page(audit, page, visit)
        ending.end_if_over(audit)
        audit.save()
    return recorded


def is_refused_address(answer: Answer) -> bool:
    return isinstance(answer, Failure) and answer.kind == FailureKind.ADDRESS_REFUSED


def _is_asked_again(audit: Audit, page: Page, visit: Visit) -> bool:
    """The host only said when to come: whatever it said of the page, it is not the page."""
    if not audit.is_crawled or visit.challenge is not None:
        return False
    return is_limited(audit, visit.answer) and Page.objects.queued().filter(pk=page.pk).exists()


def _behind_the_others(page: Page) -> Entry:
    """One URL that is always limited must not keep the rest of its depth waiting."""
    page.rank = scope.page_rank(page.depth, is_retry=True)
    Page.objects.queued().filter(pk=page.pk).update(rank=page.rank)
    return page_entry(page.pk, page.rank)


def _may_retry(audit: Audit, page: Page, visit: Visit) -> bool:
    """A firewall's page is an answer: asking again would only knock harder."""
    if page.has_been_retried or audit.state != AuditState.CRAWLING:
        return False
    if is_given_up(audit, visit.answer):
        return False
    return visit.challenge is None and is_retried(visit.answer)


def _send_back(page: Page, visit: Visit) -> bool:
    """What came stays in the row: it is the page if the retry never comes."""
    page.has_been_retried = True
    page.rank = scope.page_rank(page.depth, is_retry=True)
    facts = page_facts.of_visit(visit) | {"outcome": ""}
    rows = Page.objects.queued().filter(pk=page.pk, has_been_retried=False)
    return (
        rows.update(has_been_retried=True, rank=page.rank, fetched_at=timezone.now(), **facts) == 1
    )


def _skip(audit: Audit, page: Page, visit: Visit) -> list[Entry]:
    detail = visit.answer.detail if isinstance(visit.answer, Failure) else ""
    skipped = Page.objects.queued().filter(pk=page.pk)
    if not skipped.update(
        state=PageState.SKIPPED, skip_reason=SkipReason.ADDRESS, skip_detail=detail
    ):
        return []
    entries = admission.readmit(audit, 1)
    seeding.after_page(audit, page, visit)
    return entries


def _finish(page: Page, visit: Visit) -> bool:
    facts = page_facts.of_visit(visit)
    won = (
        Page.objects.queued()
        .filter(pk=page.pk)
        .update(state=PageState.DONE, fetched_at=timezone.now(), **facts)
    )
    return won == 1


def _found(page: Page, visit: Visit) -> Sequence[Found]:
    if visit.challenge is not None:
        return []
    if isinstance(visit.answer, Response) and visit.answer.is_redirect:
        return _redirect_target(page, visit.answer)
    depth = page.depth + 1
    return [Found(link.url, depth, found_on_id=page.pk) for link in page_facts.links_of(visit)]


def _redirect_target(page: Page, answer: Response) -> list[Found]:
    target = redirect_target(answer)
    if target is None:
        return []
    hops = POLICIES[page.audit.policy].max_seed_redirects
    if page.seed_hop is None or page.seed_hop >= hops:
        return [Found(target, page.depth + 1, found_on_id=page.pk)]
    # Where the seed lands is still the start: its depth stays 0.
    return [Found(target, 0, found_on_id=page.pk, seed_hop=page.seed_hop + 1)]
