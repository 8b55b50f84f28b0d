"""What a check is, and the registry it enters by being declared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from crawls.engine.page import Page


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


class Applies(StrEnum):
    """Which pages a page check sees. The runner asks; a check never does."""

    HTML = "html"  # a parsed page: 200, text/html
    INDEXABLE = "indexable"  # and a search engine may index it


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One rule: everything a person or a machine needs to know of it."""

    id: str
    severity: Severity
    title: str
    why: str
    how_to_fix: str
    needs_complete_crawl: bool = False  # a claim about pages that were not seen


@dataclass(frozen=True, slots=True)
class Evidence:
    """One place where a site check fails."""

    url: str
    text: str


@dataclass(frozen=True, slots=True)
class CrawledPage:
    """What site checks know of one page, slim enough to stream 100,000 of them.

    `status` is None when there was no answer; `redirect_url` is the normalised target of a 3xx.
    `failure` is a FailureKind value. `skip_reason` is set for URLs that were not fetched and are
    no pages (`robots`), `skip_detail` says which line decided. `blocked_by` names the firewall that
    answered in the site's place.
    `problem` is a sentence on an answer that is faulty or was not read in full.
    """

    url: str
    depth: int
    status: int | None
    failure: str | None
    skip_reason: str | None
    skip_detail: str
    redirect_url: str | None
    is_html: bool
    is_indexable: bool
    title: str | None
    in_sitemap: bool
    is_seed: bool
    blocked_by: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class CrawledLink:
    """One internal link whose target is known: source, target, the words of the link."""

    source_url: str
    target_url: str
    anchor_text: str


class Crawl(Protocol):
    """A finished crawl to read from, streaming. Order: pages by URL; links by source URL."""

    is_complete: bool

    def pages(self) -> Iterator[CrawledPage]: ...

    def links_to(self, urls: set[str]) -> Iterator[CrawledLink]: ...

    def linked_urls(self) -> set[str]:
        """URLs of the site that a page links to, other than itself."""


PageFunction = Callable[["Page"], Iterator[str]]
SiteFunction = Callable[[Crawl], Iterator[Evidence]]


@dataclass(frozen=True, slots=True)
class PageRule:
    check: Check
    applies: Applies
    find: PageFunction


@dataclass(frozen=True, slots=True)
class SiteRule:
    check: Check
    find: SiteFunction


PAGE_RULES: dict[str, PageRule] = {}
SITE_RULES: dict[str, SiteRule] = {}


def page_check(
    check: Check, *, applies: Applies = Applies.INDEXABLE
) -> Callable[[PageFunction], PageFunction]:
    """Enter a function of one page, yielding one text of evidence for each problem."""

    def register(find: PageFunction) -> PageFunction:
        _refuse_repeat(check.id)
        PAGE_RULES[check.id] = PageRule(check, applies, find)
        return find

    return register


def site_check(check: Check) -> Callable[[SiteFunction], SiteFunction]:
    """Enter a function of the whole crawl, yielding one Evidence for each problem."""

    def register(find: SiteFunction) -> SiteFunction:
        _refuse_repeat(check.id)
        SITE_RULES[check.id] = SiteRule(check, find)
        return find

    return register


def _refuse_repeat(check_id: str) -> None:
    if check_id in PAGE_RULES or check_id in SITE_RULES:
        raise ValueError(f"two checks are called {check_id}")
