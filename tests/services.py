"""Loaded with `-p tests.services`, before pytest-django reads the settings: PostgreSQL and Redis.

The workers of pytest-xdist inherit the variables of the first process and start nothing. Each has
a database of its own in PostgreSQL, from pytest-django, and its own two in Redis.
"""

from __future__ import annotations

import os
from contextlib import ExitStack

import pytest

from seofix_site.embedded import EmbeddedError, services
from seofix_site.redis_urls import next_database

REDIS_DATABASES = ("REDIS_URL", "FRONTIER_REDIS_URL")


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config):
    # A wrapper runs before the plain implementations of every plugin, whatever their order.
    asked = early_config.known_args_namespace
    if not (asked.help or asked.version):
        stack = ExitStack()
        early_config.add_cleanup(stack.close)
        try:
            stack.enter_context(services())
        except EmbeddedError as error:
            raise pytest.UsageError(str(error)) from error
        _leave_databases_to(int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")))
    return (yield)


def _leave_databases_to(workers):
    """The workers before this one have the first databases of each Redis, two for each."""
    for name in REDIS_DATABASES:
        for _ in range(workers * len(REDIS_DATABASES)):
            if os.environ.get(name):
                os.environ[name] = next_database(os.environ[name])
