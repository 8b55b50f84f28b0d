from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine.traps.address import read_address
from crawls.engine.traps.calendars import Calendars
from crawls.engine.traps.endless_paths import EndlessPaths
from crawls.engine.traps.parameters import CombinedParameters
from crawls.engine.traps.session_ids import SessionIds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawls.engine.traps.trap import SeenPage, Trap


def find_traps(pages: Iterable[SeenPage]) -> list[Trap]:
    """The traps that the HTML pages of one site form, the largest first.

    Reads the pages once, in any order, and keeps a bounded number of counters. A session id is
    looked at by itself and then out of the way: a calendar with session ids is both traps.
    """
    sessions, paths = SessionIds(), EndlessPaths()
    calendars, parameters = Calendars(), CombinedParameters()
    for page in pages:
        address = read_address(page.url)
        sessions.add(page, address)
        if not (paths.add(page, address) or calendars.add(page, address)):
            parameters.add(page, address)
    found = (trap for kind in (paths, calendars, sessions, parameters) for trap in kind.traps())
    return sorted(found, key=lambda trap: (-trap.count, trap.template))
