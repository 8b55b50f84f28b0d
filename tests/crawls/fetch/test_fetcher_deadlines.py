from __future__ import annotations

import threading
import time
from datetime import timedelta

import pytest

from crawls.engine.policy import FetchLimits
from crawls.engine.response import Failure, FailureKind
from tests.sites.misbehaving.behaviours import answer, drips, floods, sized

QUICK = FetchLimits(connect=timedelta(seconds=0.5), total=timedelta(seconds=0.5))
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

    got = new_fetcher(server, limits=QUICK).fetch(server.url, take_slot=lambda: wait.wait(0.8))

    assert (got.body, got.elapsed < QUICK.total) == (b"hello", True)


def test_times_run_from_the_slot_to_headers_and_end(serve, new_fetcher):
    server = serve(drips(answer(b"Content-Length: 3"), b"a", 0.1, 3))

    got = new_fetcher(server).fetch(server.url, take_slot=lambda: None)

    assert got.ttfb < timedelta(seconds=0.1) < timedelta(seconds=0.2) <= got.elapsed


def test_each_request_of_a_connection_has_its_own_deadline(serve, new_fetcher):
    limits = FetchLimits(total=timedelta(seconds=0.4))

    def behave(connection, _):
        threading.Event().wait(0.25)
        connection.sendall(sized(body=b"hello"))
        return True

    server = serve(behave)
    fetcher = new_fetcher(server, limits=limits)

    bodies = [fetcher.fetch(server.url, take_slot=lambda: None).body for _ in range(3)]

    assert (bodies, server.connections) == ([b"hello"] * 3, 1)
