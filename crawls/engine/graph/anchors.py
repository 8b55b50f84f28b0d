"""With which words pages are linked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from crawls.engine.graph.generic_anchors import is_generic
from crawls.engine.graph.texts import EMPTY, OTHER, fold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crawls.engine.graph.graph import LinkGraph


@dataclass(frozen=True, slots=True)
class AnchorUse:
    """One text, as it was first written, over links to one page."""

    target: int  # the page's id
    text: str
    links: int
    content_links: int  # of these, in main content


@dataclass(frozen=True, slots=True)
class SharedText:
    """One text in main content that leads to several indexable pages, by their ids."""

    text: str
    content_links: int
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Anchors:
    """Each pair of a page and a text that links to it have, sorted by both.

    Links through redirects are links to where they end; links of a page to itself are none.
    """

    _graph: LinkGraph
    _targets: NDArray[np.int64]
    _text_ids: NDArray[np.int64]
    _links: NDArray[np.int64]
    _content_links: NDArray[np.int64]

    def of(self, page_id: int) -> list[AnchorUse]:
        """The texts of a page, most used first. Raises ValueError for an id of no page."""
        page = self._graph.index_of(page_id)
        start, end = np.searchsorted(self._targets, [page, page + 1]).tolist()
        return self._uses(np.arange(start, end))

    def empty(self, *, limit: int) -> list[AnchorUse]:
        """Links without words or an image's alternative text, by target, most links first."""
        return self._uses(np.flatnonzero(self._text_ids == EMPTY), limit)

    def generic(self, *, limit: int) -> list[AnchorUse]:
        """Texts that tell nothing of their target, most used first."""
        return self._uses(np.flatnonzero(self._is_generic()[self._text_ids]), limit)

    def shared(self, *, limit: int) -> list[SharedText]:
        """Telling words that lead to different pages, those with most targets first.

        Only links in main content to indexable pages: a menu's words repeat by design.
        """
        telling = ~self._is_generic()
        telling[[EMPTY, OTHER]] = False
        wanted = telling[self._text_ids] & (self._content_links > 0)
        rows = np.flatnonzero(wanted & self._graph.is_indexable[self._targets])
        rows = rows[np.argsort(self._text_ids[rows], kind="stable")]
        text_ids, starts, counts = np.unique(
            self._text_ids[rows], return_index=True, return_counts=True
        )
        order = np.argsort(-counts, kind="stable")
        return [
            self._shared(int(text_ids[n]), rows[starts[n] : starts[n] + counts[n]])
            for n in order[counts[order] > 1][:limit].tolist()
        ]

    def unambiguous(self) -> list[tuple[int, str]]:
        """Each text that leads to one page only, behind that page's index."""
        text_ids, rows, counts = np.unique(self._text_ids, return_index=True, return_counts=True)
        single = (counts == 1) & (text_ids != EMPTY) & (text_ids != OTHER)
        pages = self._targets[rows[single]].tolist()
        texts = (self._graph.links.texts[text_id] for text_id in text_ids[single].tolist())
        return list(zip(pages, texts, strict=True))

    def _is_generic(self) -> NDArray[np.bool_]:
        texts = self._graph.links.texts
        return np.array([is_generic(fold(texts[n])) for n in range(len(texts))], dtype=bool)

    def _shared(self, text_id: int, rows: NDArray[np.int64]) -> SharedText:
        targets = self._graph.ids[self._targets[rows]]
        links = int(self._content_links[rows].sum())
        return SharedText(self._graph.links.texts[text_id], links, tuple(targets.tolist()))

    def _uses(self, rows: NDArray[np.int64], limit: int | None = None) -> list[AnchorUse]:
        rows = rows[np.argsort(-self._links[rows], kind="stable")][:limit]
        return [
            AnchorUse(
                target=int(self._graph.ids[self._targets[row]]),
                text=self._graph.links.texts[int(self._text_ids[row])],
                links=int(self._links[row]),
                content_links=int(self._content_links[row]),
            )
            for row in rows.tolist()
        ]


def collect_anchors(graph: LinkGraph) -> Anchors:
    links = graph.links
    targets = graph.endings.final[links.targets]
    counted = graph.is_node[targets] & graph.is_node[links.sources] & (targets != links.sources)
    texts = len(links.texts)
    keys = targets[counted] * texts + links.text_ids[counted]
    # The last bit tells links in content: sorting them with it needs no index of the order.
    keys = (keys << 1) | graph.in_content[counted]
    keys.sort()
    pairs, starts, counts = np.unique(keys >> 1, return_index=True, return_counts=True)
    in_content = np.add.reduceat(keys & 1, starts) if len(keys) else counts
    return Anchors(graph, pairs // texts, pairs % texts, counts, in_content)
