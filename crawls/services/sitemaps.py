"""What a sitemap adds to an audit: URLs at depth 1, further files of an index, and its faults."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from django.db import transaction

from crawls.engine import urls
from crawls.engine.challenge import detect
from crawls.engine.policy import POLICIES
from crawls.engine.response import Failure
from crawls.engine.sitemap import Sitemap, SitemapKind
from crawls.engine.sitemap_notes import Notes
from crawls.models import Audit, AuditState, AuditStep, StepKind, StepState
from crawls.services import admission
from crawls.services.admission import Found
from crawls.services.file_hops import next_hop
from crawls.services.recording import lock_audit
from crawls.services.steps import open_step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.engine.policy import SitemapLimits
    from crawls.engine.response import Response
    from crawls.frontier.base import Entry
    from crawls.services.visits import Answer

CHUNK = 1000
OK = 200
GONE = frozenset({404, 410})


def limits_left(step: AuditStep) -> SitemapLimits:
    """What the audit's sitemaps may still cost, after those that were read."""
    limits = POLICIES[step.audit.policy].sitemaps
    read = AuditStep.objects.filter(
        audit=step.audit_id, kind=StepKind.SITEMAP, state=StepState.DONE
    ).values_list("detail", flat=True)
    spent = [(_listed(detail), detail.get("bytes", 0)) for detail in read]
    bytes_left = limits.total_bytes - sum(size for _, size in spent)
    return replace(
        limits,
        urls=max(0, limits.urls - sum(count for count, _ in spent)),
        file_bytes=max(0, min(limits.file_bytes, bytes_left)),
    )


def _listed(detail: dict[str, Any]) -> int:
    """What an index names are files: they have a limit of their own."""
    return 0 if detail.get("kind") == SitemapKind.INDEX else detail.get("urls", 0)


def admit_early(step: AuditStep, sitemap: Sitemap) -> None:
    """Admit all but the last chunk of a long sitemap, each chunk in a transaction of its own.

    The audit's lock is so never held for long; a repeat finds the URLs known.
    """
    if sitemap.kind == SitemapKind.INDEX:
        return
    found = _found(step, sitemap)
    for _ in range((len(sitemap.locs) - 1) // CHUNK):
        chunk = list(islice(found, CHUNK))
        judge = admission.prejudge(step.audit, chunk)
        with transaction.atomic():
            audit = lock_audit(step.audit_id)
            if audit.state != AuditState.CRAWLING:
                return
            admission.admit(audit, chunk, judge)
            audit.save()


def foreign_addresses(step: AuditStep, sitemap: Sitemap) -> tuple[str, ...]:
    """What the report says of addresses that are not the site's. They may be many: not under the
    audit's lock.
    """
    notes = Notes()
    for url in _addresses(step, sitemap):
        if not urls.is_same_site(url, step.audit.seed_url):
            notes.add("Some addresses are on another site and not crawled", url)
    return notes.sentences()


def admit(audit: Audit, step: AuditStep, sitemap: Sitemap) -> list[Entry]:
    """Admit the rest of a sitemap's URLs, or open the files an index names."""
    if sitemap.kind == SitemapKind.INDEX:
        return _open_files(audit, step, sitemap)
    early = (len(sitemap.locs) - 1) // CHUNK * CHUNK
    return admission.admit(audit, islice(_found(step, sitemap), max(early, 0), None))


def detail(
    step: AuditStep, answer: Answer | None, sitemap: Sitemap | None, foreign: tuple[str, ...] = ()
) -> dict[str, Any]:
    """What the report says of the file; `foreign` as from `foreign_addresses`."""
    if isinstance(answer, Failure):
        return {"problems": [answer.detail]}
    status = answer.status if answer is not None else None
    challenge = detect(answer) if answer is not None else None
    if challenge is not None:
        return {"status": status, "problems": [f"A firewall ({challenge.vendor}) blocked it."]}
    if sitemap is None:
        return {"status": status, "problems": [_why_unread(step, answer)]}
    return {
        "status": status,
        "kind": sitemap.kind,
        "urls": len(sitemap.locs),
        "bytes": sitemap.decoded_bytes,
        "was_cut": sitemap.was_cut,
        "problems": [*sitemap.problems, *foreign],
    }


def _why_unread(step: AuditStep, answer: Response | None) -> str:
    if answer is None or answer.status == OK:
        return "The sitemap could not be read in time."
    missing = "There is no sitemap" if answer.status in GONE else "The sitemap cannot be had"
    return next_hop(step, answer).refusal or f"{missing}: status {answer.status}."


def _open_files(audit: Audit, step: AuditStep, sitemap: Sitemap) -> list[Entry]:
    most = POLICIES[audit.policy].sitemaps.files
    entries: list[Entry] = []
    room = most - audit.steps.filter(kind=StepKind.SITEMAP).count()
    known = set(audit.steps.filter(kind=StepKind.SITEMAP).values_list("url", flat=True))
    left_out = 0
    for url in _addresses(step, sitemap):
        if url in known or not urls.is_same_site(url, audit.seed_url):
            continue
        if room <= 0:
            left_out += 1
            continue
        opened = open_step(audit, StepKind.SITEMAP, url)
        room -= len(opened)
        entries += opened
    if left_out:
        step.detail["problems"].append(
            f"At most {most} sitemap files of a site are read; the last {left_out:,} it names are not."
        )
    return entries


def _found(step: AuditStep, sitemap: Sitemap) -> Iterator[Found]:
    depth = POLICIES[step.audit.policy].sitemap_depth
    return (Found(url, depth, in_sitemap=True) for url in _addresses(step, sitemap))


def _addresses(step: AuditStep, sitemap: Sitemap) -> Iterator[str]:
    for loc in sitemap.locs:
        try:
            yield urls.normalise(loc, step.url)
        except urls.NotAWebAddress:
            continue
