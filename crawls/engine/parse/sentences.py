"""What a page says in its main content, sentence by sentence."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from crawls.engine.page import LINKED_WORDS
from crawls.engine.parse.text import LINE_BREAKS, is_visible, walk
from crawls.engine.places import FIRST_PATH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selectolax.lexbor import LexborHTMLParser, LexborNode

    from crawls.engine.places import Places

MAX_NODES = 50_000
MAX_CHARACTERS = 100_000  # of all sentences of a page
MAX_SENTENCE = 400  # a longer one is no sentence that a person reads
MIN_WORDS = 4

# What is no running text, or is a link already.
_LEFT_OUT_TAGS = (
    "h1 h2 h3 h4 h5 h6 button select textarea option label legend figcaption caption th pre code"
    " svg math dialog nav"
)
_LEFT_OUT = frozenset(_LEFT_OUT_TAGS.split())
_BREAK = "\N{PARAGRAPH SEPARATOR}"  # no line end of the source, which is a space
_END = re.compile(
    rf"{_BREAK}|(?<=[\u3002\uff01\uff1f])"  # the full stops of Chinese and Japanese
    r"|(?:(?<=[.!?\u2026])|(?<=[.!?\u2026][\"'\u201d\u2019)\]]))\s+(?=[^a-z\u00df-\u00ff])"
)
_WORD = re.compile(r"\w+")


def sentences_of(tree: LexborHTMLParser, places: Places) -> tuple[str, ...]:
    """The sentences of at least MIN_WORDS words outside headings, menus, headers and footers.

    The words of a link are one LINKED_WORDS. A page without landmarks gives its menus' words too, but
    hardly as sentences.
    """
    if tree.body is None:
        return ()
    text = "".join(_pieces(tree.body, places))
    found = (" ".join(part.split()) for part in _END.split(text))
    kept, size = [], 0
    for sentence in found:
        if len(sentence) > MAX_SENTENCE or len(_WORD.findall(sentence)) < MIN_WORDS:
            continue
        size += len(sentence)
        if size > MAX_CHARACTERS:
            break
        kept.append(sentence)
    return tuple(dict.fromkeys(kept))


def _pieces(body: LexborNode, places: Places) -> Iterator[str]:
    """Texts in document order; what is left out ends a sentence, a link does not."""
    for node in islice(walk(body, lambda node: _is_entered(node, places)), MAX_NODES):
        if node.tag == "-text":
            yield node.text_content or ""
        elif node.tag == "a" and "href" in node.attributes:
            yield f" {LINKED_WORDS} "
        elif node.tag in LINE_BREAKS or node.tag in _LEFT_OUT:
            yield _BREAK


def _is_entered(node: LexborNode, places: Places) -> bool:
    if node.tag in _LEFT_OUT or (node.tag == "a" and "href" in node.attributes):
        return False
    return is_visible(node) and places.of(node) >= FIRST_PATH
