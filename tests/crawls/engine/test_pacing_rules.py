"""Every number of the pace is the policy's: with another one the pace goes another way."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import timedelta

import pytest

from crawls.engine.pace_rules import PaceRules
from crawls.engine.pacing import Answered, NoAnswer, PaceState, guard, new_pace, observe
from crawls.engine.policy import SEOFIX

GOOD, DULL, SLOW, SLOWER = (
    Answered(200, timedelta(milliseconds=ms)) for ms in (250, 370, 560, 900)
)
HISTORY = [
    *[GOOD] * 20,
    *[SLOW] * 12,  # halves
    *[GOOD, GOOD, SLOW, SLOW] * 3,
    *[DULL] * 12,  # recovers
    *[NoAnswer()] * 4,  # down to the floor
    *[GOOD] * 40,
    *[SLOWER] * 60,  # down again, and there it learns
    *[GOOD] * 10,
]
OTHER_NUMBERS = {
    "slows_down": False,
    "normal_sample": 40,
    "recent_sample": 3,
    "slow_factor": 2.5,
    "slow_margin": timedelta(milliseconds=400),
    "recovered_factor": 1.2,
    "slowdown_divisor": 3,
    "recovery_step": 1.5,
    "spacing": 8,
    "floor_divisor": 16,
    "slowest_divisor": 8,
    "new_normal_sample": 20,
    "slowest_rps": 0.5,
}


def courses(rules, ceiling_rps=2.0):
    state, seen = new_pace(ceiling_rps, rules), []
    for observation in HISTORY:
        state = observe(state, observation, rules).state
        seen.append((state.rate_rps, state.normal_us))
    return seen


@pytest.mark.parametrize(("name", "value"), OTHER_NUMBERS.items())
def test_number_is_obeyed(name, value):
    assert courses(replace(SEOFIX.pace, **{name: value})) != courses(SEOFIX.pace)


def test_every_number_of_the_course_is_tried():
    others = {"max_retry_after", "max_guard", "min_guard", "guard_divisor"}

    assert {field.name for field in fields(PaceRules)} == {*OTHER_NUMBERS, *others}


@pytest.mark.parametrize(
    ("numbers", "ms"),
    [
        ({"guard_divisor": 125}, 4),
        ({"max_guard": timedelta(milliseconds=3)}, 3),
        ({"guard_divisor": 1000, "min_guard": timedelta(milliseconds=2)}, 2),
    ],
)
def test_guard_is_the_policys(numbers, ms):
    assert guard(new_pace(2.0), PaceRules(**numbers)) == timedelta(milliseconds=ms)


def test_row_written_by_the_first_release_is_read():
    row = "[2.0,1.25,3,200000,[],[200000,210000,220000],[900000],10,4]"

    assert PaceState.from_json(row) == PaceState(
        ceiling_rps=2.0,
        rate_rps=1.25,
        slowdowns=3,
        normal_us=200_000,
        first_us=(),
        recent_us=(200_000, 210_000, 220_000),
        slow_us=(900_000,),
        since_slow_halving=10,
        since_change=4,
    )
