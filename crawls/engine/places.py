"""Where on its page a link stands, as one number: a landmark, or the path of its block."""

from __future__ import annotations

import re
from enum import IntEnum
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

FIRST_PATH = 16  # lower numbers are landmarks
_PATHS = 2**31 - FIRST_PATH  # a place fits the integer column of PostgreSQL


class Landmark(IntEnum):
    """What a link may stand in that is not main content."""

    NAVIGATION = 1
    HEADER = 2
    FOOTER = 3
    ASIDE = 4


# WAI-ARIA 1.2, section 5.3.4, and the menus of section 5.3.3.
_LANDMARK_OF_ROLE = {
    "navigation": Landmark.NAVIGATION,
    "menu": Landmark.NAVIGATION,
    "menubar": Landmark.NAVIGATION,
    "banner": Landmark.HEADER,
    "contentinfo": Landmark.FOOTER,
    "complementary": Landmark.ASIDE,
}
# HTML Accessibility API Mappings: a landmark only outside these, of an article it is a part.
_SECTIONING = frozenset({"article", "aside", "nav", "section"})
_LANDMARK_OF_TAG = {
    "nav": (Landmark.NAVIGATION, frozenset[str]()),
    "header": (Landmark.HEADER, _SECTIONING | {"main"}),
    "footer": (Landmark.FOOTER, _SECTIONING | {"main"}),
    "aside": (Landmark.ASIDE, _SECTIONING),
}
_TRAILS = frozenset({"breadcrumb", "breadcrumbs", "pagination", "pager"})

# They are words of a sentence or wrap the whole page: neither says where in it a block is.
_UNNAMED_TAGS = (
    "html body a abbr b bdi bdo cite code dfn em font i img kbd mark picture q s small span strike"
    " strong sub sup svg time tt u var"
)
_UNNAMED = frozenset(_UNNAMED_TAGS.split())
_DIGITS = re.compile(r"\d+")
_MAX_NAME = 64

_Place = tuple[int, frozenset[str]]  # number, and which of the tags above hold it


class Places:
    """The places of one page's links. Each element is read once, however many links are in it.

    `of(node)` is a number from 0 to 2^31 - 1: a `Landmark`, or from FIRST_PATH on a hash of the
    names of the elements around the link, from the outermost to its block: each one's tag,
    `id` and first class. Digits are left out, so that `post-17` and `post-18` are one place,
    and so is the order of siblings. The same on every page that a template makes, in every
    process and on every machine.
    """

    def __init__(self) -> None:
        self._known: dict[int, _Place] = {}

    def of(self, node: LexborNode) -> int:
        unread: list[LexborNode] = []
        above: LexborNode | None = node
        while above is not None and above.mem_id not in self._known:
            unread.append(above)
            above = above.parent
        place = self._known[above.mem_id] if above is not None else _OUTSIDE
        for element in reversed(unread):
            place = self._known[element.mem_id] = _inside(element, place)
        return place[0]


def _inside(element: LexborNode, outer: _Place) -> _Place:
    number, holders = outer
    tag = element.tag or ""
    if number < FIRST_PATH or tag in _UNNAMED or tag.startswith("-"):
        return outer
    attributes = element.attributes
    landmark = _landmark(tag, attributes, holders)
    if landmark is not None:
        return int(landmark), holders
    if tag == "main" or tag in _SECTIONING:
        holders |= {tag}
    return _hash(f"{number} {_name(tag, attributes)}"), holders


def _landmark(
    tag: str, attributes: dict[str, str | None], holders: frozenset[str]
) -> Landmark | None:
    role = (attributes.get("role") or "").strip().lower()
    if role in _LANDMARK_OF_ROLE:
        return _LANDMARK_OF_ROLE[role]
    if not _TRAILS.isdisjoint((attributes.get("class") or "").lower().split()):
        return Landmark.NAVIGATION
    landmark, excluding = _LANDMARK_OF_TAG.get(tag, (None, frozenset()))
    # A role of its own takes an element's meaning away.
    return landmark if not role and holders.isdisjoint(excluding) else None


def _name(tag: str, attributes: dict[str, str | None]) -> str:
    first_class = next(iter((attributes.get("class") or "").split()), "")
    own_id = (attributes.get("id") or "").strip()
    return f"{tag}#{_without_digits(own_id)}.{_without_digits(first_class)}"


def _without_digits(name: str) -> str:
    return _DIGITS.sub("", name[:_MAX_NAME])


def _hash(path: str) -> int:
    digest = blake2b(path.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return FIRST_PATH + int.from_bytes(digest, "big") % _PATHS


_OUTSIDE: _Place = (_hash(""), frozenset())
