"""Loaded with `-p tests.workers`: two workers share the whole suite, a file at a time.

What mostly waits (for leases to end, outages to be noticed, servers to start) comes first, so that
it runs beside its like, and what computes without a pause does not run beside tests of the pace.
"""

from __future__ import annotations

import pytest

WORKERS = 2
GZIP = b"\x1f\x8b"
FIRST = ("tests/e2e/", "tests/seofix_site/embedded/")


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers(config):
    """No workers for those who name what to run: starting them would take longer."""
    return WORKERS if config.args_source is pytest.Config.ArgsSource.TESTPATHS else 0


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    items.sort(key=_turn)  # which keeps the order within a folder


def _turn(item):
    folders = (turn for turn, folder in enumerate(FIRST) if item.nodeid.startswith(folder))
    return next(folders, len(FIRST))


def pytest_make_parametrize_id(val):
    """Workers must agree on the names of tests; gzip writes the time of packing into its header."""
    return "gzip" if isinstance(val, bytes) and val.startswith(GZIP) else None
