"""Refuse pages that no parser can build in bounded time, by one linear look at the bytes.

Attributes of one tag and the depth of the tree cost every HTML parser we measured their square:
40,000 attributes in 500 KB took 6 s, 50,000 nested elements as long.
"""

from __future__ import annotations

import re
from collections import Counter

MAX_ATTRIBUTES = 2_000
MAX_NESTING = 5_000

_SPACE = rb"[\t\n\f\r ]"
_ATTRIBUTE = (
    rb"[\t\n\f\r /]*+[^\t\n\f\r />][^\t\n\f\r />=]*+"
    rb"(?:" + _SPACE + rb"*+=" + _SPACE + rb"*+"
    rb"(?:\"[^\"]*+\"|'[^']*+'|[^\t\n\f\r >\"'][^\t\n\f\r >]*+|(?=>)))?+"
)
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_MARKUP = re.compile(
    rb"<(?:(!--)|([!?]|/(?![a-zA-Z]))|(/?)([a-zA-Z][^\t\n\f\r />]*+)"
    rb"((?:" + _ATTRIBUTE + rb")*+)" + _SPACE + rb"*+(/?))"
)
_COMMENT_END = re.compile(rb"--!?>")
_BOGUS_COMMENT_END = re.compile(rb">")
_RAW_TEXT_ENDS = {
    name: re.compile(rb"</" + name + rb"[\t\n\f\r />]", re.IGNORECASE)
    for name in (b"script", b"style", b"title", b"textarea", b"xmp", b"iframe", b"noembed")
}
_SHORTEST_ATTRIBUTE = 2  # bytes: a letter and what separates it from the next

# Elements without content, and those that cannot stand in each other without one that is counted.
_NEVER_NESTED = frozenset(
    b"area base br col embed hr img input link meta param source track wbr"
    b" a body button colgroup dd dt head html li nobr option p select tbody td tfoot th thead"
    b" tr".split()
)
_FOREIGN = (b"svg", b"math")


class HostilePage(Exception):
    """The page is not parsed: it would stall the parser. `reason` is for the report."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def refuse_hostile(html: bytes) -> None:
    """Raise HostilePage for UTF-8 HTML with absurd tags or nesting.

    An estimate made without building the tree. End tags that HTML allows to leave out are not
    missed: their elements are not counted.
    """
    nesting = _Nesting()
    position = 0
    while found := _MARKUP.search(html, position):
        comment, bogus, slash, name, attributes, self_closing = found.groups()
        position = found.end()
        if comment:
            position = _end(_COMMENT_END, html, found.start() + 2)
        elif bogus:
            position = _end(_BOGUS_COMMENT_END, html, position)
        elif slash:
            nesting.leave(name.lower())
        else:
            _refuse_many_attributes(attributes)
            if not (self_closing and nesting.is_foreign):
                position = _enter(nesting, name.lower(), html, position)


def _enter(nesting: _Nesting, name: bytes, html: bytes, position: int) -> int:
    """Count a start tag; returns where markup goes on, past the text of a script or the like."""
    raw_text_end = _RAW_TEXT_ENDS.get(name)
    if raw_text_end is not None:
        return _end(raw_text_end, html, position)
    nesting.enter(name)
    return position


def _refuse_many_attributes(attributes: bytes) -> None:
    if len(attributes) <= MAX_ATTRIBUTES * _SHORTEST_ATTRIBUTE:
        return
    count = sum(1 for _ in _ATTRIBUTES.finditer(attributes))
    if count > MAX_ATTRIBUTES:
        raise HostilePage(f"one tag has {count:,} attributes")


def _end(pattern: re.Pattern[bytes], html: bytes, position: int) -> int:
    found = pattern.search(html, position)
    return found.end() if found else len(html)


class _Nesting:
    """The open elements, as far as start and end tags tell. Each is put and taken once."""

    def __init__(self) -> None:
        self._open: list[bytes] = []
        self._counts: Counter[bytes] = Counter()

    @property
    def is_foreign(self) -> bool:
        """Inside SVG or MathML, where `/>` ends an element."""
        return any(self._counts[name] for name in _FOREIGN)

    def enter(self, name: bytes) -> None:
        if name in _NEVER_NESTED:
            return
        self._open.append(name)
        self._counts[name] += 1
        if len(self._open) > MAX_NESTING:
            raise HostilePage(f"elements are nested more than {MAX_NESTING:,} deep")

    def leave(self, name: bytes) -> None:
        if not self._counts[name]:
            return
        while (last := self._open.pop()) != name:
            self._counts[last] -= 1
        self._counts[name] -= 1
