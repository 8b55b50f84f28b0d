"""One settings file; everything that differs between machines comes from the environment.

Without SECRET_KEY this is a development machine: DEBUG is on and a fixed key is used. A server
sets SECRET_KEY; DEBUG is off there unless asked for.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from seofix_site.env import (
    env_bool,
    env_choice,
    env_int,
    env_list,
    env_postgresql,
    env_redis,
    env_text,
)
from seofix_site.redis_urls import next_database

ADDRESS_AND_PORT = re.compile(r"(?:\d+(?:\.\d+){3}|\[[0-9a-fA-F:.]+\]):\d{1,5}", re.ASCII)

BASE_DIR = Path(__file__).resolve().parent.parent
LOCAL_DIR = Path(
    env_text("SEOFIX_LOCAL_DIR", default=str(BASE_DIR / ".local"))
)  # logs, embedded servers

IS_DEVELOPMENT = "SECRET_KEY" not in os.environ
DEBUG = env_bool("DEBUG", default=IS_DEVELOPMENT)
if IS_DEVELOPMENT and not DEBUG:
    raise ImproperlyConfigured("Set SECRET_KEY: it is required when DEBUG is off.")
SECRET_KEY = env_text("SECRET_KEY", default="development-only")
ALLOWED_HOSTS = list(env_list("ALLOWED_HOSTS"))

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django_celery_results",
    "billing",
    "crawls",
    "seofix_site",
]
MIDDLEWARE: list[str] = []
ROOT_URLCONF = "seofix_site.urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"

# manage.py starts embedded servers and sets both URLs when they are unset.
DATABASE_URL = env_postgresql(
    "DATABASE_URL", default="postgresql://unset:unset@database-url-is-unset/unset"
)
REDIS_URL = env_redis("REDIS_URL", default="redis://redis-url-is-unset/0")
FRONTIER_REDIS_URL = env_redis("FRONTIER_REDIS_URL", default=next_database(REDIS_URL))
FRONTIER_SHARDS = env_int("FRONTIER_SHARDS", default=1)

NEVER_IDLE = "-c idle_in_transaction_session_timeout=60000"
DATABASE = dj_database_url.parse(DATABASE_URL)
DATABASE_OPTIONS: dict[str, Any] = DATABASE.pop("OPTIONS", {})  # sslmode=require, and the like
# Threads of a worker share a pool; a connection of its own for each thread would exhaust
# PostgreSQL, and Celery closes connections around every task.
DATABASES = {
    "default": {
        **DATABASE,
        "OPTIONS": {
            **DATABASE_OPTIONS,
            # A stopped worker must not hold an audit's row for ever.
            "options": f"{DATABASE_OPTIONS.get('options', '')} {NEVER_IDLE}".strip(),
            "pool": {
                "min_size": 1,
                "max_size": env_int("DATABASE_POOL", default=16),
                "timeout": 20,
            },
        },
    }
}

# Exact host:port pairs that are exempt from the address and port rules: tests and demos only.
SEOFIX_ALLOW_HOSTS = frozenset(env_list("SEOFIX_ALLOW_HOSTS"))
if SEOFIX_ALLOW_HOSTS and not DEBUG:
    raise ImproperlyConfigured("SEOFIX_ALLOW_HOSTS is refused when DEBUG is off.")

# One fetch worker process per core; each waits in this many threads.
FETCH_THREADS = env_int("FETCH_THREADS", default=32)
PARSER_PROCESSES = env_int("PARSER_PROCESSES", default=1)

# Who answers for TXT records: `address:port` pairs, unless set those of the machine.
DNS_SERVERS = env_list("DNS_SERVERS")
if not all(ADDRESS_AND_PORT.fullmatch(server) for server in DNS_SERVERS):
    raise ImproperlyConfigured("DNS_SERVERS must look like 192.0.2.53:53 or [2001:db8::53]:53.")

# Notices go by mail where a server for it is named, and to the log of a worker elsewhere.
EMAIL_HOST = env_text("EMAIL_HOST", default="")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_PORT = env_int("EMAIL_PORT", default=587)
EMAIL_HOST_USER = env_text("EMAIL_HOST_USER", default="")
EMAIL_HOST_PASSWORD = env_text("EMAIL_HOST_PASSWORD", default="")
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", default=True)
EMAIL_TIMEOUT = 10  # seconds; a mail server that says nothing must not keep a worker
DEFAULT_FROM_EMAIL = env_text("DEFAULT_FROM_EMAIL", default="SEOFix <notices@seofix.ai>")

LOGGING_CONFIG = None  # seofix_site.logs sets structlog up in every process
LOG_LEVEL = env_choice(
    "LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"), default="INFO"
)
