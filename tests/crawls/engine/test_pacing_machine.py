"""Any history of answers keeps the promises of the crawl rules, section 3."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from crawls.engine.pacing import (
    Answered,
    NoAnswer,
    PaceState,
    guard,
    interval,
    is_slow,
    new_pace,
    observe,
)
from crawls.engine.policy import SEOFIX

CEILINGS = st.sampled_from([0.02, 0.1, 0.7, 2.0, 3.0, 10.0, 333.0])
TIMES = st.sampled_from([1, 100, 140, 160, 400, 900, 5000]).map(
    lambda ms: timedelta(milliseconds=ms)
)
HARMLESS = st.sampled_from([301, 304, 403, 404])
ERRORS = st.sampled_from([429, 500, 503])
LONGEST_NORMAL_US = 10**10  # it grows threefold each time a site stays slow
HOLDS = st.none() | st.timedeltas(timedelta(0), timedelta(minutes=15))


class PaceMachine(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.state = new_pace(2.0)
        self.responses = 0
        self.slow_halvings = []
        self.changes = []

    @initialize(ceiling=CEILINGS)
    def begin(self, ceiling):
        self.state = new_pace(ceiling)

    def see(self, observation):
        before = self.state
        observed = observe(before, observation)
        self.state = observed.state
        if isinstance(observation, Answered):
            self.responses += 1
        if self.state.rate_rps != before.rate_rps:
            self.changes.append(self.responses)
        return before, observed

    @rule(ttfb=TIMES, count=st.integers(1, 40))
    def succeed(self, ttfb, count):
        for _ in range(count):
            last_change = self.changes[-1] if self.changes else None
            before, observed = self.see(Answered(200, ttfb))
            self.check_step_after_success(before, last_change)
            assert observed.hold == timedelta(0)

    def check_step_after_success(self, before, last_change):
        if self.state.rate_rps < before.rate_rps:
            assert is_slow(self.state)
            self.slow_halvings.append(self.responses)
        elif self.state.rate_rps > before.rate_rps and self.state.normal_us == before.normal_us:
            assert self.state.rate_rps <= before.rate_rps * 1.25
            assert self.responses - last_change >= 10

    @rule(status=HARMLESS, ttfb=TIMES)
    def answer_without_harm(self, status, ttfb):
        before, _ = self.see(Answered(status, ttfb))

        assert self.state.rate_rps >= before.rate_rps
        assert self.state.recent_us == before.recent_us

    @rule(status=ERRORS, hold=HOLDS)
    def answer_an_error(self, status, hold):
        before, observed = self.see(Answered(status, timedelta(0), hold))

        self.check_halved_at_once(before)
        assert observed.hold == (hold or timedelta(0))

    @rule()
    def fail(self):
        before, observed = self.see(NoAnswer())

        self.check_halved_at_once(before)
        assert observed.hold == timedelta(0)

    def check_halved_at_once(self, before):
        assert self.state.rate_rps == max(
            before.rate_rps / 2, SEOFIX.pace.floor_rps(before.ceiling_rps)
        )
        made = self.state.rate_rps != before.rate_rps
        assert self.state.slowdowns - before.slowdowns == made

    @rule()
    def answer_well_for_long(self):
        for _ in range(20 + 30 + 100):
            self.see(Answered(200, timedelta(milliseconds=1)))

        assert self.state.rate_rps == self.state.ceiling_rps

    @precondition(lambda self: 0 < (self.state.normal_us or 0) < LONGEST_NORMAL_US)
    @rule()
    def answer_slowly_for_long(self):
        ttfb = timedelta(microseconds=3 * self.state.normal_us, seconds=6)
        for _ in range(2 * (3 + 20 + 30)):  # twice: a row may have been begun by other times
            self.see(Answered(200, ttfb))

        assert self.state.rate_rps == self.state.ceiling_rps
        assert not is_slow(self.state)

    @invariant()
    def stays_between_floor_and_ceiling(self):
        floor = max(self.state.ceiling_rps / 8, 1 / 60)
        assert floor <= self.state.rate_rps <= self.state.ceiling_rps

    @invariant()
    def halves_for_slowness_at_least_10_responses_apart(self):
        pairs = zip(self.slow_halvings, self.slow_halvings[1:], strict=False)
        assert all(later - earlier >= 10 for earlier, later in pairs)

    @invariant()
    def spaces_starts_by_the_rate_at_least(self):
        assert interval(self.state).total_seconds() * self.state.rate_rps >= 1 - 1e-9
        assert timedelta(milliseconds=1) <= guard(self.state) <= timedelta(milliseconds=5)

    @invariant()
    def survives_the_way_through_text(self):
        assert PaceState.from_json(self.state.to_json()) == self.state

    @invariant()
    def stays_small(self):
        assert len(self.state.first_us) < 20
        assert len(self.state.recent_us) <= 5
        assert len(self.state.slow_us) < 30


TestPace = PaceMachine.TestCase
TestPace.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)
