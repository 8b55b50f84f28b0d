from __future__ import annotations

from functools import partial

import pytest

from crawls.checks import SITE_RULES
from crawls.models import AuditStep, Outbox, StepKind
from crawls.services import files
from crawls.services.ending import RUN_STEP
from crawls.services.recording import record_page
from crawls.services.visits import Visit
from tests.crawls.services.answers import SITE, html, response
from tests.crawls.services.concurrently import at_once
from tests.crawls.services.driving import (
    answer_sitemap,
    examined,
    fresh,
    open_step,
    page_at,
    record,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("broker")]


@pytest.fixture
def last_two(begin):
    """An audit of which only /a and /b are left."""
    audit = begin()
    record(audit, html(f"{SITE}/", "/a", "/b"))
    answer_sitemap(audit)
    return audit


def recording(audit, path):
    answer = html(SITE + path, "/", "/a")
    return partial(record_page, page_at(audit, path), Visit(answer, examined(answer)))


def assert_moved_on_once(audit):
    after = fresh(audit)
    assert (after.state, after.end_state, after.open_steps) == ("checking", "done", len(SITE_RULES))
    steps = AuditStep.objects.filter(audit=audit, kind=StepKind.SITE_CHECK)
    assert sorted(steps.values_list("part", flat=True)) == sorted(SITE_RULES)
    assert Outbox.objects.filter(task=RUN_STEP).count() == len(SITE_RULES)


def test_same_answer_from_two_connections_at_once_counts_once(last_two):
    at_once(*[recording(last_two, "/a")] * 2)

    after = fresh(last_two)
    assert (after.finished, after.admitted) == (2, 3)
    assert page_at(last_two, "/a").outlinks.count() == 2


@pytest.mark.parametrize("attempt", range(5))
def test_last_two_pages_at_once_move_the_audit_on_once(last_two, attempt):
    at_once(recording(last_two, "/a"), recording(last_two, "/b"))

    assert fresh(last_two).finished == 3
    assert_moved_on_once(last_two)


@pytest.mark.parametrize("attempt", range(5))
def test_last_page_and_last_file_at_once_move_the_audit_on_once(begin, attempt):
    audit = begin()
    record(audit, html(f"{SITE}/", "/a"))
    step = open_step(audit, StepKind.SITEMAP, f"{SITE}/sitemap.xml")
    read_file = partial(files.record_sitemap, step, response(step.url, 404), None)

    at_once(recording(audit, "/a"), read_file)

    assert_moved_on_once(audit)
