"""PostgreSQL and Redis as the command sees them: asked directly, with short waits, given up in time."""

from __future__ import annotations

import logging
import os
import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import redis
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from redis.backoff import NoBackoff
from redis.retry import Retry

if TYPE_CHECKING:
    from collections.abc import Iterator

ANSWER_WITHIN_S = 2
ASK_EVERY_S = 1.0
PATIENCE_S = 15.0  # a restart takes less
UNREACHABLE = (OperationalError, InterfaceError)
POSTGRESQL, REDIS = "PostgreSQL", "Redis"
PASSWORD = re.compile(r"(?<=//)([^/:@]*):.*@")


class CannotGoOn(Exception):
    """What the audit stands on is gone; the text says what, for the person at the terminal."""


class CannotCancel(CannotGoOn):
    """As above, when the person at the terminal has asked for the end."""


def connect_directly() -> None:
    """Leave the pool before the first query: this process has one thread and somebody waiting.

    A connection of its own fails at once and says why; the pool tries for 20 s and does not.
    """
    options = connection.settings_dict["OPTIONS"]
    options.pop("pool", None)
    options["connect_timeout"] = ANSWER_WITHIN_S
    leave_lost_queries_to_their_error()


def leave_lost_queries_to_their_error() -> None:
    """The driver warns on the log as well when it cannot stop a query that Ctrl-C broke off: the
    person at the terminal is told once, by the command.
    """
    logging.getLogger("psycopg").setLevel(logging.ERROR)


def check_usable() -> None:
    """Raises CannotGoOn, in one sentence, when a server the settings name cannot be used."""
    trouble = _redis_trouble()
    if trouble:
        raise CannotGoOn(f"Redis cannot be used: {trouble}.")
    try:
        connection.ensure_connection()
    except UNREACHABLE as error:
        raise CannotGoOn(f"PostgreSQL cannot be used: {database_trouble(error)}.") from error


def database_trouble(error: Exception) -> str:
    """Where and why, in a line."""
    return f"{without_password(database_url())}: {_first_line(error)}"


def database_url() -> str:
    """As it was given, or as manage.py set it for the server it started."""
    return os.environ.get("DATABASE_URL", "DATABASE_URL is not set")


def without_password(url: str) -> str:
    """The address of a server as it may be shown; a query may hold a password too."""
    return PASSWORD.sub(r"\1@", url.partition("?")[0]).replace("//@", "//")


def _redis_trouble() -> str:
    """Where and why Redis does not answer; empty when it does."""
    for url in dict.fromkeys((settings.REDIS_URL, settings.FRONTIER_REDIS_URL)):
        try:
            with redis.Redis.from_url(
                url,
                socket_timeout=ANSWER_WITHIN_S,
                socket_connect_timeout=ANSWER_WITHIN_S,
                retry=Retry(NoBackoff(), 0),
            ) as client:
                client.ping()
        except (redis.RedisError, ValueError) as error:
            return f"{without_password(url)}: {_first_line(error)}"
    return ""


def _first_line(error: Exception) -> str:
    lines: Iterator[str] = iter(str(error).splitlines())
    return next(lines, type(error).__name__).rstrip(".")


@dataclass(slots=True)
class Outage:
    """How long a server has been away, and why."""

    name: str
    why: str = ""
    began: float = 0.0

    def note(self, why: str, now: float) -> None:
        """Empty when it answers. Raises CannotGoOn when it did not for longer than our patience."""
        if why and not self.why:
            self.began = now
        self.why = why
        if why and now - self.began > PATIENCE_S:
            raise CannotGoOn(
                f"The audit was stopped: {self.name} has not answered for {PATIENCE_S:.0f} s "
                f"({why}). See {_log_of(self.name)}."
            )


@dataclass(slots=True)
class RedisWatch:
    """Asks Redis now and then whether it is there."""

    outage: Outage
    asked: float = 0.0

    def ask(self) -> None:
        """Raises CannotGoOn."""
        now = time.monotonic()
        if now - self.asked >= ASK_EVERY_S:
            self.outage.note(_redis_trouble(), now)
            self.asked = time.monotonic()


def _log_of(name: str) -> str:
    """The server's own log where it is one of ours, else those of the processes that miss it."""
    own = settings.LOCAL_DIR / ("redis.log" if name == REDIS else "postgres.log")
    return str(own if own.exists() else settings.LOCAL_DIR / "logs")
