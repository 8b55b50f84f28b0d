"""An audit that reaches its page limit says so and keeps to it."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.e2e

LIMIT = 10


def test_page_limit_ends_the_audit_partial_with_exactly_so_many_pages(installation):
    ended, summary = installation.audit_json("--max-pages", str(LIMIT))
    facts = (summary["state"], summary["pages"], summary["credits"], ended.exit_code)
    orphans = installation.value(
        "SELECT detail->>'inconclusive' FROM crawls_auditstep WHERE part = 'orphan_page'"
    )
    done = installation.value("SELECT count(*) FROM crawls_page WHERE state = 'done'")

    assert (facts, done) == (("partial", LIMIT, LIMIT, 0), LIMIT)
    assert orphans == "The crawl is not complete, and this check needs every page."
