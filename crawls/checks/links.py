from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from crawls.checks.answers import described, has_no_host, is_client_error, is_redirect
from crawls.checks.base import Check, Evidence, Severity, site_check
from crawls.checks.chains import chain_from, read_redirects
from crawls.checks.wording import quoted
from crawls.engine.urls import is_ignored_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crawls.checks.base import Crawl, CrawledPage

HTTP_OK = 200

LINK_INTERNAL_BROKEN = Check(
    id="link_internal_broken",
    severity=Severity.ERROR,
    title="Link leads to a page that does not exist",
    why="Visitors who follow the link end at an error, and so do search engines.",
    how_to_fix="Correct the link's address, or remove the link.",
)


@site_check(LINK_INTERNAL_BROKEN)
def link_internal_broken(crawl: Crawl) -> Iterator[Evidence]:
    gone = {page.url: described(page) for page in crawl.pages() if _is_gone(page)}
    return evidence_of_links(crawl, set(gone), lambda url: f"{url} {gone[url]}")


def _is_gone(page: CrawledPage) -> bool:
    return (is_client_error(page) or has_no_host(page)) and not is_ignored_path(page.url)


def evidence_of_links(
    crawl: Crawl, targets: set[str], describe: Callable[[str], str]
) -> Iterator[Evidence]:
    """One Evidence for each pair of source and target, with the words of the first such link."""
    if not targets:
        return
    for source_url, links in groupby(crawl.links_to(targets), key=attrgetter("source_url")):
        first_words: dict[str, str] = {}
        for link in links:
            first_words.setdefault(link.target_url, link.anchor_text)
        for target_url, words in first_words.items():
            said = f", link text {quoted(words)}" if words else ", a link without text"
            yield Evidence(source_url, f"{describe(target_url)}{said}")


ORPHAN_PAGE = Check(
    id="orphan_page",
    severity=Severity.WARNING,
    title="Page in the sitemap has no links to it",
    why="Visitors cannot find the page, and search engines take it for unimportant.",
    how_to_fix="Link to the page from where it belongs, or take it out of the sitemap.",
    needs_complete_crawl=True,
)


@site_check(ORPHAN_PAGE)
def orphan_page(crawl: Crawl) -> Iterator[Evidence]:
    reached = crawl.linked_urls()
    reached |= _redirect_targets(crawl, reached)
    for page in filter(_is_shown, crawl.pages()):
        if page.in_sitemap and not page.is_seed and page.url not in reached:
            yield Evidence(page.url, "The sitemap lists the page, but no page links to it.")


def _is_shown(page: CrawledPage) -> bool:
    return page.status == HTTP_OK and page.is_html and page.is_indexable


def _redirect_targets(crawl: Crawl, linked: set[str]) -> set[str]:
    """Where links lead through redirects: pages that links to their old addresses reach."""
    redirects = read_redirects(crawl)
    starts = (
        page.url
        for page in crawl.pages()
        if is_redirect(page) and (page.url in linked or page.is_seed)
    )
    return {url for start in starts for url in chain_from(start, redirects)[1:]}
