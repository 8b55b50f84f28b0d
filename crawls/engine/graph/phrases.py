"""Words by which a text may speak of a page: its names, and what others call it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from crawls.engine.graph.function_words import FUNCTION_WORDS
from crawls.engine.graph.generic_anchors import is_generic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crawls.engine.graph.anchors import Anchors
    from crawls.engine.graph.graph import LinkGraph

MAX_WORDS = 8  # of a name
PART_WORDS = (3, 2)  # of a part of a name
MIN_LETTERS = 4  # of a name that is a single word

# A sign is a token of its own: no phrase reaches across a comma that it does not have itself.
TOKEN = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*+|[^\w\s]")  # noqa: RUF001 -- an apostrophe
_TITLE_PARTS = re.compile(r"\s+[-–—|·•»«/]+\s+|[|:]\s")  # noqa: RUF001 -- as titles are written
_AMBIGUOUS = -1

_Owners = dict[str, tuple[int, "PhraseKind"]]  # by phrase: its page, or _AMBIGUOUS


class PhraseKind(StrEnum):
    NAME = "name"  # the target's title or heading, or what stands between the signs in it
    ANCHOR = "anchor"  # links lead to the target with these words, and to no other page
    PART = "part"  # a few words of a name that no other page has in its own


@dataclass(frozen=True, slots=True)
class Phrases:
    """Each phrase, its words in lower case between single spaces, speaks of one page."""

    texts: list[str]
    targets: list[int]  # index of the page
    kinds: list[PhraseKind]
    numbers: dict[str, int]
    longest: dict[str, int]  # by first word: how many words the longest such phrase has

    def append(self, text: str, target: int, kind: PhraseKind) -> None:
        words = text.split()
        self.numbers[text] = len(self.texts)
        self.longest[words[0]] = max(self.longest.get(words[0], 0), len(words))
        self.texts.append(text)
        self.targets.append(target)
        self.kinds.append(kind)

    def find(self, words: Sequence[str]) -> Iterator[tuple[int, int, int]]:
        """Where phrases stand in a sentence: number, first word, end. None overlap; the longest
        at the first place wins. `words` are in lower case.
        """
        position, count = 0, len(words)
        while position < count:
            longest = self.longest.get(words[position], 0)
            for end in range(min(position + longest, count), position, -1):
                number = self.numbers.get(" ".join(words[position:end]))
                if number is not None:
                    yield number, position, end
                    position = end - 1
                    break
            position += 1


def tokens_of(text: str) -> list[str]:
    return [token.casefold() for token in TOKEN.findall(text)]


def collect_phrases(graph: LinkGraph, anchors: Anchors) -> Phrases:
    """The phrases of all indexable pages. Words that fit two pages are no phrase of either."""
    wanted = np.flatnonzero(graph.is_node & graph.is_indexable).tolist()
    shown = set(wanted)
    whole: _Owners = {}
    parts: _Owners = {}
    for page in wanted:
        for words in _names(graph.pages[page].title, graph.pages[page].h1):
            _claim(whole, words, page, PhraseKind.NAME)
            for size in PART_WORDS:
                for start in range(len(words) - size + 1):
                    _claim(parts, words[start : start + size], page, PhraseKind.PART)
    for page, text in anchors.unambiguous():
        if page in shown:
            words = _without_signs(tokens_of(text))
            if len(words) > 1:  # "lines" leads somewhere once, and means it nowhere else
                _claim(whole, words, page, PhraseKind.ANCHOR)
    phrases = Phrases([], [], [], {}, {})
    for text, (page, kind) in {**parts, **whole}.items():
        if page != _AMBIGUOUS:
            phrases.append(text, page, kind)
    return phrases


def _names(*texts: str) -> Iterator[list[str]]:
    for text in texts:
        for part in _TITLE_PARTS.split(text):
            yield _without_signs(tokens_of(part))


def _without_signs(tokens: list[str]) -> list[str]:
    """Without the dots and quotes around them."""
    words = [n for n, token in enumerate(tokens) if token[0].isalnum()]
    return tokens[words[0] : words[-1] + 1] if words else []


def _claim(owners: _Owners, words: Sequence[str], page: int, kind: PhraseKind) -> None:
    if _is_telling(words):
        owner, _ = owners.setdefault(" ".join(words), (page, kind))
        if owner != page:
            owners[" ".join(words)] = (_AMBIGUOUS, kind)


def _is_telling(words: Sequence[str]) -> bool:
    if not 0 < len(words) <= MAX_WORDS:
        return False
    ends = {words[0], words[-1]}
    if not FUNCTION_WORDS.isdisjoint(ends) or not all(end[0].isalnum() for end in ends):
        return False
    phrase = " ".join(words)
    letters = sum(map(str.isalpha, phrase))
    return letters >= MIN_LETTERS and not is_generic(phrase)
