"""What a process shares, built once from the settings and passed to the services."""

from __future__ import annotations

from functools import cache
from threading import RLock
from typing import TYPE_CHECKING

from django.conf import settings

from crawls.fetch.client import Fetcher
from crawls.fetch.parser_pool import ParserPool
from crawls.frontier.redis_frontier import RedisFrontier, connect
from crawls.services.crawling import Collaborators

if TYPE_CHECKING:
    from crawls.engine.policy import BotPolicy
    from crawls.frontier.base import Frontier

# `cache` alone lets the first tasks of a worker, which come at once, build one each: clients,
# pools, and processes that nobody stops.
_building = RLock()


def frontier() -> Frontier:
    with _building:
        return _frontier()


def crawling_collaborators() -> Collaborators:
    with _building:
        return _crawling_collaborators()


@cache
def _frontier() -> Frontier:
    return RedisFrontier(connect(settings.FRONTIER_REDIS_URL), shards=settings.FRONTIER_SHARDS)


@cache
def _crawling_collaborators() -> Collaborators:
    return Collaborators(_frontier(), fetcher_for, ParserPool(settings.PARSER_PROCESSES))


def fetcher_for(policy: BotPolicy) -> Fetcher:
    with _building:
        return _fetcher(policy)


# One client per process: a new one costs 18 ms of CPU for its TLS context.
@cache
def _fetcher(policy: BotPolicy) -> Fetcher:
    return Fetcher(
        user_agent=policy.user_agent,
        limits=policy.fetch,
        allow_hosts=settings.SEOFIX_ALLOW_HOSTS,
        max_connections=settings.FETCH_THREADS,
    )
