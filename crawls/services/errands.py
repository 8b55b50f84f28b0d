"""What an item of a lane stands for: a row, where to go, and who sent us there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawls.engine.policy import POLICIES, BotPolicy
from crawls.models import Audit, AuditStep, Page, StepKind
from crawls.services import incremental
from crawls.services.entries import page_entry, step_entry

if TYPE_CHECKING:
    from crawls.frontier.base import Entry

PAGE, STEP = "p", "s"  # anything else stands for no row


@dataclass(frozen=True, slots=True)
class Errand:
    row: Page | AuditStep
    url: str
    referer: str | None
    entry: Entry
    basis: Page | None = None  # what the previous audit knows: the page is asked for by it

    @property
    def audit(self) -> Audit:
        return self.row.audit

    @property
    def policy(self) -> BotPolicy:
        return POLICIES[self.row.audit.policy]

    @property
    def may_go_again(self) -> bool:
        """Whether it may be asked for once more after this attempt came to nothing."""
        return self.row.attempts + 1 < self.policy.max_attempts

    @property
    def most_bytes(self) -> int:
        if isinstance(self.row, Page):
            return self.policy.fetch.body_bytes
        if self.row.kind == StepKind.ROBOTS:
            return self.policy.robots_bytes
        return self.policy.sitemaps.file_bytes


def read_errand(item: str) -> Errand | None:
    """The errand as PostgreSQL knows it now; None when it is finished already, or none of an
    audit's.
    """
    kind, number = item[0], item[1:]
    if kind not in {PAGE, STEP}:
        return None
    return _page_errand(int(number)) if kind == PAGE else _step_errand(int(number))


def _page_errand(pk: int) -> Errand | None:
    page = Page.objects.queued().filter(pk=pk).select_related("audit", "found_on").first()
    if page is None:
        return None
    referer = page.found_on.url if page.found_on else None
    entry = page_entry(page.pk, page.rank)
    return Errand(page, page.url, referer, entry, incremental.basis_of(page))


def _step_errand(pk: int) -> Errand | None:
    step = AuditStep.objects.open().filter(pk=pk).select_related("audit").first()
    return None if step is None else Errand(step, step.url, None, step_entry(step))
