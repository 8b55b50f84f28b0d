"""Run checks. Which pages and crawls a check applies to is decided here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from crawls.checks.base import PAGE_RULES, SITE_RULES, Applies

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.checks.base import Crawl, Evidence, PageFunction
    from crawls.engine.indexability import Indexability
    from crawls.engine.page import Page

# A person fixes a template once; a page with 5,000 faulty images must not store 5,000 rows.
MAX_EVIDENCE = 45


class Inconclusive(Exception):
    """The check claims something about pages that were not seen, so it gives no answer."""


@dataclass(frozen=True, slots=True)
class PageFinding:
    """One place where a page check fails on one page."""

    check_id: str
    text: str


def examine_page(page: Page, indexable: Indexability) -> tuple[PageFinding, ...]:
    """All findings of all page checks that apply, at most MAX_EVIDENCE of one check."""
    return tuple(
        PageFinding(check_id, text)
        for check_id, rule in PAGE_RULES.items()
        if rule.applies is Applies.HTML or indexable.is_indexable
        for text in _limited(rule.find, page)
    )


def run_site_check(check_id: str, crawl: Crawl) -> Iterator[Evidence]:
    """Stream the evidence of one site check.

    Raises Inconclusive at once when the check needs a complete crawl and this is none, and
    KeyError for an unknown id.
    """
    rule = SITE_RULES[check_id]
    if rule.check.needs_complete_crawl and not crawl.is_complete:
        raise Inconclusive("The crawl is not complete, and this check needs every page.")
    return rule.find(crawl)


def _limited(find: PageFunction, page: Page) -> Iterator[str]:
    evidence = find(page)
    yield from islice(evidence, MAX_EVIDENCE - 1)
    rest = list(evidence)
    if len(rest) > 1:
        yield f"... and {len(rest):,} more"
    else:
        yield from rest
