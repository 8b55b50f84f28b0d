"""A firewall that lets none of the first pages through ends the crawl, or that of a section (crawl
rules, section 7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine.challenge import detect
from crawls.engine.policy import POLICIES
from crawls.engine.response import Failure
from crawls.models import Audit, Page, PageOutcome, PageState, SkipReason
from crawls.services import admission, ending

if TYPE_CHECKING:
    from crawls.frontier.base import Entry
    from crawls.models.page import PageQuerySet
    from crawls.services.visits import Answer, Visit

STILL_OPEN = (PageState.DISCOVERED, PageState.QUEUED, PageState.OVER_LIMIT)


def after_page(audit: Audit, page: Page, visit: Visit) -> list[Entry]:
    """What a blocked page means for the rest of the crawl; nothing for other pages.

    `audit` is locked and counts the page already. Returns what takes the place of pages that
    are not fetched.
    """
    if visit.challenge is None or not audit.is_crawled:
        return []
    rules = POLICIES[audit.policy].blocks
    if rules.stops_at_once:
        ending.end_at_challenge(audit, visit.challenge)
        return []
    most = rules.pages
    if _are_first_blocked(audit.pages.beyond_seed(), most):
        ending.end_blocked(audit)
        return []
    if _are_first_blocked(audit.pages.filter(section=page.section), most):
        return _skip_section(audit, page.section)
    return []


def after_file(audit: Audit, answer: Answer) -> None:
    """A bot that stops at the first challenge stops at that of a file too. `audit` is locked."""
    if not POLICIES[audit.policy].blocks.stops_at_once or isinstance(answer, Failure):
        return
    challenge = detect(answer)
    if challenge is not None and audit.is_crawled:
        ending.end_at_challenge(audit, challenge)


def _are_first_blocked(pages: PageQuerySet, most: int) -> bool:
    """Whether there are so many pages, and no firewall let one of them through.

    The first that were asked for count, not the first that answered: one that is still on its
    way may be let through, and one that waits for its retry was.
    """
    done = pages.counted()
    is_enough = done.filter(outcome=PageOutcome.BLOCKED)[:most].count() == most
    if not is_enough or done.exclude(outcome=PageOutcome.BLOCKED).exists():
        return False
    last = done.order_by("rank", "id").last()
    return last is None or not pages.queued().asked_before(last).exists()


def _skip_section(audit: Audit, section: str) -> list[Entry]:
    """Its URLs are listed and never fetched. Answers on their way come too late to be pages."""
    audit.skipped_sections = [*audit.skipped_sections, section]
    open_pages = audit.pages.filter(section=section, state__in=STILL_OPEN)
    admitted = open_pages.filter(state=PageState.QUEUED).count()
    open_pages.update(
        state=PageState.SKIPPED,
        skip_reason=SkipReason.SECTION,
        skip_detail=admission.section_refusal(section),
    )
    return admission.readmit(audit, admitted)
