"""Which links stand in menus, footers and other blocks that come again on many pages.

By the landmark a link stands in (see `place`), and, for the many sites without landmarks, by
repetition: a template links from the same place to the same target on page after page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from crawls.engine.graph.place import FIRST_PATH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crawls.engine.graph.links import Links

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
    places = _numbered(paths)
    pages_of_place = _pages_of(places, sources)
    spots = _numbered(_pairs(places, targets))
    repeats = _pages_of(spots, sources)[spots]
    pages = pages_of_place[places]
    is_common = (repeats >= MIN_PAGES) & (2 * repeats >= pages)
    is_frequent = (repeats >= MIN_PAGES) & (repeats >= np.sqrt(pages))
    is_menu = np.bincount(places, weights=is_frequent) >= MENU_SHARE * np.bincount(places)
    return is_common | is_menu[places]


def _numbered(values: NDArray[np.int32] | NDArray[np.int64]) -> NDArray[np.int64]:
    """The same values as numbers from 0 without gaps."""
    return np.unique(values, return_inverse=True)[1].astype(np.int64)


def _pairs(left: NDArray[np.int64], right: NDArray[np.int32]) -> NDArray[np.int64]:
    return left * (int(right.max()) + 1) + right


def _pages_of(groups: NDArray[np.int64], sources: NDArray[np.int32]) -> NDArray[np.int64]:
    """How many pages each group has links of."""
    pairs = np.unique(_pairs(groups, sources))
    return np.bincount(pairs // (int(sources.max()) + 1)).astype(np.int64)
