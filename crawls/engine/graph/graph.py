"""The final graph: pages that answered 200 with HTML, and one edge for each pair that is linked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from crawls.engine.graph.boilerplate import is_boilerplate
from crawls.engine.graph.endings import Endings, find_endings
from crawls.engine.graph.links import LinkColumns, Links

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from crawls.engine.graph.links import LinkChunk
    from crawls.engine.graph.page import GraphPage

_FOLLOWED, _IN_CONTENT, _FLAG_BITS = 1, 2, 2


@dataclass(frozen=True, slots=True)
class Edges:
    """One edge for each page and each other place that its links end at, sorted by both.

    Targets need not be pages: an error is where a link ends too. `followed` is False when every
    link of the edge is nofollow; `in_content` is True when one of them is in main content.
    """

    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    followed: NDArray[np.bool_]
    in_content: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.sources)


@dataclass(frozen=True)
class LinkGraph:
    """Pages by index in the order of their ids, their links as stored, and the edges of these.

    Self links are no edges, and a link through redirects is one to where they end: a redirect
    costs no click. Links on anything but a page of the final graph are not kept as edges.
    """

    pages: tuple[GraphPage, ...]
    ids: NDArray[np.int64]
    seed: int  # index of the page where the site begins, behind the seed's redirects
    endings: Endings
    links: Links
    in_content: NDArray[np.bool_]  # of each link
    edges: Edges

    @cached_property
    def is_node(self) -> NDArray[np.bool_]:
        """Which pages the final graph consists of."""
        return self.endings.is_own_page

    @cached_property
    def is_indexable(self) -> NDArray[np.bool_]:
        return np.array([page.is_indexable for page in self.pages], dtype=bool)

    def index_of(self, id: int) -> int:
        """Raises ValueError for an id of no page."""
        index = int(np.searchsorted(self.ids, id))
        if index == len(self.ids) or self.ids[index] != id:
            raise ValueError(f"no page has the id {id}")
        return index


class Builder:
    """Takes the pages of an audit, then its internal links in chunks of any size."""

    def __init__(self, pages: Iterable[GraphPage], *, seed: int) -> None:
        """`seed` is the id of the page where the audit starts. Raises ValueError when no page or
        several have an id.
        """
        self._pages = tuple(sorted(pages, key=lambda page: page.id))
        self._ids = np.array([page.id for page in self._pages], dtype=np.int64)
        if (np.diff(self._ids) == 0).any():
            raise ValueError("two pages have the same id")
        if seed not in self._ids:
            raise ValueError("the seed is none of the pages")
        self._seed = int(np.searchsorted(self._ids, seed))
        self._columns = LinkColumns(self._ids)

    def add(self, chunk: LinkChunk) -> None:
        """Raises ValueError for columns of different lengths and for a page that is not known."""
        self._columns.add(chunk)

    def build(self) -> LinkGraph:
        """The graph of all links so far. Afterwards the builder holds none."""
        links = self._columns.take()
        endings = find_endings(self._pages, self._ids)
        in_content = ~is_boilerplate(links)
        return LinkGraph(
            pages=self._pages,
            ids=self._ids,
            seed=int(endings.final[self._seed]),
            endings=endings,
            links=links,
            in_content=in_content,
            edges=_edges(links, in_content, endings),
        )


def _edges(links: Links, in_content: NDArray[np.bool_], endings: Endings) -> Edges:
    """Sorts numbers that hold source, target and flags: no index of the order is needed."""
    count, is_page = len(endings.final), endings.is_own_page
    sources, targets = links.sources.astype(np.int64), endings.final[links.targets]
    counted = is_page[sources] & (sources != targets)
    keys = (sources * count + targets) << _FLAG_BITS
    keys |= np.where(links.nofollow, 0, _FOLLOWED)
    keys |= np.where(in_content, _IN_CONTENT, 0)
    keys = keys[counted]
    keys.sort()
    pairs = keys >> _FLAG_BITS
    starts = np.flatnonzero(np.diff(pairs, prepend=-1))
    flags = np.bitwise_or.reduceat(keys, starts) if len(keys) else keys
    return Edges(
        sources=pairs[starts] // count,
        targets=pairs[starts] % count,
        followed=(flags & _FOLLOWED).astype(bool),
        in_content=(flags & _IN_CONTENT).astype(bool),
    )
