"""Find the encoding a page declares of itself, before it can be parsed.

The HTML standard's "prescan a byte stream to determine its encoding", on the first 1,024 bytes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crawls.engine.labels import encoding_of

if TYPE_CHECKING:
    from collections.abc import Iterator

PRESCAN_BYTES = 1024

_MARKUP = re.compile(rb"<!--|<[!/?]|<([a-zA-Z][^\t\n\f\r /<>]*)")
_COMMENT_END = re.compile(rb"--!?>")
_ATTRIBUTE = re.compile(
    rb"[\t\n\f\r /]*+([^\t\n\f\r /=>][^\t\n\f\r />=]*+)"
    rb"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\t\n\f\r >]*+)))?"
)
_CHARSET = re.compile(
    r"charset[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s;,\"']++))"
)
_XML_ENCODING = re.compile(rb"""<\?xml[^>]*?encoding\s*+=\s*+["']([^"'>]*+)["']""")


def declared_encoding(body: bytes) -> str | None:
    """The encoding named by `meta`, else by an XML declaration. UTF-16 there means UTF-8."""
    head = body[:PRESCAN_BYTES]
    for attributes in _metas(head):
        pragma = attributes.get("http-equiv", "").lower() == "content-type"
        encoding = _encoding_in(attributes, reads_content=pragma)
        if encoding is not None:
            return encoding
    found = _XML_ENCODING.match(head)
    return _honest(encoding_of(found[1].decode("latin-1"))) if found else None


def hinted_encoding(body: bytes) -> str | None:
    """The encoding any `meta content` mentions, `http-equiv` misspelt or not.

    Not in the standard: for bytes that are not UTF-8 it beats guessing.
    """
    found = (_encoding_in(meta, reads_content=True) for meta in _metas(body[:PRESCAN_BYTES]))
    return next((encoding for encoding in found if encoding is not None), None)


def charset_parameter(text: str) -> str | None:
    """The label after `charset=` in a Content-Type value, None when there is none."""
    found = _CHARSET.search(text.lower())
    return next(filter(None, found.groups()), None) if found else None


def _encoding_in(attributes: dict[str, str], *, reads_content: bool) -> str | None:
    label = attributes.get("charset")
    if label is None and reads_content:
        label = charset_parameter(attributes.get("content", ""))
    return _honest(encoding_of(label)) if label is not None else None


def _honest(encoding: str | None) -> str | None:
    # ASCII bytes just told us so: UTF-16 cannot be true, and x-user-defined is no text.
    if encoding in {"utf-16be", "utf-16le"}:
        return "utf-8"
    return "windows-1252" if encoding == "x-user-defined" else encoding


def _metas(head: bytes) -> Iterator[dict[str, str]]:
    position = 0
    while found := _MARKUP.search(head, position):
        if found[0] == b"<!--":
            end = _COMMENT_END.search(head, found.start() + 2)
            position = end.end() if end else len(head)
        elif found[1] is None:
            position = head.find(b">", found.end()) + 1 or len(head)
        else:
            attributes, position = _attributes(head, found.end())
            if found[1].lower() == b"meta":
                yield attributes


def _attributes(head: bytes, position: int) -> tuple[dict[str, str], int]:
    attributes: dict[str, str] = {}
    while found := _ATTRIBUTE.match(head, position):
        name, *values = (group.decode("latin-1") if group else "" for group in found.groups())
        attributes.setdefault(name.lower(), "".join(values))
        position = found.end()
    return attributes, position
