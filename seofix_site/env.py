"""Reading the environment: settings refuse, they do not guess."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

if TYPE_CHECKING:
    from collections.abc import Collection

POSTGRESQL = "django.db.backends.postgresql"
REDIS_URL = re.compile(
    r"rediss?://(?:[^@/?#\s]*@)?(?:\[[0-9a-fA-F:.]+\]|[^@:/?#\[\]\s]+)(?::(?P<port>\d+))?"
    r"(?:/\d*)?(?:\?\S*)?",
    re.ASCII,
)
LAST_PORT = 65_535


def env_text(name: str, *, default: str) -> str:
    return os.environ.get(name, default)


def env_bool(name: str, *, default: bool) -> bool:
    raw = os.environ.get(name, str(default))
    if raw not in {"True", "False"}:
        raise ImproperlyConfigured(f"{name} must be True or False, not {raw!r}.")
    return raw == "True"


def env_int(name: str, *, default: int, least: int = 1) -> int:
    raw = os.environ.get(name, str(default))
    if not raw.isdecimal() or int(raw) < least:
        raise ImproperlyConfigured(f"{name} must be a whole number from {least}, not {raw!r}.")
    return int(raw)


def env_list(name: str) -> tuple[str, ...]:
    """Comma-separated values, blanks dropped."""
    return tuple(part for raw in os.environ.get(name, "").split(",") if (part := raw.strip()))


def env_choice(name: str, choices: Collection[str], *, default: str) -> str:
    raw = os.environ.get(name, default)
    if raw not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {raw!r}.")
    return raw


def env_postgresql(name: str, *, default: str) -> str:
    url = _url(name, default)
    if not _names_a_database(url):
        raise ImproperlyConfigured(
            f"{name} must look like postgresql://user:password@host:5432/name."
        )
    return url


def env_redis(name: str, *, default: str) -> str:
    url = _url(name, default)
    match = REDIS_URL.fullmatch(url)
    if match is None or int(match["port"] or 0) > LAST_PORT:
        raise ImproperlyConfigured(f"{name} must look like redis://host:6379/0.")
    return url


def _url(name: str, default: str) -> str:
    # An empty URL is an unset one, as it is to the embedded servers. A refusal never repeats what
    # was given: there is a password in it.
    return os.environ.get(name) or default


def _names_a_database(url: str) -> bool:
    try:
        read = dj_database_url.parse(url)
    except ValueError:
        return False
    return read["ENGINE"] == POSTGRESQL and bool(read["NAME"])
