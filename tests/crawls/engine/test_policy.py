from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta

import pytest

from crawls.engine.pace_rules import PaceRules
from crawls.engine.policy import INTERNAL_LINKING, POLICIES, SEOFIX, BotPolicy
from crawls.fetch.parser_pool import GRACE_SECONDS, PATIENCE
from crawls.frontier.base import LEASE_MS
from crawls.services.slots import MAX_WAIT_MS
from robots.lines import FILE_LIMIT

MIB = 1024 * 1024
MILLISECOND = timedelta(milliseconds=1)
GRACE = timedelta(seconds=GRACE_SECONDS)


def test_seofixbot_is_what_the_crawl_rules_say():
    """Every field, whatever the classes would make of one that is left out."""
    assert asdict(SEOFIX) == {
        "token": "SEOFixBot",
        "user_agent": "SEOFixBot/1.0 (+https://seofix.ai/bot)",
        "kinds": ("full", "preview", "free"),
        "needs_verified_owner": False,
        "ownership": {"holds_unchecked": timedelta(days=8)},
        "rps": 2.0,
        "max_unverified_rps": 3.0,
        "max_verified_rps": 10.0,
        "shopify_rps": None,
        "max_crawl_delay": None,
        "max_in_flight": 2,
        "max_in_flight_elsewhere": 1,
        "max_depth": 25,
        "reports_links": False,
        "reads_robots_sitemaps": False,
        "sitemap_depth": 1,
        "max_seed_redirects": 5,
        "max_robots_redirects": 5,
        "robots_bytes": 500 * 1024,
        "judge_within": timedelta(seconds=5),
        "robots_again_after": timedelta(minutes=4),
        "max_attempts": 3,
        "pace": {
            "slows_down": True,
            "normal_sample": 20,
            "recent_sample": 5,
            "slow_factor": 2,
            "slow_margin": timedelta(milliseconds=300),
            "recovered_factor": 1.5,
            "slowdown_divisor": 2,
            "recovery_step": 1.25,
            "spacing": 10,
            "floor_divisor": 8,
            "slowest_divisor": 4,
            "new_normal_sample": 30,
            "max_retry_after": timedelta(minutes=15),
            "slowest_rps": 1 / 60,
            "guard_divisor": 100,
            "min_guard": timedelta(milliseconds=1),
            "max_guard": timedelta(milliseconds=5),
        },
        "waits": None,
        "fetch": {
            "ports": frozenset({80, 443}),
            "connect": timedelta(seconds=10),
            "total": timedelta(seconds=30),
            "body_bytes": 10 * MIB,
            "parse": timedelta(seconds=10),
        },
        "sitemaps": {
            "files": 50,
            "urls": 100_000,
            "file_bytes": 50 * MIB,
            "total_bytes": 100 * MIB,
            "read_within": timedelta(seconds=10),
        },
        "blocks": {"pages": 50, "stops_at_once": False},
        "page_limits": {"preview": 10, "free": 100},
        "page_checks": {"most": 10, "within": timedelta(minutes=1)},
        "price": {"page_tenths": 10, "not_modified_tenths": 2},
    }


def test_internallinkingtoolbot_differs_only_where_the_crawl_rules_say_so():
    mine, theirs = asdict(INTERNAL_LINKING), asdict(SEOFIX)
    own = {name: value for name, value in mine.items() if value != theirs[name]}

    assert own == {
        "token": "InternalLinkingToolBot",
        "user_agent": "InternalLinkingToolBot/1.0 (+https://internallinkingtool.com/bot)",
        "kinds": ("links",),
        "needs_verified_owner": True,
        "max_unverified_rps": 2.0,
        "max_verified_rps": 2.0,
        "shopify_rps": 1 / 1.5,
        "max_crawl_delay": timedelta(seconds=10),
        "max_in_flight": 1,
        "reports_links": True,
        "reads_robots_sitemaps": True,
        "pace": theirs["pace"] | {"slows_down": False},
        "waits": {
            "statuses": frozenset({429, 430, 503}),
            "first": timedelta(seconds=30),
            "factor": 2,
            "longest": timedelta(minutes=15),
            "in_a_row": 6,
            "pauses": (timedelta(minutes=30), timedelta(hours=1), timedelta(hours=2)),
        },
        "blocks": {"pages": 50, "stops_at_once": True},
        "price": {"page_tenths": 0, "not_modified_tenths": 0},
    }


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_lease_outlasts_what_it_is_for(policy):
    """Counted from the claim until the request starts, then from its start until a page or a
    sitemap is read, after it waited for a parser that does not answer in time.
    """
    lease = LEASE_MS * MILLISECOND
    margin = timedelta(seconds=5)  # for a busy machine

    assert policy.fetch.connect + MAX_WAIT_MS * MILLISECOND + margin <= lease
    for reading in (policy.fetch.parse, policy.sitemaps.read_within):
        assert policy.fetch.total + PATIENCE + reading + GRACE <= lease


def test_robots_txt_is_read_as_far_as_its_parser_reads():
    assert SEOFIX.robots_bytes == FILE_LIMIT


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"user_agent": "Mozilla/5.0"}, "must contain the robots.txt token"),
        ({"rps": 0}, "0 < rps <= max_unverified_rps <= max_verified_rps"),
        ({"rps": 3.5}, "0 < rps <= max_unverified_rps"),
        ({"max_verified_rps": 1}, "max_unverified_rps <= max_verified_rps"),
        ({"max_in_flight": 0}, "max_in_flight >= 1"),
        ({"sitemap_depth": 26}, "sitemap_depth <= max_depth"),
    ],
)
def test_policy_that_contradicts_itself_is_refused(fields, message):
    with pytest.raises(ValueError, match=message):
        BotPolicy(**{"token": "AnyBot", "user_agent": "AnyBot/1.0"} | fields)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"normal_sample": 0}, "samples and a spacing"),
        ({"recent_sample": 0}, "samples and a spacing"),
        ({"new_normal_sample": 0}, "samples and a spacing"),
        ({"spacing": 0}, "samples and a spacing"),
        ({"recovered_factor": 2.5}, "recovered_factor <= slow_factor"),
        ({"recovered_factor": 1}, "1 < recovered_factor"),
        ({"slowdown_divisor": 1}, "slowdown_divisor > 1"),
        ({"recovery_step": 1}, "recovery_step > 1"),
        ({"slowest_divisor": 0.5}, "1 <= slowest_divisor"),
        ({"floor_divisor": 3}, "slowest_divisor <= floor_divisor"),
    ],
)
def test_pace_that_would_swing_or_never_move_is_refused(fields, message):
    with pytest.raises(ValueError, match=message):
        PaceRules(**fields)
