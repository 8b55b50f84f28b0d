"""From the bytes of a sitemap to its text, piece by piece: gzip by its magic, then the encoding."""

from __future__ import annotations

import codecs
import re
import zlib
from itertools import chain
from typing import TYPE_CHECKING

from crawls.engine.labels import encoding_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crawls.engine.sitemap_notes import Notes

PIECE = 64 * 1024
GZIP_MAGIC = b"\x1f\x8b"
GZIP_WINDOW = 31  # zlib's word for a gzip header and trailer
ENCODING_HEAD = 1024
DECLARED_ENCODING = re.compile(rb"""<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)""")
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (b"<\0", "utf-16-le"),
    (b"\0<", "utf-16-be"),
)


def slices(body: bytes) -> Iterator[bytes]:
    return (body[start : start + PIECE] for start in range(0, len(body), PIECE))


def ungzip(pieces: Iterable[bytes], notes: Notes) -> Iterator[bytes]:
    """Inflate gzip, which is told by its first bytes, and pass everything else on.

    A damaged end is noted, and what came before it is kept.
    """
    head, rest = _take(iter(pieces), len(GZIP_MAGIC))
    whole = chain([head], rest)
    return _inflate(whole, notes) if head.startswith(GZIP_MAGIC) else whole


def cap(pieces: Iterable[bytes], limit: int, notes: Notes) -> Iterator[bytes]:
    """Pass on the first `limit` bytes, and note whether there were more."""
    left = limit
    for piece in pieces:
        yield piece[:left]
        if len(piece) > left:
            notes.was_cut = True
            notes.end_early(f"Only its first {limit} bytes were read")
            return
        left -= len(piece)


def count(pieces: Iterable[bytes], notes: Notes) -> Iterator[bytes]:
    for piece in pieces:
        notes.decoded_bytes += len(piece)
        yield piece


def decode(pieces: Iterable[bytes]) -> Iterator[str]:
    """Decode by byte order mark, then the XML declaration, then as UTF-8. Never raises.

    Octets that fit no character become U+FFFD.
    """
    head, rest = _take(iter(pieces), ENCODING_HEAD)
    decoder = codecs.getincrementaldecoder(_encoding(head))(errors="replace")
    for piece in chain([head], rest):
        yield decoder.decode(piece)
    yield decoder.decode(b"", final=True)


def _take(pieces: Iterator[bytes], size: int) -> tuple[bytes, Iterator[bytes]]:
    head = b""
    for piece in pieces:
        head += piece
        if len(head) >= size:
            break
    return head, pieces


def _inflate(pieces: Iterable[bytes], notes: Notes) -> Iterator[bytes]:
    member = zlib.decompressobj(GZIP_WINDOW)
    for piece in pieces:
        data = piece
        while data:
            if member.eof:
                if not data.startswith(GZIP_MAGIC[: len(data)]):
                    notes.add("There is something else after the end of its gzip data")
                    return
                member = zlib.decompressobj(GZIP_WINDOW)
            try:
                yield from _inflate_piece(member, data)
            except zlib.error:
                notes.end_early("Its gzip data is damaged, and was read as far as possible")
                return
            data = member.unused_data
    if not member.eof:
        notes.end_early("Its gzip data ends early")


def _inflate_piece(member: zlib._Decompress, data: bytes) -> Iterator[bytes]:
    inflated = member.decompress(data, PIECE)
    while inflated:
        yield inflated
        inflated = member.decompress(member.unconsumed_tail, PIECE)


def _encoding(head: bytes) -> str:
    for mark, encoding in MARKS:
        if head.startswith(mark):
            return encoding
    declared = DECLARED_ENCODING.search(head)
    name = encoding_of(declared.group(1).decode()) if declared else None
    if name is None or name.startswith("utf-16"):  # the declaration itself was ASCII
        return "utf-8"
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "utf-8"
