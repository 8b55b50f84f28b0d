"""What if: the figures of a site with some links more, or less."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from crawls.engine.graph.claims import Certainty, claim
from crawls.engine.graph.figures import measure_edges
from crawls.engine.graph.graph import Edges

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from crawls.engine.graph.figures import Figures
    from crawls.engine.graph.graph import LinkGraph

Pair = tuple[int, int]  # ids of a linking and a linked page


@dataclass(frozen=True, slots=True)
class Change:
    """One page before and after; a depth is UNREACHED without a way from the seed."""

    page_id: int
    rank_before: float
    rank_after: float
    depth_before: int
    depth_after: int


@dataclass(frozen=True, slots=True)
class Simulation:
    """Figures as they would be, and the ids of pages that become, or stop being, orphans."""

    after: Figures
    certainty: Certainty
    changes: tuple[Change, ...]  # largest change of PageRank first
    new_orphans: tuple[int, ...]
    ended_orphans: tuple[int, ...]


class NoSuchLink(ValueError):
    """Only a page that answered can link, and only a link that is there can be removed."""


def simulate(
    graph: LinkGraph,
    before: Figures,
    *,
    add: Iterable[Pair] = (),
    remove: Iterable[Pair] = (),
    is_complete: bool,
    limit: int = 100,
) -> Simulation:
    """The exact figures, PageRank worked out anew.

    An added link is followed and in main content. A removed one takes all links of the page with
    it that end at the same target. Both follow redirects first. `limit` is how many changes
    are told. Raises NoSuchLink, and ValueError for an id of no page.
    """
    edges = _with_links(_without_links(graph, remove), graph, add)
    after = measure_edges(graph, edges)
    orphans_before = set(claim(graph, before, is_complete=is_complete).orphans.page_ids)
    orphans = claim(graph, after, is_complete=is_complete).orphans
    return Simulation(
        after=after,
        certainty=orphans.certainty,
        changes=_changes(graph, before, after, limit),
        new_orphans=tuple(sorted(set(orphans.page_ids) - orphans_before)),
        ended_orphans=tuple(sorted(orphans_before - set(orphans.page_ids))),
    )


def _without_links(graph: LinkGraph, pairs: Iterable[Pair]) -> Edges:
    keys = _keys(graph, pairs)
    places, is_there = _find(graph.edges, keys, len(graph.pages))
    if not is_there.all():
        source, target = divmod(int(keys[~is_there][0]), len(graph.pages))
        raise NoSuchLink(
            f"page {graph.ids[source]} has no link that ends at page {graph.ids[target]}"
        )
    edges = graph.edges
    return Edges(
        sources=np.delete(edges.sources, places),
        targets=np.delete(edges.targets, places),
        followed=np.delete(edges.followed, places),
        in_content=np.delete(edges.in_content, places),
    )


def _with_links(edges: Edges, graph: LinkGraph, pairs: Iterable[Pair]) -> Edges:
    count = len(graph.pages)
    keys = _keys(graph, pairs)
    keys = keys[keys // count != keys % count]
    places, is_there = _find(edges, keys, count)
    new, new_places = keys[~is_there], places[~is_there]
    followed, in_content = edges.followed.copy(), edges.in_content.copy()
    followed[places[is_there]] = in_content[places[is_there]] = True
    return Edges(
        sources=np.insert(edges.sources, new_places, new // count),
        targets=np.insert(edges.targets, new_places, new % count),
        followed=np.insert(followed, new_places, values=True),
        in_content=np.insert(in_content, new_places, values=True),
    )


def _find(
    edges: Edges, keys: NDArray[np.int64], count: int
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Where among the edges, which are sorted, each key is or belongs, and whether it is there."""
    present = edges.sources * count + edges.targets
    places = np.searchsorted(present, keys)
    is_there = np.zeros(len(keys), dtype=bool)
    inside = places < len(present)
    is_there[inside] = present[places[inside]] == keys[inside]
    return places, is_there


def _keys(graph: LinkGraph, pairs: Iterable[Pair]) -> NDArray[np.int64]:
    """Each pair as one number, ascending, none twice."""
    keys = []
    for source_id, target_id in pairs:
        source = graph.index_of(source_id)
        if not graph.is_node[source]:
            raise NoSuchLink(f"page {source_id} did not answer with a page that can link")
        target = int(graph.endings.final[graph.index_of(target_id)])
        keys.append(source * len(graph.pages) + target)
    return np.unique(np.array(keys, dtype=np.int64))


def _changes(graph: LinkGraph, before: Figures, after: Figures, limit: int) -> tuple[Change, ...]:
    size = np.abs(after.rank - before.rank)
    differs = (size > 0) | (after.depth != before.depth)
    order = np.lexsort((graph.ids, -size))
    return tuple(
        Change(
            int(graph.ids[page]),
            float(before.rank[page]),
            float(after.rank[page]),
            int(before.depth[page]),
            int(after.depth[page]),
        )
        for page in order[differs[order]][:limit].tolist()
    )
