from __future__ import annotations

from datetime import timedelta

import pytest

from crawls.engine.redirects import redirect_problem, redirect_target
from crawls.engine.response import BodyState, Response

OTHER = "The redirect leads to something that is no web page"
INVALID = "The redirect leads to an invalid address"
SEVERAL = "The redirect names several targets, of which the first counts"
URL = "https://shop.test/a/b?c"


def answer(*locations, status=301):
    headers = tuple(("location", location) for location in locations)
    return Response(URL, status, headers, b"", BodyState.COMPLETE, timedelta(0), timedelta(0))


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
    ("location", "problem"),
    [
        ("javascript:alert(1)", f"{OTHER}: javascript:alert(1)"),
        ("mailto:a@b", f"{OTHER}: mailto:a@b"),
        ("data:,x", f"{OTHER}: data:,x"),
        ("file:///etc/passwd", f"{OTHER}: file:///etc/passwd"),
        ("http://", f"{INVALID}: http://"),
        ("//[::x]/", f"{INVALID}: //[::x]/"),
        ("http://shop.test:99999/", f"{INVALID}: http://shop.test:99999/"),
        ("http://\u00e4 /", f"{INVALID}: http://%E4 /"),
        ("x:" + "y" * 200, f"{OTHER}: x:{'y' * 98}"),
    ],
)
def test_location_that_is_no_web_address_leads_nowhere_and_says_why(location, problem):
    redirect = answer(location)

    assert (redirect_target(redirect), redirect_problem(redirect)) == (None, problem)


@pytest.mark.parametrize(
    ("locations", "target", "problem"),
    [
        ((), None, "The redirect names no target."),
        (("",), URL, "The redirect names no target."),
        (("/a", "/b"), "https://shop.test/a", f"{SEVERAL}: /a, /b"),
        (("", "/b"), URL, f"{SEVERAL}: , /b"),
        (("/a", "/a"), "https://shop.test/a", None),
        (("/a",), "https://shop.test/a", None),
    ],
)
def test_first_of_the_locations_counts(locations, target, problem):
    redirect = answer(*locations)

    assert (redirect_target(redirect), redirect_problem(redirect)) == (target, problem)


@pytest.mark.parametrize("status", [200, 201, 300, 304, 305, 306, 399, 404])
@pytest.mark.parametrize("locations", [(), ("/a",), ("data:,x",)])
def test_answer_that_is_no_redirect_has_no_target_and_no_problem(status, locations):
    other = answer(*locations, status=status)

    assert (redirect_target(other), redirect_problem(other)) == (None, None)
