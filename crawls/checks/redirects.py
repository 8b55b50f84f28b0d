from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.checks.answers import described, is_broken, is_redirect
from crawls.checks.base import Check, Evidence, Severity, site_check
from crawls.checks.chains import chain_from, drawn, read_redirects
from crawls.checks.links import evidence_of_links

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.checks.base import Crawl, CrawledPage

REDIRECT_LOOP = Check(
    id="redirect_loop",
    severity=Severity.ERROR,
    title="Redirects go round in a circle",
    why="Browsers give up with an error, and search engines never reach a page.",
    how_to_fix="Let one of the redirects end at a real page. We keep no cookies: test without them.",
)


@site_check(REDIRECT_LOOP)
def redirect_loop(crawl: Crawl) -> Iterator[Evidence]:
    redirects = read_redirects(crawl)
    settled: set[str] = set()
    for url in redirects:
        chain = _chain_until(url, redirects, settled)
        settled.update(chain)
        if chain[-1] in chain[:-1]:
            loop = chain[chain.index(chain[-1]) : -1]
            first = loop.index(min(loop))
            loop = [*loop[first:], *loop[: first + 1]]
            yield Evidence(loop[0], drawn(loop))


def _chain_until(url: str, redirects: dict[str, str], settled: set[str]) -> list[str]:
    """The chain from `url`, ended where an earlier one has been: each redirect is met once."""
    chain, met = [url], set()
    while chain[-1] in redirects and chain[-1] not in settled and chain[-1] not in met:
        met.add(chain[-1])
        chain.append(redirects[chain[-1]])
    return chain


REDIRECT_BROKEN = Check(
    id="redirect_broken",
    severity=Severity.ERROR,
    title="Redirect leads to an error",
    why="Whoever follows the redirect meets an error, and the value of links to it is lost.",
    how_to_fix="Point the redirect at a page that exists, or remove it.",
)


@site_check(REDIRECT_BROKEN)
def redirect_broken(crawl: Crawl) -> Iterator[Evidence]:
    redirects = read_redirects(crawl)
    broken = {page.url: _end(page) for page in crawl.pages() if _is_dead_end(page)}
    for page in filter(is_redirect, crawl.pages()):
        chain = chain_from(page.url, redirects)
        if chain[-1] in broken:
            yield Evidence(page.url, f"{drawn(chain)}: {broken[chain[-1]]}")


def _is_dead_end(page: CrawledPage) -> bool:
    return is_broken(page) or (is_redirect(page) and page.redirect_url is None)


def _end(page: CrawledPage) -> str:
    return page.problem if is_redirect(page) else described(page)


REDIRECT_INTERNAL_LINK = Check(
    id="redirect_internal_link",
    severity=Severity.WARNING,
    title="Link leads to a redirect",
    why="Every visitor and crawler takes a detour, which costs time and some of the link's weight.",
    how_to_fix="Change the link so that it names the final address.",
)


@site_check(REDIRECT_INTERNAL_LINK)
def redirect_internal_link(crawl: Crawl) -> Iterator[Evidence]:
    redirects = read_redirects(crawl)
    return evidence_of_links(crawl, set(redirects), lambda url: drawn(chain_from(url, redirects)))
