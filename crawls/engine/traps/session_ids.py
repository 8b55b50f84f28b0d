"""The same pages again and again, each time under a new session id."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crawls.engine.traps.counting import DistinctCount, Group, Groups
from crawls.engine.traps.trap import Trap, TrapKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.engine.traps.address import Address
    from crawls.engine.traps.trap import SeenPage

MIN_COPIES = 20  # pages met again; one link with a session id is not yet a trap
MAX_REMEMBERED = 100  # addresses, until two copies of one are met


@dataclass(slots=True)
class _Session(Group):
    pages: DistinctCount = field(default_factory=DistinctCount)
    first_urls: dict[str, str] = field(default_factory=dict)
    copies: tuple[str, ...] = ()

    def note(self, page: SeenPage, base: str) -> None:
        # With the title: what looks like a session may be the number of an article.
        self.pages.add(f"{base} {(page.title or '').casefold()}")
        if not self.copies:
            self._look_for_copies(page.url, base)

    def _look_for_copies(self, url: str, base: str) -> None:
        if base in self.first_urls:
            self.copies = (self.first_urls[base], url)
            self.first_urls.clear()
        elif len(self.first_urls) < MAX_REMEMBERED:
            self.first_urls[base] = url


class SessionIds:
    """Streams over pages. One trap for each name of a session id, whichever pages carry it."""

    def __init__(self) -> None:
        self._sessions: Groups[str, _Session] = Groups(_Session)

    def add(self, page: SeenPage, address: Address) -> None:
        if address.session:
            group = self._sessions.at(address.session)
            group.see(page)
            group.note(page, address.base)

    def traps(self) -> Iterator[Trap]:
        for session, group in self._sessions:
            pages = group.pages.value
            if group.count - pages >= MIN_COPIES:
                template = f"{{page}}{session}{{session}}"
                reason = f"{pages:,} pages have {group.count:,} addresses, one for each session"
                examples = group.copies or group.examples
                yield Trap(TrapKind.SESSION_ID, template, group.count, examples, reason)
