"""The short proof of the pace; `tests/faults` has the long one."""

from __future__ import annotations

import pytest

from tests.e2e.site_process import gaps_ms

REQUESTS = 16
LEAST_GAP_MS = 500


@pytest.mark.e2e
def test_site_sees_two_starts_a_second_and_two_in_flight(installation, linked_site):
    site = linked_site(REQUESTS, pause_ms=1_200)
    ended = installation.audit(site.url, *site.allowed)
    requests = site.requests()

    assert ended.exit_code == 0
    assert min(gaps_ms(requests)) >= LEAST_GAP_MS
    assert max(request.in_flight for request in requests) == 2
