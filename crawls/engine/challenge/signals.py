"""What a signal is: clues that must all be there, and the statuses that let it count."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawls.engine.challenge.sight import Sight
    from crawls.engine.response import Response


class Place(StrEnum):
    """Where a clue is looked for; the value is what evidence calls it."""

    HEADER = "header"
    TITLE = "title"
    TEXT = "page text"
    CODE = "page code"
    LINKS = "link"


@dataclass(frozen=True, slots=True)
class Clue:
    """`words` (any case) found in that place. `pattern` is searched for instead when given, in
    lower-cased text; of a header, `words` is the name and `pattern` must fit its whole value.
    """

    place: Place
    words: str
    pattern: re.Pattern[str] | None = None

    def found_in(self, response: Response, sight: Sight) -> str | None:
        """Words for the evidence, None when the clue is missing."""
        if self.place is Place.HEADER:
            return self._found_in_headers(response)
        seen = self._part(sight)
        is_there = self.pattern.search(seen) if self.pattern else self.words.lower() in seen
        return f'{self.place} "{self.words}"' if is_there else None

    def _found_in_headers(self, response: Response) -> str | None:
        for value in response.header_values(self.words):
            if self.pattern is None or self.pattern.fullmatch(value.strip().lower()):
                return f"{self.place} {self.words}: {value.strip()[:80]}"
        return None

    def _part(self, sight: Sight) -> str:
        match self.place:
            case Place.TITLE:
                return sight.title
            case Place.TEXT:
                return sight.text
            case Place.CODE:
                return sight.code
            case _:
                return sight.links


@dataclass(frozen=True, slots=True)
class Signal:
    """Clues that must all be found. `statuses`, when given, are the only ones it counts on, and
    enough. `as_whole_page` asks for a short page that holds little else, whatever the status.
    """

    clues: tuple[Clue, ...]
    statuses: frozenset[int] | None = None
    as_whole_page: bool = False

    @property
    def reads_body(self) -> bool:
        return any(clue.place is not Place.HEADER for clue in self.clues)

    def found_in(self, response: Response, sight: Sight) -> str | None:
        """The evidence, None when a clue is missing."""
        found: list[str] = []
        for clue in self.clues:
            words = clue.found_in(response, sight)
            if words is None:
                return None
            found.append(words)
        return " and ".join(found)


@dataclass(frozen=True, slots=True)
class Vendor:
    """A firewall and its signals: a decisive one without clues in the body counts on any status.
    `more_blocking` adds to the statuses that mean a refusal.
    """

    name: str
    decisive: tuple[Signal, ...] = ()
    supporting: tuple[Signal, ...] = ()
    more_blocking: frozenset[int] = frozenset()


def header(name: str, value: str | None = None) -> Clue:
    """A response header of that lower-case name, with any value or one that fits the pattern."""
    return Clue(Place.HEADER, name, re.compile(value) if value is not None else None)


def title(words: str, pattern: str | None = None) -> Clue:
    return Clue(Place.TITLE, words, re.compile(pattern) if pattern else None)


def text(words: str, pattern: str | None = None) -> Clue:
    return Clue(Place.TEXT, words, re.compile(pattern) if pattern else None)


def code(words: str, pattern: str | None = None) -> Clue:
    return Clue(Place.CODE, words, re.compile(pattern) if pattern else None)


def link(words: str) -> Clue:
    return Clue(Place.LINKS, words)


def signal(*clues: Clue, on: frozenset[int] | None = None, as_whole_page: bool = False) -> Signal:
    return Signal(clues, on, as_whole_page)
