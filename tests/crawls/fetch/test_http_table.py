"""One row for each thing servers do to HTTP: what it is called, and what a crawler makes of it."""

from __future__ import annotations

import pytest

from crawls.engine.redirects import redirect_problem, redirect_target
from crawls.engine.response import Failure, FailureKind
from tests.sites.misbehaving import http_table
from tests.sites.misbehaving.behaviours import sends_then_closes
from tests.sites.misbehaving.compression import PAGE

LIMIT = 1024 * 1024
CUT = "Only the first 1,048,576 bytes were read."
BROKEN_OFF = "The body ends before the end that the server announced."
TRUNCATED = "The compressed body ends early."
NO_TARGET = "The redirect names no target."
OTHER = "The redirect leads to something that is no web page: "
INVALID = "The redirect leads to an invalid address: "
NO_STATUS_LINE = "The answer does not begin with an HTTP status line"
BAD_HEADER = "A line of the response headers is malformed"
BAD_STATUS = "The status of the answer is none that was asked for."
BAD_LENGTH = "The Content-Length header is not a number."
BAD_LENGTHS = "The Content-Length headers contradict each other."
BAD_CODING = "The Transfer-Encoding header says something else than chunked."


def undecodable(codings):
    return f"The body cannot be decoded as its Content-Encoding says ({codings})."


READABLE_HEADS = {
    "status 999": (999, b"hello"),
    "no reason phrase": (404, b"hello"),
    "HTTP/1.0": (200, b"hello"),
    "line feeds alone": (200, b"hello"),
    "folded header": (200, b"hello"),
    "headers of 90 KiB": (200, b"hello"),
    "5,000 headers": (200, b"hello"),
    "5,000 early hints": (200, b"hello"),
    "204": (204, b""),
    "304 with length and coding": (304, b""),
}
MALFORMED_HEADS = {
    "HTTP/0.9": f"{NO_STATUS_LINE}: <html>hello</html>",
    "ICY": f"{NO_STATUS_LINE}: ICY 200 OK",
    "binary": f"{NO_STATUS_LINE}.",
    "empty lines": f"{NO_STATUS_LINE}.",
    "status 099": BAD_STATUS,
    "status 101 unasked": BAD_STATUS,
    "space before the colon": f"{BAD_HEADER}: X-A : b",
    "space in a name": f"{BAD_HEADER}: Some Header: x",
    "no name": f"{BAD_HEADER}: : x",
    "no colon": f"{BAD_HEADER}: hello",
    "NUL in a value": rf"{BAD_HEADER}: X-A: a\x00b",
    "carriage return in a value": rf"{BAD_HEADER}: Location: /a\rX-A: b",
    "fold before any header": f"{BAD_HEADER}.",
    "headers above 100 KiB": "The response headers are longer than 100 KiB.",
    "different content-lengths": BAD_LENGTHS,
    "list of different content-lengths": BAD_LENGTHS,
    "content-length of letters": BAD_LENGTH,
    "negative content-length": BAD_LENGTH,
    "gzip as transfer coding": BAD_CODING,
    "identity as transfer coding": BAD_CODING,
    "chunked said twice": BAD_CODING,
}
FRAMINGS = {
    "content-length": (b"hello", "complete", None),
    "until close": (b"hello", "complete", None),
    "chunked": (b"hello", "complete", None),
    "content-length and chunked": (b"hello", "complete", None),
    "equal content-lengths": (b"hello", "complete", None),
    "list of equal content-lengths": (b"hello", "complete", None),
    "content-length beyond the body": (b"hello", "broken_off", BROKEN_OFF),
    "content-length before the body's end": (b"he", "complete", None),
    "chunked without end": (b"hello", "broken_off", BROKEN_OFF),
    "chunks that turn to junk": (b"hello", "broken_off", BROKEN_OFF),
    "above the limit": (bytes(LIMIT), "cut", CUT),
}
CODINGS = {
    "gzip": (PAGE, "complete", None),
    "x-gzip": (PAGE, "complete", None),
    "zlib deflate": (PAGE, "complete", None),
    "raw deflate": (PAGE, "complete", None),
    "utf-8": (PAGE, "complete", None),
    "none": (PAGE, "complete", None),
    "unknown": (PAGE, "complete", None),
    "gzip that is plain": (b"", "undecodable", undecodable("gzip")),
    "gzip said twice": (b"", "undecodable", undecodable("gzip, gzip")),
    "gzip in gzip": (PAGE, "complete", None),
    "gzip four deep": (b"", "undecodable", undecodable("gzip, gzip, gzip, gzip")),
    "gzip cut before its trailer": (PAGE, "truncated", TRUNCATED),
    "two gzip members": (PAGE * 2, "complete", None),
    "junk after gzip": (PAGE, "complete", None),
    "gzip bomb": (bytes(LIMIT), "cut", CUT),
    "brotli nobody asked for": (b"", "undecodable", undecodable("br")),
    "zstd nobody asked for": (b"", "undecodable", undecodable("zstd")),
}
REDIRECTS = {  # HERE is the server's own URL
    "path": ("HERE/b", None),
    "no location": (None, NO_TARGET),
    "empty location": ("HERE/", NO_TARGET),
    "fragment": ("HERE/b", None),
    "userinfo": ("http://ok.test/", None),
    "file": (None, f"{OTHER}file:///etc/passwd"),
    "ftp": (None, f"{OTHER}ftp://ok.test/b"),
    "javascript": (None, f"{OTHER}javascript:alert(1)"),
    "data": (None, f"{OTHER}data:text/html,x"),
    "port 99999": (None, f"{INVALID}http://ok.test:99999/"),
    "port 65616": (None, f"{INVALID}http://ok.test:65616/"),
    "tab inside": ("HERE/ab", None),
    "bad IDNA": (None, f"{INVALID}http://%C2%AD/"),
    "slash and backslash": ("http://ok.test/", None),
    "three slashes": ("http://ok.test/", None),
    "three slashes after http": ("http://ok.test/", None),
    "raw UTF-8": ("HERE/caf%C3%A9", None),
    "raw latin-1": ("HERE/caf%E9", None),
    "two locations": (
        "HERE/b",
        "The redirect names several targets, of which the first counts: /b, /c",
    ),
    "two equal locations": ("HERE/b", None),
    "201 with location": (None, None),
    "300 with location": (None, None),
    "301 with location": ("HERE/b", None),
    "302 with location": ("HERE/b", None),
    "303 with location": ("HERE/b", None),
    "304 with location": (None, None),
    "305 with location": (None, None),
    "307 with location": ("HERE/b", None),
    "308 with location": ("HERE/b", None),
}
BODIES = FRAMINGS | CODINGS


@pytest.mark.parametrize("row", READABLE_HEADS)
def test_head_is_read(fetch_from, row):
    got = fetch_from(sends_then_closes(http_table.READABLE_HEADS[row]))

    assert (got.status, got.body, got.body_state) == (*READABLE_HEADS[row], "complete")


@pytest.mark.parametrize("row", MALFORMED_HEADS)
def test_head_that_is_no_http_is_malformed_and_says_why(fetch_from, row):
    got = fetch_from(sends_then_closes(http_table.MALFORMED_HEADS[row]))

    assert got == Failure(FailureKind.MALFORMED_RESPONSE, MALFORMED_HEADS[row])


@pytest.mark.parametrize("row", BODIES)
def test_body_is_read_as_far_as_it_goes(fetch_from, row):
    got = fetch_from(sends_then_closes((http_table.FRAMINGS | http_table.CODINGS)[row]))

    assert (got.status, got.body, got.body_state, got.body_problem) == (200, *BODIES[row])


@pytest.mark.parametrize("row", REDIRECTS)
def test_redirect_is_an_answer_whose_target_browsers_agree_on(serve, new_fetcher, row):
    server = serve(sends_then_closes(http_table.REDIRECTS[row]))
    target, problem = REDIRECTS[row]

    got = new_fetcher(server).fetch(server.url, take_slot=lambda: None)

    here = target and target.replace("HERE/", server.url)
    assert (redirect_target(got), redirect_problem(got), len(server.requests)) == (here, problem, 1)


@pytest.mark.parametrize(
    ("behaviours", "answers"),
    [
        (http_table.READABLE_HEADS, READABLE_HEADS),
        (http_table.MALFORMED_HEADS, MALFORMED_HEADS),
        (http_table.FRAMINGS, FRAMINGS),
        (http_table.CODINGS, CODINGS),
        (http_table.REDIRECTS, REDIRECTS),
    ],
    ids=["readable heads", "malformed heads", "framings", "codings", "redirects"],
)
def test_every_behaviour_has_a_right_answer(behaviours, answers):
    assert list(behaviours) == list(answers)
