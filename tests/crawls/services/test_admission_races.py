from __future__ import annotations

from functools import partial

import pytest

from crawls.services import admission
from crawls.services.admission import Found
from tests.crawls.services.answers import SITE
from tests.crawls.services.concurrently import at_once
from tests.crawls.services.driving import fresh, locked

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("broker")]


def admit(audit, paths):
    with locked(audit) as row:
        return admission.admit(row, [Found(SITE + path, 1) for path in paths])


def test_eight_transactions_at_once_admit_exactly_the_limit(begin):
    audit = begin(page_limit=40)
    found = [[f"/{writer}/{number}" for number in range(20)] for writer in range(8)]

    entries = at_once(*(partial(admit, audit, paths) for paths in found))

    assert fresh(audit).admitted == 40
    assert audit.pages.queued().count() == 40
    assert audit.pages.filter(state="over_limit").count() == 1 + 160 - 40
    assert sum(map(len, entries)) == 39


def test_eight_transactions_at_once_store_a_url_once(begin):
    audit = begin()
    paths = [f"/{number}" for number in range(20)]

    entries = at_once(*[partial(admit, audit, paths)] * 8)

    assert audit.pages.count() == fresh(audit).admitted == 21
    assert sorted(map(len, entries)) == [0] * 7 + [20]
