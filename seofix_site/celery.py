"""Celery is the bell: two apps on one broker, because acknowledging differs.

`fetch_app` serves the hot queue. Its messages are acknowledged by being popped (1 Redis command
a task instead of 9); a lost message costs seconds because leases, not messages, say what is
left to do. `app` serves everything else and publishes: late acknowledgement, results kept for
support staff, repeats harmless because rows decide.
"""

from __future__ import annotations

import os
import sys
from multiprocessing import process
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_init, worker_process_init
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from seofix_site import logs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seofix_site.settings")
try:
    BROKER = settings.REDIS_URL
except ImproperlyConfigured as error:
    # Celery's command line would turn any other exception into a traceback of forty lines.
    sys.exit(str(error))

STANDARD_PROCESS = process.current_process()  # before Celery's own takes its place

SOCKETS = {
    "socket_timeout": 5,  # kombu waits for ever without it; a worker's longest wait is 1 s
    "socket_connect_timeout": 2,
    "socket_keepalive": True,
    "health_check_interval": 15,
    # A bell that cannot be rung fails at once (kombu tries for 6 s): it is owed, so nobody need
    # wait for it. Workers wait for a broker by broker_connection_max_retries.
    "max_retries": 0,
}

BOTH: dict[str, Any] = {
    "task_default_queue": "lifecycle",
    "task_routes": {"crawls.fetch_next": {"queue": "fetch"}},
    "task_serializer": "json",
    "accept_content": ["json"],
    "broker_connection_retry_on_startup": True,
    "broker_connection_max_retries": None,  # the default gives up after 100 attempts
    "worker_prefetch_multiplier": 1,
    "worker_enable_prefetch_count_reduction": False,
    "worker_send_task_events": False,
    "worker_hijack_root_logger": False,
    "task_remote_tracebacks": False,
}

FETCH: dict[str, Any] = {
    "broker_transport_options": {**SOCKETS, "ack_emulation": False, "polling_interval": 1},
    "task_acks_late": False,
    "task_ignore_result": True,
    "worker_disable_prefetch": True,
    "worker_enable_remote_control": False,
}

LIFECYCLE: dict[str, Any] = {
    "broker_transport_options": {
        **SOCKETS,
        "visibility_timeout": 900,
        "unacked_restore_interval": 10,
        "unacked_restore_throttle": 1,  # else lost tasks come back about 100 s late
    },
    "result_backend": "django-db",
    "result_extended": True,
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "worker_soft_shutdown_timeout": 5,
    "worker_max_tasks_per_child": 500,
}


def make_app(name: str, config: dict[str, Any], *, is_default: bool) -> Celery:
    made = Celery(name, broker=BROKER, set_as_current=is_default)
    made.conf.update(BOTH | config)
    made.autodiscover_tasks(["crawls"])
    return made


app = make_app("seofix", LIFECYCLE, is_default=True)
fetch_app = make_app("seofix-fetch", FETCH, is_default=False)


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    logs.configure()


@worker_init.connect
def keep_no_queries(**_: Any) -> None:
    # With DEBUG on Django formats every query a second time and keeps it; a worker shows no page.
    settings.DEBUG = False


@worker_process_init.connect
def log_in_children(**_: Any) -> None:
    logs.configure()


@worker_process_init.connect
def allow_parsers(**_: Any) -> None:
    # Celery's process stands in place of the standard library's current one: a daemon, which may
    # have no children, with a key that is not pickled for them. Proving an owner parses a page in
    # a child; ours end with the process that started them, however it ends.
    process._current_process = STANDARD_PROCESS  # type: ignore[attr-defined]  # noqa: SLF001 -- there is no other way back
