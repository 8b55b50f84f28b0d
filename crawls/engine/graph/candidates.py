"""Which phrases stand in which pages' texts, as numbers."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from crawls.engine.graph.phrases import tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from crawls.engine.graph.graph import LinkGraph
    from crawls.engine.graph.phrases import Phrases
    from crawls.engine.graph.suggestion import PageText

MAX_PHRASES = 50  # kept of one page: memory stays bounded, whatever its text
MAX_SENTENCE = 400  # characters: a longer one is hardly a sentence, and nobody would read it


@dataclass(frozen=True, slots=True)
class Candidates:
    """For each phrase on a page: the page's index, the phrase's number, its target's index."""

    sources: NDArray[np.int64]
    numbers: NDArray[np.int64]
    targets: NDArray[np.int64]
    pages_with: NDArray[np.int64]  # on how many pages the phrase stands, linked or not
    pages_read: int


def find_candidates(graph: LinkGraph, phrases: Phrases, texts: Iterable[PageText]) -> Candidates:
    """Phrases of other pages that a page's text has and the page does not link to yet."""
    sources, numbers = array("q"), array("q")
    pages_with: Counter[int] = Counter()
    pages_read = 0
    for text in texts:
        pages_read += 1
        found = dict.fromkeys(number for _, number, _, _ in phrases_in(phrases, text))
        kept = list(islice(found, MAX_PHRASES))
        pages_with.update(found.keys())
        sources.extend([graph.index_of(text.page_id)] * len(kept))
        numbers.extend(kept)
    found_numbers = np.array(numbers, dtype=np.int64)
    every = Candidates(
        sources=np.array(sources, dtype=np.int64),
        numbers=found_numbers,
        targets=np.array(phrases.targets, dtype=np.int64)[found_numbers],
        pages_with=np.array([pages_with[n] for n in numbers], dtype=np.int64),
        pages_read=pages_read,
    )
    return _unlinked(graph, every)


def phrases_in(phrases: Phrases, text: PageText) -> Iterator[tuple[str, int, int, int]]:
    """Sentence, number of the phrase, its first word in the sentence and the end of its last."""
    for sentence in text.sentences:
        if len(sentence) <= MAX_SENTENCE:
            for number, first, end in phrases.find(tokens_of(sentence)):
                yield sentence, number, first, end


def _unlinked(graph: LinkGraph, every: Candidates) -> Candidates:
    count = len(graph.pages)
    linked = graph.edges.sources * count + graph.edges.targets
    kept = ~np.isin(every.sources * count + every.targets, linked)
    kept &= every.sources != every.targets
    return replace(
        every,
        sources=every.sources[kept],
        numbers=every.numbers[kept],
        targets=every.targets[kept],
        pages_with=every.pages_with[kept],
    )
