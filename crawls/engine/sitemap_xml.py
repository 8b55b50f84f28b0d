"""From the text of an XML sitemap to its addresses, in memory that does not grow with the tree.

expat calls back for each tag and builds nothing, and without namespace processing it accepts the
undeclared prefixes that real sitemaps have. It is strict otherwise: common faults are mended in
the text before, and at the first other fault reading ends, so that no address is ever guessed.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from html.entities import html5
from typing import TYPE_CHECKING
from xml.parsers import expat

from crawls.engine.sitemap_locs import LONGEST, REPLACEMENT, EndOfReading, Locs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawls.engine.sitemap_notes import Notes

MAX_DEPTH = 64
TOKEN_LIMIT = 256 * 1024  # bytes; expat reads an unfinished tag again with every piece
INVALID = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]+")
OPENER = re.compile(r"<!--|<!\[CDATA\[")
CLOSERS = {"<!--": "-->", "<![CDATA[": "]]>"}
UNFINISHED = re.compile(r"(?:<(?:!(?:-|\[[CDAT]{0,5})?)?|&#?[0-9A-Za-z]{0,32})\Z")
LONGEST_UNFINISHED = 40
BARE_AMPERSAND = re.compile(r"&(?!#[0-9]{1,7};|#[xX][0-9A-Fa-f]{1,6};|[A-Za-z][A-Za-z0-9]{1,31};)")
REFERENCE = re.compile(
    r"&(?!(?:amp|lt|gt|quot|apos);)(?:#([0-9]+);|#[xX]([0-9A-Fa-f]+);|([A-Za-z][A-Za-z0-9]+;))"
)
UNESCAPED = "Some ampersands are not escaped"


@dataclass(frozen=True, slots=True)
class Shape:
    """Local names: the element of one entry, and the one in it that holds its address."""

    entry: str
    loc: str


class Cleaner:
    """Mends text so that a strict parser can read it: references, CDATA, comments, odd characters.

    Characters that XML forbids become U+FFFD. Comments go, CDATA becomes plain text.
    """

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._pending = ""
        self._closer = ""

    def feed(self, text: str) -> str:
        text = self._pending + INVALID.sub(REPLACEMENT, text)
        mended: list[str] = []
        position = 0
        while position < len(text):
            read = self._read_section if self._closer else self._read_markup
            end = read(text, position, mended)
            if end == position:
                break
            position = end
        self._pending = text[position:]
        return "".join(mended)

    def _read_markup(self, text: str, start: int, mended: list[str]) -> int:
        opener = OPENER.search(text, start)
        if opener is not None:
            self._closer = CLOSERS[opener.group()]
            mended.append(self._mend(text[start : opener.start()]))
            return opener.end()
        unfinished = UNFINISHED.search(text, max(start, len(text) - LONGEST_UNFINISHED))
        end = unfinished.start() if unfinished else len(text)
        mended.append(self._mend(text[start:end]))
        return end

    def _read_section(self, text: str, start: int, mended: list[str]) -> int:
        close = text.find(self._closer, start)
        end = close if close >= 0 else max(start, len(text) - len(self._closer) + 1)
        if self._closer == CLOSERS["<![CDATA["]:
            mended.append(_escape(text[start:end]))
        if close < 0:
            return end
        end += len(self._closer)
        self._closer = ""
        return end

    def _mend(self, text: str) -> str:
        if "&" not in text:
            return text
        escaped, count = BARE_AMPERSAND.subn("&amp;", text)
        if count:
            self._notes.add(UNESCAPED)
        return REFERENCE.sub(self._mend_reference, escaped)

    def _mend_reference(self, match: re.Match[str]) -> str:
        decimal, hexadecimal, name = match.groups()
        if name is None:
            return _escape(_character(int(decimal) if decimal else int(hexadecimal, 16)))
        if name in html5:
            self._notes.add("Some entities are HTML's and not XML's", match.group())
            return _escape(html5[name])
        self._notes.add(UNESCAPED)
        return _escape(match.group())


class EntryReader:
    """Hands on the addresses of the entries whose end tag was seen."""

    def __init__(self, shape: Shape, locs: Locs, notes: Notes) -> None:
        self._shape = shape
        self._locs = locs
        self._notes = notes
        self._open: list[str] = []
        self._entry: list[str] = []
        self._text: list[str] | None = None

    def read(self, texts: Iterable[str]) -> None:
        """Read text from the root's start tag on, to the end or to the first fault.

        Raises EndOfReading when a limit is reached.
        """
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        try:
            self._feed(parser, texts)
        except expat.ExpatError as error:
            message = expat.ErrorString(error.code)
            self._notes.add(f"The XML is damaged in line {error.lineno}: {message}")

    def _feed(self, parser: expat.XMLParserType, texts: Iterable[str]) -> None:
        cleaner = Cleaner(self._notes)
        fed = 0
        for text in texts:
            data = cleaner.feed(text).encode()
            fed += len(data)
            parser.Parse(data)
            if fed - parser.CurrentByteIndex > TOKEN_LIMIT + len(data):
                self._notes.add("The XML has a tag of more than 256 KiB")
                raise EndOfReading
        parser.Parse(b"", True)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        parent = self._open[-1] if self._open else ""
        self._open.append(name)
        if len(self._open) > MAX_DEPTH:
            self._notes.add(f"The XML is nested deeper than {MAX_DEPTH} elements")
            raise EndOfReading
        # The same prefix as its entry's: an image:loc is the address of an image.
        if _local(parent) == self._shape.entry and name == _sibling(parent, self._shape.loc):
            self._text = []
            if "href" in attributes and attributes.get("rel", "alternate") == "alternate":
                self._text.append(attributes["href"])  # Atom

    def _data(self, text: str) -> None:
        if self._text is not None:
            room = LONGEST + 1 - sum(map(len, self._text))
            self._text.append(text[: max(room, 0)])

    def _end(self, name: str) -> None:
        self._open.pop()
        if self._text is not None and name == _sibling(name, self._shape.loc):
            self._entry.append("".join(self._text).strip())
            self._text = None
        elif _local(name) == self._shape.entry:
            self._close_entry()

    def _close_entry(self) -> None:
        entry, self._entry = self._entry, []
        if not any(entry):
            self._notes.add("Some entries have no address")
        for loc in filter(None, entry):
            self._locs.add(loc)


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _character(number: int) -> str:
    character = chr(number) if number <= sys.maxunicode else REPLACEMENT
    return INVALID.sub(REPLACEMENT, character)


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _sibling(name: str, local: str) -> str:
    prefix, colon, _ = name.rpartition(":")
    return f"{prefix}{colon}{local}"
