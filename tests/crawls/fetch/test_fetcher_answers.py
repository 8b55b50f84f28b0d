from __future__ import annotations

import pytest

from crawls.engine.response import BodyState, Failure, FailureKind, Response
from tests.sites.misbehaving.behaviours import answer, keeps_alive, resets, sends_then_closes, sized
from tests.sites.misbehaving.compression import PAGE, bomb, encoded, zipped

CHUNK = b"5\r\nhello\r\n"
CHUNKED = b"Transfer-Encoding: chunked"
LIMIT = 1024 * 1024

ANSWERS = {
    "sized body": (sized(body=b"hello"), 200, b"hello", "complete"),
    "body until close": (answer(body=b"hello"), 200, b"hello", "complete"),
    "chunked": (answer(CHUNKED, body=CHUNK + b"0\r\n\r\n"), 200, b"hello", "complete"),
    "content-length and chunked": (
        answer(b"Content-Length: 99", CHUNKED, body=CHUNK + b"0\r\n\r\n"),
        200,
        b"hello",
        "complete",
    ),
    "equal content-lengths": (
        answer(b"Content-Length: 5", b"Content-Length: 5", body=b"hello"),
        200,
        b"hello",
        "complete",
    ),
    "list of equal content-lengths": (
        answer(b"Content-Length: 5, 5", body=b"hello"),
        200,
        b"hello",
        "complete",
    ),
    "content-length beyond the body": (
        answer(b"Content-Length: 500", body=b"hello"),
        200,
        b"hello",
        "truncated",
    ),
    "content-length before the body's end": (
        answer(b"Content-Length: 2", body=b"hello"),
        200,
        b"he",
        "complete",
    ),
    "chunks without the last": (answer(CHUNKED, body=CHUNK), 200, b"hello", "truncated"),
    "chunks that turn to junk": (
        answer(CHUNKED, body=CHUNK + b"zz\r\n"),
        200,
        b"hello",
        "truncated",
    ),
    "gzip": (encoded(zipped(), b"gzip"), 200, PAGE, "complete"),
    "x-gzip": (encoded(zipped(), b"x-gzip"), 200, PAGE, "complete"),
    "gzip that is none": (encoded(PAGE, b"gzip"), 200, b"", "undecodable"),
    "gzip said twice": (encoded(zipped(), b"gzip", b"gzip"), 200, b"", "undecodable"),
    "gzip cut short": (encoded(zipped()[:-8], b"gzip"), 200, PAGE, "truncated"),
    "two gzip members": (encoded(zipped() * 2, b"gzip"), 200, PAGE * 2, "complete"),
    "junk after gzip": (encoded(zipped() + b"junk", b"gzip"), 200, PAGE, "complete"),
    "brotli nobody asked for": (encoded(b"\x1b\x00", b"br"), 200, b"", "undecodable"),
    "gzip bomb": (encoded(bomb(), b"gzip"), 200, bytes(LIMIT), "cut"),
    "large plain body": (sized(body=bytes(LIMIT + 1)), 200, bytes(LIMIT), "cut"),
    "status 999": (sized(status=b"999 Request denied"), 999, b"", "complete"),
    "no reason phrase": (sized(status=b"404"), 404, b"", "complete"),
    "HTTP/1.0": (b"HTTP/1.0 200 OK\r\n\r\nhello", 200, b"hello", "complete"),
    "line feeds alone": (b"HTTP/1.1 200 OK\nServer: x\n\nhello", 200, b"hello", "complete"),
    "304 with a length": (
        answer(b"Content-Length: 500", b"Content-Encoding: gzip", status=b"304 Not Modified"),
        304,
        b"",
        "complete",
    ),
    "204": (answer(status=b"204 No Content"), 204, b"", "complete"),
    "many early hints": (
        b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 5000 + sized(body=b"hello"),
        200,
        b"hello",
        "complete",
    ),
    "many headers": (
        sized(*(b"X-%d: y" % number for number in range(5000)), body=b"hello"),
        200,
        b"hello",
        "complete",
    ),
    "redirect without location": (sized(status=b"302 Found"), 302, b"", "complete"),
    "redirect to javascript": (
        sized(b"Location: javascript:alert(1)", status=b"302 Found"),
        302,
        b"",
        "complete",
    ),
    "redirect to a bad port": (
        sized(b"Location: http://h:99999/", status=b"302 Found"),
        302,
        b"",
        "complete",
    ),
}

MALFORMED = {
    "HTTP/0.9": b"<html>hello</html>\r\n\r\n",
    "ICY": b"ICY 200 OK\r\n\r\nhello",
    "status below 100": b"HTTP/1.1 099 Odd\r\n\r\n",
    "switching unasked": b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
    "space before the colon": answer(b"X-A : b"),
    "space in a name": answer(b"Some Header: x"),
    "no name": answer(b": x"),
    "no colon": answer(b"hello"),
    "zero byte in a value": answer(b"X-A: a\0b"),
    "headers above 100 KiB": answer(b"X-A: " + b"a" * 300_000),
    "different content-lengths": answer(b"Content-Length: 5", b"Content-Length: 6", body=b"hello"),
    "content-length of letters": answer(b"Content-Length: abc", body=b"hello"),
    "negative content-length": answer(b"Content-Length: -1", body=b"hello"),
    "gzip as transfer coding": answer(b"Transfer-Encoding: gzip, chunked", body=CHUNK),
    "identity as transfer coding": answer(b"Transfer-Encoding: identity", body=b"hello"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answer_is_read_as_far_as_it_goes(fetch_from, name):
    raw, *expected = ANSWERS[name]

    got = fetch_from(sends_then_closes(raw))

    assert [got.status, got.body, got.body_state] == expected


@pytest.mark.parametrize("name", MALFORMED)
def test_answer_that_is_not_http_is_malformed(fetch_from, name):
    got = fetch_from(sends_then_closes(MALFORMED[name]))

    assert (type(got), got.kind) == (Failure, FailureKind.MALFORMED_RESPONSE)


def test_headers_above_the_limit_are_named(fetch_from):
    got = fetch_from(sends_then_closes(MALFORMED["headers above 100 KiB"]))

    assert got.detail == "The response headers are longer than 100 KiB."


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

    assert (got.body, got.body_state) == (b"hello", BodyState.TRUNCATED)


def test_smaller_limit_of_the_caller_counts(fetch_from):
    got = fetch_from(keeps_alive(sized(body=b"hello")), max_body=2)

    assert (got.body, got.body_state) == (b"he", BodyState.CUT)


def test_redirect_to_a_private_address_is_an_answer_like_any_other(serve, new_fetcher):
    secret = serve(keeps_alive(sized(body=b"secret")))
    front = serve(keeps_alive(sized(b"Location: " + secret.url.encode(), status=b"302 Found")))

    got = new_fetcher(front).fetch(front.url, take_slot=lambda: None)

    assert (type(got), got.status, secret.connections) == (Response, 302, 0)
