"""Admission: which found URLs become pages to fetch. The page limit is enforced here and only here.

Everything runs under the audit's row lock, in the transaction of what found the URLs, so that
`finished = admitted` cannot be true while a URL is on its way in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from crawls.engine import scope, urls
from crawls.engine.policy import POLICIES
from crawls.engine.sections import section_of
from crawls.models import Audit, Page, PageState, SkipReason, StepKind
from crawls.services.entries import page_entry
from crawls.services.page_insert import NewPage, insert_new
from crawls.services.robots_rules import Judge
from crawls.services.steps import ROBOTS_PATH, open_step

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from crawls.frontier.base import Entry
    from robots.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Found:
    """A normalised URL and how it was found."""

    url: str
    depth: int
    found_on_id: int | None = None
    in_sitemap: bool = False
    seed_hop: int | None = None


def prejudge(audit: Audit, found: Iterable[Found]) -> Judge:
    """Judge URLs before the audit is locked; hand the judge to `admit`."""
    judge = Judge(audit)
    judge.prepare(one.url for one in _first_in_scope(audit, found).values())
    return judge


def admit(audit: Audit, found: Iterable[Found], judge: Judge | None = None) -> list[Entry]:
    """Store URLs in scope that are new to the audit; returns what may now be fetched.

    `audit` is locked by the caller, who saves its counters.
    """
    judge = judge.up_to_date(audit) if judge else Judge(audit)
    wanted = _first_in_scope(audit, found)
    stored = insert_new(audit, [_page(audit, key, one, judge) for key, one in wanted.items()])
    queued = [page_entry(page.id, page.rank) for page in stored if page.state == PageState.QUEUED]
    audit.admitted += len(queued)
    waiting = dict.fromkeys(page.origin for page in stored if page.state == PageState.DISCOVERED)
    return [*_open_robots(audit, waiting), *queued]


class Settled(NamedTuple):
    """The state of a page that is not fetched yet, as its columns say it."""

    state: str
    skip_reason: str = ""
    skip_detail: str = ""


def settled(audit: Audit, section: str, verdict: Verdict | None) -> Settled:
    """A page's state as if there were no page limit: it waits for robots.txt, is skipped with the
    reason, or may be fetched.
    """
    if verdict is not None and not verdict.allowed:
        return Settled(PageState.SKIPPED, SkipReason.ROBOTS, _refusal(verdict))
    if section in audit.skipped_sections:
        return Settled(PageState.SKIPPED, SkipReason.SECTION, section_refusal(section))
    return Settled(PageState.DISCOVERED if verdict is None else PageState.QUEUED)


def readmit(audit: Audit, count: int) -> list[Entry]:
    """So many admitted pages turned out to be none: as many from over the limit take their place."""
    audit.admitted -= count
    if not audit.is_crawled:
        return []
    over_limit = Page.objects.filter(audit=audit, state=PageState.OVER_LIMIT)
    pages = list(over_limit.in_turn().values_list("id", "rank")[:count])
    over_limit.filter(pk__in=[pk for pk, _ in pages]).update(state=PageState.QUEUED)
    audit.admitted += len(pages)
    return [page_entry(pk, rank) for pk, rank in pages]


def section_refusal(section: str) -> str:
    return f"A firewall blocked all of the first pages in the section {section}."


def _refusal(verdict: Verdict) -> str:
    if verdict.line is None:
        return "robots.txt is too complex to be judged in time"
    return f"robots.txt line {verdict.line}: {verdict.rule}"


def _open_robots(audit: Audit, origins: Iterable[str]) -> list[Entry]:
    """The robots.txt files that pages wait for, each asked for once."""
    files = [open_step(audit, StepKind.ROBOTS, origin + ROBOTS_PATH) for origin in origins]
    return [entry for entries in files for entry in entries]


def _first_in_scope(audit: Audit, found: Iterable[Found]) -> dict[UUID, Found]:
    policy = POLICIES[audit.policy]
    wanted: dict[UUID, Found] = {}
    for one in found:
        if scope.is_in_scope(one.url, seed_url=audit.seed_url, depth=one.depth, policy=policy):
            wanted.setdefault(urls.fingerprint(one.url), one)
    return wanted


def _page(audit: Audit, fingerprint: UUID, found: Found, judge: Judge) -> NewPage:
    section = section_of(found.url)
    return NewPage(
        found.url,
        fingerprint,
        urls.origin_of(found.url),
        section,
        found.found_on_id,
        found.in_sitemap,
        found.depth,
        found.seed_hop,
        scope.page_rank(found.depth, is_retry=False),
        *settled(audit, section, judge.verdict(found.url)),
    )
