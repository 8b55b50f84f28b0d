"""Where links end once redirects are followed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from crawls.engine.graph.page import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from crawls.engine.graph.page import GraphPage


class Ending(IntEnum):
    PAGE = 0
    FILE = 1
    ERROR = 2
    LOOP = 3  # redirects that come back to themselves
    LEFT = 4  # a redirect to another site or to nowhere
    UNKNOWN = 5


BROKEN_ENDINGS = (Ending.ERROR, Ending.LOOP, Ending.LEFT)

_ENDING_OF = {
    Answer.PAGE: Ending.PAGE,
    Answer.FILE: Ending.FILE,
    Answer.REDIRECT: Ending.LEFT,  # where a chain stops at a redirect, its next page is none of ours
    Answer.BROKEN: Ending.ERROR,
    Answer.UNKNOWN: Ending.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class Endings:
    """For each page, by its index: where its chain of redirects ends.

    `final` is the index of the last page of the chain, a page's own when it does not redirect or
    its redirects loop; `hops` is how many redirects that took, 0 for a loop; `kind` is an
    `Ending`.
    """

    final: NDArray[np.int64]
    hops: NDArray[np.int64]
    kind: NDArray[np.int8]

    @property
    def is_broken(self) -> NDArray[np.bool_]:
        return np.isin(self.kind, BROKEN_ENDINGS)

    @property
    def is_own_page(self) -> NDArray[np.bool_]:
        """What answered with a page itself, without redirects."""
        own: NDArray[np.bool_] = self.final == np.arange(len(self.final))
        own &= self.kind == Ending.PAGE
        return own


def find_endings(pages: Sequence[GraphPage], ids: NDArray[np.int64]) -> Endings:
    """Follow all redirects at once: each round doubles the steps that were taken.

    `ids` are the ids of `pages`, ascending. A redirect to an id that is none of them leaves.
    """
    own = np.arange(len(pages))
    first = own.copy()
    for index, page in enumerate(pages):
        if page.redirect_to is not None:
            first[index] = _index_of(page.redirect_to, ids, default=index)
    loops_to_itself = np.array([page.redirect_to == page.id for page in pages], dtype=bool)
    final, hops = first.copy(), (first != own).astype(np.int64)
    for _ in range(len(pages).bit_length()):
        hops += hops[final]
        final = final[final]
    is_loop = (first[final] != final) | loops_to_itself[final]
    final = np.where(is_loop, own, final)
    kind = np.array([_ENDING_OF[page.answer] for page in pages], dtype=np.int8)[final]
    return Endings(
        final=final,
        hops=np.where(is_loop, 0, hops),
        kind=np.where(is_loop, np.int8(Ending.LOOP), kind),
    )


def _index_of(id: int, ids: NDArray[np.int64], *, default: int) -> int:
    index = int(np.searchsorted(ids, id))
    return index if index < len(ids) and ids[index] == id else default
