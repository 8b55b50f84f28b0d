"""Links as arrays: ten million of them are numbers, never objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from crawls.engine.graph.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class LinkChunk:
    """Some internal links as stored, each column in the same order, any number of them.

    `sources` and `targets` are ids of pages; a target is the page that the link names, not where
    its redirects end. `places` are those of `crawls.engine.places.Places`.
    """

    sources: Sequence[int] | NDArray[np.int64]
    targets: Sequence[int] | NDArray[np.int64]
    nofollow: Sequence[bool] | NDArray[np.bool_]
    places: Sequence[int] | NDArray[np.int32]
    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Links:
    """All links of all pages. Sources and targets are indices of pages, texts of `Texts`."""

    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    nofollow: NDArray[np.bool_]
    places: NDArray[np.int32]
    text_ids: NDArray[np.int32]
    texts: Texts

    def __len__(self) -> int:
        return len(self.sources)


class LinkColumns:
    """Grows `Links` chunk by chunk, 17 bytes for each link."""

    def __init__(self, ids: NDArray[np.int64]) -> None:
        self._ids = ids
        self._texts = Texts()
        self._columns: tuple[list[NDArray[np.generic]], ...] = ([], [], [], [], [])

    def add(self, chunk: LinkChunk) -> None:
        """Raises ValueError for columns of different lengths and for a page that is not known."""
        columns: tuple[NDArray[np.generic], ...] = (
            self._indices(chunk.sources),
            self._indices(chunk.targets),
            np.asarray(chunk.nofollow, dtype=np.bool_),
            np.asarray(chunk.places, dtype=np.int32),
            self._texts.ids_of(chunk.texts),
        )
        if len({len(column) for column in columns}) > 1:
            raise ValueError("the columns of a chunk differ in length")
        for kept, column in zip(self._columns, columns, strict=True):
            kept.append(column)

    def take(self) -> Links:
        """The links so far, leaving none here: a column's chunks are freed as it is joined."""
        types = (np.int32, np.int32, np.bool_, np.int32, np.int32)
        joined = []
        for chunks, kind in zip(self._columns, types, strict=True):
            joined.append(np.concatenate([np.zeros(0, dtype=kind), *chunks]))
            chunks.clear()
        sources, targets, nofollow, places, text_ids = joined
        return Links(sources, targets, nofollow, places, text_ids, self._texts)

    def _indices(self, ids: Sequence[int] | NDArray[np.int64]) -> NDArray[np.int32]:
        wanted = np.asarray(ids, dtype=np.int64)
        indices = np.searchsorted(self._ids, wanted)
        if wanted.size and (
            not self._ids.size or (self._ids.take(indices, mode="clip") != wanted).any()
        ):
            raise ValueError("a link of a page that the graph does not know")
        return indices.astype(np.int32)
