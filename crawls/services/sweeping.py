"""What heals a crash: expired leases, lanes that fell out of step, bells that were not answered."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import TYPE_CHECKING

import structlog
from django.db import InterfaceError, OperationalError, connection
from django.db.models import F
from django.utils import timezone
from psycopg.errors import DeadlockDetected, LockNotAvailable

from crawls.engine.response import Failure, FailureKind
from crawls.frontier.base import FrontierClosed
from crawls.models import Audit, AuditState, Page
from crawls.services import (
    acknowledging,
    audits,
    blocklist,
    files,
    lanes,
    outbox,
    rate_limits,
    robots_files,
)
from crawls.services.errands import Errand, read_errand
from crawls.services.recording import Recorded, record_page
from crawls.services.visits import Visit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.frontier.base import Frontier, Lease

log = structlog.get_logger(__name__)

BATCH = 500
LOCK_WAIT = timedelta(seconds=2)


def sweep(frontier: Frontier) -> None:
    """One round. Any number of sweepers may run; rows and fences decide.

    What fails for one lease or audit is logged, and the others are swept. Raises FrontierClosed,
    and OperationalError or InterfaceError when PostgreSQL is away: then nothing else would go.
    """
    with _short_lock_waits():
        with _alone():
            outbox.ring_owed()  # first: it needs no frontier
        for lease in frontier.expired(BATCH):
            with _alone(audit=lease.lane.audit_id, item=lease.item):
                _reclaim(lease, frontier)
        now = timezone.now()
        for audit_id in Audit.objects.due_to_resume(now).values_list("pk", flat=True):
            with _alone(audit=audit_id):
                rate_limits.resume(audit_id, now, frontier)
        for audit in Audit.objects.crawling():
            with _alone(audit=audit.pk):
                _reconcile(audit, frontier)


@contextmanager
def _short_lock_waits() -> Iterator[None]:
    """One audit whose row is locked for long must not keep the sweep from all others."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {LOCK_WAIT // timedelta(milliseconds=1)}")
    try:
        yield
    finally:
        # A lost connection took the setting with it.
        with suppress(OperationalError, InterfaceError), connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


@contextmanager
def _alone(**of: object) -> Iterator[None]:
    try:
        yield
    except (FrontierClosed, InterfaceError):
        raise
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable | DeadlockDetected):
            raise
        log.warning("row_locked_for_long", **of)
    except Exception:
        log.exception("not_swept", **of)


def _reclaim(lease: Lease, frontier: Frontier) -> None:
    """A worker died or hangs. Final already: only the lease is closed. Else the URL goes again."""
    errand = read_errand(lease.item)
    if errand is None or errand.audit.state != AuditState.CRAWLING:
        acknowledging.acknowledge_lost(lease, frontier)
        return
    is_last = not errand.may_go_again
    if not frontier.ack(lease, [] if is_last else [errand.entry]).is_current:
        return  # another sweeper was quicker: one expired lease is one attempt
    log.warning("lease_expired", audit=lease.lane.audit_id, url=errand.url)
    type(errand.row).objects.filter(pk=errand.row.pk).update(attempts=F("attempts") + 1)
    if is_last:
        _give_up(lease, errand, frontier)


def _give_up(lease: Lease, errand: Errand, frontier: Frontier) -> None:
    audit = _record_lost(errand).audit
    acknowledging.restore_lane(lease, frontier)
    if audit.state == AuditState.CRAWLING:
        lanes.refill(audit, audit.lane, frontier)
        if lease.lane != audit.lane:
            acknowledging.close_if_idle(lease.lane, frontier)


def _record_lost(errand: Errand) -> Recorded:
    attempts = errand.policy.max_attempts
    lost = Failure(
        FailureKind.CLOSED_EARLY, f"Fetching it was begun {attempts} times and never finished."
    )
    if isinstance(errand.row, Page):
        errand.row.has_been_retried = True  # it had its tries
        return record_page(errand.row, Visit(lost))
    return files.record_lost(errand.row, lost)


def _reconcile(audit: Audit, frontier: Frontier) -> None:
    """A host that asked meanwhile not to be visited is left. A lane with nothing in it while PostgreSQL still has work lost its entries: fill it. So does
    one that a file is to be asked for in again.
    """
    asked = blocklist.refusal_of(audit.seed_url)
    if asked:
        audits.leave_host(audit.pk, asked, frontier)
        return
    is_reopened = robots_files.ask_again(audit)
    for lane in lanes.lanes_of(audit):
        if is_reopened or frontier.is_idle(lane):
            lanes.open_lane(audit, lane, frontier)
