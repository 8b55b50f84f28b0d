"""Refuse pages that no parser can build in bounded time, by one linear look at the bytes.

Two things cost every HTML parser we measured their square: attributes of one tag (40,000 in
500 KB took 2 to 6 s), and blocks nested in each other (50,000 `div` as long).
"""

from __future__ import annotations

import re

from crawls.engine.parse.open_elements import OpenElements

MAX_ATTRIBUTES = 2_000
MAX_STEPS = 500_000_000  # from a block to the next that is open: 2 ns each, as measured

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


class HostilePage(Exception):
    """The page is not parsed: it would stall the parser. `reason` is a sentence for the report."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def refuse_hostile(html: bytes) -> None:
    """Raise HostilePage for UTF-8 HTML with absurd tags or nesting.

    An estimate made without building the tree, rather too low than too high: what it lets
    through meets the parser's time limit, what it refuses is lost to the report.
    """
    elements = OpenElements()
    position = 0
    while found := _MARKUP.search(html, position):
        comment, bogus, slash, name, attributes, self_closing = found.groups()
        position = found.end()
        if comment:
            position = _end(_COMMENT_END, html, found.start() + 2)
        elif bogus:
            position = _end(_BOGUS_COMMENT_END, html, position)
        elif slash:
            elements.end(name.lower())
        else:
            _refuse_many_attributes(attributes)
            if not (self_closing and elements.is_foreign):
                position = _start(elements, name.lower(), html, position)
        if elements.steps > MAX_STEPS:
            raise HostilePage(
                f"Elements nested {elements.depth:,} deep would keep a parser busy too long."
            )


def _start(elements: OpenElements, name: bytes, html: bytes, position: int) -> int:
    """Count a start tag; returns where markup goes on, past the text of a script or the like."""
    raw_text_end = _RAW_TEXT_ENDS.get(name)
    if raw_text_end is not None:
        return _end(raw_text_end, html, position)
    elements.start(name)
    return position


def _refuse_many_attributes(attributes: bytes) -> None:
    if len(attributes) <= MAX_ATTRIBUTES * _SHORTEST_ATTRIBUTE:
        return
    count = sum(1 for _ in _ATTRIBUTES.finditer(attributes))
    if count > MAX_ATTRIBUTES:
        raise HostilePage(f"One tag has {count:,} attributes, more than a parser can bear.")


def _end(pattern: re.Pattern[bytes], html: bytes, position: int) -> int:
    found = pattern.search(html, position)
    return found.end() if found else len(html)
