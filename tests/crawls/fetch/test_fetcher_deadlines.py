from __future__ import annotations

import socket
import threading
import time
from datetime import timedelta

import pytest

from crawls.engine.policy import FetchLimits
from crawls.engine.response import Failure, FailureKind
from crawls.fetch.client import Fetcher
from tests.sites.misbehaving.behaviours import answer, drips, floods, keeps_alive, sized
from tests.sites.misbehaving.server import never_accepting

QUICK = FetchLimits(connect=timedelta(seconds=0.2), total=timedelta(seconds=0.2))
NOT_ACCEPTED = Failure(FailureKind.TIMEOUT, "The server did not accept a connection in time.")
TOO_SLOW = Failure(FailureKind.TIMEOUT, "The server did not finish its answer in time.")
HEADERS = b"HTTP/1.1 200 OK\r\nX-A: "
CHUNKED = answer(b"Transfer-Encoding: chunked")

SLOW = {
    "headers drip": drips(HEADERS, b"a", 0.05, 100),
    "body drips": drips(answer(b"Content-Length: 500"), b"a", 0.05, 100),
    "chunks drip": drips(CHUNKED, b"1\r\na\r\n", 0.05, 100),
    "nothing comes": drips(b"", b"", 0.05, 100),
    "headers stop half-way": drips(HEADERS, b"", 0.05, 100),
    "early hints without end": floods(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n" * 100),
    "deflate that never says anything": floods(
        answer(b"Content-Encoding: deflate"), b"\0\0\0\xff\xff" * 100
    ),
}


@pytest.mark.parametrize("name", SLOW)
def test_request_ends_at_its_deadline_however_the_server_drips(fetch_from, name):
    if name.startswith("deflate"):
        limits = FetchLimits(total=QUICK.total, body_bytes=10**12)
    else:
        limits = QUICK
    started = time.monotonic()

    got = fetch_from(SLOW[name], limits=limits)

    assert (got, time.monotonic() - started < 1.5) == (TOO_SLOW, True)


def test_waiting_for_the_slot_does_not_count(serve, new_fetcher):
    server = serve(drips(sized(body=b"hello"), b"", 0, 0))
    wait = threading.Event()

    got = new_fetcher(server, limits=QUICK).fetch(server.url, take_slot=lambda: wait.wait(0.3))

    assert (got.body, got.elapsed < QUICK.total) == (b"hello", True)


def test_times_run_from_the_slot_to_headers_and_end(serve, new_fetcher):
    server = serve(drips(answer(b"Content-Length: 3"), b"a", 0.1, 3))

    got = new_fetcher(server).fetch(server.url, take_slot=lambda: None)

    assert got.ttfb < timedelta(seconds=0.1) < timedelta(seconds=0.2) <= got.elapsed


def test_each_request_of_a_connection_has_its_own_deadline(serve, new_fetcher):
    limits = FetchLimits(total=timedelta(seconds=0.3))

    def behave(connection, _):
        threading.Event().wait(0.2)
        connection.sendall(sized(body=b"hello"))
        return True

    server = serve(behave)
    fetcher = new_fetcher(server, limits=limits)

    bodies = [fetcher.fetch(server.url, take_slot=lambda: None).body for _ in range(3)]

    assert (bodies, server.connections) == ([b"hello"] * 3, 1)


def no_slot():
    raise AssertionError("the request must not get this far")


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["127.0.0.1", "127.0.0.2"]])
def test_silent_addresses_share_the_connect_limit(new_fetcher, addresses):
    with never_accepting() as port, never_accepting("127.0.0.2", port):
        fetcher = new_fetcher(
            limits=QUICK,
            allow_hosts=frozenset({f"shop.example:{port}"}),
            resolve=lambda *_, **__: [(socket.AF_INET, 1, 6, "", (ip, port)) for ip in addresses],
        )
        started = time.monotonic()

        got = fetcher.fetch(f"http://shop.example:{port}/", take_slot=no_slot)

    assert (got, time.monotonic() - started < 0.9) == (NOT_ACCEPTED, True)


def test_silent_address_leaves_the_next_one_its_share(serve, new_fetcher):
    server = serve(keeps_alive(sized(body=b"hello")))
    addresses = ["127.0.0.2", "127.0.0.1"]
    with never_accepting("127.0.0.2", server.port):
        fetcher = new_fetcher(
            limits=FetchLimits(connect=timedelta(seconds=0.5)),
            allow_hosts=frozenset({f"shop.example:{server.port}"}),
            resolve=lambda *_, **__: [
                (socket.AF_INET, 1, 6, "", (ip, server.port)) for ip in addresses
            ],
        )

        got = fetcher.fetch(f"http://shop.example:{server.port}/", take_slot=lambda: None)

    assert got.body == b"hello"


def test_fetcher_that_is_told_no_limits_has_those_of_the_crawl_rules(serve):
    """Section 9 in the numbers that reach the wire."""
    server = serve(keeps_alive(sized(body=bytes(10 * 1024 * 1024 + 1))))
    fetcher = Fetcher(user_agent="TestBot/1.0", allow_hosts=frozenset({server.authority}))

    got = fetcher.fetch(server.url, take_slot=lambda: None)
    fetcher.close()

    assert (len(got.body), got.body_problem) == (
        10 * 1024 * 1024,
        "Only the first 10,485,760 bytes were read.",
    )
