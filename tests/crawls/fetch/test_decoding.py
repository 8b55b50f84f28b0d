from __future__ import annotations

import gzip
import tracemalloc
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawls.engine.response import BodyState
from crawls.fetch.decoding import MAX_MEMBERS, BodyStopped, decode_body
from tests.sites.misbehaving.compression import PAGE, bomb, raw_deflated, zipped

LIMIT = 1024 * 1024
ENCODINGS = {
    "gzip": zipped,
    "x-gzip": zipped,
    "deflate": zlib.compress,
    "Deflate": raw_deflated,
    "gzip, gzip": lambda body: zipped(zipped(body)),
    "deflate, gzip": lambda body: zipped(zlib.compress(body)),
    "identity, gzip": zipped,
    "utf-8": bytes,
    "none": bytes,
    "": bytes,
}


def cut_into(data, size):
    return [data[start : start + size] for start in range(0, len(data), size)]


@pytest.mark.parametrize("size", [1, 2, 7, 100_000])
@pytest.mark.parametrize("coding", ENCODINGS)
def test_body_is_decoded_however_its_bytes_are_cut(coding, size):
    wire = cut_into(ENCODINGS[coding](PAGE), size)

    assert decode_body(wire, (coding,), LIMIT) == (PAGE, BodyState.COMPLETE)


@given(body=st.binary(max_size=300), size=st.integers(1, 64))
def test_every_raw_deflate_stream_comes_back(body, size):
    wire = cut_into(raw_deflated(body), size)

    assert decode_body(wire, ("deflate",), LIMIT) == (body, BodyState.COMPLETE)


@pytest.mark.parametrize(
    ("wire", "codings", "expected"),
    [
        (b"", ("gzip",), (b"", BodyState.COMPLETE)),
        (b"", ("deflate",), (b"", BodyState.COMPLETE)),
        (b"", ("br",), (b"", BodyState.COMPLETE)),
        (b"", ("gzip, gzip, gzip, gzip",), (b"", BodyState.COMPLETE)),
        (PAGE, ("gzip",), (b"", BodyState.UNDECODABLE)),
        (b"\xff" * 50, ("deflate",), (b"", BodyState.UNDECODABLE)),
        (PAGE, ("br",), (b"", BodyState.UNDECODABLE)),
        (PAGE, ("zstd, gzip",), (b"", BodyState.UNDECODABLE)),
        (zipped(), ("gzip", "gzip"), (b"", BodyState.UNDECODABLE)),
        (zipped(), ("gzip, gzip, gzip, gzip",), (b"", BodyState.UNDECODABLE)),
        (zipped()[:-8], ("gzip",), (PAGE, BodyState.TRUNCATED)),
        (zipped()[:1], ("gzip",), (b"", BodyState.TRUNCATED)),
        (zlib.compress(PAGE)[:1], ("deflate",), (b"", BodyState.TRUNCATED)),
        (zlib.compress(PAGE)[:-4], ("deflate",), (PAGE, BodyState.TRUNCATED)),
        (zipped(b"one ") + zipped(b"two"), ("gzip",), (b"one two", BodyState.COMPLETE)),
        (zipped() + b"junk", ("gzip",), (PAGE, BodyState.COMPLETE)),
        (zipped() + b"\0" * 512, ("gzip",), (PAGE, BodyState.COMPLETE)),
        (zipped() + b"\x1f", ("gzip",), (PAGE, BodyState.COMPLETE)),
        (zlib.compress(PAGE) + b"junk", ("deflate",), (PAGE, BodyState.COMPLETE)),
    ],
)
def test_body_state_tells_what_is_there(wire, codings, expected):
    assert decode_body([wire], codings, LIMIT) == expected


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (LIMIT, (bytes(LIMIT), BodyState.COMPLETE)),
        (LIMIT + 1, (bytes(LIMIT), BodyState.CUT)),
    ],
)
@pytest.mark.parametrize(("coding", "encode"), [("gzip", gzip.compress), ("", bytes)])
def test_body_is_cut_only_beyond_the_limit(coding, encode, size, expected):
    assert decode_body([encode(bytes(size))], (coding,), LIMIT) == expected


@pytest.mark.parametrize(
    ("wire", "codings"),
    [(bomb(), ("gzip",)), (gzip.compress(bomb()), ("gzip, gzip",))],
    ids=["one layer", "two layers"],
)
def test_bomb_ends_at_the_limit_in_little_memory(wire, codings):
    tracemalloc.start()
    result = decode_body(cut_into(wire, 65536), codings, LIMIT)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert (result, peak < 4 * LIMIT) == ((bytes(LIMIT), BodyState.CUT), True)


def test_layer_that_swells_without_bringing_anything_forth_is_cut():
    empty_blocks = b"\x78\x9c" + b"\0\0\0\xff\xff" * (LIMIT // 4)  # no member, and no end
    wire = gzip.compress(empty_blocks)

    assert decode_body([wire], ("deflate, gzip",), LIMIT) == (b"", BodyState.CUT)


def test_members_are_counted():
    wire = zipped(b"x") * (MAX_MEMBERS + 1)

    assert decode_body([wire], ("gzip",), LIMIT) == (b"x" * MAX_MEMBERS, BodyState.CUT)


def test_wire_that_stops_keeps_what_came_before():
    def wire():
        yield zipped()[:-8]
        raise BodyStopped(BodyState.TRUNCATED)

    assert decode_body(wire(), ("gzip",), LIMIT) == (PAGE, BodyState.TRUNCATED)
