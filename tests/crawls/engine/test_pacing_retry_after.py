from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawls.engine.pacing import parse_retry_after

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0),
        ("120", 120),
        (" 120 ", 120),
        ("2.0", 2),
        ("1.5", 1.5),
        ("2.", 2),
        ("007", 7),
        ("900", 900),
        ("901", 900),
        ("99999999999", 900),
        ("9" * 5000, 900),
        ("Sun, 01 Mar 2026 12:00:30 GMT", 30),
        ("Sunday, 01-Mar-26 12:00:30 GMT", 30),
        ("Sun Mar  1 12:00:30 2026", 30),
        ("Sun, 01 Mar 2026 13:00:30 +0100", 30),
        ("Sun, 01 Mar 2026 12:00:30", 30),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Mon, 01 Mar 2027 12:00:00 GMT", 900),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 900),
    ],
)
def test_a_wait_is_read_and_cut_at_15_minutes(value, seconds):
    assert parse_retry_after(value, NOW) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    "value",
    [
        "",
        " ",
        "-1",
        "-0",
        "+5",
        "1e3",
        "inf",
        "nan",
        ".5",
        "1_0",
        "٣",
        "10s",
        "120, 120",
        "soon",
        "2026-03-01T12:00:30Z",
        "Wed, 31 Feb 2026 12:00:00 GMT",
        "Sun, 01 Mar 2026 99999999999999999999:00:00 GMT",
        "Sun, 01 Mar 2026 12:00:00 +99999999999",
        "Fri, 31 Dec 99999 23:59:59 GMT",
    ],
)
def test_anything_else_is_no_wait(value):
    assert parse_retry_after(value, NOW) is None


def test_the_limit_is_the_callers():
    assert parse_retry_after("60", NOW, limit=timedelta(seconds=5)) == timedelta(seconds=5)


@given(st.text() | st.from_regex(r"[A-Z][a-z]{2}, \d+ [A-Z][a-z]{2} \d+ \d+:\d+:\d+ [+-]?\w*"))
def test_no_text_raises_or_leaves_the_bounds(value):
    wait = parse_retry_after(value, NOW)

    assert wait is None or timedelta(0) <= wait <= timedelta(minutes=15)
