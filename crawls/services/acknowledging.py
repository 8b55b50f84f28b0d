"""After the commit: close the lease and tell the frontier what the transaction changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.frontier.base import WINDOW, Frontier, Lane, Lease, Pace, Repace, Repaced
from crawls.models import Audit, AuditState
from crawls.services import lanes

if TYPE_CHECKING:
    from crawls.services.recording import Recorded


def acknowledge_finished(lease: Lease, frontier: Frontier) -> None:
    """The item was final already: a refill had read its row just before."""
    acked = frontier.ack(lease)
    if acked.needs_refill or lease.needs_refill:
        restore_lane(lease, frontier)


def acknowledge_lost(lease: Lease, frontier: Frontier) -> None:
    """The worker died after its commit: what it would have told the lane is in PostgreSQL."""
    frontier.ack(lease)
    restore_lane(lease, frontier)


def restore_lane(lease: Lease, frontier: Frontier) -> None:
    audit = Audit.objects.filter(pk=lease.lane.audit_id).first()
    if audit is None:  # deleted meanwhile
        lanes.close_lanes([lease.lane], frontier)
    elif audit.state == AuditState.CRAWLING:
        lanes.refill(audit, lease.lane, frontier)
    else:
        lanes.close_lanes({lease.lane, audit.lane}, frontier)


def acknowledge(lease: Lease, recorded: Recorded, frontier: Frontier) -> None:
    audit = recorded.audit
    is_home = lease.lane == audit.lane
    entries = recorded.entries if is_home and not recorded.moved_to else []
    has_more = recorded.has_more or len(entries) > WINDOW
    acked = frontier.ack(lease, entries[:WINDOW], repace=_newest_pace(recorded, lease.lane))
    if audit.state != AuditState.CRAWLING:
        lanes.close_every_lane(audit, frontier)
        return
    if recorded.moved_to:
        lanes.open_lane(audit, lanes.lane_on(audit, recorded.moved_to), frontier)
    if not is_home or has_more or acked.needs_refill or lease.needs_refill:
        lanes.refill(audit, audit.lane, frontier)
    if not is_home:
        close_if_idle(lease.lane, frontier)


def close_if_idle(lane: Lane, frontier: Frontier) -> None:
    """A lane on another host than the audit's own was opened for one file."""
    if frontier.is_idle(lane):
        lanes.close_lanes([lane], frontier)


def _newest_pace(recorded: Recorded, lane: Lane) -> Repace:
    """Two acknowledgements may pass each other: the later observation of PostgreSQL stays."""
    seen = lanes.lane_pace(recorded.audit, lane)
    hold_ms = recorded.hold // lanes.MILLISECOND

    def repace(current: Pace) -> Repaced:
        is_newer = int(seen.state) > int(current.state)
        return Repaced(seen if is_newer else current, hold_ms)

    return repace
