from __future__ import annotations

import pytest

from crawls.engine.policy import SEOFIX
from crawls.engine.speed import Speed, choose_speed

SLOWED = "speed lowered from {} to 3 requests a second: the site is not verified"
FEWER = "{} requests in flight lowered to 2"


@pytest.mark.parametrize(
    ("rps", "in_flight", "expected"),
    [
        (None, None, Speed(2.0, 2)),
        (0.25, None, Speed(0.25, 2)),
        (None, 1, Speed(2.0, 1)),
        (3.0, 2, Speed(3.0, 2)),
        (3.01, 2, Speed(3.0, 2, SLOWED.format("3.01"))),
        (1e6, 2, Speed(3.0, 2, SLOWED.format("1e+06"))),
        (None, 3, Speed(2.0, 2, FEWER.format(3))),
        (4.0, 9, Speed(3.0, 2, f"{SLOWED.format(4)}; {FEWER.format(9)}")),
    ],
)
def test_speed_is_lowered_to_what_the_policy_allows(rps, in_flight, expected):
    speed = choose_speed(SEOFIX, asked_rps=rps, asked_in_flight=in_flight, is_exempt=False)

    assert speed == expected


@pytest.mark.parametrize(
    ("rps", "in_flight", "expected"),
    [(None, None, Speed(2.0, 2)), (1000.0, 64, Speed(1000.0, 64))],
)
def test_exempt_host_goes_at_any_speed(rps, in_flight, expected):
    speed = choose_speed(SEOFIX, asked_rps=rps, asked_in_flight=in_flight, is_exempt=True)

    assert speed == expected
