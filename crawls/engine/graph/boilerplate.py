"""Which links stand in menus, footers and other blocks that come again on many pages.

By the landmark a link stands in (see `crawls.engine.places`), and, for the many sites without landmarks, by
repetition: a template links from the same place to the same target on page after page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from crawls.engine.places import FIRST_PATH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crawls.engine.graph.links import Links

_Number = TypeVar("_Number", np.int32, np.int64)

MIN_PAGES = 5  # a link that comes again on fewer pages may be chance
MENU_SHARE = 0.8  # of a place's links that come again: then all of the place is a menu


def is_boilerplate(links: Links) -> NDArray[np.bool_]:
    """Whether each link belongs to a template rather than to the main content of its page.

    True in a landmark that is no content; where at least half of the pages that have the place
    link from it to the same target; and in a place where four links of five come again on
    as many pages as the square root of the number of pages that have it (menus whose entries
    differ from section to section). It is pages that are counted: repeating a link on one page
    says nothing.
    """
    result = links.places < FIRST_PATH
    rows = np.flatnonzero(~result)
    if rows.size:
        result[rows] = _comes_again(links.places[rows], links.sources[rows], links.targets[rows])
    return result


def _comes_again(
    paths: NDArray[np.int32], sources: NDArray[np.int32], targets: NDArray[np.int32]
) -> NDArray[np.bool_]:
    width = int(max(sources.max(), targets.max())) + 1
    places = np.searchsorted(_distinct(paths), paths)
    pages = np.bincount(_distinct(places * width + sources) // width)[places]
    repeats = _pages_of(places * width + targets, sources, width)
    is_common = (repeats >= MIN_PAGES) & (2 * repeats >= pages)
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
) -> NDArray[np.int64]:
    """For each link, how many pages have a link of the same spot: place and target."""
    keys = spots * width + sources
    order = np.argsort(keys)
    keys = keys[order]
    starts = np.flatnonzero(_is_first(keys // width))
    counts = np.add.reduceat(_is_first(keys).astype(np.int64), starts)
    pages = np.empty(len(spots), dtype=np.int64)
    pages[order] = np.repeat(counts, np.diff(starts, append=len(keys)))
    return pages
