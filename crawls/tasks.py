"""The bells. Tasks are leaves: they translate ids and call one service."""

from __future__ import annotations

import structlog
from celery import shared_task

from crawls.frontier.base import FrontierClosed, Lane

log = structlog.get_logger(__name__)


@shared_task(name="crawls.fetch_next", ignore_result=True)
def fetch_next(audit_id: int, account_id: int, host: str) -> None:
    from crawls.services import collaborators, crawling

    lane = Lane(audit_id=audit_id, account_id=account_id, host=host)
    try:
        crawling.fetch_next(lane, collaborators.crawling_collaborators())
    except FrontierClosed as error:
        # The bell is dropped: the frontier is rebuilt from PostgreSQL and rings again.
        log.warning("frontier_closed", error=str(error))


@shared_task(name="crawls.begin_audit")
def begin_audit(audit_id: int) -> None:
    from crawls.services import audits, collaborators

    audits.begin_audit(audit_id, collaborators.frontier())


@shared_task(name="crawls.run_step")
def run_step(step_id: int) -> None:
    from crawls.services import after_crawl

    after_crawl.run_step(step_id)


@shared_task(name="crawls.finalise_audit")
def finalise_audit(audit_id: int) -> None:
    from crawls.services import after_crawl

    after_crawl.finalise_audit(audit_id)
