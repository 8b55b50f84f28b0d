"""The words of an element, white space folded, as a reader would see them apart."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from selectolax.lexbor import LexborNode

MAX_TEXT = 2_000  # code points kept of one title, link or heading; nobody reads further
MAX_NODES = 1_000  # nodes read for one of them: elements nested in each other cost no square

_HIDDEN = frozenset({"script", "style", "template", "noscript", "iframe", "noembed", "noframes"})
_BREAKING = (
    "address article aside blockquote br caption center dd details dialog dir div dl dt fieldset"
    " figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol"
    " optgroup option p pre search section select summary table tbody td textarea tfoot th thead"
    " tr ul"
)
LINE_BREAKS = frozenset(_BREAKING.split())
_WORD = re.compile(r"\w\S*+")


def fold(text: str) -> str:
    """White space of every kind folded to single spaces, cut at MAX_TEXT."""
    return " ".join(text[: MAX_TEXT * 4].split())[:MAX_TEXT]


def text_of(node: LexborNode) -> str:
    """An element's text; the alternative texts of its images when it has no other."""
    pieces: list[str] = []
    alts: list[str] = []
    for inner in islice(walk(node, is_visible), MAX_NODES):
        if inner.tag == "img":
            alts.append(inner.attributes.get("alt") or "")
        else:
            pieces.append(_piece(inner))
    return fold("".join(pieces)) or fold(" ".join(alts))


def count_words(node: LexborNode) -> int:
    """How many runs of visible text begin with a letter or digit."""
    text = "".join(_piece(inner) for inner in walk(node, is_visible))
    return sum(1 for _ in _WORD.finditer(text))


def _piece(node: LexborNode) -> str:
    if node.tag == "-text":
        return node.text_content or ""
    return " " if node.tag in LINE_BREAKS else ""


def is_visible(node: LexborNode) -> bool:
    return node.tag not in _HIDDEN


def walk(root: LexborNode, is_entered: Callable[[LexborNode], bool]) -> Iterator[LexborNode]:
    """Nodes below `root` in document order; an element that is entered and has children comes
    twice. The second time is its end. A loop, because pages nest deeper than Python recurses.
    """
    node, depth = root.first_child, 1
    while node is not None:
        yield node
        child = node.first_child if is_entered(node) else None
        if child is not None:
            node, depth = child, depth + 1
            continue
        while node is not None and node.next is None:
            node, depth = node.parent, depth - 1
            if depth == 0 or node is None:
                return
            yield node
        node = node.next if node is not None else None
