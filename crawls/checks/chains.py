"""Redirect chains through the pages of a crawl."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.checks.answers import is_redirect

if TYPE_CHECKING:
    from crawls.checks.base import Crawl

MAX_HOPS = 50  # deeper than any audit crawls; browsers give up at 20
MAX_HOPS_SHOWN = 10
ARROW = " \u2192 "


def read_redirects(crawl: Crawl) -> dict[str, str]:
    """Target by URL of every page that redirected somewhere."""
    return {
        page.url: page.redirect_url
        for page in crawl.pages()
        if is_redirect(page) and page.redirect_url is not None
    }


def chain_from(url: str, redirects: dict[str, str]) -> list[str]:
    """The URLs passed from `url` on, at most MAX_HOPS. A loop ends with the URL met again."""
    chain, seen = [url], {url}
    while chain[-1] in redirects and len(chain) <= MAX_HOPS:
        target = redirects[chain[-1]]
        chain.append(target)
        if target in seen:
            break
        seen.add(target)
    return chain


def drawn(chain: list[str]) -> str:
    """`a → b → c`, the middle of a very long chain left out."""
    if len(chain) > MAX_HOPS_SHOWN:
        chain = [*chain[: MAX_HOPS_SHOWN - 1], "\u2026", chain[-1]]
    return ARROW.join(chain)
