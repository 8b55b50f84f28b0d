from __future__ import annotations

from datetime import timedelta

import pytest

from crawls.engine.redirects import redirect_target
from crawls.engine.response import BodyState, Response

URL = "https://shop.test/a/b?c"


def answer(*locations):
    headers = tuple(("location", location) for location in locations)
    return Response(URL, 301, headers, b"", BodyState.COMPLETE, timedelta(0), timedelta(0))


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("https://other.test/x", "https://other.test/x"),
        ("/x", "https://shop.test/x"),
        ("x", "https://shop.test/a/x"),
        ("?d", "https://shop.test/a/b?d"),
        ("", URL),
        ("#top", URL),
        ("//www.shop.test", "https://www.shop.test/"),
        ("HTTP://SHOP.test:80/#x", "http://shop.test/"),
        (" /x ", "https://shop.test/x"),
        ("/a b", "https://shop.test/a%20b"),
        ("/%C3%A4", "https://shop.test/%C3%A4"),
        ("/\u00c3\u00a4", "https://shop.test/%C3%A4"),  # UTF-8, one character an octet
        ("/\u00e4", "https://shop.test/%E4"),  # latin-1 stays the octet it is
        ("/x\x7fy", "https://shop.test/x%7Fy"),
    ],
)
def test_location_is_read_as_browsers_read_it(location, target):
    assert redirect_target(answer(location)) == target


@pytest.mark.parametrize(
    "location",
    ["javascript:alert(1)", "mailto:a@b", "data:,x", "file:///etc/passwd", "http://", "//[::x]/"],
)
def test_location_that_is_no_web_address_is_none(location):
    assert redirect_target(answer(location)) is None


def test_answer_without_a_location_leads_nowhere():
    assert redirect_target(answer()) is None


def test_first_of_two_locations_counts():
    assert redirect_target(answer("/first", "/second")) == "https://shop.test/first"
