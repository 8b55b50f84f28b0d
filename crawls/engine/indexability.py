"""Whether a search engine may index a page, as far as the page itself tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawls.engine.parse.directives import ALL_AGENTS

if TYPE_CHECKING:
    from crawls.engine.page import Page

GOOGLEBOT = "googlebot"


@dataclass(frozen=True, slots=True)
class Indexability:
    """`reason` is a sentence when `is_indexable` is False, else empty."""

    is_indexable: bool
    reason: str = ""


def judge(page: Page, *, agent: str = GOOGLEBOT) -> Indexability:
    """The one definition of indexable for a page that answered 200 with HTML.

    Not indexable: noindex for all or for `agent` (the strictest of all tags and headers
    holds), or a single canonical that names another URL. Several different canonicals cancel
    each other out, as Google does it. What needs robots.txt or the clock
    (`unavailable_after`) is not judged here.
    """
    if has_noindex(page, agent=agent):
        return Indexability(False, "The page asks not to be indexed (noindex).")
    canonicals = set(page.canonicals)
    if len(canonicals) == 1 and page.url not in canonicals:
        return Indexability(False, f"The page names another canonical URL: {canonicals.pop()}")
    return Indexability(True)


def has_noindex(page: Page, *, agent: str = GOOGLEBOT) -> bool:
    """Whether `noindex` (or `none`) is said to all crawlers or to `agent` (lower case)."""
    return _is_told(page, agent, "noindex")


def has_nofollow(page: Page, *, agent: str = GOOGLEBOT) -> bool:
    """Whether `nofollow` (or `none`) is said of the whole page to all crawlers or to `agent`."""
    return _is_told(page, agent, "nofollow")


def _is_told(page: Page, agent: str, directive: str) -> bool:
    return not page.robots.isdisjoint({(ALL_AGENTS, directive), (agent, directive)})
