"""Relative links that lead one folder deeper each time: /x/, /x/x/, /x/x/x/ ..."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING

from crawls.engine.traps.address import AND_SO_ON, before_loop, read_address, repeats
from crawls.engine.traps.counting import Group, Groups
from crawls.engine.traps.trap import Trap, TrapKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.engine.traps.address import Address
    from crawls.engine.traps.trap import SeenPage

# An odd tree repeats a folder equally often everywhere; a loop repeats it once more each time.
MIN_LEVELS = 4
MAX_FOLDERS = 8  # that one loop is told apart by


@dataclass(slots=True)
class _Loop(Group):
    folders: set[str] = field(default_factory=set)
    levels: set[int] = field(default_factory=set)  # how often a folder repeats, at most MIN_LEVELS
    before: tuple[str, ...] | None = None  # what the paths have in common before they loop
    has_other_beginnings: bool = False

    def note(self, looping: dict[str, int], before: tuple[str, ...]) -> None:
        self.folders.update(looping)
        if len(self.levels) < MIN_LEVELS:
            self.levels.add(max(looping.values()))
        self._begin_after(before, is_other=False)

    def take_in(self, other: Group) -> None:
        Group.take_in(self, other)
        if isinstance(other, _Loop) and other.before is not None:
            self.levels |= other.levels
            self.folders |= other.folders
            self._begin_after(other.before, is_other=other.has_other_beginnings)

    def _begin_after(self, before: tuple[str, ...], *, is_other: bool) -> None:
        if self.before is None:
            self.before, self.has_other_beginnings = before, is_other
        elif self.before != before or is_other:
            pairs = takewhile(lambda two: two[0] == two[1], zip(self.before, before, strict=False))
            self.before = tuple(folder for folder, _ in pairs)
            self.has_other_beginnings = True

    @property
    def template(self) -> str:
        other = [AND_SO_ON] if self.has_other_beginnings else []
        return "/".join(("", *(self.before or ()), *other, *sorted(self.folders), AND_SO_ON))


class EndlessPaths:
    """Streams over pages. One trap for each set of folders that loop together, wherever on the
    site they do: one wrong link in a layout loops under every page.
    """

    def __init__(self) -> None:
        self._loops: Groups[frozenset[str], _Loop] = Groups(_Loop)

    def add(self, page: SeenPage, address: Address) -> bool:
        """Whether the page is one of these."""
        looping = dict(sorted(repeats(address.path).items())[:MAX_FOLDERS])
        if looping:
            loop = self._loops.at(frozenset(looping))
            loop.see(page)
            loop.note(looping, before_loop(address.path, looping))
        return bool(looping)

    def traps(self) -> Iterator[Trap]:
        for loop in _merged(self._loops):
            if len(loop.levels) >= MIN_LEVELS:
                reason = "the same folders come again and again, one more with each link"
                yield Trap(TrapKind.ENDLESS_PATH, loop.template, loop.count, loop.examples, reason)


def repeated_segments(url: str) -> dict[str, int]:
    """The folders of a URL's path that come three times or more, with how often.

    Session ids aside. `url` is normalised. Such paths end at the depth limit (crawl rules, 5).
    """
    return repeats(read_address(url).path)


def _merged(loops: Groups[frozenset[str], _Loop]) -> list[_Loop]:
    """Loops that share a folder are one."""
    merged: list[_Loop] = []
    for _, loop in sorted(loops, key=lambda one: sorted(one[0])):
        whole = _Loop()
        apart = [other for other in merged if other.folders.isdisjoint(loop.folders)]
        for part in (*(other for other in merged if other not in apart), loop):
            whole.take_in(part)
        merged = [*apart, whole]
    return merged
