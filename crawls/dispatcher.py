"""The dispatcher: takes lanes that are due and rings one task for each URL. Any number may run.

It keeps less than a second of work in the broker, so that the frontier and not the broker's
first-in-first-out decides who goes next.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import redis
import structlog
from django.db import DatabaseError, InterfaceError, close_old_connections
from kombu.exceptions import OperationalError

from crawls.frontier.base import Frontier, FrontierClosed, Lane

if TYPE_CHECKING:
    from collections.abc import Callable

    from celery import Celery

log = structlog.get_logger(__name__)

FETCH_QUEUE = "fetch"
FETCH_TASK = "crawls.fetch_next"
MAX_SLEEP_MS = 20  # an acknowledgement may make a lane due at any moment
BUSY_SLEEP_MS = 5
TROUBLE_SLEEP_MS = 500


@dataclass(slots=True)
class Dispatcher:
    frontier: Frontier
    broker: redis.Redis
    app: Celery
    most_waiting: int  # messages the broker may hold
    ensure_open: Callable[[Frontier], bool]

    def run(self, should_stop: Callable[[], bool]) -> None:
        while not should_stop():
            try:
                sleep_ms = self._dispatch_if_open()
            except (redis.RedisError, OperationalError) as error:
                log.warning("broker_unreachable", error=str(error))
                sleep_ms = TROUBLE_SLEEP_MS
            except (DatabaseError, InterfaceError) as error:
                log.warning("database_unreachable", error=str(error))
                close_old_connections()
                sleep_ms = TROUBLE_SLEEP_MS
            time.sleep(sleep_ms / 1000)

    def _dispatch_if_open(self) -> int:
        """As `dispatch`; a closed frontier is rebuilt, which needs the database."""
        try:
            return self.dispatch()
        except FrontierClosed as error:
            log.warning("frontier_closed", error=str(error))
            self.ensure_open(self.frontier)
            return TROUBLE_SLEEP_MS

    def dispatch(self) -> int:
        """Ring what is due; returns the ms until it is worth asking again."""
        room = self.most_waiting - int(self.broker.llen(FETCH_QUEUE))
        if room <= 0:
            return BUSY_SLEEP_MS
        offers = self.frontier.offer(room)
        for lane in offers.lanes:
            self._ring(lane)
        return max(BUSY_SLEEP_MS, min(offers.wake_in_ms, MAX_SLEEP_MS))

    def _ring(self, lane: Lane) -> None:
        self.app.send_task(
            FETCH_TASK,
            args=(lane.audit_id, lane.account_id, lane.host),
            queue=FETCH_QUEUE,
            ignore_result=True,
            retry=False,
        )
