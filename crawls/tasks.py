"""The bells: each translates ids and calls one service."""

from __future__ import annotations

import structlog
from celery import shared_task

from crawls.frontier.base import FrontierClosed, Lane
from crawls.services import after_crawl, audits, collaborators, crawling, notices

log = structlog.get_logger(__name__)


@shared_task(name="crawls.fetch_next", ignore_result=True)
def fetch_next(audit_id: int, account_id: int, host: str) -> None:
    lane = Lane(audit_id=audit_id, account_id=account_id, host=host)
    try:
        crawling.fetch_next(lane, collaborators.crawling_collaborators())
    except FrontierClosed as error:
        # The bell is dropped: the frontier is rebuilt from PostgreSQL and rings again.
        log.warning("frontier_closed", error=str(error))


@shared_task(name="crawls.begin_audit")
def begin_audit(audit_id: int) -> None:
    audits.begin_audit(audit_id, collaborators.frontier())


@shared_task(name="crawls.send_notice")
def send_notice(notice_id: int) -> None:
    notices.send(notice_id)


@shared_task(name="crawls.run_step")
def run_step(step_id: int) -> None:
    after_crawl.run_step(step_id)


@shared_task(name="crawls.finalise_audit")
def finalise_audit(audit_id: int) -> None:
    after_crawl.finalise_audit(audit_id, collaborators.frontier())
