"""What is said of pages from the links of all others: certain only when all pages were read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from crawls.engine.graph.figures import Figures
    from crawls.engine.graph.graph import LinkGraph


class Certainty(StrEnum):
    FACT = "fact"
    INCONCLUSIVE = "inconclusive"  # so it looks from the part of the site that was read


@dataclass(frozen=True, slots=True)
class Claim:
    """Ids of the pages that something is claimed of, ascending."""

    certainty: Certainty
    page_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claims:
    """Of indexable pages other than the seed, except for dead ends, which any page can be.

    A page is in at most one of the first three. Orphans have no link from another page at
    all; single-inlink pages have a followed one from exactly one page.
    """

    orphans: Claim
    nofollow_only: Claim
    single_inlink: Claim
    boilerplate_only: Claim  # no inlink in main content
    noindex_only: Claim  # followed inlinks from pages only that are not indexable
    dead_ends: Claim  # no followed link to another page


def claim(graph: LinkGraph, figures: Figures, *, is_complete: bool) -> Claims:
    """`is_complete` says that every page that the site is known to have was read. If not, a link
    may be where nobody looked, and every claim is inconclusive.
    """
    certainty = Certainty.FACT if is_complete else Certainty.INCONCLUSIVE
    shown = graph.is_node & graph.is_indexable
    shown[graph.seed] = False
    linked = shown & (figures.inlinks > 0)
    followed = shown & (figures.followed_inlinks > 0)

    def of(pages: NDArray[np.bool_]) -> Claim:
        return Claim(certainty, tuple(graph.ids[pages].tolist()))

    return Claims(
        orphans=of(shown & ~linked),
        nofollow_only=of(linked & ~followed),
        single_inlink=of(shown & (figures.followed_inlinks == 1)),
        boilerplate_only=of(linked & (figures.content_inlinks == 0)),
        noindex_only=of(followed & (figures.indexable_inlinks == 0)),
        dead_ends=of(graph.is_node & (figures.exits == 0)),
    )
