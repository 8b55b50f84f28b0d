from __future__ import annotations

import pytest

from crawls.engine.response import BodyState, Response
from tests.sites.misbehaving.behaviours import (
    answer,
    answers_in_turn,
    floods,
    keeps_alive,
    resets,
    sends_then_closes,
    sized,
)


def test_headers_keep_order_repeats_and_bytes(fetch_from):
    raw = sized(b"X-B: 1", b"x-a: 2", b"X-B: 3", b"Location: /caf\xc3\xa9", b"X-L: \xe9")

    got = fetch_from(sends_then_closes(raw))

    assert got.headers == (
        ("x-b", "1"),
        ("x-a", "2"),
        ("x-b", "3"),
        ("location", "/caf\xc3\xa9"),
        ("x-l", "\xe9"),
        ("content-length", "0"),
    )


def test_raw_utf8_in_a_location_can_be_recovered(fetch_from):
    got = fetch_from(sends_then_closes(sized("Location: /café".encode(), status=b"301 Moved")))

    assert got.header("location").encode("latin-1").decode() == "/café"


def test_folded_header_is_one_line(fetch_from):
    got = fetch_from(sends_then_closes(sized(b"X-A: one", b"  two")))

    assert got.header("x-a") == "one two"


def test_reset_in_the_body_keeps_what_came(fetch_from):
    def behave(connection, head):
        connection.sendall(answer(b"Content-Length: 500", body=b"hello"))
        return resets(connection, head)

    got = fetch_from(behave)

    assert (got.body, got.body_state) == (b"hello", BodyState.BROKEN_OFF)


def test_body_without_end_is_cut_at_the_limit(fetch_from):
    got = fetch_from(
        floods(answer(b"Transfer-Encoding: chunked"), (b"1000\r\n" + bytes(4096) + b"\r\n") * 16)
    )

    assert (len(got.body), got.body_state) == (1024 * 1024, BodyState.CUT)


@pytest.mark.parametrize(
    "raw",
    [
        answer(b"Content-Length: 2", body=b"hello"),
        answer(b"Content-Length: 2", body=b"he" + sized(body=b"of another page")),
        sized(status=b"304 Not Modified", body=b"hello"),
        answer(b"Transfer-Encoding: chunked", body=b"0\r\n\r\nhello"),
        sized(body=b"hello") + b"\r\n",
    ],
    ids=["body above its length", "second answer", "304 with a body", "after chunks", "empty line"],
)
def test_excess_of_one_answer_never_becomes_part_of_the_next(serve, new_fetcher, raw):
    server = serve(answers_in_turn(raw, sized(body=b"own")))
    fetcher = new_fetcher(server)
    fetcher.fetch(server.url, take_slot=lambda: None)

    got = fetcher.fetch(server.url, take_slot=lambda: None)

    assert (got.body, got.body_state, server.connections) == (b"own", BodyState.COMPLETE, 2)


def test_smaller_limit_of_the_caller_counts(fetch_from):
    got = fetch_from(keeps_alive(sized(body=b"hello")), max_body=2)

    assert (got.body, got.body_state) == (b"he", BodyState.CUT)


def test_redirect_to_a_private_address_is_an_answer_like_any_other(serve, new_fetcher):
    secret = serve(keeps_alive(sized(body=b"secret")))
    front = serve(keeps_alive(sized(b"Location: " + secret.url.encode(), status=b"302 Found")))

    got = new_fetcher(front).fetch(front.url, take_slot=lambda: None)

    assert (type(got), got.status, secret.connections) == (Response, 302, 0)
