"""Which URLs an audit may fetch, and in which order (crawl rules, section 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine import urls

if TYPE_CHECKING:
    from crawls.engine.policy import BotPolicy

ROBOTS_RANK = 0  # before anything that it may refuse
SITEMAP_RANK = 1  # with the seed, before what it lists


def is_in_scope(url: str, *, seed_url: str, depth: int, policy: BotPolicy) -> bool:
    """Whether a normalised URL found at `depth` belongs to the crawl: same site, not too deep,
    not under `/cdn-cgi/`.
    """
    return (
        depth <= policy.max_depth
        and urls.is_same_site(url, seed_url)
        and not urls.is_ignored_path(url)
    )


def page_rank(depth: int, *, is_retry: bool) -> int:
    """Shallowest first; a retry goes after the rest of its depth."""
    return 1 + 2 * depth + is_retry
