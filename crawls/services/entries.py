"""How rows are called in a lane."""

from __future__ import annotations

from crawls.engine import scope
from crawls.frontier.base import Entry
from crawls.models import AuditStep, StepKind


def page_entry(page_id: int, rank: int) -> Entry:
    return Entry(item=f"p{page_id}", rank=rank, sequence=page_id)


def step_entry(step: AuditStep) -> Entry:
    rank = scope.ROBOTS_RANK if step.kind == StepKind.ROBOTS else scope.SITEMAP_RANK
    return Entry(item=f"s{step.pk}", rank=rank, sequence=step.pk)
