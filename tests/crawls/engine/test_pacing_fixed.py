"""The pace of a bot that does not slow down by itself."""

from __future__ import annotations

from datetime import timedelta

import pytest

from crawls.engine.pace_rules import PaceRules
from crawls.engine.pacing import NO_HOLD, Answered, NoAnswer, lower_ceiling, new_pace, observe

FIXED = PaceRules(slows_down=False)


def slow(milliseconds, status=200, wait=None):
    return Answered(status, timedelta(milliseconds=milliseconds), wait)


@pytest.mark.parametrize(
    "observations",
    [
        [NoAnswer()] * 3,
        [slow(50, 500), slow(50, 429), slow(50, 503, timedelta(minutes=1))],
        [slow(50)] * 20 + [slow(9_000)] * 60,
    ],
    ids=["no answer", "errors", "slow"],
)
def test_rate_stays_whatever_happens(observations):
    state = new_pace(2.0, FIXED)

    for observation in observations:
        observed = observe(state, observation, FIXED)
        state = observed.state
        assert (state.rate_rps, state.slowdowns, observed.hold) == (2.0, 0, NO_HOLD)


def test_response_times_are_kept_for_the_report():
    state = new_pace(2.0, FIXED)

    for observation in [slow(n) for n in range(1, 8)] + [slow(999, 404), NoAnswer()]:
        state = observe(state, observation, FIXED).state

    assert state.recent_us == (3_000, 4_000, 5_000, 6_000, 7_000)


@pytest.mark.parametrize(
    ("asked", "rates"), [(0.5, (0.5, 0.5)), (1.0, (1.0, 1.0)), (9.0, (2.0, 1.0))]
)
def test_ceiling_is_lowered_and_never_raised(asked, rates):
    halved = observe(new_pace(2.0), NoAnswer()).state

    lowered = lower_ceiling(halved, asked)

    assert (lowered.ceiling_rps, lowered.rate_rps) == rates
    assert lower_ceiling(lowered, 9.0) == lowered
