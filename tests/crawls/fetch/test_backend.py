from __future__ import annotations

import socket
import threading
import time
from datetime import timedelta

import pytest

from crawls.engine.policy import FetchLimits
from crawls.engine.response import Failure, FailureKind
from tests.sites.misbehaving.behaviours import keeps_alive, sized

HELLO = sized(body=b"hello")


def no_slot():
    raise AssertionError("the request must not get this far")


def resolver(*answers):
    """Name resolution at the far edge: one answer of addresses a call, the last for ever."""
    left = list(answers)
    asked = []

    def resolve(name, port, **_):
        asked.append(name)
        addresses = left.pop(0) if len(left) > 1 else left[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in addresses]

    resolve.asked = asked
    return resolve


@pytest.mark.parametrize(
    ("url", "detail"),
    [
        (
            "http://shop.example/",
            "shop.example has the address 127.0.0.1, which is not public (loopback).",
        ),
        ("http://127.0.0.1/", "127.0.0.1 is not public (loopback)."),
        ("http://0x7f.1/", "127.0.0.1 is not public (loopback)."),
        ("http://2130706433/", "127.0.0.1 is not public (loopback)."),
        ("http://[::1]/", "::1 is not public (not global unicast)."),
        (
            "http://[::ffff:10.0.0.1]/",
            "::ffff:a00:1 is not public (private).",
        ),
        ("http://localhost/", "localhost is not a name of the public Internet."),
        ("http://shop.example:8080/", "Port 8080 is not crawled, only ports 80 and 443 are."),
    ],
)
def test_refused_address_takes_no_slot_and_says_why(new_fetcher, url, detail):
    fetcher = new_fetcher(resolve=resolver(["127.0.0.1"]))

    assert fetcher.fetch(url, take_slot=no_slot) == Failure(FailureKind.ADDRESS_REFUSED, detail)


def test_mixed_answer_is_refused_and_nothing_is_dialled(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))
    fetcher = new_fetcher(resolve=resolver(["8.8.8.8", "127.0.0.1"]))

    got = fetcher.fetch("http://shop.example/", take_slot=no_slot)

    assert (got.kind, server.connections) == (FailureKind.ADDRESS_REFUSED, 0)


def test_name_is_resolved_once_for_a_connection(new_fetcher):
    """A second look-up between judging and dialling is what rebinding waits for."""
    resolve = resolver(["10.0.0.1"], ["127.0.0.1"])

    new_fetcher(resolve=resolve).fetch("http://shop.example/", take_slot=no_slot)

    assert resolve.asked == ["shop.example."]


def test_name_that_moves_to_a_private_address_is_judged_again(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))
    resolve = resolver(["127.0.0.1"], ["10.0.0.1"])
    allowed = frozenset({f"shop.example:{server.port}"})
    fetcher = new_fetcher(resolve=resolve, allow_hosts=allowed)
    first = fetcher.fetch(f"http://shop.example:{server.port}/", take_slot=lambda: None)

    second = fetcher.fetch("http://shop.example/", take_slot=no_slot)

    assert (first.body, second.kind) == (b"hello", FailureKind.ADDRESS_REFUSED)


def test_allowed_localhost_is_loopback_without_a_name_server(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))
    resolve = resolver(["10.0.0.1"])
    fetcher = new_fetcher(resolve=resolve, allow_hosts=frozenset({f"shop.localhost:{server.port}"}))

    got = fetcher.fetch(f"http://shop.localhost:{server.port}/", take_slot=lambda: None)

    assert (got.body, resolve.asked) == (b"hello", [])


def test_next_address_is_tried_when_one_refuses(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))
    fetcher = new_fetcher(
        resolve=resolver(["127.0.0.2", "127.0.0.1"]),
        allow_hosts=frozenset({f"shop.example:{server.port}"}),
    )

    got = fetcher.fetch(f"http://shop.example:{server.port}/", take_slot=lambda: None)

    assert got.body == b"hello"


def test_only_the_first_four_addresses_are_dialled(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))
    many = [f"127.0.0.{number}" for number in (2, 3, 4, 5, 1)]
    fetcher = new_fetcher(
        resolve=resolver(many), allow_hosts=frozenset({f"shop.example:{server.port}"})
    )

    got = fetcher.fetch(f"http://shop.example:{server.port}/", take_slot=no_slot)

    assert (got.kind, server.connections) == (FailureKind.CONNECTION_REFUSED, 0)


def test_silent_name_server_ends_with_the_connect_limit(new_fetcher):
    never = threading.Event()
    limits = FetchLimits(connect=timedelta(seconds=0.2))
    fetcher = new_fetcher(resolve=lambda *_, **__: never.wait(5), limits=limits)
    started = time.monotonic()

    got = fetcher.fetch("http://shop.example/", take_slot=no_slot)
    took = time.monotonic() - started
    never.set()

    assert (got.kind, took < 1) == (FailureKind.DNS_TEMPORARY, True)


def test_empty_answer_is_a_name_without_an_address(new_fetcher):
    got = new_fetcher(resolve=resolver([])).fetch("http://shop.example/", take_slot=no_slot)

    assert got == Failure(FailureKind.DNS_NO_ADDRESS, "The host name exists but has no address.")


@pytest.mark.parametrize("host", ["a..example", f"{'a' * 64}.example", ".example"])
def test_host_with_an_impossible_label_is_an_invalid_url(new_fetcher, host):
    got = new_fetcher().fetch(f"http://{host}/", take_slot=no_slot)

    assert got == Failure(
        FailureKind.INVALID_URL,
        "A part of the host name is empty or longer than 63 characters.",
    )
