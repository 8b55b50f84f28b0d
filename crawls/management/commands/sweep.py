"""python manage.py sweep: heal what crashes left, every two seconds. Any number may run."""

from __future__ import annotations

import time
from typing import Any

import structlog
from django.core.management.base import BaseCommand
from django.db import OperationalError, close_old_connections

from crawls.frontier.base import FrontierClosed
from crawls.management.loops import stopping
from crawls.services import collaborators, recovery, sweeping

log = structlog.get_logger(__name__)

PAUSE_S = 2.0


class Command(BaseCommand):
    help = "Reclaim expired leases, refill lanes and ring owed bells, until stopped."

    def handle(self, **_: Any) -> None:
        should_stop = stopping()
        while not should_stop():
            _round()
            time.sleep(PAUSE_S)


def _round() -> None:
    frontier = collaborators.frontier()
    try:
        sweeping.sweep(frontier)
    except FrontierClosed as error:
        log.warning("frontier_closed", error=str(error))
        recovery.ensure_open(frontier)
    except OperationalError as error:
        log.warning("database_unreachable", error=str(error))
        close_old_connections()
