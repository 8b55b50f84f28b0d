"""python manage.py dispatch: ring the workers for what is due. Any number may run."""

from __future__ import annotations

from typing import Any

import redis
from celery import current_app
from django.conf import settings
from django.core.management.base import BaseCommand

from crawls.dispatcher import Dispatcher
from crawls.management.loops import stopping
from crawls.services import collaborators, recovery


class Command(BaseCommand):
    help = "Ring one task for each URL whose turn it is, until stopped."

    def handle(self, **_: Any) -> None:
        Dispatcher(
            frontier=collaborators.frontier(),
            broker=redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5),
            app=current_app,
            most_waiting=settings.FETCH_THREADS,
            ensure_open=recovery.ensure_open,
        ).run(stopping())
