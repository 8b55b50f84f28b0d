"""How fast an audit may go, decided once at its start (crawl rules, section 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawls.engine import urls

if TYPE_CHECKING:
    from collections.abc import Collection

    from crawls.engine.policy import BotPolicy

MIN_RPS = 0.02  # a start takes the host's clock, which other audits share, for 50 seconds
MAX_RPS = 1_000.0  # the clock counts in milliseconds
MAX_IN_FLIGHT = 1_000  # each holds a thread and a body of megabytes

NOT_VERIFIED = "the site is not verified"
SCHEMES = ("http", "https")


@dataclass(frozen=True, slots=True)
class Speed:
    """Request starts a second and requests in flight; `clamp_reason` is empty when nothing was
    lowered.
    """

    max_rps: float
    max_in_flight: int
    clamp_reason: str = ""


def choose_speed(
    policy: BotPolicy,
    seed_url: str,
    *,
    asked_rps: float | None,
    asked_in_flight: int | None,
    is_verified: bool = False,
    exempt: Collection[str] = (),
) -> Speed:
    """The speed asked for, lowered to what the policy allows on the site, verified or not.

    `exempt` are the `host:port` pairs of tests and demos that the operator named. Any speed goes
    where all of the seed's lane is among them.
    """
    rps = asked_rps or policy.rps
    in_flight = asked_in_flight or policy.max_in_flight
    cause = _why_not_exempt(seed_url, exempt)
    if not cause:
        return Speed(rps, in_flight)
    most = policy.max_verified_rps if is_verified else policy.max_unverified_rps
    why = "the most there is" if most == policy.max_verified_rps else cause
    reasons = []
    if rps > most:
        reasons.append(f"speed lowered from {rps:g} to {most:g} requests a second: {why}")
    if in_flight > policy.max_in_flight:
        reasons.append(f"{in_flight} requests in flight lowered to {policy.max_in_flight}")
    return Speed(
        min(rps, most),
        min(in_flight, policy.max_in_flight),
        "; ".join(reasons),
    )


def is_exempt(seed_url: str, exempt: Collection[str]) -> bool:
    """Whether all of the seed's lane is among the `host:port` pairs of tests and demos."""
    return not _why_not_exempt(seed_url, exempt)


def authorities_of_lane(seed_url: str) -> list[str]:
    """Every `host:port` whose requests go at the seed's pace: its host and the `www` twin, by
    http and by https. An IP address and a name without a dot have no twin.
    """
    key, host = urls.site_key(seed_url), urls.host_of(seed_url)
    apex = host.removeprefix(urls.TWIN_PREFIX)
    port = urls.origin_of(seed_url).partition("://")[2].removeprefix(host)
    port = "" if port.removeprefix(":") in urls.DEFAULT_PORTS.values() else port
    found: list[str] = []
    for name in (host, apex, urls.TWIN_PREFIX + apex, urls.TWIN_PREFIX + host):
        for scheme in SCHEMES:
            _, url = urls.classify(f"{scheme}://{name}{port}/")
            if url is not None and urls.site_key(url) == key:
                found.append(urls.authority(url))
    return list(dict.fromkeys(found))


def _why_not_exempt(seed_url: str, exempt: Collection[str]) -> str:
    if urls.authority(seed_url) not in exempt:
        return NOT_VERIFIED
    missing = [name for name in authorities_of_lane(seed_url) if name not in exempt]
    return f"not exempt at the same pace: {', '.join(missing)}" if missing else ""
