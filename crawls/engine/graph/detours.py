"""Links that do not lead straight to a page, those first over which most PageRank flows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from crawls.engine.graph.endings import Ending
from crawls.engine.graph.rank import DAMPING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crawls.engine.graph.figures import Figures
    from crawls.engine.graph.graph import LinkGraph


@dataclass(frozen=True, slots=True)
class Detour:
    """A page that links name and that is broken or redirects.

    `rank` is the PageRank that flows towards it: lost when it is broken, and resting on the
    redirects otherwise. `sources` are the ids of linking pages, the most generous first.
    """

    target: int
    ending: Ending
    final: int  # id of the page where the redirects end, `target` itself without any
    hops: int
    rank: float
    source_count: int
    sources: tuple[int, ...]


def broken_targets(graph: LinkGraph, figures: Figures, *, limit: int) -> list[Detour]:
    """What links name that ends at an error, in a loop or off the site, straight or redirected."""
    return _detours(graph, figures, graph.endings.is_broken, limit)


def redirecting_targets(graph: LinkGraph, figures: Figures, *, limit: int) -> list[Detour]:
    """What links name that redirects and ends well."""
    redirects = (graph.endings.hops > 0) & ~graph.endings.is_broken
    return _detours(graph, figures, redirects, limit)


SOURCES_SHOWN = 20


def _detours(
    graph: LinkGraph, figures: Figures, wanted: NDArray[np.bool_], limit: int
) -> list[Detour]:
    """A nofollow link hands nothing on and loses nothing; it is counted among the sources."""
    links = graph.links
    rows = np.flatnonzero(wanted[links.targets] & graph.is_node[links.sources])
    rows = rows[graph.endings.final[links.targets[rows]] != links.sources[rows]]
    count = len(graph.pages)
    keys = links.targets[rows].astype(np.int64) * count + links.sources[rows]
    pairs, inverse = np.unique(keys, return_inverse=True)
    followed = np.bincount(inverse, weights=~links.nofollow[rows], minlength=len(pairs)) > 0
    targets, sources = pairs // count, pairs % count
    shares = DAMPING * figures.rank[sources] / figures.outlinks[sources] * followed
    flows = np.bincount(targets, weights=shares, minlength=count)
    found = np.unique(targets)
    best = found[np.lexsort((found, -flows[found]))][:limit]
    detours = []
    for target in best.tolist():
        own = slice(*np.searchsorted(targets, [target, target + 1]))
        order = np.lexsort((sources[own], -shares[own]))
        givers = graph.ids[sources[own][order]]
        detours.append(_detour(graph, target, float(flows[target]), givers))
    return detours


def _detour(graph: LinkGraph, target: int, rank: float, givers: NDArray[np.int64]) -> Detour:
    endings = graph.endings
    return Detour(
        target=int(graph.ids[target]),
        ending=Ending(int(endings.kind[target])),
        final=int(graph.ids[endings.final[target]]),
        hops=int(endings.hops[target]),
        rank=rank,
        source_count=len(givers),
        sources=tuple(givers[:SOURCES_SHOWN].tolist()),
    )
