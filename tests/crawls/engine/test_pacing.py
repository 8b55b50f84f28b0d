from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

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

SECOND = timedelta(seconds=1)


def ok(ms: float) -> Answered:
    return Answered(200, timedelta(milliseconds=ms))


def missing() -> Answered:
    return Answered(404, timedelta(seconds=9))


def broken() -> Answered:
    return Answered(503, timedelta(milliseconds=1))


def run(state, *observations):
    for observation in observations:
        state = observe(state, observation).state
    return state


def rates(state, *observations):
    seen = []
    for observation in observations:
        state = observe(state, observation).state
        seen.append(state.rate_rps)
    return seen


@pytest.fixture
def learned():
    """A lane that knows its normal time: 200 ms."""
    return run(new_pace(2.0), *[ok(200)] * 20)


def test_a_new_pace_goes_at_the_ceiling():
    assert new_pace(2.0) == PaceState(ceiling_rps=2.0, rate_rps=2.0)


@pytest.mark.parametrize("ceiling", [0, -1, 1e-300, 0.016, float("inf"), float("nan")])
def test_a_speed_that_is_none_is_refused(ceiling):
    with pytest.raises(ValueError, match="not a speed"):
        new_pace(ceiling)


def test_the_normal_time_is_the_median_of_the_first_20_successes():
    state = run(new_pace(2.0), *[ok(ms) for ms in (*range(1, 20), 5000)], ok(9000))

    assert (state.normal_us, state.first_us) == (10_500, ())


def test_other_statuses_are_not_timed():
    state = run(new_pace(2.0), *[missing()] * 30, *[broken()] * 3, NoAnswer(), *[ok(70)] * 20)

    assert state.normal_us == 70_000


def test_slowness_before_the_normal_time_is_known_changes_nothing():
    assert set(rates(new_pace(2.0), *[ok(1)] * 10, *[ok(5000)] * 9)) == {2.0}


@pytest.mark.parametrize(
    ("times_ms", "expected"),
    [
        ((760, 760, 760, 200, 200), True),  # of the last 4 or 6 the median would be 480
        ((9000, 200, 200, 9000, 200), False),  # the mean would be 3720
    ],
)
def test_the_recent_time_is_the_median_of_the_last_5_successes(learned, times_ms, expected):
    assert is_slow(run(learned, *map(ok, times_ms))) is expected


@pytest.mark.parametrize(
    ("normal_ms", "recent_ms", "expected"),
    [
        (200, 500, True),  # both bounds passed, the second just so
        (200, 499.999, False),  # less than 300 ms slower
        (300, 600, False),  # exactly twice is not more than twice
        (300, 600.001, True),
        (400, 750, False),  # 300 ms slower, not twice as slow
        (10, 40, False),  # four times as slow, 30 ms slower
    ],
)
def test_slow_means_twice_as_slow_and_300_ms_slower(normal_ms, recent_ms, expected):
    state = run(new_pace(2.0), *[ok(normal_ms)] * 20, *[ok(recent_ms)] * 5)

    assert is_slow(state) is expected


def test_slowness_halves_at_most_once_in_10_responses(learned):
    assert rates(learned, *[ok(900)] * 25) == [2.0] * 2 + [1.0] * 10 + [0.5] * 10 + [0.25] * 3


def test_a_404_counts_as_a_response_for_the_spacing(learned):
    slowed = run(learned, *[ok(900)] * 3)

    assert rates(slowed, *[missing()] * 9, ok(900)) == [1.0] * 9 + [0.5]


def test_a_404_is_no_evidence_of_slowness(learned):
    slowed = run(learned, *[ok(900)] * 3)

    assert rates(slowed, *[missing()] * 40) == [1.0] * 40


def test_no_answer_is_not_a_response(learned):
    slowed = run(learned, *[ok(900)] * 3)

    assert run(slowed, NoAnswer()).since_slow_halving == slowed.since_slow_halving == 0


def test_recovery_adds_a_quarter_once_in_10_responses_up_to_the_ceiling(learned):
    halved = run(learned, NoAnswer())

    seen = rates(halved, *[ok(200)] * 45)

    assert seen == [1.0] * 9 + [1.25] * 10 + [1.5625] * 10 + [1.953125] * 10 + [2.0] * 6


@pytest.mark.parametrize(("recent_ms", "rate"), [(299.999, 1.25), (300, 1.0)])
def test_recovery_needs_less_than_one_and_a_half_times_the_normal_time(learned, recent_ms, rate):
    halved = run(learned, NoAnswer(), *[ok(350)] * 10, *[ok(recent_ms)] * 3)

    assert halved.rate_rps == rate


def test_an_error_delays_recovery(learned):
    assert rates(learned, NoAnswer(), *[ok(200)] * 9, broken(), ok(200)) == [1.0] * 10 + [0.5] * 2


def test_an_error_does_not_delay_a_halving_for_slowness(learned):
    assert rates(learned, *[ok(900)] * 2, NoAnswer(), ok(900)) == [2.0, 2.0, 1.0, 0.5]


def test_before_the_normal_time_is_known_any_10_good_answers_recover():
    assert rates(new_pace(2.0), NoAnswer(), *[missing()] * 10) == [1.0] * 10 + [1.25]


def test_an_answer_in_no_time_at_all_still_recovers():
    state = run(new_pace(2.0), *[ok(0)] * 20, NoAnswer(), *[ok(0)] * 10)

    assert state.rate_rps == 1.25


@pytest.mark.parametrize(
    "error", [NoAnswer(), Answered(429, SECOND), Answered(500, SECOND), Answered(599, SECOND)]
)
def test_an_error_halves_at_once_however_often_down_to_an_eighth(error):
    assert rates(new_pace(2.0), *[error] * 5) == [1.0, 0.5, 0.25, 0.25, 0.25]


@pytest.mark.parametrize("status", [200, 204, 301, 304, 400, 403, 404, 410, 428, 430, 600])
def test_any_other_status_does_not_halve(status):
    assert rates(new_pace(2.0), Answered(status, SECOND)) == [2.0]


def test_a_halving_that_changes_nothing_is_no_slowdown():
    assert run(new_pace(2.0), *[NoAnswer()] * 5).slowdowns == 3


@pytest.mark.parametrize("ceiling", [1 / 60, 0.02, 0.05, 0.13])
def test_the_pause_is_never_longer_than_a_minute(ceiling):
    state = run(new_pace(ceiling), *[broken()] * 9)

    assert interval(state) == timedelta(minutes=1)


def test_a_slow_site_at_one_start_a_minute_earns_a_new_normal_time():
    slow = run(new_pace(0.02), *[ok(100)] * 20, *[ok(1000)] * 60)

    assert (slow.rate_rps, slow.normal_us) == (0.02, 1_000_000)


def test_a_halving_is_cut_off_at_the_floor():
    near_the_floor = replace(new_pace(2.0), rate_rps=0.3)

    state = run(near_the_floor, NoAnswer())

    assert (state.rate_rps, state.slowdowns) == (0.25, 1)


def test_halvings_for_slowness_are_slowdowns_too(learned):
    assert run(learned, *[ok(900)] * 23).slowdowns == 3


def test_30_slow_successes_at_the_slowest_rates_become_the_normal_time(learned):
    at_a_quarter = run(learned, *[ok(900)] * 13)

    state = run(at_a_quarter, *[ok(ms) for ms in (*range(1001, 1030), 5000)])

    assert (at_a_quarter.rate_rps, state.rate_rps, state.normal_us) == (0.5, 2.0, 1_015_500)


def test_29_slow_successes_are_not_enough(learned):
    state = run(learned, *[ok(900)] * (13 + 29))

    assert (state.rate_rps, state.normal_us, len(state.slow_us)) == (0.25, 200_000, 29)


def test_slowness_at_a_higher_rate_does_not_count_towards_the_new_normal(learned):
    assert run(learned, *[ok(900)] * 13).slow_us == ()


@pytest.mark.parametrize(
    ("between", "row"),
    [
        ([missing()], 21),
        ([Answered(304, SECOND)], 21),
        ([broken()], 1),
        ([NoAnswer()], 1),
        ([ok(350)] * 3 + [ok(900)] * 2, 1),  # in between: neither slow nor recovered
    ],
)
def test_what_breaks_the_row_of_slow_answers(learned, between, row):
    in_the_row = run(learned, *[ok(900)] * 33)

    assert len(run(in_the_row, *between, ok(900)).slow_us) == row


def test_after_the_new_normal_the_pace_is_judged_by_it(learned):
    state = run(learned, *[ok(900)] * 43)

    assert set(rates(state, *[ok(900)] * 50)) == {2.0}


@pytest.mark.parametrize("status", [429, 500, 503])
def test_retry_after_holds_the_host(status):
    answer = Answered(status, SECOND, retry_after=timedelta(minutes=2))

    assert observe(new_pace(2.0), answer).hold == timedelta(minutes=2)


@pytest.mark.parametrize("status", [200, 301, 404])
def test_retry_after_of_an_answer_that_is_no_error_holds_nothing(status):
    answer = Answered(status, SECOND, retry_after=timedelta(minutes=2))

    assert observe(new_pace(2.0), answer).hold == timedelta(0)


@pytest.mark.parametrize("observation", [NoAnswer(), broken(), ok(1)])
def test_without_retry_after_nothing_is_held(observation):
    assert observe(new_pace(2.0), observation).hold == timedelta(0)


@pytest.mark.parametrize(
    ("rps", "interval_ms", "guard_ms"),
    [
        (0.25, 4000, 5),
        (2, 500, 5),
        (3, 334, 3),  # rounded up: never early by the fraction
        (5, 200, 2),
        (100, 10, 1),
        (1000, 1, 1),
    ],
)
def test_interval_and_guard_are_whole_milliseconds(rps, interval_ms, guard_ms):
    state = new_pace(rps)

    assert (interval(state), guard(state)) == (
        timedelta(milliseconds=interval_ms),
        timedelta(milliseconds=guard_ms),
    )


@pytest.mark.parametrize("text", ["", "{}", "[]", "[1,2]", "null", "2.0"])
def test_a_text_that_is_no_state_is_refused(text):
    with pytest.raises(ValueError, match=r"not a pace state|Expecting value"):
        PaceState.from_json(text)


def test_the_text_of_a_full_state_is_compact(learned):
    state = run(learned, *[ok(900)] * 42)

    assert len(state.to_json()) < 400
