from __future__ import annotations

import pytest

from crawls.frontier.base import Refusal
from crawls.services import foreground
from tests.crawls.services.concurrently import at_once
from tests.crawls.services.driving import check_all, crawl_all, fresh

INTERRUPTED = "The command that ran this audit was stopped before the end."


@pytest.fixture
def audit(begin):
    return begin(in_foreground=True)


def test_audit_whose_command_is_gone_is_cancelled(audit, frontier):
    assert foreground.cancel_interrupted(frontier) == [audit.pk]

    after = fresh(audit)
    assert (after.end_state, after.reason, after.reason_text) == (
        "cancelled",
        "interrupted",
        INTERRUPTED,
    )
    assert frontier.claim(audit.lane) is Refusal.CLOSED


def test_audit_whose_command_is_gone_is_cancelled_once(audit, frontier):
    foreground.cancel_interrupted(frontier)

    assert foreground.cancel_interrupted(frontier) == []


def test_queued_audit_whose_command_is_gone_is_cancelled(start, frontier):
    audit = start(in_foreground=True)

    assert foreground.cancel_interrupted(frontier) == [audit.pk]

    assert (fresh(audit).state, fresh(audit).reason) == ("cancelled", "interrupted")


def test_audit_in_the_background_needs_no_command(begin, frontier):
    audit = begin()

    assert foreground.cancel_interrupted(frontier) == []

    assert fresh(audit).state == "crawling"


def test_ended_audit_stays_as_it_ended(audit, frontier):
    check_all(crawl_all(audit), frontier)

    assert foreground.cancel_interrupted(frontier) == []

    assert fresh(audit).state == "done"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("broker")
def test_audit_that_a_command_holds_goes_on(audit, frontier):
    with foreground.held(audit.pk):
        (cancelled,) = at_once(lambda: foreground.cancel_interrupted(frontier))

    assert (cancelled, fresh(audit).state) == ([], "crawling")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("broker")
def test_audit_that_a_command_let_go_is_cancelled(audit, frontier):
    with foreground.held(audit.pk):
        pass

    (cancelled,) = at_once(lambda: foreground.cancel_interrupted(frontier))

    assert cancelled == [audit.pk]
