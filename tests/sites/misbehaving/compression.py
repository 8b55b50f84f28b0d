"""Bodies whose Content-Encoding is honest, broken or a trap."""

from __future__ import annotations

import gzip
import zlib
from functools import cache

from tests.sites.misbehaving.behaviours import sized

PAGE = b"<!doctype html><title>Shoes</title>" * 40


def zipped(body: bytes = PAGE) -> bytes:
    return gzip.compress(body, mtime=0)


def raw_deflated(body: bytes = PAGE) -> bytes:
    deflater = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflater.compress(body) + deflater.flush()


@cache
def bomb(megabytes: int = 200) -> bytes:
    """About a thousandth of what it becomes."""
    deflater = zlib.compressobj(9, wbits=zlib.MAX_WBITS | 16)
    block = bytes(1024 * 1024)
    return b"".join(deflater.compress(block) for _ in range(megabytes)) + deflater.flush()


def encoded(body: bytes, *codings: bytes) -> bytes:
    """A response with one Content-Encoding line for each coding."""
    return sized(*(b"Content-Encoding: " + coding for coding in codings), body=body)
