"""The frontier's own connection to Redis: no retries, bounded waits, errors that close the gate."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from crawls.frontier.base import FrontierClosed, FrontierUnreachable

if TYPE_CHECKING:
    from collections.abc import Iterator

SOCKET_TIMEOUT_S = 5.0
CONNECT_TIMEOUT_S = 2.0
HEALTH_CHECK_S = 15

LOST = (
    redis.exceptions.ConnectionError,
    redis.exceptions.TimeoutError,
    redis.exceptions.ReadOnlyError,
    redis.exceptions.OutOfMemoryError,
    redis.exceptions.ClusterDownError,
)
# Redis 6.2 hides the word of an error inside a script behind a prefix of its own.
CANNOT_SERVE = re.compile(
    r"(?:^|-)(?:OOM|READONLY|MISCONF|NOREPLICAS|MASTERDOWN|CLUSTERDOWN|BUSY|TRYAGAIN) "
)


def connect(url: str) -> redis.Redis:
    """A thread-safe client for RedisFrontier.

    A command whose answer was lost may have run. Retrying it would take a second slot or lease,
    so redis-py's own retries are off.
    """
    client: redis.Redis = redis.Redis.from_url(
        url,
        decode_responses=True,
        protocol=2,
        retry=Retry(NoBackoff(), 0),
        socket_timeout=SOCKET_TIMEOUT_S,
        socket_connect_timeout=CONNECT_TIMEOUT_S,
        socket_keepalive=True,
        health_check_interval=HEALTH_CHECK_S,
    )
    return client


def send(target: redis.Redis, *command: object) -> Any:
    """One raw command to a client, or into a pipeline."""
    return target.execute_command(*command)  # type: ignore[no-untyped-call] # redis-py leaves it so


class StaleEpoch(Exception):
    """The gate is gone or serves another epoch than the caller knows."""


def refusal_of(error: redis.exceptions.RedisError) -> Exception:
    """What an error of Redis means to the frontier's callers; itself when it is a defect."""
    text = str(error)
    if text.startswith("FRONTIEREPOCH"):
        return StaleEpoch(text)
    if text.startswith("FRONTIERCLOSED"):
        return FrontierClosed(text.removeprefix("FRONTIERCLOSED "))
    if isinstance(error, redis.exceptions.NoScriptError):
        return FrontierClosed("Redis lost its scripts: it restarted or failed over")
    if isinstance(error, LOST) or CANNOT_SERVE.search(text):
        return FrontierUnreachable(f"Redis does not answer as it must: {text}")
    return error


@contextmanager
def closing_on_errors() -> Iterator[None]:
    try:
        yield
    except redis.exceptions.RedisError as error:
        raise refusal_of(error) from error
