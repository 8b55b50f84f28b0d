"""robots.txt and sitemaps: files of a site that are fetched like pages and counted as none."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import TYPE_CHECKING

from django.db import transaction

from crawls.engine import urls
from crawls.engine.challenge import detect
from crawls.engine.policy import POLICIES
from crawls.engine.response import Response
from crawls.frontier.base import Entry
from crawls.models import Audit, AuditState, AuditStep, StepKind, StepState
from crawls.services import blocking, ending, robots_files, seeding, settling, sitemaps
from crawls.services.entries import step_entry
from crawls.services.file_hops import next_hop
from crawls.services.pace import asked_to_wait, is_limited, is_retried, observe
from crawls.services.recording import Recorded, is_refused_address, lock_audit
from crawls.services.robots_rules import Judge
from crawls.services.steps import ROBOTS_PATH, open_step

if TYPE_CHECKING:
    from crawls.engine.response import Failure
    from crawls.engine.sitemap import Sitemap
    from crawls.services.visits import Answer

RETRIED = {"retried": True}  # until it is read

Finish = Callable[[Audit, AuditStep], list[Entry]]


def record_robots(step: AuditStep, answer: Answer, *, in_flight: int = 1) -> Recorded:
    """Keep what robots.txt answered and settle the pages it is about.

    The file is committed before anybody judges by it: a process remembers what it read, and must
    not remember what was rolled back.
    """
    if _comes_again(step, answer):
        return _ask_again(step, answer, in_flight)
    origin = urls.origin_of(step.part)

    def finish(audit: Audit, step: AuditStep) -> list[Entry]:
        step.detail = {"problems": robots_files.problems_of(step, answer)}
        robots_files.obey_crawl_delay(audit, origin)
        entries = settling.settle_waiting(audit, origin)
        entries += seeding.open_sitemaps(audit)
        seeding.end_if_disallowed(audit)
        return entries

    is_last = next_hop(step, answer).target is None
    if is_last:
        audit = robots_files.keep(step, answer)
        settling.settle_early(audit, origin)
        settling.withdraw_refused(audit, origin)
    recorded = _record(step, answer, finish, in_flight)
    recorded.has_more = is_last
    return recorded


def record_sitemap(
    step: AuditStep,
    answer: Answer,
    sitemap: Sitemap | None,
    *,
    in_flight: int = 1,
    is_last: bool = False,
) -> Recorded:
    """Admit what a sitemap lists and open the files that an index names. `is_last`: it is not asked
    for again, whatever it answered.
    """
    if not is_last and (_comes_again(step, answer) or _has_failed_first(step, answer)):
        return _ask_again(step, answer, in_flight)
    foreign: tuple[str, ...] = ()
    if sitemap is not None:
        foreign = sitemaps.foreign_addresses(step, sitemap)
        sitemaps.admit_early(step, sitemap)

    def finish(audit: Audit, step: AuditStep) -> list[Entry]:
        step.detail = sitemaps.detail(step, answer, sitemap, foreign)
        return sitemaps.admit(audit, step, sitemap) if sitemap is not None else []

    recorded = _record(step, answer, finish, in_flight)
    recorded.has_more = sitemap is not None and len(sitemap.locs) > sitemaps.CHUNK
    return recorded


class Turn(Enum):
    NOW = auto()
    LATER = auto()  # something has to be read first
    NEVER = auto()  # robots.txt refuses it


def turn_of(step: AuditStep) -> Turn:
    """Whether a file may be fetched. robots.txt always is (RFC 9309). A sitemap waits for the
    robots.txt of its host, and for the sitemaps before it: each is told what those have left.
    """
    if step.kind == StepKind.ROBOTS:
        return Turn.NOW
    verdict = Judge(step.audit).verdict(step.url)
    if verdict is None:
        return Turn.LATER
    if not verdict.allowed:
        return Turn.NEVER
    before = AuditStep.objects.open().filter(
        audit=step.audit_id, kind=StepKind.SITEMAP, pk__lt=step.pk
    )
    return Turn.LATER if before.exists() else Turn.NOW


def put_off(step: AuditStep) -> Recorded:
    """Not yet: back into the lane, behind the robots.txt of its host if nobody asked for that."""
    with transaction.atomic():
        recorded = Recorded(lock_audit(step.audit_id))
        audit = recorded.audit
        if audit.state == AuditState.CRAWLING:
            part = urls.origin_of(step.url) + ROBOTS_PATH
            recorded.entries = [*open_step(audit, StepKind.ROBOTS, part), step_entry(step)]
            audit.save()
    return recorded


def record_disallowed(step: AuditStep) -> Recorded:
    def finish(_: Audit, step: AuditStep) -> list[Entry]:
        step.detail = {"problems": ["robots.txt does not let us read this sitemap."]}
        return []

    return _record(step, None, finish)


def _record(step: AuditStep, answer: Answer | None, finish: Finish, in_flight: int = 1) -> Recorded:
    with transaction.atomic():
        recorded = Recorded(lock_audit(step.audit_id))
        audit = recorded.audit
        if audit.state != AuditState.CRAWLING:
            return recorded
        is_home = step.host == audit.host
        target = next_hop(step, answer).target
        if target is not None and _move(step, target):
            recorded.entries = [step_entry(step)]
            recorded.moved_to = "" if step.host == audit.host else step.host
        elif target is None and _close(step):
            audit.open_steps -= 1
            recorded.entries = finish(audit, step)
            step.save(update_fields=["detail"])
        if answer is not None and not is_refused_address(answer):
            recorded.hold = observe(audit, answer, in_flight) if is_home else asked_to_wait(answer)
            blocking.after_file(audit, answer)
        ending.end_if_over(audit)
        audit.save()
    return recorded


def _comes_again(step: AuditStep, answer: Answer) -> bool:
    """What another host than the audit's says of when to come again says nothing of the site. A
    file that is limited as often as the crawl waits in a row is one that cannot be had.
    """
    rules = POLICIES[step.audit.policy].waits
    if rules is None or step.host != step.audit.host or not is_limited(step.audit, answer):
        return False
    tries: int = step.detail.get("tries", 0) + 1
    AuditStep.objects.open().filter(pk=step.pk).update(detail={"tries": tries})
    return tries < rules.in_a_row


def _has_failed_first(step: AuditStep, answer: Answer) -> bool:
    """A sitemap that fails in passing is tried once more, as a page is: it may name most of them."""
    is_open = AuditStep.objects.open().filter(pk=step.pk, detail={})
    if not is_retried(answer) or is_refused_address(answer) or _is_challenge(answer):
        return False
    return is_open.update(detail=RETRIED) == 1


def _is_challenge(answer: Answer) -> bool:
    return isinstance(answer, Response) and detect(answer) is not None


def _ask_again(step: AuditStep, answer: Answer, in_flight: int) -> Recorded:
    with transaction.atomic():
        recorded = Recorded(lock_audit(step.audit_id))
        audit = recorded.audit
        if audit.state == AuditState.CRAWLING:
            recorded.hold = observe(audit, answer, in_flight)
            recorded.entries = [step_entry(step)]
            audit.save()
    return recorded


def _move(step: AuditStep, target: str) -> bool:
    hops, step.hops = step.hops, step.hops + 1
    step.url, step.host = target, urls.politeness_key(target)
    rows = AuditStep.objects.open().filter(pk=step.pk, hops=hops)
    return rows.update(hops=step.hops, url=step.url, host=step.host) == 1


def _close(step: AuditStep) -> bool:
    return AuditStep.objects.open().filter(pk=step.pk).update(state=StepState.DONE) == 1


def record_lost(step: AuditStep, lost: Failure) -> Recorded:
    """A file whose worker died every time counts as not answered."""
    if step.kind == StepKind.ROBOTS:
        return record_robots(step, lost)
    return record_sitemap(step, lost, None, is_last=True)
