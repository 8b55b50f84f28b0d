"""Calendars that always have a next month."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from crawls.engine.traps.address import folded, with_query
from crawls.engine.traps.counting import Group, Groups
from crawls.engine.traps.dates import DATE, Day, date_in_params, date_in_path
from crawls.engine.traps.trap import Trap, TrapKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.engine.traps.address import Address
    from crawls.engine.traps.trap import SeenPage

# Calendars of real events end within a year or so of months.
LONG_CHAIN = 20  # links, each to a later date
MANY, SHORT_CHAIN = 200, 6  # or more pages than that, on fewer levels: months with their days
# 12 months, 7 weekdays, and as many of the site's own.
MAX_WORDS = 40

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(slots=True)
class _Dated(Group):
    words: set[str] = field(default_factory=set)  # of the titles, one more than MAX_WORDS at most
    latest: dict[int, Day] = field(default_factory=dict)  # by depth

    def note(self, page: SeenPage, day: Day) -> None:
        self.latest[page.depth] = max(day, self.latest.get(page.depth, day))
        if len(self.words) <= MAX_WORDS and page.title:
            self.words.update(_WORD.findall(page.title.casefold())[: MAX_WORDS + 1])

    @property
    def steps(self) -> int:
        """How many depths one after the other lead to later dates than all before; 0 when the last
        ones do not. An archive goes into the past, and a list of coming events ends by itself.
        """
        days = [self.latest[depth] for depth in sorted(self.latest)]
        moves = [later > earlier for earlier, later in pairwise(days)]
        return len(moves) if all(moves) else 0

    @property
    def is_endless(self) -> bool:
        is_long = self.steps >= LONG_CHAIN or (self.count > MANY and self.steps >= SHORT_CHAIN)
        return is_long and len(self.words) <= MAX_WORDS


class Calendars:
    """Streams over pages. Pages of one address that differ by their date only."""

    def __init__(self) -> None:
        self._dated: Groups[str, _Dated] = Groups(_Dated)

    def add(self, page: SeenPage, address: Address) -> bool:
        """Whether the page's address names a day, month or year."""
        path, day = date_in_path(address.path)
        names, other_day = date_in_params(address.params)
        day = other_day or day
        if day is None:
            return False
        group = self._dated.at(with_query(folded(path), [(name, DATE) for name in names]))
        group.see(page)
        group.note(page, day)
        return True

    def traps(self) -> Iterator[Trap]:
        for template, dated in self._dated:
            if dated.is_endless:
                reason = f"each page leads to the next date, {len(dated.latest)} links deep"
                yield Trap(TrapKind.CALENDAR, template, dated.count, dated.examples, reason)
