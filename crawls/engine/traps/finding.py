"""Which groups of addresses are traps: many of one template, and nothing new in them.

Addresses alone never decide. A shop has thousands of products of one template, a journal years of
dated articles, a list hundreds of numbered pages; what makes a trap is that the pages go on
without saying anything new, or only because the address goes on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crawls.engine.traps.address import (
    Address,
    folded,
    loop_template,
    read_address,
    template_of,
    with_query,
)
from crawls.engine.traps.counting import DistinctCount, Group, Groups
from crawls.engine.traps.dates import date_in_params, date_in_path
from crawls.engine.traps.trap import SeenPage, Trap, TrapKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MIN_ENDLESS = 5  # levels of one loop, each one folder deeper
MIN_LEVELS = 12  # links in a chain of dates; nobody browses a year month by month
MAX_BROAD = 3  # pages of a chain on one level: to the next, to the one before, and the first
MIN_COPIES = 20  # pages with session ids
MIN_COMBINED = 200
MAX_NOVELTY = 0.1  # titles that are new, of the pages of a template
MAX_NOVELTY_OF_DATES = 0.5  # twelve months have twelve names


@dataclass(slots=True)
class _Seen(Group):
    titles: DistinctCount = field(default_factory=DistinctCount)  # but for their numbers
    bases: DistinctCount = field(default_factory=DistinctCount)
    levels: dict[int, int] = field(default_factory=dict)  # pages by depth


_Key = tuple[TrapKind, str]


def find_traps(pages: Iterable[SeenPage]) -> list[Trap]:
    """The traps that HTML pages of one crawl form, the largest first. Streams: memory does not
    grow with the number of pages.
    """
    groups: Groups[_Key, _Seen] = Groups(_Seen)
    for page in pages:
        address = read_address(page.url)
        for kind, template in _suspicions(page.url, address):
            group = groups.at((kind, template))
            group.see(page)
            group.titles.add(folded(page.title or ""))
            group.bases.add(address.base)
            group.levels[page.depth] = group.levels.get(page.depth, 0) + 1
    traps = [
        Trap(kind, template, group.count, group.examples, reason)
        for (kind, template), group in groups
        if (reason := _REASONS[kind](group))
    ]
    return sorted(traps, key=lambda trap: (-trap.count, trap.template))


def _suspicions(url: str, address: Address) -> Iterator[_Key]:
    """What a URL may be a part of."""
    loop = loop_template(address.path)
    if loop is not None:
        yield TrapKind.ENDLESS_PATH, loop
    if address.session:
        yield TrapKind.SESSION_ID, f"{{page}}{address.session}{{session}}"
    if date_in_path(address.path)[1] or date_in_params(address.params)[1]:
        yield TrapKind.CALENDAR, template_of(url)
    names = sorted({name for name, _ in address.params})
    if len(names) > 1:  # a single one that varies is a list's page number, or an id
        pairs = [(name, "\u2026") for name in names]
        yield TrapKind.PARAMETERS, with_query(folded(address.path), pairs)


def _endless(group: _Seen) -> str:
    if len(group.levels) < MIN_ENDLESS:
        return ""
    return "the same folders come again and again, one more with each link"


def _calendar(group: _Seen) -> str:
    """A chain: few pages on each of many levels."""
    narrow = [depth for depth, pages in group.levels.items() if pages <= MAX_BROAD]
    if len(narrow) < MIN_LEVELS or group.titles.value > MAX_NOVELTY_OF_DATES * group.count:
        return ""
    return f"each page leads to the next date, {len(narrow)} links deep"


def _session(group: _Seen) -> str:
    pages, copies = group.bases.value, group.count
    if copies < MIN_COPIES or copies < 2 * pages:
        return ""
    return f"{pages:,} pages have {copies:,} addresses, one for each session"


def _parameters(group: _Seen) -> str:
    titles = group.titles.value
    if group.count < MIN_COMBINED or titles > MAX_NOVELTY * group.count:
        return ""
    named = "one title" if titles == 1 else f"{titles:,} titles"
    return f"{group.count:,} combinations of parameters have {named} between them"


_REASONS = {
    TrapKind.ENDLESS_PATH: _endless,
    TrapKind.CALENDAR: _calendar,
    TrapKind.SESSION_ID: _session,
    TrapKind.PARAMETERS: _parameters,
}
