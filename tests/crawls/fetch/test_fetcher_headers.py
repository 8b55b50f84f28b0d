from __future__ import annotations

import pytest

from crawls.engine.response import BodyState
from tests.sites.misbehaving.behaviours import answer, keeps_alive, sized

NOT_MODIFIED = sized(status=b"304 Not Modified")
ALWAYS = [
    b"User-Agent: TestBot/1.0 (+https://bot.test)",
    b"Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    b"Accept-Encoding: gzip, deflate",
]
DATE = "Mon, 30 Nov 2026 10:00:00 GMT"


@pytest.fixture
def sent(serve, new_fetcher):
    """The header lines of a request after its Host, in order."""
    server = serve(keeps_alive(NOT_MODIFIED))
    fetcher = new_fetcher(server)

    def fetch(**options):
        got = fetcher.fetch(server.url, take_slot=lambda: None, **options)
        assert got.status == 304
        return server.requests[-1].split(b"\r\n")[2:]

    return fetch


@pytest.mark.parametrize(
    ("referer", "line"),
    [
        ("https://shop.test/a?b=1", b"https://shop.test/a?b=1"),
        ("https://shop.test", b"https://shop.test/"),
        ("https://shop.test/a#top", b"https://shop.test/a"),
        ("https://user:secret@shop.test/a", b"https://shop.test/a"),
        ("HTTPS://Shop.Test:443/A", b"https://shop.test/A"),
        ("https://shop.test/caf\xe9", b"https://shop.test/caf%C3%A9"),
        ("https://b\xfccher.test/", b"https://xn--bcher-kva.test/"),
        ("https://shop.test/a\r\nX-Evil: 1", b"https://shop.test/aX-Evil:%201"),
    ],
)
def test_referer_is_a_normalised_url_without_fragment_or_credentials(sent, referer, line):
    assert sent(referer=referer) == [*ALWAYS, b"Referer: " + line]


def test_no_referer_is_sent_where_there_is_none(sent):
    assert sent() == ALWAYS


@pytest.mark.parametrize(
    "etag",
    [
        '"abc"',
        'W/"abc"',
        "w/abc",
        "abc",
        '""',
        '"a-gzip"',
        '"a b"',
        '"a\tb"',
        '"a""b"',
        '"caf\xc3\xa9"',
        '"\xe9\xa0\x85"',
        "*",
        '"' + "x" * 5000 + '"',
    ],
)
def test_etag_goes_back_byte_for_byte(sent, etag):
    got = sent(conditions={"If-None-Match": etag})

    assert got == [*ALWAYS, b"If-None-Match: " + etag.encode("latin-1")]


def test_etag_goes_back_as_it_came_over_the_wire(serve, new_fetcher):
    etag = bytes(octet for octet in range(0x21, 0x100) if octet != 0x7F)
    server = serve(keeps_alive(sized(b"ETag: " + etag)))
    fetcher = new_fetcher(server)
    first = fetcher.fetch(server.url, take_slot=lambda: None)

    fetcher.fetch(
        server.url, take_slot=lambda: None, conditions={"If-None-Match": first.header("etag")}
    )

    assert server.requests[1].split(b"\r\n")[5:] == [b"If-None-Match: " + etag]


def test_both_conditions_are_sent_after_the_referer(sent):
    conditions = {"If-Modified-Since": DATE, "If-None-Match": '"a"'}

    assert sent(referer="https://shop.test/", conditions=conditions) == [
        *ALWAYS,
        b"Referer: https://shop.test/",
        b'If-None-Match: "a"',
        b"If-Modified-Since: " + DATE.encode(),
    ]


@pytest.mark.parametrize(
    "value",
    [
        "",
        " ",
        '"a"\r\nX-Evil: 1',
        '"a\nb"',
        '"a\rb"',
        '"a\0b"',
        '"a\x01b"',
        '"a\x7fb"',
        ' "a"',
        '"a" ',
        '"a"\n',
        '"\u20ac"',
        '"\ud800"',
    ],
)
@pytest.mark.parametrize("name", ["If-None-Match", "If-Modified-Since"])
def test_validator_that_is_no_header_value_is_left_out(sent, name, value):
    other = {"If-None-Match": '"kept"', "If-Modified-Since": "kept"}
    lines = {name: f"{name}: {value}".encode("latin-1") for name, value in other.items()}
    del lines[name]

    assert sent(conditions=other | {name: value}) == [*ALWAYS, *lines.values()]


def test_conditions_can_carry_nothing_else(sent):
    assert sent(conditions={"User-Agent": "Other", "Cookie": "a=1", "host": "x"}) == ALWAYS


@pytest.mark.parametrize(
    "headers",
    [
        [b"Content-Encoding: gzip"],
        [b"Content-Length: 500"],
        [b"Content-Encoding: br", b"Content-Length: 500"],
        [b"Transfer-Encoding: chunked"],
        [b'ETag: "new"'],
    ],
)
def test_not_modified_has_an_empty_body_and_is_no_failure(fetch_from, headers):
    raw = answer(*headers, status=b"304 Not Modified")

    got = fetch_from(keeps_alive(raw), conditions={"If-None-Match": '"a"'})

    assert (got.status, got.body, got.body_state) == (304, b"", BodyState.COMPLETE)
