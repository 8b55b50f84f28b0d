"""Parts of a site that have addresses without end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.checks.base import Applies, Check, Evidence, Severity, page_check, site_check
from crawls.engine.traps import find_traps, repeated_segments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.checks.base import Crawl
    from crawls.engine.page import Page
    from crawls.engine.traps import Trap

URL_REPETITIVE_PATH = Check(
    id="url_repetitive_path",
    severity=Severity.WARNING,
    title="Address repeats a folder",
    why="Most such addresses come from a relative link that leads one folder deeper each time; they have no end, and search engines spend their visits on them.",
    how_to_fix="Begin the link with a slash or a full address, and let the server answer 404 for paths that do not exist.",
)


@page_check(URL_REPETITIVE_PATH, applies=Applies.HTML)
def url_repetitive_path(page: Page) -> Iterator[str]:
    for folder, count in repeated_segments(page.url).items():
        yield f"The folder “{folder}” comes {count} times."


CRAWL_TRAP_PATTERN = Check(
    id="crawl_trap_pattern",
    severity=Severity.WARNING,
    title="Part of the site has addresses without end",
    why="Crawlers follow them as deep as they go and find nothing new, while real pages wait.",
    how_to_fix="Link only to addresses that have something of their own to show, or keep robots away from the rest in robots.txt.",
)


@site_check(CRAWL_TRAP_PATTERN)
def crawl_trap_pattern(crawl: Crawl) -> Iterator[Evidence]:
    traps = find_traps(page for page in crawl.pages() if page.is_html)
    return (Evidence(trap.examples[0], _sentence(trap)) for trap in traps)


def _sentence(trap: Trap) -> str:
    kind = f"{trap.kind[0].upper()}{trap.kind[1:]}"
    last = f", the furthest is {trap.examples[-1]}" if len(trap.examples) > 1 else ""
    return f"{kind}: {trap.count:,} pages of {trap.template}; {trap.reason}{last}."
