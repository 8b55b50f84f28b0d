from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from crawls.engine.pacing import Answered, NoAnswer
from crawls.engine.wait_rules import WaitRules
from crawls.engine.waiting import GiveUp, GoOn, Pause, Wait, WaitState, react

RULES = WaitRules()
MINUTES = timedelta(minutes=1)
TTFB = timedelta(milliseconds=50)


def answer(status, retry_after=None):
    return Answered(status, TTFB, retry_after)


def course(answers):
    """What the crawl does at each answer: seconds of waiting, minutes of pausing, or a word."""
    state, steps = WaitState(), []
    for one in answers:
        reaction = react(state, one, RULES)
        state = reaction.state
        if isinstance(reaction, Wait):
            steps.append(reaction.length.total_seconds())
        elif isinstance(reaction, Pause):
            steps.append(f"pause {reaction.length / MINUTES:g}")
        else:
            steps.append("stop" if isinstance(reaction, GiveUp) else "go")
    return steps


LADDER = [30, 60, 120, 240, 480, 900]


@pytest.mark.parametrize("status", [429, 430, 503])
def test_host_that_keeps_limiting_is_waited_for_then_left(status):
    assert course([answer(status)] * 28) == [
        *LADDER,
        "pause 30",
        *LADDER,
        "pause 60",
        *LADDER,
        "pause 120",
        *LADDER,
        "stop",
    ]


def test_retry_after_goes_before_the_ladder_and_is_cut_at_its_longest_wait():
    waits = [timedelta(seconds=5), None, timedelta(0), timedelta(hours=3), None, MINUTES]

    answers = [answer(429, wait) for wait in waits]

    assert course([*answers, answer(429, timedelta(seconds=1))]) == [
        *(5, 60, 0, 900, 480, 60),
        "pause 30",
    ]


@pytest.mark.parametrize("status", [200, 301, 304, 404, 403, 500, 502])
def test_any_other_answer_begins_the_ladder_anew(status):
    answers = [answer(429), answer(429), answer(status), answer(429)]

    assert course(answers) == [30, 60, "go", 30]


def test_no_answer_neither_lengthens_nor_ends_the_row():
    assert course([answer(429), NoAnswer(), answer(429)]) == [30, "go", 60]


def test_pauses_are_those_of_the_whole_crawl():
    limited, fine = [answer(429)] * 7, [answer(200)] * 3

    assert course(limited + fine + limited)[-1] == "pause 60"


@pytest.mark.parametrize(
    "fields",
    [
        {"first": timedelta(0)},
        {"first": timedelta(hours=1)},
        {"factor": 0},
        {"in_a_row": 0},
        {"pauses": ()},
    ],
)
def test_rules_by_which_nobody_waits_or_stops_are_refused(fields):
    with pytest.raises(ValueError, match="need"):
        WaitRules(**fields)


class Crawl(RuleBasedStateMachine):
    """Any host, for as long as it likes."""

    def __init__(self):
        super().__init__()
        self.state, self.limited, self.last = WaitState(), 0, GoOn(WaitState())

    @rule(
        status=st.sampled_from([200, 404, 429, 429, 429, 430, 503, None]),
        asked=st.none() | st.timedeltas(timedelta(0), timedelta(days=2)),
    )
    def hear(self, status, asked):
        if isinstance(self.last, GiveUp):
            return
        heard = NoAnswer() if status is None else answer(status, asked)
        self.last = react(self.state, heard, RULES)
        self.state = self.last.state

    @invariant()
    def no_wait_is_longer_than_the_longest(self):
        if isinstance(self.last, Wait):
            assert timedelta(0) <= self.last.length <= RULES.longest

    @invariant()
    def row_and_pauses_stay_within_their_limits(self):
        assert 0 <= self.state.in_a_row <= RULES.in_a_row
        assert 0 <= self.state.pauses <= len(RULES.pauses)

    @invariant()
    def pause_begins_the_row_anew(self):
        assert not isinstance(self.last, Pause) or self.state.in_a_row == 0

    @invariant()
    def nothing_is_given_up_before_the_last_pause_and_a_whole_row(self):
        if isinstance(self.last, GiveUp):
            assert self.state == WaitState(RULES.in_a_row, len(RULES.pauses))


TestCrawl = Crawl.TestCase
TestCrawl.settings = settings(max_examples=100, stateful_step_count=60, deadline=None)
