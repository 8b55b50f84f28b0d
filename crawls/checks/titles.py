from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crawls.checks.base import Check, Evidence, Severity, page_check, site_check
from crawls.checks.wording import counted, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.checks.base import Crawl, CrawledPage
    from crawls.engine.page import Page

# Search results cut titles at a width of about 600 px, some 60 letters of Latin text.
MAX_TITLE = 60

# The second and later pages of a list share its title by design.
_LATER_PAGE = re.compile(
    r"[?&/](?:page|paged|pg)[=/-]?0*(?:[2-9]|[1-9]\d+)(?:[/?&]|$)", re.IGNORECASE
)

TITLE_MISSING = Check(
    id="title_missing",
    severity=Severity.ERROR,
    title="Page has no title",
    why="The title is the headline of a search result; without one, search engines make one up.",
    how_to_fix="Add one title element with words to the head of the page.",
)


@page_check(TITLE_MISSING)
def title_missing(page: Page) -> Iterator[str]:
    if not any(page.titles):
        yield "The title element is empty." if page.titles else "The head has no title element."


TITLE_MULTIPLE = Check(
    id="title_multiple",
    severity=Severity.WARNING,
    title="Page has more than one title",
    why="Browsers and search engines use the first title, which may not be the one you meant.",
    how_to_fix="Keep one title element in the head and remove the others.",
)


@page_check(TITLE_MULTIPLE)
def title_multiple(page: Page) -> Iterator[str]:
    if len(page.titles) > 1:
        yield f"{len(page.titles)} titles: " + ", ".join(map(quoted, page.titles[:5]))


TITLE_TOO_LONG = Check(
    id="title_too_long",
    severity=Severity.NOTICE,
    title="Title is longer than search results show",
    why="Search results cut long titles off, so the last words may never be read.",
    how_to_fix="Shorten the title to about 60 characters, with the important words first.",
)


@page_check(TITLE_TOO_LONG)
def title_too_long(page: Page) -> Iterator[str]:
    if page.title and len(page.title) > MAX_TITLE:
        yield f"{counted(len(page.title), 'character')}: {quoted(page.title)}"


TITLE_DUPLICATE = Check(
    id="title_duplicate",
    severity=Severity.WARNING,
    title="Several pages share the same title",
    why="Searchers and search engines cannot tell the pages apart by their titles.",
    how_to_fix="Give each page a title that says what only this page offers.",
)


@site_check(TITLE_DUPLICATE)
def title_duplicate(crawl: Crawl) -> Iterator[Evidence]:
    urls_by_title: dict[str, list[str]] = {}
    for page in filter(_is_compared, crawl.pages()):
        urls_by_title.setdefault(_key(page), []).append(page.url)
    repeated = {title: urls for title, urls in urls_by_title.items() if len(urls) > 1}
    for page in filter(_is_compared, crawl.pages()):
        urls = repeated.get(_key(page))
        if urls:
            yield Evidence(page.url, _shared(page, urls))


def _is_compared(page: CrawledPage) -> bool:
    return page.is_indexable and bool(page.title) and not _LATER_PAGE.search(page.url)


def _key(page: CrawledPage) -> str:
    return " ".join((page.title or "").casefold().split())


def _shared(page: CrawledPage, urls: list[str]) -> str:
    other = urls[0] if urls[0] != page.url else urls[1]
    more = f" and {counted(len(urls) - 2, 'more page')}" if len(urls) > 2 else ""  # noqa: PLR2004 -- this page and the other
    return f"{quoted(page.title or '')} is also the title of {other}{more}"
