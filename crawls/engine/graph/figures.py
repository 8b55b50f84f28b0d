"""The figures of each page in the final graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse.csgraph import breadth_first_order

from crawls.engine.graph.endings import Ending
from crawls.engine.graph.rank import flow_of, page_rank

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crawls.engine.graph.graph import Edges, LinkGraph
    from crawls.engine.graph.rank import Flow

UNREACHED = -1


@dataclass(frozen=True, slots=True)
class Figures:
    """By index of the page; of a page that is no node all figures are 0, its depth UNREACHED.

    Inlinks count the other pages that link here, directly or through redirects, each once.
    Followed ones have a link without nofollow; those in content have one in main content,
    nofollow or not; indexable ones are followed and from an indexable page. Outlinks count
    the different places where a page's links end, errors and files too, itself not. Exits are
    followed outlinks to pages, or to what was not read and may be one.
    """

    depth: NDArray[np.int64]  # followed clicks from the seed, UNREACHED without a way
    rank: NDArray[np.float64]
    inlinks: NDArray[np.int64]
    followed_inlinks: NDArray[np.int64]
    content_inlinks: NDArray[np.int64]
    indexable_inlinks: NDArray[np.int64]
    outlinks: NDArray[np.int64]
    exits: NDArray[np.int64]

    @property
    def max_depth(self) -> int:
        """Of all pages that can be reached; UNREACHED when none can."""
        return int(self.depth.max(initial=UNREACHED))

    @property
    def median_depth(self) -> int:
        """Within how many clicks half of the pages that can be reached are."""
        reached = np.sort(self.depth[self.depth != UNREACHED])
        return int(reached[(len(reached) - 1) // 2]) if len(reached) else UNREACHED


def measure(graph: LinkGraph) -> Figures:
    return measure_edges(graph, graph.edges)


def measure_edges(graph: LinkGraph, edges: Edges) -> Figures:
    """The figures as they are, or would be, with these edges."""
    count = len(graph.pages)
    flow = flow_of(edges, graph.is_node)
    to_page = graph.is_node[edges.targets]
    leads_on = to_page | (graph.endings.kind[edges.targets] == Ending.UNKNOWN)

    def inlinks(counted: NDArray[np.bool_]) -> NDArray[np.int64]:
        return np.bincount(edges.targets[to_page & counted], minlength=count).astype(np.int64)

    exits = np.bincount(edges.sources[edges.followed & leads_on], minlength=count)
    return Figures(
        depth=_depths(graph, flow),
        rank=page_rank(flow),
        inlinks=inlinks(np.ones(len(edges), dtype=bool)),
        followed_inlinks=inlinks(edges.followed),
        content_inlinks=inlinks(edges.in_content),
        indexable_inlinks=inlinks(edges.followed & graph.is_indexable[edges.sources]),
        outlinks=flow.outlinks,
        exits=exits.astype(np.int64),
    )


def _depths(graph: LinkGraph, flow: Flow) -> NDArray[np.int64]:
    depths = np.full(len(graph.pages), UNREACHED, dtype=np.int64)
    if not graph.is_node[graph.seed]:
        return depths
    order, found_from = breadth_first_order(flow.weights, graph.seed)
    depths[graph.seed] = 0
    for page in order[1:].tolist():
        depths[page] = depths[found_from[page]] + 1
    return depths
