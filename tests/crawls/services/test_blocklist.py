from __future__ import annotations

import pytest

from crawls.engine import urls
from crawls.models import BlockedHost
from crawls.services import blocklist
from crawls.services.errors import InvalidHost

pytestmark = pytest.mark.django_db

ASKED = "{} asked not to be visited by our crawlers."


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://shop.test/a?b", "shop.test"),
        ("http://www.shop.test/", "www.shop.test"),
        ("http://shop.test:443/", "shop.test"),
        ("https://www.shop.test:80/", "www.shop.test"),
        ("https://blog.shop.test/", None),
        ("https://myshop.test/", None),
    ],
)
def test_host_is_left_alone_by_every_scheme_and_port_and_so_is_its_twin(url, host):
    blocklist.block("shop.test", reason="mail of 2 May")

    assert blocklist.refusal_of(url) == (ASKED.format(host) if host else "")


@pytest.mark.parametrize(
    ("url", "is_refused"),
    [
        ("https://shop.test/", True),
        ("https://blog.shop.test/", True),
        ("https://a.b.shop.test:80/", True),
        ("https://myshop.test/", False),
        ("https://test/", False),
    ],
)
def test_subdomains_are_left_alone_where_that_was_asked_for(url, is_refused):
    blocklist.block("shop.test", reason="", with_subdomains=True)

    assert bool(blocklist.refusal_of(url)) is is_refused


@pytest.mark.parametrize(
    "text",
    ["shop.test", "WWW.Shop.test", " shop.test. ", "shop.test:443", "https://www.shop.test/jobs"],
)
def test_host_may_be_named_as_people_write_it(text):
    assert blocklist.block(text, reason="").site_key == "shop.test"
    assert blocklist.refusal_of("https://shop.test/") == ASKED.format("shop.test")


def test_name_in_another_script_is_the_same_host():
    blocklist.block("bücher.test", reason="")

    url = urls.normalise("https://xn--bcher-kva.test/")
    assert blocklist.refusal_of(url) == ASKED.format("xn--bcher-kva.test")


def test_host_that_asks_again_has_one_row_with_what_was_said_last():
    blocklist.block("shop.test", reason="mail of 2 May")

    blocklist.block("www.shop.test", reason="call of 3 May", with_subdomains=True)

    assert list(BlockedHost.objects.values_list("site_key", "reason", "with_subdomains")) == [
        ("shop.test", "call of 3 May", True)
    ]


@pytest.mark.parametrize("text", ["", "no host", "https://"])
def test_what_is_no_host_is_not_taken_for_one(text):
    with pytest.raises(InvalidHost):
        blocklist.block(text, reason="")

    assert not BlockedHost.objects.exists()


def test_list_is_asked_once_for_a_url(django_assert_num_queries):
    with django_assert_num_queries(1):
        blocklist.refusal_of("https://a.b.c.shop.test/")
