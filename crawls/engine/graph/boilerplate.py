"""Which links stand in menus, footers and other blocks that come again on many pages.

By the landmark a link stands in (see `crawls.engine.places`), and, for the many sites without
landmarks, by repetition: a template links from the same place to the same target, or with the
same words, on page after page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from crawls.engine.graph.texts import EMPTY, OTHER
from crawls.engine.places import FIRST_PATH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crawls.engine.graph.links import Links

_Number = TypeVar("_Number", np.int32, np.int64)

MIN_PAGES = 5  # a link that comes again on fewer pages may be chance
MAX_PER_PAGE = 1.5  # links with the same words: "Read more" in a list of articles is content
MENU_SHARE = 0.8  # of a place's links that come again: then all of the place is a menu


def is_boilerplate(links: Links) -> NDArray[np.bool_]:
    """Whether each link belongs to a template rather than to the main content of its page.

    True in a landmark that is no content; where at least half of the pages that have the place
    link from it to the same target, or once each with the same words ("Next", wherever that is);
    and in a place where four links of five come again on as many pages as the square root of
    the number of pages that have it (menus whose entries differ from section to section). It is
    pages that are counted: repeating a link on one page says nothing.
    """
    result = links.places < FIRST_PATH
    rows = np.flatnonzero(~result)
    if rows.size:
        sources, paths = links.sources[rows], links.places[rows]
        result[rows] = _comes_again(paths, sources, links.targets[rows], links.text_ids[rows])
    return result


def _comes_again(
    paths: NDArray[np.int32],
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    text_ids: NDArray[np.int32],
) -> NDArray[np.bool_]:
    width = int(max(sources.max(), targets.max(), text_ids.max())) + 1
    places = np.searchsorted(_distinct(paths), paths)
    pages = np.bincount(_distinct(places * width + sources) // width)[places]
    same_words, links = _pages_of(places * width + text_ids, sources, width)
    is_label = (text_ids != EMPTY) & (text_ids != OTHER) & (links <= MAX_PER_PAGE * same_words)
    repeats, _ = _pages_of(places * width + targets, sources, width)
    most = np.maximum(repeats, same_words * is_label)
    is_common: NDArray[np.bool_] = (most >= MIN_PAGES) & (2 * most >= pages)
    is_frequent = (repeats >= MIN_PAGES) & (repeats * repeats >= pages)
    is_menu = np.bincount(places, weights=is_frequent) >= MENU_SHARE * np.bincount(places)
    return is_common | is_menu[places]


def _distinct(values: NDArray[_Number]) -> NDArray[_Number]:
    """Ascending. For millions of numbers several times as fast as numpy's own."""
    ordered = np.sort(values)
    return ordered[_is_first(ordered)]


def _is_first(ordered: NDArray[_Number]) -> NDArray[np.bool_]:
    """Where sorted values change."""
    return np.concatenate([[True], ordered[1:] != ordered[:-1]])


def _pages_of(
    spots: NDArray[np.int64], sources: NDArray[np.int32], width: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each link, how many pages have links of the same spot, and how many these are."""
    keys = spots * width + sources  # fits 63 bits: 9 million places on a million pages do
    order = np.argsort(keys)
    keys = keys[order]
    starts = np.flatnonzero(_is_first(keys // width))
    counts = np.add.reduceat(_is_first(keys).astype(np.int64), starts)
    pages = np.empty(len(spots), dtype=np.int64)
    links = np.empty_like(pages)
    lengths = np.diff(starts, append=len(keys))
    pages[order] = np.repeat(counts, lengths)
    links[order] = np.repeat(lengths, lengths)
    return pages, links
