"""A check of one page that a person typed in: fetched at once, alone, and not by robots.txt."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from billing.models import Account
from crawls import checks
from crawls.engine.challenge import detect
from crawls.engine.policy import POLICIES
from crawls.engine.redirects import redirect_problem, redirect_target
from crawls.engine.response import Failure
from crawls.fetch.parser_pool import ParserBusy
from crawls.models import PageCheck
from crawls.services import blocklist, reading
from crawls.services.audit_requests import read_seed
from crawls.services.errors import HostBlocklisted, HostBusy, TooManyChecks
from crawls.services.lone_fetch import fetch_alone

if TYPE_CHECKING:
    from datetime import datetime

    from crawls.checks.base import Severity
    from crawls.engine.page import Page
    from crawls.engine.policy import PageCheckRules
    from crawls.engine.response import Response
    from crawls.services.crawling import Collaborators
    from crawls.services.visits import Answer


@dataclass(frozen=True, slots=True)
class FoundFault:
    check_id: str
    severity: Severity
    title: str
    evidence: str


@dataclass(frozen=True, slots=True)
class CheckedPage:
    """What a page answered and what is wrong with it. `problem` says why there is no more: no
    answer, a firewall, or something that is no HTML page; `redirect_url` is not followed.
    """

    url: str
    status: int | None
    problem: str = ""
    redirect_url: str = ""
    page: Page | None = None
    is_indexable: bool = False
    index_reason: str = ""
    findings: tuple[FoundFault, ...] = ()


def check_page(
    account_id: int, text: str, shared: Collaborators, *, policy_name: str = "seofix"
) -> CheckedPage:
    """Fetch the page that a text names, and only that, and check it. Raises AuditRefused for what
    is never fetched, TooManyChecks, and HostBusy.
    """
    url, policy = read_seed(text), POLICIES[policy_name]
    asked = blocklist.refusal_of(url)
    if asked:
        raise HostBlocklisted(asked)
    _count(account_id, url, timezone.now(), policy.page_checks)
    answer = fetch_alone(url, account_id=account_id, policy=policy, shared=shared)
    problem = _problem(answer)
    if isinstance(answer, Failure) or problem:
        return CheckedPage(url, getattr(answer, "status", None), problem)
    try:
        examined = reading.examine_answer(answer, policy, shared.parsers)
    except ParserBusy as error:
        raise HostBusy("Our parsers are busy with other pages; try again soon.") from error
    if examined is None:
        return CheckedPage(
            url, answer.status, _why_not_checked(answer), redirect_target(answer) or ""
        )
    known = checks.CHECKS
    return CheckedPage(
        url,
        answer.status,
        examined.problem or answer.body_problem or "",
        page=examined.page,
        is_indexable=bool(examined.indexability and examined.indexability.is_indexable),
        index_reason=(examined.indexability and examined.indexability.reason) or "",
        findings=tuple(
            FoundFault(
                one.check_id, known[one.check_id].severity, known[one.check_id].title, one.text
            )
            for one in examined.findings
        ),
    )


def _count(account_id: int, url: str, now: datetime, limit: PageCheckRules) -> None:
    """Under the account's lock, so that checks at the same moment are counted one by one. What
    counts no more is not kept.
    """
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account_id)
        checked = PageCheck.objects.filter(account=account_id)
        checked.filter(created_at__lte=now - limit.within).delete()
        times = list(checked.order_by("-created_at").values_list("created_at", flat=True))
        if len(times) >= limit.most:
            wait = times[limit.most - 1] + limit.within - now
            seconds = math.ceil(wait / timedelta(seconds=1))
            raise TooManyChecks(
                f"An account may check {limit.most} pages a minute; the next in {seconds} s."
            )
        PageCheck.objects.create(account_id=account_id, url=url, created_at=now)


def _why_not_checked(answer: Response) -> str:
    """Why an answer without a fault of the network is not looked into."""
    if answer.is_redirect:
        return redirect_problem(answer) or "It redirects."
    if not answer.is_html_page:
        kind = answer.media_type or "nothing that says what it is"
        return f"It answered {answer.status} with {kind}, which is no page to check."
    return ""


def _problem(answer: Answer) -> str:
    if isinstance(answer, Failure):
        return answer.detail
    challenge = detect(answer)
    if challenge is None:
        return ""
    return f"A firewall ({challenge.vendor}) answered in its place: {challenge.evidence}."
