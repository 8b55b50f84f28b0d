from __future__ import annotations

import pytest

from crawls.models import Audit, Outbox, Site
from crawls.services.errors import InvalidPageLimit, InvalidSeed, InvalidSpeed, SeedNotAllowed

NO_ADDRESS = "{!r} is not a web address: it must look like https://example.com/"
NO_SPEED = "The speed must be a positive number of requests a second, not {}."
OTHER_SPEED = "The speed must be from 0.02 to 1,000 requests a second, not {}."
TOO_LONG = "The address must have at most 2,048 characters."
LABEL = "a" * 62 + "."


def not_allowed(url, reason):
    return SeedNotAllowed, f"{url} cannot be audited: {reason}"


REFUSED = [
    ({"url": "not-a-url"}, InvalidSeed, NO_ADDRESS.format("not-a-url")),
    ({"url": ""}, InvalidSeed, NO_ADDRESS.format("")),
    ({"url": "ftp://x/"}, InvalidSeed, NO_ADDRESS.format("ftp://x/")),
    ({"url": "javascript:alert(1)"}, InvalidSeed, NO_ADDRESS.format("javascript:alert(1)")),
    *(
        (
            {"url": f"https://{user}@shop.test/"},
            InvalidSeed,
            "The address holds a user name or password, which we never send.",
        )
        for user in ("ada", "ada:secret", ":secret")
    ),
    (
        {"url": "http://127.0.0.1:9/"},
        *not_allowed("http://127.0.0.1:9/", "127.0.0.1 is not public (loopback)."),
    ),
    (
        {"url": "http://0x7f.1/"},
        *not_allowed("http://127.0.0.1/", "127.0.0.1 is not public (loopback)."),
    ),
    (
        {"url": "http://10.0.0.1/"},
        *not_allowed("http://10.0.0.1/", "10.0.0.1 is not public (private)."),
    ),
    (
        {"url": "http://localhost/"},
        *not_allowed("http://localhost/", "localhost is not a name of the public Internet."),
    ),
    (
        {"url": "http://printer.local/"},
        *not_allowed(
            "http://printer.local/", "printer.local is not a name of the public Internet."
        ),
    ),
    (
        {"url": "http://[::1]/"},
        *not_allowed("http://[::1]/", "::1 is not public (not global unicast)."),
    ),
    (
        {"url": "https://shop.test:8443/"},
        *not_allowed(
            "https://shop.test:8443/", "Port 8443 is not crawled, only ports 80 and 443 are."
        ),
    ),
    (
        {"url": "https://shop.test/cdn-cgi/trace"},
        *not_allowed(
            "https://shop.test/cdn-cgi/trace", "Addresses under /cdn-cgi/ are never crawled."
        ),
    ),
    ({"page_limit": 0}, InvalidPageLimit, "The page limit must be at least 1, not 0."),
    ({"page_limit": -3}, InvalidPageLimit, "The page limit must be at least 1, not -3."),
    ({"max_rps": float("nan")}, InvalidSpeed, NO_SPEED.format("nan")),
    ({"max_rps": float("inf")}, InvalidSpeed, NO_SPEED.format("inf")),
    ({"max_rps": 0.0}, InvalidSpeed, NO_SPEED.format("0.0")),
    ({"max_rps": -1.0}, InvalidSpeed, NO_SPEED.format("-1.0")),
    ({"max_rps": 1e-300}, InvalidSpeed, OTHER_SPEED.format("1e-300")),
    ({"max_rps": 0.019}, InvalidSpeed, OTHER_SPEED.format("0.019")),
    ({"max_rps": 1000.5}, InvalidSpeed, OTHER_SPEED.format("1000.5")),
    ({"max_in_flight": 1001}, InvalidSpeed, "Requests in flight must be at most 1,000, not 1,001."),
    ({"url": "https://shop.test/" + "a" * 2031}, InvalidSeed, TOO_LONG),
    ({"url": "https://shop.test/" + "é" * 500}, InvalidSeed, TOO_LONG),  # six characters each
    ({"url": "x" * 3_000_000}, InvalidSeed, TOO_LONG),
    (
        {"url": f"https://{LABEL * 4}aa/"},
        InvalidSeed,
        "The host's name must have at most 253 characters.",
    ),
    ({"max_in_flight": 0}, InvalidSpeed, "Requests in flight must be at least 1, not 0."),
    ({"max_in_flight": -1}, InvalidSpeed, "Requests in flight must be at least 1, not -1."),
]


@pytest.mark.parametrize(("wanted", "error", "sentence"), REFUSED)
def test_request_is_refused_with_a_sentence(start, wanted, error, sentence):
    with pytest.raises(error) as refused:
        start(**wanted)

    assert (type(refused.value), str(refused.value)) == (error, sentence)


@pytest.mark.parametrize(
    "wanted",
    [
        {"url": "https://shop.test/" + "a" * 2030},
        {"url": f"https://{LABEL * 4}a/"},
        {"max_rps": 0.02},
        {"max_rps": 1000.0, "max_in_flight": 1000},
    ],
)
def test_request_at_the_limits_is_accepted(start, wanted):
    assert start(**wanted).state == "queued"


def test_refused_request_leaves_nothing_behind(start):
    with pytest.raises(InvalidSeed):
        start("not-a-url")

    rows = [model.objects.count() for model in (Audit, Site, Outbox)]
    assert rows == [0, 0, 0]


def test_address_that_the_operator_exempted_is_accepted(start, settings):
    settings.SEOFIX_ALLOW_HOSTS = frozenset({"127.0.0.1:9"})

    audit = start("http://127.0.0.1:9/")

    assert (audit.state, audit.seed_url) == ("queued", "http://127.0.0.1:9/")
