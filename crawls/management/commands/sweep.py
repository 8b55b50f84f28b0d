"""python manage.py sweep: heal what crashes left, every two seconds. Any number may run."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import structlog
from django.core.management.base import BaseCommand
from django.db import InterfaceError, OperationalError, close_old_connections

from crawls.frontier.base import FrontierClosed
from crawls.management.loops import stopping
from crawls.services import collaborators, recovery, sweeping

if TYPE_CHECKING:
    from crawls.frontier.base import Frontier

log = structlog.get_logger(__name__)

PAUSE_S = 2.0


class Command(BaseCommand):
    help = "Reclaim expired leases, refill lanes and ring owed bells, until stopped."

    def handle(self, **_: Any) -> None:
        should_stop = stopping()
        frontier = collaborators.frontier()
        while not should_stop():
            sweep_once(frontier)
            time.sleep(PAUSE_S)


def sweep_once(frontier: Frontier) -> None:
    """One round. It never raises: whatever went wrong, the next round may heal it."""
    try:
        _sweep_or_recover(frontier)
    except (OperationalError, InterfaceError) as error:
        log.warning("database_unreachable", error=str(error))
        close_old_connections()
    except Exception:
        log.exception("sweep_failed")
        close_old_connections()


def _sweep_or_recover(frontier: Frontier) -> None:
    try:
        sweeping.sweep(frontier)
    except FrontierClosed as error:
        log.warning("frontier_closed", error=str(error))
        recovery.ensure_open(frontier)
