"""Files of a site that an audit asks for: opened once, and again when the answer was none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine import urls
from crawls.models import Audit, AuditStep, StepKind, StepState
from crawls.services.entries import step_entry

if TYPE_CHECKING:
    from crawls.frontier.base import Entry


ROBOTS_PATH = "/robots.txt"


def open_step(audit: Audit, kind: StepKind, url: str) -> list[Entry]:
    """Make sure a file of the site is fetched once. Returns its entry when it is new.

    `audit` is locked by the caller, who saves its counters.
    """
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


def reopen_step(audit: Audit, step: AuditStep) -> list[Entry]:
    """Fetch a file again, from where it was first asked for. `audit` as in `open_step`."""
    closed = AuditStep.objects.filter(pk=step.pk, state=StepState.DONE)
    reopened = closed.update(
        state=StepState.OPEN,
        url=step.part,
        host=urls.politeness_key(step.part),
        hops=0,
        attempts=0,
    )
    if not reopened:
        return []
    audit.open_steps += 1
    return [step_entry(step)]
