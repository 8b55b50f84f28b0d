"""Hosts that limit us: the audit waits, pauses, resumes by itself, and in the end leaves.

A paused audit is a row with a time. It holds no lane, no lease and no worker, so that whatever
restarts meanwhile, the sweeper that comes first after that time resumes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from crawls.engine import pacing, waiting
from crawls.engine.policy import POLICIES
from crawls.engine.waiting import GiveUp, GoOn, Pause, Wait, WaitState
from crawls.models import Audit, AuditState
from crawls.services import ending, lanes

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from crawls.engine.pacing import Observation
    from crawls.engine.waiting import Reaction
    from crawls.frontier.base import Frontier


def reaction_to(audit: Audit, observation: Observation) -> Reaction:
    """What an answer of the audited host means. Changes nothing."""
    state = WaitState(audit.waits_in_a_row, audit.pauses)
    rules = POLICIES[audit.policy].waits
    return GoOn(state) if rules is None else waiting.react(state, observation, rules)


def apply(audit: Audit, reaction: Reaction) -> timedelta:
    """Move the audit on; returns how long nothing may start on its host. `audit` is locked.

    Only while it crawls: an answer that comes later must not bring an ended crawl back.
    """
    if audit.state != AuditState.CRAWLING:
        return pacing.NO_HOLD
    audit.waits_in_a_row, audit.pauses = reaction.state.in_a_row, reaction.state.pauses
    if isinstance(reaction, Wait):
        return reaction.length
    if isinstance(reaction, Pause):
        _pause(audit, reaction.length)
    elif isinstance(reaction, GiveUp):
        ending.end_rate_limited(audit)
    return pacing.NO_HOLD


def resume(audit_id: int, now: datetime, frontier: Frontier) -> None:
    """Go on with an audit whose pause is over. Any number of sweepers may do it."""
    audit = _resume(audit_id, now)
    if audit is not None:
        lanes.open_lane(audit, audit.lane, frontier)


def _pause(audit: Audit, length: timedelta) -> None:
    rules = POLICIES[audit.policy].waits
    most = len(rules.pauses) if rules is not None else audit.pauses
    audit.state = AuditState.PAUSED
    audit.resume_at = timezone.now() + length
    audit.hold_until = None
    audit.reason_text = (
        f"The site limits how often we may ask. The crawl pauses until "
        f"{audit.resume_at:%Y-%m-%d %H:%M} UTC and resumes by itself "
        f"(pause {audit.pauses} of {most})."
    )


def _resume(audit_id: int, now: datetime) -> Audit | None:
    with transaction.atomic():
        audit = Audit.objects.select_for_update().get(pk=audit_id)
        if audit.state != AuditState.PAUSED or audit.resume_at is None or audit.resume_at > now:
            return None
        audit.state, audit.resume_at, audit.reason_text = AuditState.CRAWLING, None, ""
        ending.end_if_over(audit)
        audit.save()
    return audit if audit.state == AuditState.CRAWLING else None
