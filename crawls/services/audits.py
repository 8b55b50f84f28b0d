"""Starting, beginning and cancelling audits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from crawls.engine import pacing, speed, urls
from crawls.engine.policy import POLICIES
from crawls.models import Audit, AuditState, EndReason, NoticeKind, Site
from crawls.services import (
    admission,
    advisory,
    blocklist,
    ending,
    incremental,
    lanes,
    notices,
    outbox,
    permission,
)
from crawls.services.admission import Found
from crawls.services.advisory import LockClass
from crawls.services.audit_requests import check_request, kind_of, page_limit
from crawls.services.errors import FreeAuditUsed, HostBlocklisted
from crawls.services.permission import Postponed
from crawls.services.recording import lock_audit

if TYPE_CHECKING:
    from crawls.engine.speed import Speed
    from crawls.frontier.base import Frontier
    from crawls.services.audit_requests import AuditRequest
    from crawls.services.permission import Refused

RUNNING = "Another audit of this site is running; this one begins when it ends."
EARLIER = "An earlier audit of this site waits too; this one begins after it."
BEGIN = "crawls.begin_audit"
ONE_RUNNING = "one_running_audit_per_site"
ONE_FREE = "one_free_audit_per_account_and_site"
CANCEL_TEXTS = {
    EndReason.CANCELLED: "The audit was cancelled; the report covers what was crawled until then.",
    EndReason.INTERRUPTED: "The command that ran this audit was stopped before the end.",
}


def start_audit(account_id: int, request: AuditRequest) -> Audit:
    """Register the audit; workers begin it once this is committed. Raises AuditRefused."""
    seed_url = check_request(request)
    asked = blocklist.refusal_of(seed_url)
    if asked:
        raise HostBlocklisted(asked)
    chosen = speed.choose_speed(
        POLICIES[request.policy],
        seed_url,
        asked_rps=request.max_rps,
        asked_in_flight=request.max_in_flight,
        is_verified=_is_verified(account_id, seed_url),
        exempt=settings.SEOFIX_ALLOW_HOSTS,
    )
    try:
        with transaction.atomic():
            audit = _create(account_id, request, seed_url, chosen)
            outbox.owe(BEGIN, audit.pk)
    except IntegrityError as error:
        if ONE_FREE not in str(error):
            raise
        raise FreeAuditUsed("This account has had its free audit of the site.") from error
    return audit


def _is_verified(account_id: int, seed_url: str) -> bool:
    site = Site.objects.filter(account=account_id, seed_url=seed_url).first()
    return site is not None and site.is_verified


def _create(account_id: int, request: AuditRequest, seed_url: str, chosen: Speed) -> Audit:
    site, _ = Site.objects.get_or_create(
        account_id=account_id, seed_url=seed_url, defaults={"key": urls.site_key(seed_url)}
    )
    return Audit.objects.create(
        account_id=account_id,
        site=site,
        policy=request.policy,
        kind=kind_of(request),
        is_incremental=request.is_incremental,
        seed_url=seed_url,
        site_key=urls.site_key(seed_url),
        host=urls.politeness_key(seed_url),
        in_foreground=request.in_foreground,
        page_limit=page_limit(request),
        max_rps=chosen.max_rps,
        max_in_flight=chosen.max_in_flight,
        speed_clamped=bool(chosen.clamp_reason),
        speed_clamp_reason=chosen.clamp_reason,
        pace=pacing.new_pace(chosen.max_rps).to_json(),
        created_at=timezone.now(),
    )


def begin_audit(audit_id: int, frontier: Frontier) -> None:
    """Begin crawling, unless another audit of the site runs: then this one waits in the queue.

    Asking whether it may can take a minute: a bell that rings meanwhile finds somebody at it.
    """
    with advisory.try_lock(LockClass.BEGIN, audit_id) as is_mine:
        if is_mine and _may_begin(audit_id):
            _begin_now(audit_id, frontier)


def _begin_now(audit_id: int, frontier: Frontier) -> None:
    try:
        with transaction.atomic():
            audit = lock_audit(audit_id)
            if audit.state == AuditState.QUEUED:
                _begin(audit)
            outbox.settle(BEGIN, audit_id)
    except IntegrityError as error:
        if ONE_RUNNING not in str(error):
            raise
        _wait_in_queue(audit_id)
        return
    if audit.state == AuditState.CRAWLING:
        lanes.open_lane(audit, audit.lane, frontier)


def _may_begin(audit_id: int) -> bool:
    """Whether nobody refuses it. One that has to wait is not asked about before its turn."""
    audit = Audit.objects.select_related("site").get(pk=audit_id)
    if audit.state != AuditState.QUEUED:
        return True
    first = Audit.objects.next_queued(audit.site_key)
    is_first = first is None or first.pk == audit_id
    if not is_first or Audit.objects.running(audit.site_key).exists():
        _wait_in_queue(audit_id, RUNNING if is_first else EARLIER)
        return False
    refused = permission.refusal_of(audit)
    if refused is None:
        return True
    if isinstance(refused, Postponed):
        _wait_in_queue(audit_id, refused.text)
        return False
    _refuse(audit_id, refused)
    return False


def _refuse(audit_id: int, refused: Refused) -> None:
    with transaction.atomic():
        audit = lock_audit(audit_id)
        if audit.state != AuditState.QUEUED:
            return
        _end_before_begin(audit, AuditState.FAILED, refused.reason, refused.text)
        if refused.reason == EndReason.NOT_VERIFIED:
            notices.tell(
                audit.account_id,
                NoticeKind.NOT_VERIFIED,
                f"{audit.seed_url} was not crawled",
                refused.text,
            )
        begin_next(audit.site_key)


def begin_next(site_key: str) -> None:
    """The site is free: the audit that waited longest begins."""
    waiting = Audit.objects.next_queued(site_key)
    if waiting is not None:
        outbox.owe(BEGIN, waiting.pk)


def cancel_audit(
    audit_id: int, frontier: Frontier, *, reason: EndReason = EndReason.CANCELLED
) -> bool:
    """Stop the crawl and report what there is. Nothing new starts. False when it was over."""
    with transaction.atomic():
        audit = lock_audit(audit_id)
        if audit.state != AuditState.QUEUED and not audit.is_crawled:
            return False
        if audit.state == AuditState.QUEUED:
            _end_before_begin(audit, AuditState.CANCELLED, reason, CANCEL_TEXTS[reason])
        else:
            ending.end_crawl(audit, AuditState.CANCELLED, reason, CANCEL_TEXTS[reason])
    lanes.close_every_lane(audit, frontier)
    return True


def leave_host(audit_id: int, text: str, frontier: Frontier) -> None:
    """The host asked not to be visited while it was crawled: nothing more starts there."""
    with transaction.atomic():
        audit = lock_audit(audit_id)
        if not audit.is_crawled:
            return
        ending.end_crawl(audit, AuditState.CANCELLED, EndReason.BLOCKLISTED, text)
    lanes.close_every_lane(audit, frontier)


def _end_before_begin(audit: Audit, state: AuditState, reason: EndReason, text: str) -> None:
    outbox.settle(BEGIN, audit.pk)
    audit.state = audit.end_state = state
    audit.reason, audit.reason_text = reason, text
    audit.ended_at = timezone.now()
    audit.save()


def _begin(audit: Audit) -> None:
    audit.state = AuditState.CRAWLING
    audit.started_at = timezone.now()
    audit.reason_text = ""
    audit.previous = incremental.previous_of(audit) if audit.is_incremental else None
    audit.save()
    admission.admit(audit, [Found(audit.seed_url, 0, seed_hop=0)])
    audit.save()


def _wait_in_queue(audit_id: int, why: str = RUNNING) -> None:
    """The bell stays owed: it is rung again, at the latest when the running audit ends."""
    Audit.objects.filter(pk=audit_id, state=AuditState.QUEUED).update(reason_text=why)
