"""A robots.txt was read: what it means for the pages that are known already.

They may be as many as a sitemap lists, so all but the last batch are settled in short
transactions of their own, before the file's step is closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from crawls.models import Audit, AuditState, Page, PageOutcome, PageState
from crawls.services import admission
from crawls.services.entries import page_entry
from crawls.services.robots_rules import Judge

if TYPE_CHECKING:
    from crawls.frontier.base import Entry
    from crawls.models.page import PageQuerySet

BATCH = 1000
SETTLED = ["state", "skip_reason", "skip_detail"]
NOT_FETCHED = (PageState.QUEUED, PageState.OVER_LIMIT)


def settle_early(audit: Audit, origin: str) -> None:
    """Settle the pages that waited for their origin's robots.txt, but for the last batch."""
    judge = Judge(audit)
    while len(batch := list(_waiting(audit, origin))) == BATCH:
        judge.prepare(page.url for page in batch)
        with transaction.atomic():
            locked = Audit.objects.select_for_update().get(pk=audit.pk)
            if locked.state != AuditState.CRAWLING:
                return
            settle_waiting(locked, origin, judge)
            locked.save()


def settle_waiting(audit: Audit, origin: str, judge: Judge | None = None) -> list[Entry]:
    """Settle the first BATCH pages that waited for their origin's robots.txt, in their order."""
    judge = judge or Judge(audit)
    pages = list(_waiting(audit, origin))
    for page in pages:
        _settle(audit, page, judge)
        if page.state == PageState.QUEUED and audit.admitted == audit.page_limit:
            page.state = PageState.OVER_LIMIT
        audit.admitted += page.state == PageState.QUEUED
    Page.objects.bulk_update(pages, SETTLED, batch_size=BATCH)
    return [page_entry(page.pk, page.rank) for page in pages if page.state == PageState.QUEUED]


def withdraw_refused(audit: Audit, origin: str) -> None:
    """A file that allowed everything while it could not be read is read now: skip what it refuses
    of the pages that were not fetched yet.
    """
    last = 0
    while batch := list(_unfetched(audit, origin).filter(pk__gt=last).order_by("pk")[:BATCH]):
        last = batch[-1].pk
        judge = Judge(audit)
        judge.prepare(page.url for page in batch)
        refused = [page.pk for page in batch if not _is_allowed(judge, page)]
        if refused and not _withdraw(audit, refused, judge):
            return


def _withdraw(audit: Audit, refused: list[int], judge: Judge) -> bool:
    with transaction.atomic():
        locked = Audit.objects.select_for_update().get(pk=audit.pk)
        if locked.state != AuditState.CRAWLING:
            return False
        # Some may have been fetched meanwhile, or once already.
        locked.finished += _close_without_retry(Page.objects.filter(pk__in=refused))
        pages = list(Page.objects.filter(pk__in=refused, state__in=NOT_FETCHED))
        queued = sum(page.state == PageState.QUEUED for page in pages)
        for page in pages:
            _settle(locked, page, judge)
        Page.objects.bulk_update(pages, SETTLED, batch_size=BATCH)
        admission.readmit(locked, queued)
        locked.save()
    return True


def _close_without_retry(pages: PageQuerySet) -> int:
    """Pages that answered, with an error, and may not be asked again are what they answered."""
    asked = pages.queued().filter(has_been_retried=True)
    failed = asked.exclude(failure="").update(state=PageState.DONE, outcome=PageOutcome.FAILED)
    return failed + asked.update(state=PageState.DONE, outcome=PageOutcome.FETCHED)


def _settle(audit: Audit, page: Page, judge: Judge) -> None:
    settled = admission.settled(audit, page.section, judge.verdict(page.url))
    page.state, page.skip_reason, page.skip_detail = settled


def _is_allowed(judge: Judge, page: Page) -> bool:
    verdict = judge.verdict(page.url)
    return verdict is None or verdict.allowed


def _unfetched(audit: Audit, origin: str) -> PageQuerySet:
    return Page.objects.filter(audit=audit, origin=origin, state__in=NOT_FETCHED)


def _waiting(audit: Audit, origin: str) -> PageQuerySet:
    waiting = Page.objects.filter(audit=audit, origin=origin, state=PageState.DISCOVERED)
    return waiting.in_turn()[:BATCH]
