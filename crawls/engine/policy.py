"""Who we say we are and how hard we knock: every number of the crawl rules, once.

What a format itself sets (the lengths of URLs and lines, the marks of a firewall) stands with its reader.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

from crawls.engine.ownership import OwnershipRules
from crawls.engine.pace_rules import PaceRules
from crawls.engine.wait_rules import WaitRules
from robots.lines import FILE_LIMIT

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchLimits:
    """Where a fetch may go and what it may cost (crawl rules, sections 1 and 9)."""

    ports: frozenset[int] = frozenset({80, 443})
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
    read_within: timedelta = timedelta(seconds=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRules:
    """When a firewall that blocks every page ends the crawl, or that of a section (section 7)."""

    pages: int = 50  # the first so many, all of them
    stops_at_once: bool = False  # at whatever page or file a challenge comes


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLimits:
    """The most pages of an audit nobody pays for."""

    preview: int = 10
    free: int = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class PageCheckRules:
    """How often an account may have a single page checked (ours)."""

    most: int = 10
    within: timedelta = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceRules:
    """What a page costs, in tenths of a credit (crawl rules, section 8)."""

    page_tenths: int = 10
    not_modified_tenths: int = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class BotPolicy:
    """One bot's identity and manners (crawl rules, section 1).

    Raises ValueError at construction for values that contradict each other.
    """

    token: str
    user_agent: str
    kinds: tuple[str, ...] = ("full", "preview", "free")  # of audits, the usual one first
    needs_verified_owner: bool = False
    ownership: OwnershipRules = field(default_factory=OwnershipRules)
    rps: float = 2.0
    max_unverified_rps: float = 3.0
    max_verified_rps: float = 10.0
    shopify_rps: float | None = None  # on a host of Shopify's, if it is treated apart
    max_crawl_delay: timedelta | None = None  # of robots.txt; None: it is not read
    max_in_flight: int = 2
    max_in_flight_elsewhere: int = 1  # on the host that a robots.txt moved to
    max_depth: int = 25
    reports_links: bool = False  # the internal-link report is part of its audits
    reads_robots_sitemaps: bool = False  # /sitemap.xml only when robots.txt names none
    sitemap_depth: int = 1  # of the URLs that a sitemap lists
    max_seed_redirects: int = 5
    max_robots_redirects: int = 5
    robots_bytes: int = FILE_LIMIT
    judge_within: timedelta = timedelta(seconds=5)  # of our CPU, for the URLs of one page or file
    robots_again_after: timedelta = timedelta(minutes=4)  # unread: so asked every 5, if slowly
    max_attempts: int = 3  # to fetch a URL, when workers die of it
    pace: PaceRules = field(default_factory=PaceRules)
    waits: WaitRules | None = None  # for hosts that limit us
    fetch: FetchLimits = field(default_factory=FetchLimits)
    sitemaps: SitemapLimits = field(default_factory=SitemapLimits)
    blocks: BlockRules = field(default_factory=BlockRules)
    page_limits: PageLimits = field(default_factory=PageLimits)
    page_checks: PageCheckRules = field(default_factory=PageCheckRules)
    price: PriceRules = field(default_factory=PriceRules)

    def __post_init__(self) -> None:
        if self.token.lower() not in self.user_agent.lower():
            raise ValueError("user_agent must contain the robots.txt token")
        if not 0 < self.rps <= self.max_unverified_rps <= self.max_verified_rps:
            raise ValueError("need 0 < rps <= max_unverified_rps <= max_verified_rps")
        if self.max_in_flight < 1:
            raise ValueError("need max_in_flight >= 1")
        if not 0 <= self.sitemap_depth <= self.max_depth:
            raise ValueError("need 0 <= sitemap_depth <= max_depth")


SEOFIX = BotPolicy(token="SEOFixBot", user_agent="SEOFixBot/1.0 (+https://seofix.ai/bot)")

INTERNAL_LINKING = BotPolicy(
    token="InternalLinkingToolBot",
    user_agent="InternalLinkingToolBot/1.0 (+https://internallinkingtool.com/bot)",
    kinds=("links",),
    needs_verified_owner=True,
    max_unverified_rps=2.0,
    max_verified_rps=2.0,
    shopify_rps=1 / 1.5,
    max_crawl_delay=timedelta(seconds=10),
    max_in_flight=1,
    reports_links=True,
    reads_robots_sitemaps=True,
    pace=PaceRules(slows_down=False),
    waits=WaitRules(),
    blocks=BlockRules(stops_at_once=True),
    price=PriceRules(page_tenths=0, not_modified_tenths=0),
)

POLICIES = {"seofix": SEOFIX, "internal-linking": INTERNAL_LINKING}
