"""Who we say we are and how hard we knock: every number of the crawl rules, once."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchLimits:
    """What one fetch may cost (crawl rules, section 9)."""

    connect: timedelta = timedelta(seconds=10)
    total: timedelta = timedelta(seconds=30)
    body_bytes: int = 10 * MEBIBYTE
    parse: timedelta = timedelta(seconds=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapLimits:
    """How much of a site's sitemaps is read (crawl rules, section 5), after decompression."""

    files: int = 50
    urls: int = 100_000
    file_bytes: int = 50 * MEBIBYTE
    total_bytes: int = 100 * MEBIBYTE
    read_within: timedelta = timedelta(seconds=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class BotPolicy:
    """One bot's identity and manners (crawl rules, section 1).

    Raises ValueError at construction for values that contradict each other.
    """

    token: str
    user_agent: str
    rps: float = 2.0
    max_unverified_rps: float = 3.0
    max_in_flight: int = 2
    max_depth: int = 25
    max_seed_redirects: int = 5
    max_robots_redirects: int = 5
    robots_bytes: int = 500 * 1024
    max_retry_after: timedelta = timedelta(minutes=15)
    fetch: FetchLimits = field(default_factory=FetchLimits)
    sitemaps: SitemapLimits = field(default_factory=SitemapLimits)

    def __post_init__(self) -> None:
        if self.token.lower() not in self.user_agent.lower():
            raise ValueError("user_agent must contain the robots.txt token")
        if not 0 < self.rps <= self.max_unverified_rps:
            raise ValueError("need 0 < rps <= max_unverified_rps")
        if self.max_in_flight < 1:
            raise ValueError("need max_in_flight >= 1")


SEOFIX = BotPolicy(token="SEOFixBot", user_agent="SEOFixBot/1.0 (+https://seofix.ai/bot)")

POLICIES = {"seofix": SEOFIX}
