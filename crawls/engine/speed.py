"""How fast an audit may go, decided once at its start (crawl rules, section 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawls.engine.policy import BotPolicy


@dataclass(frozen=True, slots=True)
class Speed:
    """Request starts a second and requests in flight; `clamp_reason` is empty when nothing was
    lowered.
    """

    max_rps: float
    max_in_flight: int
    clamp_reason: str = ""


def choose_speed(
    policy: BotPolicy, *, asked_rps: float | None, asked_in_flight: int | None, is_exempt: bool
) -> Speed:
    """The speed asked for, lowered to what the policy allows on a site that is not verified.

    `is_exempt` is for hosts of tests and demos that the operator named: any speed goes.
    """
    rps = asked_rps or policy.rps
    in_flight = asked_in_flight or policy.max_in_flight
    if is_exempt:
        return Speed(rps, in_flight)
    reasons = []
    if rps > policy.max_unverified_rps:
        reasons.append(
            f"speed lowered from {rps:g} to {policy.max_unverified_rps:g} requests a second: "
            "the site is not verified"
        )
    if in_flight > policy.max_in_flight:
        reasons.append(f"{in_flight} requests in flight lowered to {policy.max_in_flight}")
    return Speed(
        min(rps, policy.max_unverified_rps),
        min(in_flight, policy.max_in_flight),
        "; ".join(reasons),
    )
