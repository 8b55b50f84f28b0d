"""What keeps crawlers and indexes out: noindex and robots.txt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.checks.base import Applies, Check, Evidence, Severity, page_check, site_check
from crawls.engine.indexability import GOOGLEBOT
from crawls.engine.parse.directives import ALL_AGENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.checks.base import Crawl
    from crawls.engine.page import Page

_AUDIENCES = {ALL_AGENTS: "all search engines", GOOGLEBOT: "Google"}

NOINDEX_PAGE = Check(
    id="noindex_page",
    severity=Severity.NOTICE,
    title="Page asks not to be indexed",
    why="A page with noindex never appears in search results, whatever links to it.",
    how_to_fix="Remove noindex from the robots meta tag and the X-Robots-Tag header, unless it is meant.",
)


@page_check(NOINDEX_PAGE, applies=Applies.HTML)
def noindex_page(page: Page) -> Iterator[str]:
    told = [name for agent, name in _AUDIENCES.items() if (agent, "noindex") in page.robots]
    if told:
        yield f"noindex for {' and '.join(told)}"


ROBOTS_BLOCKED = Check(
    id="robots_blocked",
    severity=Severity.NOTICE,
    title="URL is blocked by robots.txt",
    why="A page that may not be fetched was not checked, and search engines may not read it either.",
    how_to_fix="Change the rule in robots.txt, unless the page is meant to stay unread.",
)


@site_check(ROBOTS_BLOCKED)
def robots_blocked(crawl: Crawl) -> Iterator[Evidence]:
    for page in crawl.pages():
        if page.skip_reason == "robots":
            yield Evidence(page.url, page.skip_detail)


URL_SKIPPED = Check(
    id="url_skipped",
    severity=Severity.NOTICE,
    title="URL was not fetched",
    why="It was found on the site and not checked: it is no page of this audit and costs nothing.",
    how_to_fix="Remove what is said to be in the way, such as a firewall that keeps our crawler out.",
)


@site_check(URL_SKIPPED)
def url_skipped(crawl: Crawl) -> Iterator[Evidence]:
    for page in crawl.pages():
        if page.skip_reason not in {None, "robots"}:
            yield Evidence(page.url, page.skip_detail)
