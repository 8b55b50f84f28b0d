"""How rows are called in a lane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine import scope
from crawls.frontier.base import Entry

if TYPE_CHECKING:
    from crawls.models import AuditStep


def page_entry(page_id: int, rank: int) -> Entry:
    return Entry(item=f"p{page_id}", rank=rank, sequence=page_id)


def step_entry(step: AuditStep) -> Entry:
    return Entry(item=f"s{step.pk}", rank=scope.STEP_RANK, sequence=step.pk)
