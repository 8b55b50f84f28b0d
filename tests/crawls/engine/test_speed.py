from __future__ import annotations

import pytest

from crawls.engine.pacing import new_pace
from crawls.engine.policy import INTERNAL_LINKING, SEOFIX
from crawls.engine.speed import MAX_RPS, MIN_RPS, Speed, authorities_of_lane, choose_speed

SEED = "https://shop.test/"
ADDRESS = "http://127.0.0.1:8000/"
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
    speed = choose_speed(SEOFIX, SEED, asked_rps=rps, asked_in_flight=in_flight)

    assert speed == expected


MOST = "speed lowered from {} to {} requests a second: the most there is"


@pytest.mark.parametrize(
    ("policy", "is_verified", "rps", "expected"),
    [
        (SEOFIX, True, 7.0, Speed(7.0, 2)),
        (SEOFIX, True, 50.0, Speed(10.0, 2, MOST.format(50, 10))),
        (SEOFIX, True, None, Speed(2.0, 2)),
        (INTERNAL_LINKING, True, None, Speed(2.0, 1)),
        (INTERNAL_LINKING, True, 5.0, Speed(2.0, 1, MOST.format(5, 2))),
        (INTERNAL_LINKING, False, 5.0, Speed(2.0, 1, MOST.format(5, 2))),
    ],
)
def test_verified_site_is_crawled_as_fast_as_the_policy_goes(policy, is_verified, rps, expected):
    speed = choose_speed(policy, SEED, asked_rps=rps, asked_in_flight=None, is_verified=is_verified)

    assert speed == expected


@pytest.mark.parametrize(
    ("rps", "in_flight", "expected"),
    [(None, None, Speed(2.0, 2)), (1000.0, 64, Speed(1000.0, 64))],
)
def test_exempt_host_goes_at_any_speed(rps, in_flight, expected):
    speed = choose_speed(
        SEOFIX, ADDRESS, asked_rps=rps, asked_in_flight=in_flight, exempt={"127.0.0.1:8000"}
    )

    assert speed == expected


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (
            "https://www.shop.test/",
            ["www.shop.test:80", "www.shop.test:443", "shop.test:80", "shop.test:443"],
        ),
        (
            "http://shop.test/",
            ["shop.test:80", "shop.test:443", "www.shop.test:80", "www.shop.test:443"],
        ),
        ("http://shop.test:8000/", ["shop.test:8000", "www.shop.test:8000"]),
        (
            "http://shop.test:443/",
            ["shop.test:80", "shop.test:443", "www.shop.test:80", "www.shop.test:443"],
        ),
        ("http://127.0.0.1:8000/", ["127.0.0.1:8000"]),
        ("http://127.0.0.1/", ["127.0.0.1:80", "127.0.0.1:443"]),
        ("http://[::1]:8000/", ["[::1]:8000"]),
        ("http://localhost:8000/", ["localhost:8000"]),
        ("http://www.com:8000/", ["www.com:8000", "www.www.com:8000"]),
    ],
)
def test_lane_goes_to_the_twin_and_by_both_schemes(seed, expected):
    assert authorities_of_lane(seed) == expected


@pytest.mark.parametrize(
    ("seed", "exempt", "cause"),
    [
        ("http://shop.test:8000/", {"shop.test:8000", "www.shop.test:8000"}, ""),
        ("http://shop.test:8000/", {"www.shop.test:8000"}, "the site is not verified"),
        (
            "http://shop.test:8000/",
            {"shop.test:8000", "shop.test:443"},
            "not exempt at the same pace: www.shop.test:8000",
        ),
        (
            "http://shop.test/",
            {"shop.test:80", "www.shop.test:80"},
            "not exempt at the same pace: shop.test:443, www.shop.test:443",
        ),
    ],
)
def test_host_is_exempt_with_all_that_share_its_pace(seed, exempt, cause):
    speed = choose_speed(SEOFIX, seed, asked_rps=10.0, asked_in_flight=2, exempt=exempt)

    reason = f"speed lowered from 10 to 3 requests a second: {cause}"
    assert speed == (Speed(3.0, 2, reason) if cause else Speed(10.0, 2))


@pytest.mark.parametrize("rps", [MIN_RPS, MAX_RPS])
def test_every_speed_that_may_be_asked_for_is_a_pace(rps):
    assert new_pace(rps).rate_rps == rps
