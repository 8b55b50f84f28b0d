"""The pace of an audit, moved on by every answer and written down for the report."""

from __future__ import annotations

from datetime import timedelta
from statistics import median
from typing import TYPE_CHECKING

from django.utils import timezone

from crawls.engine import pacing
from crawls.engine.pacing import Answered, NoAnswer, PaceState
from crawls.engine.policy import POLICIES
from crawls.engine.response import Failure
from crawls.engine.shopify import is_shopify
from crawls.engine.waiting import GiveUp, Pause, Wait
from crawls.models import Audit, PaceSample
from crawls.services import rate_limits

if TYPE_CHECKING:
    from datetime import datetime

    from crawls.engine.waiting import Reaction
    from crawls.services.visits import Answer

SHOPIFY = "shopify"
SAMPLE_EVERY = timedelta(seconds=5)  # 10,000 rows for 100,000 pages at 2 requests a second


def observe(audit: Audit, answer: Answer, in_flight: int) -> timedelta:
    """Move the pace and the waits on; returns how long nothing may start on the host. `audit` is
    locked.
    """
    policy, now = POLICIES[audit.policy], timezone.now()
    before = PaceState.from_json(audit.pace)
    observation = _observation(answer, now)
    observed = pacing.observe(before, observation, policy.pace)
    audit.pace = observed.state.to_json()
    audit.pace_version += 1
    audit.slowdowns = observed.state.slowdowns
    _slow_down_for_shopify(audit, answer)
    hold = max(observed.hold, rate_limits.apply(audit, rate_limits.reaction_to(audit, observation)))
    if hold:
        until = now + hold
        audit.hold_until = max(audit.hold_until or until, until)
    has_changed = observed.state.rate_rps != before.rate_rps
    if has_changed or audit.sampled_at is None or now - audit.sampled_at >= SAMPLE_EVERY:
        audit.sampled_at = now
        _sample(audit, observed.state, in_flight, now)
    return hold


def slow_down(audit: Audit, rps: float, reason: str) -> None:
    """Go no faster than `rps` from now on, and say why, if that is slower. `audit` is locked."""
    if rps >= audit.max_rps:
        return
    state = pacing.lower_ceiling(PaceState.from_json(audit.pace), rps)
    audit.pace = state.to_json()
    audit.pace_version += 1
    audit.max_rps = state.ceiling_rps
    reasons = [one for one in (audit.speed_clamp_reason, reason) if one]
    audit.speed_clamped, audit.speed_clamp_reason = True, "; ".join(reasons)


def is_limited(audit: Audit, answer: Answer) -> bool:
    """Whether the host said no more than when to come again, and we shall."""
    return isinstance(_reaction(audit, answer), Wait | Pause)


def is_given_up(audit: Audit, answer: Answer) -> bool:
    """Whether this is the answer after which the host is left."""
    return isinstance(_reaction(audit, answer), GiveUp)


def _reaction(audit: Audit, answer: Answer) -> Reaction:
    return rate_limits.reaction_to(audit, _observation(answer, timezone.now()))


def _slow_down_for_shopify(audit: Audit, answer: Answer) -> None:
    """Decided once for the host and kept: not all of its answers say whose they are."""
    rps = POLICIES[audit.policy].shopify_rps
    if rps is None or isinstance(answer, Failure) or not is_shopify(answer):
        return
    audit.platform = SHOPIFY
    slow_down(audit, rps, f"a host of Shopify's is asked every {1 / rps:g} s")


def asked_to_wait(answer: Answer) -> timedelta:
    """How long a host wants nothing to start, whoever asks: its Retry-After with an error."""
    observation = _observation(answer, timezone.now())
    if isinstance(observation, NoAnswer) or not observation.is_error:
        return pacing.NO_HOLD
    return observation.retry_after or pacing.NO_HOLD


def is_retried(answer: Answer) -> bool:
    """Whether the pace takes the answer for an error; a page that failed so is tried once more."""
    observation = _observation(answer, timezone.now())
    return isinstance(observation, NoAnswer) or observation.is_error


def _observation(answer: Answer, now: datetime) -> pacing.Observation:
    if isinstance(answer, Failure):
        return NoAnswer()
    value = answer.header("retry-after")
    wait = pacing.parse_retry_after(value, now) if value else None
    answered = Answered(answer.status, answer.ttfb, wait)
    # A connection lost in mid-body is a network error, whatever the status line promised.
    return NoAnswer() if answer.is_broken_off and not answered.is_error else answered


def _sample(audit: Audit, state: PaceState, in_flight: int, now: datetime) -> None:
    recent_ms = round(median(state.recent_us) / 1000) if state.recent_us else None
    PaceSample.objects.create(
        audit=audit,
        at=now,
        rate_rps=state.rate_rps,
        response_ms=recent_ms,
        in_flight=in_flight,
    )
