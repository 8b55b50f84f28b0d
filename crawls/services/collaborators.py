"""What a process shares, built once from the settings and passed to the services."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings

from crawls.fetch.client import Fetcher
from crawls.fetch.parser_pool import ParserPool
from crawls.frontier.connection import connect
from crawls.frontier.redis_frontier import RedisFrontier
from crawls.services.crawling import Collaborators

if TYPE_CHECKING:
    from crawls.engine.policy import BotPolicy
    from crawls.frontier.base import Frontier


@cache
def frontier() -> Frontier:
    return RedisFrontier(connect(settings.FRONTIER_REDIS_URL), shards=settings.FRONTIER_SHARDS)


@cache
def crawling_collaborators() -> Collaborators:
    return Collaborators(frontier(), _fetcher, ParserPool(settings.PARSER_PROCESSES))


# One client per process: a new one costs 42 ms of CPU for its TLS context.
@cache
def _fetcher(policy: BotPolicy) -> Fetcher:
    return Fetcher(
        user_agent=policy.user_agent,
        limits=policy.fetch,
        allow_hosts=settings.SEOFIX_ALLOW_HOSTS,
        max_connections=settings.FETCH_THREADS,
    )
