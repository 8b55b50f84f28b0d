"""The robots.txt of each scheme and host of an audit: kept once read, asked for again until then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from crawls.engine import urls
from crawls.engine.challenge import detect
from crawls.engine.policy import POLICIES
from crawls.engine.response import BodyState, Failure
from crawls.models import Audit, AuditState, AuditStep, RobotsFile, StepKind, StepState
from crawls.services.file_hops import next_hop
from crawls.services.pace import slow_down
from crawls.services.steps import ROBOTS_PATH, reopen_step
from robots import rules
from robots.answer import AnswerKind, RobotsAnswer, judge_answer

if TYPE_CHECKING:
    from crawls.services.visits import Answer


def keep(step: AuditStep, answer: Answer) -> Audit:
    """Store an answer to a robots.txt step, and return the audit as it is then.

    A file that is known stays as it is: pages were judged by it. One that could not be read is
    replaced, and the audit's version of its rules raised.
    """
    judged = _judge(answer)
    is_known = judged.kind != AnswerKind.UNREACHABLE
    is_cut = not isinstance(answer, Failure) and answer.body_state != BodyState.COMPLETE
    body = (
        answer.body if not isinstance(answer, Failure) and judged.kind == AnswerKind.READ else b""
    )
    facts = {
        "answer": judged.kind,
        "status": judged.status,
        "body": body,
        "was_cut": is_cut,
        "asked_at": timezone.now(),
    }
    with transaction.atomic():
        audit = Audit.objects.select_for_update().get(pk=step.audit_id)
        file, is_new = RobotsFile.objects.get_or_create(
            audit=audit,
            origin=urls.origin_of(step.part),
            defaults={**facts, "times_unread": 0 if is_known else 1},
        )
        if not is_new and file.answer == AnswerKind.UNREACHABLE:
            more = {} if is_known else {"times_unread": F("times_unread") + 1}
            RobotsFile.objects.filter(pk=file.pk).update(**facts, **more)
            audit.robots_version += 1
            audit.save(update_fields=["robots_version"])
    return audit


def ask_again(audit: Audit) -> bool:
    """Open the steps of files that could not be read and are due to be asked for again (crawl
    rules, section 4). Returns whether there was one.
    """
    due = timezone.now() - POLICIES[audit.policy].robots_again_after
    unread = RobotsFile.objects.filter(
        audit=audit, answer=AnswerKind.UNREACHABLE, asked_at__lte=due
    )
    parts = [file.origin + ROBOTS_PATH for file in unread]
    closed = AuditStep.objects.filter(
        audit=audit, kind=StepKind.ROBOTS, state=StepState.DONE, part__in=parts
    )
    if not parts or not closed.exists():
        return False
    with transaction.atomic():
        locked = Audit.objects.select_for_update().get(pk=audit.pk)
        if locked.state != AuditState.CRAWLING:
            return False
        opened = [entry for step in closed for entry in reopen_step(locked, step)]
        locked.save(update_fields=["open_steps"])
    return bool(opened)


def problems_of(step: AuditStep, answer: Answer) -> list[str]:
    """Why the file is not what it might be, in sentences; none when it was read or is not there."""
    if isinstance(answer, Failure):
        return [answer.detail]
    challenge = detect(answer)
    if challenge is not None:
        return [f"A firewall ({challenge.vendor}) answered in its place."]
    refusal = next_hop(step, answer).refusal
    return [problem for problem in (refusal, answer.body_problem) if problem]


def obey_crawl_delay(audit: Audit, origin: str) -> None:
    """Go as slowly as the file of the audited host asks, where the bot reads that. `audit` is
    locked.
    """
    policy = POLICIES[audit.policy]
    if policy.max_crawl_delay is None or urls.politeness_key(origin + "/") != audit.host:
        return
    for file in RobotsFile.objects.filter(audit=audit, origin=origin):
        asked = rules.read(bytes(file.body), is_cut=file.was_cut).crawl_delay(policy.token)
        if asked:
            seconds = min(asked, policy.max_crawl_delay.total_seconds())
            slow_down(audit, 1 / seconds, f"robots.txt asks for {asked:g} s between requests")


def _judge(answer: Answer) -> RobotsAnswer:
    """A firewall's page in place of the file says nothing about the file."""
    if isinstance(answer, Failure):
        return judge_answer(None)
    # What was lost on the way may forbid what the rest allows.
    is_readable = answer.is_whole or answer.body_state == BodyState.CUT
    if detect(answer) is not None:
        judged = judge_answer(None)
        return RobotsAnswer(judged.kind, answer.status, judged.file)
    is_cut = answer.body_state != BodyState.COMPLETE
    return judge_answer(answer.status, answer.body if is_readable else None, is_cut=is_cut)
