"""One PostgreSQL transaction for one answer: the row becomes final only if it is not final yet,
and only then links, findings, new URLs, counters and pace.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from crawls.engine import pacing, scope
from crawls.engine.pacing import Answered, NoAnswer, PaceState
from crawls.engine.policy import POLICIES
from crawls.engine.redirects import redirect_target
from crawls.engine.response import Failure, FailureKind, Response
from crawls.models import Audit, AuditState, Page, PageState, SkipReason
from crawls.services import admission, ending, page_facts, seeding
from crawls.services.admission import Found

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import timedelta

    from crawls.frontier.base import Entry
    from crawls.services.examination import Examined

Answer = Response | Failure


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


def record_page(page: Page, answer: Answer, examined: Examined | None) -> Recorded:
    """Make the page final, or send it back once for a retry. Safe to call twice."""
    found = _found(page, answer, examined)
    judge = admission.prejudge(page.audit, found)
    with transaction.atomic():
        recorded = Recorded(lock_audit(page.audit_id))
        audit = recorded.audit
        if audit.has_ended:
            return recorded
        if is_refused_address(answer):
            recorded.entries = _skip(audit, page, answer)
        elif _may_retry(audit, page, answer) and _send_back(page):
            recorded.entries = [admission.page_entry(page.pk, page.rank)]
            recorded.hold = observe(audit, answer)
        elif _finish(page, answer, examined):
            audit.finished += 1
            recorded.hold = observe(audit, answer)
            page_facts.store_examined(audit, page, examined)
            if audit.state == AuditState.CRAWLING:
                recorded.entries = admission.admit(audit, found, judge)
                recorded.entries += seeding.after_page(audit, page, answer)
        ending.end_if_over(audit)
        audit.save()
    return recorded


def observe(audit: Audit, answer: Answer) -> timedelta:
    """Move the audit's pace on; returns how long nothing may start on the host."""
    state = PaceState.from_json(audit.pace)
    observed = pacing.observe(state, _observation(answer))
    audit.pace = observed.state.to_json()
    audit.pace_version += 1
    audit.slowdowns = observed.state.slowdowns
    if observed.hold:
        until = timezone.now() + observed.hold
        audit.hold_until = max(audit.hold_until or until, until)
    return observed.hold


def is_refused_address(answer: Answer) -> bool:
    return isinstance(answer, Failure) and answer.kind == FailureKind.ADDRESS_REFUSED


def _observation(answer: Answer) -> pacing.Observation:
    if isinstance(answer, Failure):
        return NoAnswer()
    value = answer.header("retry-after")
    wait = pacing.parse_retry_after(value, timezone.now()) if value else None
    return Answered(answer.status, answer.ttfb, wait)


def _may_retry(audit: Audit, page: Page, answer: Answer) -> bool:
    if page.has_been_retried or audit.state != AuditState.CRAWLING:
        return False
    observation = _observation(answer)
    return isinstance(observation, NoAnswer) or observation.is_error


def _send_back(page: Page) -> bool:
    page.has_been_retried = True
    page.rank = scope.page_rank(page.depth, is_retry=True)
    rows = Page.objects.queued().filter(pk=page.pk, has_been_retried=False)
    return rows.update(has_been_retried=True, rank=page.rank) == 1


def _skip(audit: Audit, page: Page, answer: Answer) -> list[Entry]:
    detail = answer.detail if isinstance(answer, Failure) else ""
    skipped = Page.objects.queued().filter(pk=page.pk)
    if not skipped.update(
        state=PageState.SKIPPED, skip_reason=SkipReason.ADDRESS, skip_detail=detail
    ):
        return []
    entries = admission.readmit(audit)
    seeding.after_page(audit, page, answer)
    return entries


def _finish(page: Page, answer: Answer, examined: Examined | None) -> bool:
    facts: dict[str, Any] = page_facts.of_answer(answer)
    if examined is not None:
        facts |= page_facts.of_examined(examined)
    won = (
        Page.objects.queued()
        .filter(pk=page.pk)
        .update(state=PageState.DONE, fetched_at=timezone.now(), **facts)
    )
    return won == 1


def _found(page: Page, answer: Answer, examined: Examined | None) -> Sequence[Found]:
    if isinstance(answer, Failure):
        return []
    if answer.is_redirect:
        return _redirect_target(page, answer)
    if examined is None or examined.page is None:
        return []
    depth = page.depth + 1
    links = [anchor.url for anchor in examined.page.anchors if anchor.url is not None]
    return [Found(url, depth, found_on_id=page.pk) for url in links]


def _redirect_target(page: Page, answer: Response) -> list[Found]:
    target = redirect_target(answer)
    if target is None:
        return []
    hops = POLICIES[page.audit.policy].max_seed_redirects
    if page.seed_hop is None or page.seed_hop >= hops:
        return [Found(target, page.depth + 1, found_on_id=page.pk)]
    # Where the seed lands is still the start: its depth stays 0.
    return [Found(target, 0, found_on_id=page.pk, seed_hop=page.seed_hop + 1)]
