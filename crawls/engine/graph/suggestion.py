"""A link worth adding, and what it is found in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawls.engine.graph.phrases import PhraseKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawls.engine.graph.claims import Certainty

_REASONS = {
    PhraseKind.NAME: "The words are the title or heading of the target.",
    PhraseKind.ANCHOR: "Other links lead to the target with these words.",
    PhraseKind.PART: "The words stand in the title or heading of the target and of no other page.",
}


@dataclass(frozen=True, slots=True)
class PageText:
    """The sentences of a page's main content, without headings; each link's words are one
    LINKED_WORDS.
    """

    page_id: int
    sentences: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """Link `words`, as they stand in `sentence` from `start` on, to the target.

    `gain` is the PageRank that the link would hand to the target at first: what each place
    gets that the source links to, once there is one more, times 0.85. What others lose by it and
    what comes back round about is left out: `simulate` tells the exact figure. `content_inlinks`
    is how many pages link to the target from main content today. Both are figures of the
    whole site: `certainty` says whether it was read.
    """

    source: int
    target: int
    sentence: str
    words: str
    start: int
    kind: PhraseKind
    gain: float
    content_inlinks: int
    certainty: Certainty

    @property
    def reason(self) -> str:
        return _REASONS[self.kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionLimits:
    per_source: int = 3
    per_target: int = 5
    overall: int = 1000

    def __post_init__(self) -> None:
        if min(self.per_source, self.per_target, self.overall) < 1:
            raise ValueError("limits are at least 1")
