"""robots.txt and sitemaps: files of a site that are fetched like pages and counted as none."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.db import transaction

from crawls.engine import urls
from crawls.engine.policy import POLICIES
from crawls.engine.redirects import redirect_target
from crawls.engine.response import BodyState, Failure, Response
from crawls.frontier.base import Entry
from crawls.models import Audit, AuditState, AuditStep, RobotsFile, StepKind, StepState
from crawls.services import admission, ending, robots_rules, seeding, sitemaps
from crawls.services.recording import (
    Answer,
    Recorded,
    is_refused_address,
    lock_audit,
    observe,
)
from robots.answer import AnswerKind, judge_answer

if TYPE_CHECKING:
    from crawls.engine.sitemap import Sitemap

Finish = Callable[[Audit, AuditStep], list[Entry]]


def record_robots(step: AuditStep, answer: Answer) -> Recorded:
    """Keep what robots.txt answered and settle the pages that waited for it.

    The file is committed before anybody judges by it: a process remembers what it read, and must
    not remember what was rolled back.
    """

    def finish(audit: Audit, step: AuditStep) -> list[Entry]:
        entries = admission.judge_discovered(audit, urls.origin_of(step.part))
        seeding.end_if_disallowed(audit)
        return entries

    if _next_hop(step, answer) is None:
        _keep_robots(step, answer)
        admission.settle_early(step.audit, urls.origin_of(step.part))
    return _record(step, answer, finish)


def record_sitemap(step: AuditStep, answer: Answer, sitemap: Sitemap | None) -> Recorded:
    """Admit what a sitemap lists and open the files that an index names."""
    if sitemap is not None:
        sitemaps.admit_early(step, sitemap)

    def finish(audit: Audit, step: AuditStep) -> list[Entry]:
        step.detail = sitemaps.detail(answer, sitemap)
        return sitemaps.admit(audit, step, sitemap) if sitemap is not None else []

    recorded = _record(step, answer, finish)
    recorded.has_more = sitemap is not None and len(sitemap.locs) > sitemaps.CHUNK
    return recorded


def is_allowed(step: AuditStep) -> bool:
    """Whether robots.txt lets us fetch a file; robots.txt itself always is (RFC 9309)."""
    if step.kind == StepKind.ROBOTS or not urls.is_same_site(step.url, step.audit.seed_url):
        return True
    try:
        return robots_rules.verdict(step.audit, step.url).allowed
    except robots_rules.RobotsNotRead:
        return True  # it is only asked for on hosts whose pages already waited for the answer


def record_disallowed(step: AuditStep) -> Recorded:
    def finish(_: Audit, step: AuditStep) -> list[Entry]:
        step.detail = {"problems": ["robots.txt does not let us read this sitemap."]}
        return []

    return _record(step, None, finish)


def _record(step: AuditStep, answer: Answer | None, finish: Finish) -> Recorded:
    with transaction.atomic():
        recorded = Recorded(lock_audit(step.audit_id))
        audit = recorded.audit
        if audit.state != AuditState.CRAWLING:
            return recorded
        is_home = step.host == audit.host
        target = _next_hop(step, answer)
        if target is not None and _move(step, target):
            recorded.entries = [admission.step_entry(step)]
            recorded.moved_to = "" if step.host == audit.host else step.host
        elif target is None and _close(step):
            audit.open_steps -= 1
            recorded.entries = finish(audit, step)
            step.save(update_fields=["detail"])
        if answer is not None and is_home and not is_refused_address(answer):
            recorded.hold = observe(audit, answer)
        ending.end_if_over(audit)
        audit.save()
    return recorded


def _next_hop(step: AuditStep, answer: Answer | None) -> str | None:
    """Where the file moved, while redirects are to be followed: robots.txt anywhere, a sitemap
    within its site.
    """
    if not isinstance(answer, Response) or not answer.is_redirect:
        return None
    target = redirect_target(answer)
    if target is None or step.hops >= POLICIES[step.audit.policy].max_robots_redirects:
        return None
    if step.kind == StepKind.SITEMAP and not urls.is_same_site(target, step.audit.seed_url):
        return None
    return target


def _move(step: AuditStep, target: str) -> bool:
    hops, step.hops = step.hops, step.hops + 1
    step.url, step.host = target, urls.politeness_key(target)
    rows = AuditStep.objects.open().filter(pk=step.pk, hops=hops)
    return rows.update(hops=step.hops, url=step.url, host=step.host) == 1


def _close(step: AuditStep) -> bool:
    return AuditStep.objects.open().filter(pk=step.pk).update(state=StepState.DONE) == 1


def _keep_robots(step: AuditStep, answer: Answer) -> None:
    """The first answer stays: pages were judged by it."""
    if isinstance(answer, Failure):
        judged, body, is_cut = judge_answer(None), b"", False
    else:
        is_readable = answer.body_state != BodyState.UNDECODABLE
        body, is_cut = answer.body, answer.body_state != BodyState.COMPLETE
        judged = judge_answer(answer.status, body if is_readable else None, is_cut=is_cut)
    RobotsFile.objects.get_or_create(
        audit_id=step.audit_id,
        origin=urls.origin_of(step.part),
        defaults={
            "answer": judged.kind,
            "status": judged.status,
            "body": body if judged.kind == AnswerKind.READ else b"",
            "was_cut": is_cut,
        },
    )


def record_lost(step: AuditStep, lost: Failure) -> Recorded:
    """A file whose worker died every time counts as not answered."""
    if step.kind == StepKind.ROBOTS:
        return record_robots(step, lost)
    return record_sitemap(step, lost, None)
