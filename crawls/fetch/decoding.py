"""Content-Encoding undone while streaming, in bounded memory, whatever the header claims."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from crawls.engine.response import BodyState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PIECE = 64 * 1024
MAX_LAYERS = 3
MAX_MEMBERS = 1000  # block gzip needs 160 for 10 MiB; each member costs a copy of what follows
GZIP = frozenset({"gzip", "x-gzip"})  # the second is the older name of the same (RFC 9110, 8.4.1.3)
REAL_BUT_NOT_OFFERED = frozenset({"br", "zstd", "compress", "x-compress", "dcb", "dcz"})

GZIP_MAGIC = b"\x1f\x8b"
GZIP_WBITS = zlib.MAX_WBITS | 16
RAW_WBITS = -zlib.MAX_WBITS


class BodyStopped(Exception):
    """The body ends here, for the reason in `state`. What came before it is good."""

    def __init__(self, state: BodyState) -> None:
        super().__init__(state)
        self.state = state


def decode_body(
    wire: Iterable[bytes], content_encodings: tuple[str, ...], limit: int
) -> tuple[bytes, BodyState]:
    """The decoded body, at most `limit` bytes of it, and how complete it is.

    `content_encodings` are the header's values in order. Names that are no coding at all
    (`utf-8`, `none`) are ignored as browsers do. No layer may bring forth more than `limit`
    bytes either, so nested bombs end as soon as simple ones. `wire` may raise BodyStopped.
    """
    body = bytearray()
    try:
        for piece in _capped(_layers(wire, content_encodings, limit), limit):
            body += piece
    except BodyStopped as stopped:
        return bytes(body), stopped.state
    return bytes(body), BodyState.COMPLETE


def _layers(
    wire: Iterable[bytes], content_encodings: tuple[str, ...], limit: int
) -> Iterable[bytes]:
    codings = [name for name in _coding_names(content_encodings) if name in GZIP | {"deflate"}]
    is_readable = REAL_BUT_NOT_OFFERED.isdisjoint(_coding_names(content_encodings))
    if not is_readable or len(codings) > MAX_LAYERS:
        return _unreadable(wire)
    chunks = wire
    for coding in reversed(codings):
        inflate = _gunzip if coding in GZIP else _inflate
        chunks = inflate(_capped(chunks, limit))
    return chunks


def _unreadable(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Nothing is encoded in any way, so an empty body can be read: that of a 304, say."""
    if any(chunks):
        raise BodyStopped(BodyState.UNDECODABLE)
    yield from ()


def _coding_names(content_encodings: tuple[str, ...]) -> list[str]:
    return [name.strip().lower() for name in ",".join(content_encodings).split(",")]


def _capped(chunks: Iterable[bytes], limit: int) -> Iterator[bytes]:
    room = limit
    for chunk in chunks:
        if len(chunk) > room:
            yield chunk[:room]
            raise BodyStopped(BodyState.CUT)
        room -= len(chunk)
        yield chunk


def _gunzip(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """All members one after the other (RFC 1952, 2.2); what follows them is ignored."""
    member = None
    members = 0
    rest = b""
    for chunk in chunks:
        rest += chunk
        while rest and (member is not None or len(rest) >= len(GZIP_MAGIC)):
            if member is None:
                if members and not rest.startswith(GZIP_MAGIC):
                    return
                member = _next_member(members)
                members += 1
            yield from _pieces(member, rest)
            rest = member.unused_data
            member = None if member.eof else member
    if member is not None or (rest and not members):
        raise BodyStopped(BodyState.TRUNCATED)


def _next_member(members: int) -> zlib._Decompress:
    if members >= MAX_MEMBERS:
        raise BodyStopped(BodyState.CUT)
    return zlib.decompressobj(GZIP_WBITS)


def _inflate(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """`deflate` is zlib by the standard and raw DEFLATE from some servers; both are read."""
    stream = None
    head = b""
    for chunk in chunks:
        if stream is None:
            head += chunk
            if len(head) < 2:  # noqa: PLR2004 -- the length of a zlib header
                continue
            stream, chunk = zlib.decompressobj(_deflate_wbits(head)), head  # noqa: PLW2901 -- the held-back byte goes first
        yield from _pieces(stream, chunk)
        if stream.eof:
            return
    if head:
        raise BodyStopped(BodyState.TRUNCATED)


def _deflate_wbits(head: bytes) -> int:
    is_zlib = (
        head[0] & 0x0F == zlib.DEFLATED and int.from_bytes(head[:2]) % 31 == 0
    )  # RFC 1950, 2.2
    return zlib.MAX_WBITS if is_zlib else RAW_WBITS


def _pieces(stream: zlib._Decompress, data: bytes) -> Iterator[bytes]:
    try:
        while not stream.eof:
            piece = stream.decompress(data, PIECE)
            yield piece
            data = stream.unconsumed_tail
            if not data and len(piece) < PIECE:
                return
    except zlib.error as error:
        raise BodyStopped(BodyState.UNDECODABLE) from error
