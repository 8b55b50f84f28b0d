"""The pace of SEOFixBot: one state, one observation, the next state (crawl rules, section 3).

Every request on the host is observed: pages, retries, robots.txt, sitemaps, link checks. A request
that was never sent is none. What the rules leave open is decided so:

- A *response* is any HTTP answer, whatever its status; NoAnswer is none. Responses count for the
  spacing of ten, but only 2xx answers are timed, as only they cost the server its usual work.
- A halving for slowness needs a 2xx answer, as fresh evidence, and keeps ten responses from the
  halving for slowness before it. A recovery needs an answer that is no error, and keeps ten
  responses from the last change of the rate and from the last error.
- While the normal time is unknown nothing is known to be slow, so ten responses recover.
- Slow *in a row* is counted over 2xx answers. A 404 neither counts nor breaks the row; an error
  breaks it, since a struggling server must not earn the full speed.
- A halving is cut off at the floor, which is never below one start a minute. It counts as a
  slowdown only when it changed the rate.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import astuple, dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from statistics import median
from typing import TYPE_CHECKING, Any

from crawls.engine.pace_rules import MICROSECOND
from crawls.engine.policy import SEOFIX

if TYPE_CHECKING:
    from crawls.engine.pace_rules import PaceRules

NO_HOLD = timedelta(0)
TOO_MANY_REQUESTS = 429
SECONDS = re.compile(r"[0-9]+(?:\.[0-9]*)?")


@dataclass(frozen=True, slots=True)
class Answered:
    """An HTTP answer. `ttfb` is the time to its headers, `retry_after` the parsed header."""

    status: int
    ttfb: timedelta
    retry_after: timedelta | None = None

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300  # noqa: PLR2004 -- HTTP's own numbers

    @property
    def is_error(self) -> bool:
        return self.status == TOO_MANY_REQUESTS or 500 <= self.status < 600  # noqa: PLR2004 -- same


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The request was sent, or tried to be, and the network brought no answer."""


Observation = Answered | NoAnswer


@dataclass(frozen=True, slots=True)
class PaceState:
    """Speeds in requests per second, times in whole microseconds, tuples oldest first."""

    ceiling_rps: float
    rate_rps: float
    slowdowns: int = 0  # halvings made, for the report
    normal_us: int | None = None
    first_us: tuple[int, ...] = ()  # until there are enough for the normal time
    recent_us: tuple[int, ...] = ()
    slow_us: tuple[int, ...] = ()  # of the slow answers in a row at the slowest rates
    since_slow_halving: int = 0  # responses, counted up to the rules' spacing
    since_change: int = 0  # same, since the last change of the rate or error

    def to_json(self) -> str:
        return json.dumps(astuple(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> PaceState:
        """Read back `to_json`. Raises ValueError for anything else."""
        fields = json.loads(text)
        if not isinstance(fields, list) or len(fields) != len(cls.__slots__):
            raise ValueError(f"not a pace state: {text[:80]!r}")
        values: list[Any] = [tuple(x) if isinstance(x, list) else x for x in fields]
        return cls(*values)


@dataclass(frozen=True, slots=True)
class Observed:
    """The next state; and how long nothing may start on the host, from the answer on."""

    state: PaceState
    hold: timedelta = NO_HOLD


def new_pace(ceiling_rps: float, rules: PaceRules = SEOFIX.pace) -> PaceState:
    """Begin at the configured speed. Raises ValueError if it is below the slowest or not finite."""
    if not (ceiling_rps >= rules.slowest_rps and math.isfinite(ceiling_rps)):
        raise ValueError(f"not a speed: {ceiling_rps}")
    return PaceState(ceiling_rps=float(ceiling_rps), rate_rps=float(ceiling_rps))


def interval(state: PaceState) -> timedelta:
    """The pause between two request starts, rounded up to the host clock's millisecond."""
    return timedelta(milliseconds=math.ceil(1000 / state.rate_rps))


def guard(state: PaceState, rules: PaceRules = SEOFIX.pace) -> timedelta:
    """What the host clock adds to the interval, in whole milliseconds."""
    return rules.guard(interval(state))


def observe(state: PaceState, observation: Observation, rules: PaceRules = SEOFIX.pace) -> Observed:
    """Move the pace on by one observation. Only an error's Retry-After holds the host."""
    if not rules.slows_down:
        return Observed(_time_only(state, observation, rules))
    if isinstance(observation, NoAnswer):
        return Observed(_after_error(state, rules))
    counted = _count_response(state, rules)
    if observation.is_error:
        return Observed(_after_error(counted, rules), observation.retry_after or NO_HOLD)
    if not observation.is_success:
        return Observed(_recover(counted, rules))
    ttfb_us = max(1, observation.ttfb // MICROSECOND)  # zero has no multiples to compare with
    return Observed(_after_success(_remember(counted, ttfb_us, rules), ttfb_us, rules))


def lower_ceiling(state: PaceState, ceiling_rps: float) -> PaceState:
    """Go no faster from now on. Raises nothing: a ceiling that is lower already stays."""
    ceiling = min(state.ceiling_rps, ceiling_rps)
    return replace(state, ceiling_rps=ceiling, rate_rps=min(state.rate_rps, ceiling))


def is_slow(state: PaceState, rules: PaceRules = SEOFIX.pace) -> bool:
    """Whether the recent time is known to be slow: never before the normal time is known."""
    return state.normal_us is not None and rules.is_slow(median(state.recent_us), state.normal_us)


def has_recovered(state: PaceState, rules: PaceRules = SEOFIX.pace) -> bool:
    """Whether nothing speaks against a faster rate: so too while the normal time is unknown."""
    return state.normal_us is None or rules.has_recovered(median(state.recent_us), state.normal_us)


def parse_retry_after(
    value: str, now: datetime, *, limit: timedelta = SEOFIX.pace.max_retry_after
) -> timedelta | None:
    """Read a Retry-After value (RFC 9110, section 10.2.3) as a wait from `now`, an aware time.

    Seconds, a fraction allowed, or an HTTP date in any of its three forms; a date that names no
    zone is UTC, a date gone by is no wait. Never longer than `limit`. None for anything else.
    """
    text = value.strip()
    if SECONDS.fullmatch(text):
        return timedelta(seconds=min(float(text), limit.total_seconds()))
    try:
        date = parsedate_to_datetime(text)
        wait = (date if date.tzinfo else date.replace(tzinfo=UTC)) - now
    except (ValueError, OverflowError):
        return None
    return min(max(wait, NO_HOLD), limit)


def _time_only(state: PaceState, observation: Observation, rules: PaceRules) -> PaceState:
    """The rate stays; the response times are for the report."""
    if isinstance(observation, NoAnswer) or not observation.is_success:
        return state
    ttfb_us = max(1, observation.ttfb // MICROSECOND)
    return replace(state, recent_us=(*state.recent_us, ttfb_us)[-rules.recent_sample :])


def _count_response(state: PaceState, rules: PaceRules) -> PaceState:
    return replace(
        state,
        since_slow_halving=min(state.since_slow_halving + 1, rules.spacing),
        since_change=min(state.since_change + 1, rules.spacing),
    )


def _remember(state: PaceState, ttfb_us: int, rules: PaceRules) -> PaceState:
    timed = replace(state, recent_us=(*state.recent_us, ttfb_us)[-rules.recent_sample :])
    if state.normal_us is not None:
        return timed
    first_us = (*state.first_us, ttfb_us)
    if len(first_us) < rules.normal_sample:
        return replace(timed, first_us=first_us)
    return replace(timed, first_us=(), normal_us=round(median(first_us)))


def _after_error(state: PaceState, rules: PaceRules) -> PaceState:
    return replace(_halve(state, rules), since_change=0, slow_us=())


def _after_success(state: PaceState, ttfb_us: int, rules: PaceRules) -> PaceState:
    if not is_slow(state, rules):
        return _recover(replace(state, slow_us=()), rules)
    if rules.is_slowest(state.rate_rps, state.ceiling_rps):
        state = replace(state, slow_us=(*state.slow_us, ttfb_us))
    if len(state.slow_us) == rules.new_normal_sample:
        return _accept_new_normal(state)
    if state.since_slow_halving < rules.spacing:
        return state
    return replace(_halve(state, rules), since_slow_halving=0, since_change=0)


def _halve(state: PaceState, rules: PaceRules) -> PaceState:
    rate = max(state.rate_rps / rules.slowdown_divisor, rules.floor_rps(state.ceiling_rps))
    if rate == state.rate_rps:
        return state
    return replace(state, rate_rps=rate, slowdowns=state.slowdowns + 1)


def _recover(state: PaceState, rules: PaceRules) -> PaceState:
    if state.since_change < rules.spacing or not has_recovered(state, rules):
        return state
    if state.rate_rps == state.ceiling_rps:
        return state
    rate = min(state.rate_rps * rules.recovery_step, state.ceiling_rps)
    return replace(state, rate_rps=rate, since_change=0)


def _accept_new_normal(state: PaceState) -> PaceState:
    return replace(
        state,
        rate_rps=state.ceiling_rps,
        normal_us=round(median(state.slow_us)),
        slow_us=(),
        since_change=0,
    )
