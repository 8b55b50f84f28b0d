"""The parts of an answer's body in which a firewall gives itself away."""

from __future__ import annotations

import re
from dataclasses import dataclass

from crawls.engine.encoding import decode_html

_PIECES = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<title\b[^>]*+>(?P<title>[^<]*+)"
    r"|(?P<script><script\b.*?(?:</script|\Z)|<style\b.*?(?:</style|\Z))"
    r"|(?P<link><a\b[^>]*+>?)"
    r"|(?P<tag><[a-z/!?][^>]*+>?)"
    r"|(?P<text>[^<]++|<)",
    re.DOTALL,
)
_REFERENCE = re.compile(r"&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?")
_LAST_CHARACTER = 0x10FFFF


@dataclass(frozen=True, slots=True)
class Sight:
    """A page taken apart, all in lower case. What is shown (`title`, `text`) is kept from what
    works (`code`: tags and scripts; `links`: the tags of `a`), so that an article that shows a
    challenge's code is not taken for one. Comments are in no part.
    """

    title: str
    text: str
    code: str
    links: str
    link_count: int


def look(body: bytes, content_type: str | None) -> Sight:
    """Take a page apart, in time linear to its length; any bytes will do."""
    pieces: dict[str, list[str]] = {"title": [], "script": [], "link": [], "tag": [], "text": []}
    for found in _PIECES.finditer(decode_html(body, content_type)[0].lower()):
        if found.lastgroup is not None:
            pieces[found.lastgroup].append(found[found.lastgroup])
    return Sight(
        title=_shown(pieces["title"][:1]),
        text=_shown(pieces["text"]),
        code="\n".join(pieces["tag"] + pieces["script"]),
        links="\n".join(pieces["link"]),
        link_count=len(pieces["link"]),
    )


def _shown(pieces: list[str]) -> str:
    return " ".join(_REFERENCE.sub(_character, " ".join(pieces)).split())


def _character(reference: re.Match[str]) -> str:
    number = int(reference[1], 16) if reference[1] else int(reference[2])
    return chr(number).lower() if number <= _LAST_CHARACTER else "\ufffd"
