"""Admission: which found URLs become pages to fetch. The page limit is enforced here and only here.

Everything runs under the audit's row lock, in the transaction of what found the URLs, so that
`finished = admitted` cannot be true while a URL is on its way in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawls.engine import scope, urls
from crawls.engine.policy import POLICIES
from crawls.frontier.base import Entry
from crawls.models import Audit, AuditState, AuditStep, Page, PageState, SkipReason, StepKind
from crawls.services import robots_rules
from crawls.services.page_facts import storable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from uuid import UUID

BATCH = 1000
ROBOTS_PATH = "/robots.txt"


@dataclass(frozen=True, slots=True)
class Found:
    """A normalised URL and how it was found."""

    url: str
    depth: int
    found_on_id: int | None = None
    in_sitemap: bool = False
    seed_hop: int | None = None


def admit(audit: Audit, found: Iterable[Found]) -> list[Entry]:
    """Store URLs in scope that are new to the audit; returns what may now be fetched.

    `audit` is locked by the caller, who saves its counters.
    """
    wanted = _first_in_scope(audit, found)
    known = Page.objects.filter(audit=audit, fingerprint__in=wanted.keys())
    listed = [fingerprint for fingerprint, one in wanted.items() if one.in_sitemap]
    if listed:
        known.filter(fingerprint__in=listed).update(in_sitemap=True)
    seen = set(known.values_list("fingerprint", flat=True))
    new = [_page(audit, key, one) for key, one in wanted.items() if key not in seen]
    steps = [entry for page in new for entry in judge(audit, page)]
    Page.objects.bulk_create(new, batch_size=BATCH)
    return [*steps, *entries_of(new)]


def judge(audit: Audit, page: Page) -> list[Entry]:
    """Set the state of a page that is not saved yet; returns the robots.txt to fetch first, if any."""
    try:
        verdict = robots_rules.verdict(audit, page.url)
    except robots_rules.RobotsNotRead:
        page.state = PageState.DISCOVERED
        return open_step(audit, StepKind.ROBOTS, page.origin + ROBOTS_PATH)
    if not verdict.allowed:
        page.state = PageState.SKIPPED
        page.skip_reason = SkipReason.ROBOTS
        page.skip_detail = storable(f"robots.txt line {verdict.line}: {verdict.rule}")
    elif audit.admitted < audit.page_limit:
        page.state = PageState.QUEUED
        audit.admitted += 1
    else:
        page.state = PageState.OVER_LIMIT
    return []


def judge_discovered(audit: Audit, origin: str) -> list[Entry]:
    """The origin's robots.txt is read: settle the pages that waited for it."""
    waiting = Page.objects.filter(audit=audit, origin=origin, state=PageState.DISCOVERED)
    pages = list(waiting.in_turn())
    for page in pages:
        judge(audit, page)
    Page.objects.bulk_update(pages, ["state", "skip_reason", "skip_detail"], batch_size=BATCH)
    return entries_of(pages)


def readmit(audit: Audit) -> list[Entry]:
    """An admitted page turned out to be none: let one URL from over the limit take its place."""
    audit.admitted -= 1
    if audit.state != AuditState.CRAWLING:
        return []
    page = Page.objects.filter(audit=audit, state=PageState.OVER_LIMIT).in_turn().first()
    if page is None:
        return []
    page.state = PageState.QUEUED
    page.save(update_fields=["state"])
    audit.admitted += 1
    return entries_of([page])


def open_step(audit: Audit, kind: StepKind, url: str) -> list[Entry]:
    """Make sure a file of the site is fetched once. Returns its entry when it is new."""
    step, is_new = AuditStep.objects.get_or_create(
        audit=audit,
        kind=kind,
        part=url,
        defaults={"url": url, "host": urls.politeness_key(url)},
    )
    if not is_new:
        return []
    audit.open_steps += 1
    return [step_entry(step)]


def _first_in_scope(audit: Audit, found: Iterable[Found]) -> dict[UUID, Found]:
    policy = POLICIES[audit.policy]
    wanted: dict[UUID, Found] = {}
    for one in found:
        if scope.is_in_scope(one.url, seed_url=audit.seed_url, depth=one.depth, policy=policy):
            wanted.setdefault(urls.fingerprint(one.url), one)
    return wanted


def _page(audit: Audit, fingerprint: UUID, found: Found) -> Page:
    return Page(
        audit=audit,
        url=found.url,
        fingerprint=fingerprint,
        origin=urls.origin_of(found.url),
        found_on_id=found.found_on_id,
        in_sitemap=found.in_sitemap,
        depth=found.depth,
        seed_hop=found.seed_hop,
        rank=scope.page_rank(found.depth, is_retry=False),
    )


def entries_of(pages: Sequence[Page]) -> list[Entry]:
    return [page_entry(page.pk, page.rank) for page in pages if page.state == PageState.QUEUED]


def page_entry(page_id: int, rank: int) -> Entry:
    return Entry(item=f"p{page_id}", rank=rank, sequence=page_id)


def step_entry(step: AuditStep) -> Entry:
    return Entry(item=f"s{step.pk}", rank=scope.STEP_RANK, sequence=step.pk)
