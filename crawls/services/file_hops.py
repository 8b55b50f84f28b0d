"""Where a robots.txt or a sitemap moved, and whether we go there after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from crawls.engine import urls
from crawls.engine.challenge import detect
from crawls.engine.policy import POLICIES
from crawls.engine.redirects import redirect_problem, redirect_target
from crawls.engine.response import Response
from crawls.models import AuditStep, StepKind

if TYPE_CHECKING:
    from crawls.services.visits import Answer


@dataclass(frozen=True, slots=True)
class Hop:
    """Where to ask next; or, when `target` is None, why not, as a sentence."""

    target: str | None
    refusal: str = ""


NO_HOP = Hop(None)  # the answer is no redirect of the site's own


def next_hop(step: AuditStep, answer: Answer | None) -> Hop:
    """Redirects of robots.txt are followed anywhere, those of a sitemap within its site."""
    if not isinstance(answer, Response) or not answer.is_redirect or detect(answer) is not None:
        return NO_HOP
    target = redirect_target(answer)
    if target is None:
        return Hop(None, redirect_problem(answer) or "")
    most = POLICIES[step.audit.policy].max_robots_redirects
    if target in {step.url, step.part}:
        return Hop(None, "It redirects in a circle.")
    if step.hops >= most:
        return Hop(None, f"It redirects more than {most} times.")
    refusal = _refusal_of_sitemap(step, target) if step.kind == StepKind.SITEMAP else ""
    return Hop(None, refusal) if refusal else Hop(target)


def _refusal_of_sitemap(step: AuditStep, target: str) -> str:
    if not urls.is_same_site(target, step.audit.seed_url):
        return f"It redirects to another site: {target}."
    if _is_read_already(step, target):
        return f"It redirects to {target}, which is asked for by itself."
    return ""


def _is_read_already(step: AuditStep, target: str) -> bool:
    """Two names of one file, or a circle of files."""
    others = AuditStep.objects.filter(audit=step.audit_id, kind=step.kind).exclude(pk=step.pk)
    return others.filter(Q(part=target) | Q(url=target)).exists()
