"""When a pace slows down and recovers, in numbers (crawl rules, section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaceRules:
    """The numbers of `crawls.engine.pacing` and the comparisons they are made for.

    Samples count 2xx answers, `spacing` counts responses, divisors divide the ceiling. Raises
    ValueError at construction for values with which a pace would swing or never move.
    """

    slows_down: bool = True  # by itself, for slow answers and errors
    normal_sample: int = 20
    recent_sample: int = 5
    slow_factor: float = 2
    slow_margin: timedelta = timedelta(milliseconds=300)
    recovered_factor: float = 1.5
    slowdown_divisor: float = 2
    recovery_step: float = 1.25
    spacing: int = 10
    floor_divisor: float = 8
    slowest_divisor: float = 4
    new_normal_sample: int = 30
    max_retry_after: timedelta = timedelta(minutes=15)
    # Others share the host's clock: no start of ours takes it for longer than a minute.
    slowest_rps: float = 1 / 60
    # The host clock counts from the written request, in whole milliseconds: one covers the
    # rounding, the rest is for the network, which may hold one packet up longer than the next.
    guard_divisor: int = 100  # of the interval
    min_guard: timedelta = timedelta(milliseconds=1)
    max_guard: timedelta = timedelta(milliseconds=5)

    def __post_init__(self) -> None:
        if min(self.normal_sample, self.recent_sample, self.spacing, self.new_normal_sample) < 1:
            raise ValueError("need samples and a spacing of at least 1")
        if not 1 < self.recovered_factor <= self.slow_factor:
            raise ValueError("need 1 < recovered_factor <= slow_factor")
        if self.slowdown_divisor <= 1 or self.recovery_step <= 1:
            raise ValueError("need slowdown_divisor > 1 and recovery_step > 1")
        if not 1 <= self.slowest_divisor <= self.floor_divisor:
            raise ValueError("need 1 <= slowest_divisor <= floor_divisor")

    def floor_rps(self, ceiling_rps: float) -> float:
        return max(ceiling_rps / self.floor_divisor, self.slowest_rps)

    def is_slowest(self, rate_rps: float, ceiling_rps: float) -> bool:
        """Whether a rate is one of the slowest: nothing much is left to slow down by."""
        slowest = max(ceiling_rps / self.slowest_divisor, self.floor_rps(ceiling_rps))
        return rate_rps <= slowest

    def is_slow(self, recent_us: float, normal_us: float) -> bool:
        margin_us = self.slow_margin // MICROSECOND
        return recent_us > self.slow_factor * normal_us and recent_us >= normal_us + margin_us

    def has_recovered(self, recent_us: float, normal_us: float) -> bool:
        return recent_us < self.recovered_factor * normal_us

    def guard(self, interval: timedelta) -> timedelta:
        """What the host clock adds to the pause between two starts, in whole milliseconds."""
        share = interval // self.guard_divisor // self.min_guard * self.min_guard
        return min(max(share, self.min_guard), self.max_guard)
