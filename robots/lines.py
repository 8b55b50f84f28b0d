"""From the bytes of a robots.txt to its records, by the line rules of RFC 9309 and Google.

Bytes stay bytes: a rule is compared octet by octet, and decoding would make different octets alike
or let a Unicode line separator hide a rule.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE_LIMIT = 500 * 1024  # RFC 9309, section 2.5, asks for at least this; Google reads no more
LINE_LIMIT = 2083 * 8 - 1  # Google's; the head of a longer line still counts
BOM = b"\xef\xbb\xbf"
LINE_END = re.compile(rb"\r\n?|\n")
BLANKS = re.compile(rb"[ \t]+")
SITEMAP_WITHOUT_COLON = re.compile(rb"site-?map[ \t]+\S", re.IGNORECASE)  # the URL has one


class RecordKind(Enum):
    USER_AGENT = auto()
    ALLOW = auto()
    DISALLOW = auto()
    SITEMAP = auto()
    CRAWL_DELAY = auto()


# Google obeys these misspellings and whatever follows them, as in `Disallowed:`.
KEY_STARTS = (
    (RecordKind.USER_AGENT, (b"user-agent", b"useragent", b"user agent")),
    (RecordKind.ALLOW, (b"allow",)),
    (
        RecordKind.DISALLOW,
        (b"disallow", b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw"),
    ),
    (RecordKind.SITEMAP, (b"sitemap", b"site-map")),
)
LONGEST_KEY_START = 12


@dataclass(frozen=True, slots=True)
class Record:
    """One line that means something. `line` counts from 1; `text` is the line, stripped."""

    line: int
    kind: RecordKind
    value: bytes
    text: bytes


def cut_at_line_end(body: bytes, *, is_cut: bool) -> bytes:
    """The whole lines within 500 KiB. `is_cut`: the end of `body` was lost on the way here."""
    head = body[:FILE_LIMIT]
    if len(head) == len(body) and not is_cut:
        return head
    if body[len(head) : len(head) + 1] in {b"\r", b"\n"}:
        return head
    return head[: max(head.rfind(b"\n"), head.rfind(b"\r")) + 1]


def read_records(body: bytes) -> Iterator[Record]:
    """Yield the records of `body` in order. Lines that mean nothing are skipped, never an error.

    A line ends at LF, CR or CRLF and nowhere else. A byte order mark, whole or begun, is skipped.
    """
    for line, raw in enumerate(LINE_END.split(_without_bom(body)), start=1):
        if not raw:
            continue
        text = raw[:LINE_LIMIT].strip()
        key, value = _split(text.partition(b"#")[0].strip())
        kind = _kind(key)
        if kind is not None:
            yield Record(line, kind, value, text)


def _without_bom(body: bytes) -> bytes:
    length = next((n for n in (3, 2, 1) if body[:n] == BOM[:n]), 0)
    return body[length:]


def _split(text: bytes) -> tuple[bytes, bytes]:
    key, colon, value = text.partition(b":")
    if colon and not SITEMAP_WITHOUT_COLON.match(key):
        return key.rstrip(), value.lstrip()
    words = BLANKS.split(text)
    return (words[0], words[1]) if len(words) == 2 else (b"", b"")  # noqa: PLR2004 -- a pair


def _kind(key: bytes) -> RecordKind | None:
    start = key[:LONGEST_KEY_START].lower()
    for kind, starts in KEY_STARTS:
        if start.startswith(starts):
            return kind
    return RecordKind.CRAWL_DELAY if start == b"crawl-delay" else None
