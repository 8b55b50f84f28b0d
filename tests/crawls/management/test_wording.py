from __future__ import annotations

from decimal import Decimal

import pytest

from crawls.management.wording import counted, duration, number, shortened, shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Café tables", "Café tables"),
        ("[bold]x[/bold]", "[bold]x[/bold]"),
        ("a\tb\r\nc", "a b  c"),
        ("\x1b[2Jgone", "\\x1b[2Jgone"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\x9b31m", "\\x9b31m"),  # the one-byte form of ESC [
        ("\u202efdp.exe", "\\u202efdp.exe"),  # would be read from right to left
        ("a\u2028b", "a\\u2028b"),
        ("lone \ud800", "lone \\ud800"),
        ("网站地图", "网站地图"),
    ],
)
def test_text_of_a_site_is_shown_and_never_obeyed(text, expected):
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("0123456789", "0123456789"), ("0123456789a", "012345…89a"), ("x" * 500, "xxxxxx…xxx")],
)
def test_long_text_loses_its_middle(text, expected):
    assert shortened(text, 10) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (75, "75"),
        (75.0, "75"),
        (Decimal("75.00"), "75"),
        (Decimal("75.2"), "75.2"),
        (0.25, "0.25"),
        (100, "100"),
        (0, "0"),
        (12000, "12,000"),
    ],
)
def test_number_has_no_needless_decimals(value, expected):
    assert number(value) == expected


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 00 s"),
        (70, "1 min 10 s"),
        (3599.9, "1 h 00 min"),
        (3725, "1 h 02 min"),
    ],
)
def test_duration_names_its_two_largest_units(seconds, expected):
    assert duration(seconds) == expected


@pytest.mark.parametrize(
    ("count", "expected"), [(0, "0 pages"), (1, "1 page"), (1200, "1,200 pages")]
)
def test_counted_noun_agrees_with_its_number(count, expected):
    assert counted(count, "page") == expected
