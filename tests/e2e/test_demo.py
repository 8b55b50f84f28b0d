"""The demo site from the command line finds what its manifest declares, and nothing else."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from tests.sites.demo import manifest
from tests.sites.demo.server import TWIN_HOST

pytestmark = pytest.mark.e2e

FOUND = """
    SELECT finding.check_id, page.url FROM crawls_finding finding
    JOIN crawls_page page ON page.id = finding.page_id
"""


def path_of(url):
    """A page's address as the manifest writes it."""
    parts = urlsplit(url)
    place = parts.path + (f"?{parts.query}" if parts.query else "")
    return f"//{TWIN_HOST}{place}" if parts.hostname == TWIN_HOST else place


def test_demo_audit_is_what_the_manifest_says(installation):
    ended, summary = installation.audit_json()
    found = sorted((check_id, path_of(url)) for check_id, url in installation.rows(FOUND))
    skipped = installation.rows("SELECT url FROM crawls_page WHERE state = 'skipped'")

    assert (ended.exit_code, ended.stderr, summary["state"]) == (0, "", "done")
    assert (summary["pages"], summary["credits"]) == (manifest.PAGES, manifest.PAGES)
    assert summary["pages_by_status"] == manifest.PAGES_BY_STATUS
    assert summary["findings"] == manifest.FINDINGS
    assert found == sorted(
        (key, path) for key, paths in manifest.EXPECTED.items() for path in paths
    )
    assert sorted(path_of(url) for (url,) in skipped) == list(manifest.NOT_PAGES)
    assert installation.processes() == []
