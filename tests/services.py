"""Loaded with `-p tests.services`, before pytest-django reads the settings: PostgreSQL and Redis.

Under pytest-xdist the workers inherit the variables of the first process and start nothing.
"""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from seofix_site.embedded import EmbeddedError, services


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
    return (yield)
