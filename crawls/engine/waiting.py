"""Waiting where a host asks for it: longer each time, then a pause, in the end no more (crawl rules,
section 1).

    answer --- limited ---> Wait 1 .. in_a_row --- limited ---> Pause 1 .. --- limited ---> GiveUp
       any other answer: the next wait is the first one again
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crawls.engine.pacing import Answered

if TYPE_CHECKING:
    from datetime import timedelta

    from crawls.engine.pacing import Observation
    from crawls.engine.wait_rules import WaitRules


@dataclass(frozen=True, slots=True)
class WaitState:
    """Waits since the last answer that was none of these statuses; pauses of the whole crawl."""

    in_a_row: int = 0
    pauses: int = 0


@dataclass(frozen=True, slots=True)
class GoOn:
    state: WaitState


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing starts on the host for so long; then the same URL is asked for again."""

    state: WaitState
    length: timedelta


@dataclass(frozen=True, slots=True)
class Pause:
    """The crawl lets go of everything for so long, and then resumes by itself."""

    state: WaitState
    length: timedelta


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The host has limited us through all pauses."""

    state: WaitState


Reaction = GoOn | Wait | Pause | GiveUp


def is_limited(observation: Observation, rules: WaitRules) -> bool:
    return isinstance(observation, Answered) and observation.status in rules.statuses


def react(state: WaitState, observation: Observation, rules: WaitRules) -> Reaction:
    """What an answer means for the crawl.

    `retry_after` of the observation goes before the ladder and is never more than its longest
    wait. No answer at all says nothing about limits: it neither lengthens nor ends the row.
    """
    if not isinstance(observation, Answered):
        return GoOn(state)
    if not is_limited(observation, rules):
        return GoOn(replace(state, in_a_row=0))
    if state.in_a_row < rules.in_a_row:
        number = state.in_a_row + 1
        asked = observation.retry_after
        length = rules.wait(number) if asked is None else min(asked, rules.longest)
        return Wait(replace(state, in_a_row=number), length)
    if state.pauses < len(rules.pauses):
        return Pause(WaitState(pauses=state.pauses + 1), rules.pauses[state.pauses])
    return GiveUp(state)
