"""Rebuilding the frontier after Redis restarted, failed over, or started empty.

Starting up is the same: an empty Redis holds no scripts, so the first call says closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from django.db import transaction
from django.db.models import F

from crawls.engine.policy import FetchLimits
from crawls.frontier.base import FrontierClosed
from crawls.models import Audit, FrontierEpoch
from crawls.services import advisory, lanes
from crawls.services.advisory import LockClass

if TYPE_CHECKING:
    from crawls.frontier.base import Frontier

log = structlog.get_logger(__name__)

QUARANTINE = FetchLimits().total  # as long as a request of the lost frontier may be on the wire


def ensure_open(frontier: Frontier) -> bool:
    """Rebuild the frontier if it is lost. False when another process is at it just now."""
    with advisory.try_lock(LockClass.RECOVERY, 1) as is_mine:
        if not is_mine:
            return False
        try:
            if frontier.is_lost():
                _rebuild(frontier)
        except FrontierClosed as error:
            log.warning("frontier_not_rebuilt", error=str(error))
            return False
        return True


def _rebuild(frontier: Frontier) -> None:
    crawling = list(Audit.objects.crawling())
    epoch = _next_epoch()
    frontier.recover(epoch, quarantine_ms=QUARANTINE // lanes.MILLISECOND if crawling else 0)
    for audit in crawling:
        for lane in lanes.lanes_of(audit):
            lanes.open_lane(audit, lane, frontier)
    log.info("frontier_rebuilt", epoch=epoch, audits=len(crawling))


def _next_epoch() -> int:
    with transaction.atomic():
        row, _ = FrontierEpoch.objects.select_for_update().get_or_create(pk=1)
        FrontierEpoch.objects.filter(pk=row.pk).update(epoch=F("epoch") + 1)
        row.refresh_from_db()
    return row.epoch
