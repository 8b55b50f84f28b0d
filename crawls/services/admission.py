"""Admission: which found URLs become pages to fetch. The page limit is enforced here and only here.

Everything runs under the audit's row lock, in the transaction of what found the URLs, so that
`finished = admitted` cannot be true while a URL is on its way in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from crawls.engine import scope, urls
from crawls.engine.policy import POLICIES
from crawls.frontier.base import Entry
from crawls.models import Audit, AuditState, AuditStep, Page, PageState, SkipReason, StepKind
from crawls.services.robots_rules import Judge

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from uuid import UUID

    from crawls.models.page import PageQuerySet
    from robots.verdict import Verdict

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


def prejudge(audit: Audit, found: Iterable[Found]) -> Judge:
    """Judge what is new before the audit is locked; hand the judge to `admit`."""
    judge = Judge(audit)
    wanted = _first_in_scope(audit, found)
    seen = set(_known(audit, wanted).values_list("fingerprint", flat=True))
    judge.prepare(one.url for key, one in wanted.items() if key not in seen)
    return judge


def admit(audit: Audit, found: Iterable[Found], judge: Judge | None = None) -> list[Entry]:
    """Store URLs in scope that are new to the audit; returns what may now be fetched.

    `audit` is locked by the caller, who saves its counters.
    """
    judge = judge or Judge(audit)
    wanted = _first_in_scope(audit, found)
    known = _known(audit, wanted)
    listed = [fingerprint for fingerprint, one in wanted.items() if one.in_sitemap]
    if listed:
        known.filter(fingerprint__in=listed).update(in_sitemap=True)
    seen = set(known.values_list("fingerprint", flat=True))
    new = [_page(audit, key, one) for key, one in wanted.items() if key not in seen]
    for page in new:
        _settle(audit, page, judge.verdict(page.url))
    Page.objects.bulk_create(new, batch_size=BATCH)
    return [*_open_robots(audit, new), *entries_of(new)]


def settle_early(audit: Audit, origin: str) -> None:
    """An origin's robots.txt is read: settle all but the last of the pages that waited for it.

    They may be as many as a sitemap lists, so each batch is a short transaction of its own.
    """
    judge = Judge(audit)
    while len(batch := list(_waiting(audit, origin))) == BATCH:
        judge.prepare(page.url for page in batch)
        with transaction.atomic():
            locked = Audit.objects.select_for_update().get(pk=audit.pk)
            if locked.state != AuditState.CRAWLING:
                return
            judge_discovered(locked, origin, judge)
            locked.save()


def judge_discovered(audit: Audit, origin: str, judge: Judge | None = None) -> list[Entry]:
    """Settle the first BATCH pages that waited for their origin's robots.txt, in their order."""
    judge = judge or Judge(audit)
    pages = list(_waiting(audit, origin))
    for page in pages:
        _settle(audit, page, judge.verdict(page.url))
    Page.objects.bulk_update(pages, ["state", "skip_reason", "skip_detail"], batch_size=BATCH)
    return entries_of(pages)


def _waiting(audit: Audit, origin: str) -> PageQuerySet:
    waiting = Page.objects.filter(audit=audit, origin=origin, state=PageState.DISCOVERED)
    return waiting.in_turn()[:BATCH]


def _settle(audit: Audit, page: Page, verdict: Verdict | None) -> None:
    """Set the state of a page: it waits for robots.txt, is refused, queued, or over the limit."""
    if verdict is None:
        page.state = PageState.DISCOVERED
    elif not verdict.allowed:
        page.state = PageState.SKIPPED
        page.skip_reason = SkipReason.ROBOTS
        page.skip_detail = _refusal(verdict)
    elif audit.admitted < audit.page_limit:
        page.state = PageState.QUEUED
        audit.admitted += 1
    else:
        page.state = PageState.OVER_LIMIT


def _refusal(verdict: Verdict) -> str:
    if verdict.line is None:
        return "robots.txt is too complex to be judged in time"
    return f"robots.txt line {verdict.line}: {verdict.rule}"


def _open_robots(audit: Audit, pages: Iterable[Page]) -> list[Entry]:
    """The robots.txt files that pages wait for, each asked for once."""
    waiting = dict.fromkeys(page.origin for page in pages if page.state == PageState.DISCOVERED)
    files = [open_step(audit, StepKind.ROBOTS, origin + ROBOTS_PATH) for origin in waiting]
    return [entry for entries in files for entry in entries]


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


def _known(audit: Audit, wanted: dict[UUID, Found]) -> PageQuerySet:
    return Page.objects.filter(audit=audit, fingerprint__in=wanted.keys())


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
