"""Internal PageRank: how much of a wanderer's time a page gets through the site's own links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_array

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crawls.engine.graph.graph import Edges

DAMPING = 0.85
_TOLERANCE = 1e-10  # sum of all changes in one round
_MAX_ROUNDS = 500  # 0.85 ** 142 is below the tolerance


@dataclass(frozen=True, slots=True)
class Flow:
    """How pages hand on their PageRank.

    Each page deals it out evenly among the places where its links end. A nofollow link, and one
    that ends at an error, a file or an unread page, counts among them and hands nothing on
    (Google, PageRank sculpting, 2009: such a share is lost, not dealt to the other links). What is not
    handed on goes to all pages evenly; a page without links is the case where that is all of it.
    """

    weights: csr_array  # from row to column: the share of each followed edge between pages
    outlinks: NDArray[np.int64]  # among how many places a page deals
    is_node: NDArray[np.bool_]


def flow_of(edges: Edges, is_node: NDArray[np.bool_]) -> Flow:
    """The flow over edges whose sources are all nodes."""
    count = len(is_node)
    outlinks = np.bincount(edges.sources, minlength=count).astype(np.int64)
    passing = edges.followed & is_node[edges.targets]
    sources, targets = edges.sources[passing], edges.targets[passing]
    shares = 1 / outlinks[sources]
    weights = csr_array((shares, (sources, targets)), shape=(count, count))
    return Flow(weights, outlinks, is_node)


def page_rank(flow: Flow) -> NDArray[np.float64]:
    """Of each page, by index; sums to 1 over the nodes of the final graph, 0 for other pages.

    Equals networkx's `pagerank(alpha=0.85)` where all links are followed and end at pages.
    """
    nodes = int(flow.is_node.sum())
    if nodes == 0:
        return np.zeros(len(flow.is_node))
    evenly = flow.is_node / nodes
    handing = flow.weights.T.tocsr()
    kept = np.where(flow.is_node, 1 - flow.weights.sum(axis=1), 0)
    rank = evenly
    for _ in range(_MAX_ROUNDS):
        before = rank
        rank = DAMPING * (handing @ before + (kept @ before) * evenly) + (1 - DAMPING) * evenly
        if np.abs(rank - before).sum() < _TOLERANCE:
            break
    return rank
