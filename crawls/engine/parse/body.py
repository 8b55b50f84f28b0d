"""Links, images, headings and words of a page."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from crawls.engine.page import Anchor, Image, LinkScheme
from crawls.engine.parse.hostile import HostilePage
from crawls.engine.parse.text import count_words, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from selectolax.lexbor import LexborHTMLParser, LexborNode

    from crawls.engine.places import Places

    Resolve = Callable[[str], tuple[LinkScheme, str | None]]  # what an address on the page means

MAX_HREF = 2_048  # characters kept of an address; bookmarklets and data: images can be megabytes
MAX_ELEMENTS = 100_000  # links, images or headings of one page

_Target = tuple[str, LinkScheme, str | None]  # href, scheme, url

_PIXEL = frozenset({"0", "1", "0px", "1px"})
_PRESENTATIONAL = frozenset({"presentation", "none"})


def anchors(
    tree: LexborHTMLParser, resolve: Resolve, places: Places | None = None
) -> tuple[Anchor, ...]:
    """Every link, with its place where `places` are read."""
    resolved: dict[str, _Target] = {}
    return tuple(
        _anchor(node, resolve, resolved, 0 if places is None else places.of(node))
        for node in _select(tree, "a[href]")
    )


def images(tree: LexborHTMLParser, resolve: Resolve) -> tuple[Image, ...]:
    """Every `img` that has a source. With `aria-hidden`, or inside it, it is decoration."""
    known = {node.mem_id: True for node in tree.css('[aria-hidden="true" i]')}
    return tuple(
        _image(node.attributes, resolve, is_hidden=_is_hidden(node, known))
        for node in _select(tree, "img[src]")
        if (node.attributes["src"] or "").strip()
    )


def headings(tree: LexborHTMLParser) -> tuple[tuple[int, str], ...]:
    nodes = _select(tree, "h1, h2, h3, h4, h5, h6")
    return tuple((int((node.tag or "h0")[1]), text_of(node)) for node in nodes)


def word_count(tree: LexborHTMLParser) -> int:
    return count_words(tree.body) if tree.body is not None else 0


def _select(tree: LexborHTMLParser, query: str) -> list[LexborNode]:
    nodes = tree.css(query)
    if len(nodes) > MAX_ELEMENTS:
        raise HostilePage(
            f"The page has more than {MAX_ELEMENTS:,} of one kind of element: {query}."
        )
    return nodes


def _anchor(node: LexborNode, resolve: Resolve, resolved: dict[str, _Target], place: int) -> Anchor:
    attributes = node.attributes
    # In SVG the selector finds `xlink:href` as well, and browsers follow it.
    written = attributes.get("href", attributes.get("xlink:href")) or ""
    if written not in resolved:
        # The cut text is kept with its target: one string for all its links pickles once.
        resolved[written] = (written[:MAX_HREF], *resolve(written))
    href, scheme, url = resolved[written]
    rel = _tokens(attributes.get("rel") or "")
    return Anchor(href, url, scheme, text_of(node), rel, place=place)


@lru_cache(maxsize=256)
def _tokens(rel: str) -> frozenset[str]:
    return frozenset(rel[:MAX_HREF].lower().split())


def _is_hidden(node: LexborNode | None, known: dict[int, bool]) -> bool:
    """Whether an element is hidden. Each ancestor is asked once for all images, and then known.

    A selector of descendants climbs from each image: 90,000 of them, 5,000 deep, took it 6 s.
    """
    asked: list[int] = []
    while node is not None and node.mem_id not in known:
        asked.append(node.mem_id)
        node = node.parent
    hidden = node is not None and known[node.mem_id]
    known.update(dict.fromkeys(asked, hidden))
    return hidden


def _image(attributes: dict[str, str | None], resolve: Resolve, *, is_hidden: bool) -> Image:
    src = attributes["src"] or ""
    _, url = resolve(src)
    alt = (attributes["alt"] or "")[:MAX_HREF] if "alt" in attributes else None
    return Image((url or src.strip())[:MAX_HREF], alt, is_hidden or _is_decorative(attributes))


def _is_decorative(attributes: dict[str, str | None]) -> bool:
    role = (attributes.get("role") or "").strip().lower()
    size = {(attributes.get(side) or "").strip().lower() for side in ("width", "height")}
    return role in _PRESENTATIONAL or size <= _PIXEL
