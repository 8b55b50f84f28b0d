"""Links worth adding: words that stand in one page's text and speak of another page."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from crawls.engine.graph.candidates import find_candidates, phrases_in
from crawls.engine.graph.claims import Certainty
from crawls.engine.graph.phrases import TOKEN, PhraseKind
from crawls.engine.graph.rank import DAMPING
from crawls.engine.graph.suggestion import Suggestion, SuggestionLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from crawls.engine.graph.candidates import Candidates
    from crawls.engine.graph.figures import Figures
    from crawls.engine.graph.graph import LinkGraph
    from crawls.engine.graph.phrases import Phrases
    from crawls.engine.graph.suggestion import PageText

COMMON_PAGES = 5  # phrases that stand on more pages than this
COMMON_SHARE = 0.05  # and on a larger share of them are what the site always says

_WEIGHT_OF_KIND = {PhraseKind.NAME: 1.0, PhraseKind.ANCHOR: 1.0, PhraseKind.PART: 0.5}

_Chosen = dict[int, dict[int, int]]  # by index of the source: a phrase's number for each target


def suggest_links(
    graph: LinkGraph,
    figures: Figures,
    phrases: Phrases,
    read_texts: Callable[[Sequence[int]], Iterable[PageText]],
    *,
    is_complete: bool,
    limits: SuggestionLimits | None = None,
) -> list[Suggestion]:
    """Suggestions from and to indexable pages, largest gain first, none for a pair that is linked
    already, whether by nofollow, through a redirect or from a menu.

    `read_texts` streams the texts of the pages it is given by id, in any order. It is called
    twice: with all indexable pages, to see which phrases stand where, and with those that get
    a suggestion, for their sentences. Between the two only numbers are kept.
    """
    indexable = graph.ids[graph.is_node & graph.is_indexable].tolist()
    candidates = find_candidates(graph, phrases, read_texts(indexable))
    chosen = _choose(figures, phrases, candidates, limits or SuggestionLimits())
    certainty = Certainty.FACT if is_complete else Certainty.INCONCLUSIVE
    found = [
        suggestion
        for text in read_texts(graph.ids[sorted(chosen)].tolist() if chosen else [])
        for suggestion in _written(graph, figures, phrases, text, chosen, certainty)
    ]
    return sorted(found, key=lambda each: (-each.gain, each.source, each.start, each.target))


def _gains(figures: Figures, sources: NDArray[np.int64]) -> NDArray[np.float64]:
    gains: NDArray[np.float64] = DAMPING * figures.rank[sources] / (figures.outlinks[sources] + 1)
    return gains


def _choose(
    figures: Figures, phrases: Phrases, candidates: Candidates, limits: SuggestionLimits
) -> _Chosen:
    """Takes what has most worth until a limit is met."""
    chosen: _Chosen = {}
    per_target: Counter[int] = Counter()
    left = limits.overall
    for row in _most_worth_first(figures, phrases, candidates):
        source, target = int(candidates.sources[row]), int(candidates.targets[row])
        own = chosen.get(source, {})
        is_full = len(own) == limits.per_source or per_target[target] == limits.per_target
        if is_full or target in own:
            continue
        chosen[source] = own | {target: int(candidates.numbers[row])}
        per_target[target] += 1
        left -= 1
        if left == 0:
            break
    return chosen


def _most_worth_first(figures: Figures, phrases: Phrases, candidates: Candidates) -> list[int]:
    """Rows by gain, weighed by how rare the words are; whole names before parts of them."""
    pages_with, read = candidates.pages_with, candidates.pages_read
    weights = np.array([_WEIGHT_OF_KIND[kind] for kind in phrases.kinds])
    rarity = np.log1p(read / pages_with)
    worth = _gains(figures, candidates.sources) * rarity * weights[candidates.numbers]
    order = np.lexsort((candidates.numbers, candidates.sources, -worth))
    telling = pages_with <= max(COMMON_PAGES, COMMON_SHARE * read)
    rows: list[int] = order[telling[order]].tolist()
    return rows


def _written(
    graph: LinkGraph,
    figures: Figures,
    phrases: Phrases,
    text: PageText,
    chosen: _Chosen,
    certainty: Certainty,
) -> Iterator[Suggestion]:
    """The chosen phrases of one page, each in the first sentence that has it."""
    source = graph.index_of(text.page_id)
    target_of = {number: target for target, number in chosen[source].items()}
    for sentence, number, first, end in phrases_in(phrases, text):
        target = target_of.pop(number, None)
        if target is None:
            continue
        spans = [match.span() for match in TOKEN.finditer(sentence)]
        start, stop = spans[first][0], spans[end - 1][1]
        yield Suggestion(
            source=text.page_id,
            target=int(graph.ids[target]),
            sentence=sentence,
            words=sentence[start:stop],
            start=start,
            kind=phrases.kinds[number],
            gain=float(_gains(figures, np.array([source]))[0]),
            content_inlinks=int(figures.content_inlinks[target]),
            certainty=certainty,
        )
