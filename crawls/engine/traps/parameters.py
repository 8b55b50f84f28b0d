"""Filters and orders of a list that links combine in every way."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crawls.engine.traps.address import AND_SO_ON, folded, with_query
from crawls.engine.traps.counting import DistinctCount, Group, Groups
from crawls.engine.traps.trap import Trap, TrapKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.engine.traps.address import Address
    from crawls.engine.traps.sessions import Params
    from crawls.engine.traps.trap import SeenPage

MANY = 200  # combinations
LONG_CHAIN = 20  # or so many links in a row, each adding one
MIN_PER_VALUE = 5  # ids have a value for each address, filters have few values for many
MIN_PER_TITLE = 10
MAX_NAMES = 5

# Pages of one list are one list.
_PAGINATION = re.compile(
    r"(?:\w*[_.-])?(?:page|paged|pg|p|page_?n(?:o|um|umber)|start|offset|skip|from|seite)",
    re.IGNORECASE,
)
_PATH_PAGE = re.compile(r"/page/\d+(?=/|$)", re.IGNORECASE)


@dataclass(slots=True)
class _Combined(Group):
    addresses: DistinctCount = field(default_factory=DistinctCount)
    values: DistinctCount = field(default_factory=DistinctCount)
    titles: DistinctCount = field(default_factory=DistinctCount)
    depths: set[int] = field(default_factory=set)
    names: dict[str, None] = field(default_factory=dict)

    def note(self, page: SeenPage, path: str, params: Params) -> None:
        written = ["=".join(pair) for pair in params]
        self.addresses.add(f"{path}?{'&'.join(written)}")
        self.titles.add((page.title or "").casefold())
        self.depths.add(page.depth)
        for value in (path, *written):
            self.values.add(value)
        for name, _ in params:
            if len(self.names) < MAX_NAMES:
                self.names.setdefault(name)

    @property
    def is_trap(self) -> bool:
        addresses = self.addresses.value
        return (
            (addresses > MANY or len(self.depths) >= LONG_CHAIN)
            and addresses >= MIN_PER_VALUE * self.values.value
            and addresses >= MIN_PER_TITLE * self.titles.value
        )


class CombinedParameters:
    """Streams over pages. Few values of parameters make many addresses, with few titles."""

    def __init__(self) -> None:
        self._combined: Groups[str, _Combined] = Groups(_Combined)

    def add(self, page: SeenPage, address: Address) -> None:
        params = tuple(pair for pair in address.params if not _PAGINATION.fullmatch(pair[0]))
        if len(params) > 1:
            path = _PATH_PAGE.sub("", address.path)
            group = self._combined.at(folded(path))
            group.see(page)
            group.note(page, path, params)

    def traps(self) -> Iterator[Trap]:
        for path, group in self._combined:
            if group.is_trap:
                template = with_query(path, [(name, AND_SO_ON) for name in sorted(group.names)])
                titles = group.titles.value
                named = "one title" if titles == 1 else f"{titles:,} titles"
                reason = f"{group.addresses.value:,} combinations of {group.values.value:,} parts have {named} between them"
                yield Trap(TrapKind.PARAMETERS, template, group.count, group.examples, reason)
