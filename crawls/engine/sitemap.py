"""Reading one sitemap file: XML, an index, a feed or a list of lines (sitemaps.org).

Whatever the bytes are, reading costs bounded memory and never raises; what is wrong is said in
sentences for the report. A document type is refused before any XML is parsed: a sitemap needs
none, and entities read local files or blow up.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING

from crawls.engine.sitemap_bytes import cap, count, decode, slices, ungzip
from crawls.engine.sitemap_locs import LONGEST, EndOfReading, Locs
from crawls.engine.sitemap_notes import Notes
from crawls.engine.sitemap_xml import EntryReader, Shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crawls.engine.policy import SitemapLimits

HEAD_LIMIT = 64 * 1024  # characters in which a file must show what it is
PROTOCOL_ENTRY_LIMIT = 50_000
BLANKS = " \t\r\n\ufeff"
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
ROOT = re.compile(r"<(?:[A-Za-z_][\w.-]*:)?(urlset|sitemapindex|rss|feed)(?=[\s/>])", re.IGNORECASE)
WEB_PAGE = re.compile(r"<!doctype\s+html|<html[\s>]", re.IGNORECASE)
DECLARATION = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
WEB_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
LINE_ENDS = re.compile(r"[\r\n]+")


class SitemapKind(StrEnum):
    URLSET = "urlset"
    INDEX = "index"
    FEED = "feed"  # RSS 2.0 or Atom, which the protocol allows
    TEXT = "text"
    NOT_A_SITEMAP = "not_a_sitemap"


KIND_BY_ROOT = {
    "urlset": SitemapKind.URLSET,
    "sitemapindex": SitemapKind.INDEX,
    "rss": SitemapKind.FEED,
    "feed": SitemapKind.FEED,
}
SHAPE_BY_ROOT = {
    "urlset": Shape("url", "loc"),
    "sitemapindex": Shape("sitemap", "loc"),
    "rss": Shape("item", "link"),
    "feed": Shape("entry", "link"),
}


@dataclass(frozen=True, slots=True)
class Sitemap:
    """What one file lists, in its order, repeats included.

    `locs` are as written, stripped and unescaped once; some may be relative to `url`. `was_cut`
    tells that a limit ended the reading; `decoded_bytes` is what was read, after gzip.
    """

    url: str
    kind: SitemapKind
    locs: tuple[str, ...]
    problems: tuple[str, ...]
    was_cut: bool
    decoded_bytes: int


def read_sitemap(
    body: bytes, *, sitemap_url: str, limits: SitemapLimits, problem: str = ""
) -> Sitemap:
    """Read one file of at most `limits.file_bytes` decoded bytes and `limits.urls` addresses.

    `problem` is why `body` is not the whole of it, as a sentence.
    """
    return read_sitemap_pieces(
        slices(body), sitemap_url=sitemap_url, limits=limits, problem=problem
    )


def read_sitemap_pieces(
    pieces: Iterable[bytes], *, sitemap_url: str, limits: SitemapLimits, problem: str = ""
) -> Sitemap:
    """As `read_sitemap`, from a stream, which is read no further than a limit allows."""
    notes = Notes()
    if problem:
        notes.end_early(problem.removesuffix("."))
    # Two layers, as a server may compress a compressed file; both are capped, or the first could
    # hide a bomb from the second.
    for _layer in range(2):
        pieces = cap(ungzip(pieces, notes), limits.file_bytes, notes)
    kind, locs = _read(decode(count(pieces, notes)), limits.urls, notes)
    if len(locs) > PROTOCOL_ENTRY_LIMIT:
        notes.add(f"It has more than {PROTOCOL_ENTRY_LIMIT} addresses, the most one file may have")
    return Sitemap(
        sitemap_url, kind, tuple(locs), notes.sentences(), notes.was_cut, notes.decoded_bytes
    )


def _read(texts: Iterator[str], limit: int, notes: Notes) -> tuple[SitemapKind, list[str]]:
    head = _take_head(texts)
    start = _recognise(head, notes)
    if start is None:
        return SitemapKind.NOT_A_SITEMAP, []
    locs = Locs(limit, notes)
    # The newlines keep the parser's line numbers those of the file.
    body = chain(["\n" * head.count("\n", 0, start.position), head[start.position :]], texts)
    with suppress(EndOfReading):
        if start.kind == SitemapKind.TEXT:
            _read_lines(body, locs, notes)
        else:
            EntryReader(SHAPE_BY_ROOT[start.root], locs, notes).read(body)
    return start.kind, locs.found


def _take_head(texts: Iterator[str]) -> str:
    head = ""
    for text in texts:
        head += text
        if len(head) >= HEAD_LIMIT:
            break
    return head


@dataclass(frozen=True, slots=True)
class Start:
    """Where in the text what kind of content begins, and its root element if it is XML."""

    kind: SitemapKind
    position: int
    root: str = ""


def _recognise(head: str, notes: Notes) -> Start | None:
    text = COMMENT.sub(lambda match: " " * len(match.group()), head)
    visible = text.strip(BLANKS)
    root = ROOT.search(text)
    if root and not WEB_PAGE.match(visible):
        return _recognise_xml(text, root, notes)
    if WEB_ADDRESS.match(visible):
        return Start(SitemapKind.TEXT, position=0)
    notes.add(_why_not(head.strip(BLANKS)))
    return None


def _recognise_xml(text: str, root: re.Match[str], notes: Notes) -> Start | None:
    prolog, name = text[: root.start()], root.group(1)
    if DECLARATION.search(prolog):
        notes.add("It declares a document type or entities; such files are not read")
        return None
    if name not in KIND_BY_ROOT:
        notes.add(f"Its root element is {name}; XML names are case-sensitive")
        return None
    if prolog.partition("<?xml")[0].strip(BLANKS):
        notes.add("There is something else before its XML")
    return Start(KIND_BY_ROOT[name], root.start(), name)


def _why_not(text: str) -> str:
    if not text:
        return "It is empty"
    if WEB_PAGE.search(text):
        return "It is a web page"
    if text.startswith("<"):
        return "Its XML is not that of a sitemap"
    return "It is neither XML nor a list of addresses"


def _read_lines(texts: Iterable[str], locs: Locs, notes: Notes) -> None:
    for line in _whole_lines(texts, notes):
        if WEB_ADDRESS.fullmatch(line):
            locs.add(line)
        elif line:
            notes.add("Some lines are no web addresses", line)


def _whole_lines(texts: Iterable[str], notes: Notes) -> Iterator[str]:
    """Half an address is another one: the last line counts only when the file ends with it."""
    begun = ""
    for text in texts:
        *whole, begun = LINE_ENDS.split(begun + text)
        yield from (line.strip(BLANKS) for line in whole)
        begun = begun[: LONGEST + 1]  # enough to see that it is too long
    last = begun.strip(BLANKS)
    if last and notes.ends_early:
        notes.add("Its last line is not whole, and was left out", last)
    else:
        yield last
