"""What PostgreSQL itself refuses, whichever code tries it."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from crawls.engine import urls
from crawls.models import (
    Audit,
    AuditState,
    AuditStep,
    Finding,
    Link,
    LinkTarget,
    Outbox,
    Page,
    RobotsFile,
    Site,
)

URL = "https://shop.test/"
RUNNING = ["crawling", "paused", "checking", "finalising"]
ENDED = ["done", "partial", "cancelled", "blocked", "rate_limited", "failed"]
RESTING = ["queued", *ENDED]


@pytest.fixture
def audit(start):
    return start(URL, page_limit=5)


@pytest.fixture
def page(audit):
    return new_page(audit)


def new_page(audit, url=URL, **facts):
    facts = {"depth": 0, "rank": 1, "state": "queued"} | facts
    return Page.objects.create(
        audit=audit, url=url, fingerprint=urls.fingerprint(url), origin=URL, **facts
    )


def refused_by(make):
    """The name of the constraint that refuses it; empty when nothing does."""
    try:
        with transaction.atomic():
            make()
    except IntegrityError as error:
        return error.__cause__.diag.constraint_name
    return ""


def state_of(name):
    """The columns of an audit in that state."""
    return {"state": name, "resume_at": timezone.now() if name == "paused" else None}


def set_on(row, **values):
    type(row).objects.filter(pk=row.pk).update(**values)


@pytest.mark.parametrize("second", RUNNING)
@pytest.mark.parametrize("first", RUNNING)
def test_two_audits_of_a_site_never_run_at_once(audit, start, first, second):
    set_on(audit, **state_of(first))
    other = start("http://www.shop.test/other")

    refused = refused_by(lambda: set_on(other, **state_of(second)))

    assert refused == "one_running_audit_per_site"


@pytest.mark.parametrize("state", RESTING)
def test_audits_that_do_not_run_may_be_many(audit, start, state):
    set_on(audit, state="crawling")
    other = start(URL)

    assert refused_by(lambda: set_on(other, state=state)) == ""


@pytest.mark.parametrize(
    "columns", [{"state": "paused"}, {"resume_at": timezone.now()}], ids=["no end", "no pause"]
)
def test_only_a_paused_audit_has_a_time_to_resume(audit, columns):
    assert refused_by(lambda: set_on(audit, **columns)) == "paused_has_an_end"


def test_audits_of_two_sites_may_run_at_once(audit, start):
    set_on(audit, state="crawling")
    other = start("https://blog.shop.test/")

    assert refused_by(lambda: set_on(other, state="crawling")) == ""


@pytest.mark.parametrize(
    ("counters", "constraint"),
    [
        ({"admitted": 5, "finished": 5}, ""),
        ({"admitted": 6}, "admitted_within_limit"),
        ({"admitted": 3, "finished": 4}, "finished_within_admitted"),
        ({"open_steps": -1}, "crawls_audit_open_steps_check"),
    ],
)
def test_counters_keep_within_each_other(audit, counters, constraint):
    assert refused_by(lambda: set_on(audit, **counters)) == constraint


@pytest.mark.parametrize(
    ("facts", "constraint"),
    [
        ({"state": "done", "outcome": "fetched"}, ""),
        ({"state": "skipped", "skip_reason": "robots"}, ""),
        ({"state": "done"}, "done_has_an_outcome"),
        ({"state": "queued", "outcome": "fetched"}, "done_has_an_outcome"),
        ({"state": "skipped"}, "skipped_has_a_reason"),
        ({"state": "queued", "skip_reason": "robots"}, "skipped_has_a_reason"),
    ],
)
def test_page_has_an_outcome_or_a_reason_as_its_state_says(page, facts, constraint):
    assert refused_by(lambda: set_on(page, **facts)) == constraint


def test_url_is_stored_once_for_an_audit(audit, page):
    assert refused_by(lambda: new_page(audit)) == "one_page_per_url"


def test_url_may_be_a_page_of_two_audits(page, start):
    assert refused_by(lambda: new_page(start(URL))) == ""


def test_target_is_stored_once_for_an_audit(audit):
    facts = {"audit": audit, "url": URL, "fingerprint": urls.fingerprint(URL), "is_internal": True}
    LinkTarget.objects.create(**facts)

    assert refused_by(lambda: LinkTarget.objects.create(**facts)) == "one_target_per_url"


def test_place_in_a_page_holds_one_link(audit, page):
    target = LinkTarget.objects.create(
        audit=audit, url=URL, fingerprint=urls.fingerprint(URL), is_internal=True
    )
    Link.objects.create(source=page, target=target, position=0)

    again = refused_by(lambda: Link.objects.create(source=page, target=target, position=0))

    assert again == "one_link_per_position"


def test_finding_has_one_place(audit, page):
    facts = {"audit": audit, "page": page, "check_id": "x", "severity": "error", "position": 0}
    Finding.objects.create(**facts)

    assert refused_by(lambda: Finding.objects.create(**facts)) == "one_finding_per_place"


def test_part_has_one_step(audit):
    facts = {"audit": audit, "kind": "robots", "part": f"{URL}robots.txt"}
    AuditStep.objects.create(**facts)

    assert refused_by(lambda: AuditStep.objects.create(**facts)) == "one_step_per_part"


def test_origin_has_one_robots_file(audit):
    facts = {"audit": audit, "origin": "https://shop.test", "answer": "read", "body": b""}
    facts["asked_at"] = timezone.now()
    RobotsFile.objects.create(**facts)

    assert refused_by(lambda: RobotsFile.objects.create(**facts)) == "one_robots_file_per_origin"


def test_seed_is_one_site_of_an_account(audit, account):
    again = refused_by(lambda: Site.objects.create(account=account, seed_url=URL, key="shop.test"))

    assert again == "one_site_per_account_and_seed"


def test_promise_is_one_row(audit):
    facts = {"task": "t", "argument": 1, "created_at": timezone.now()}
    Outbox.objects.create(key="t:1", **facts)

    assert refused_by(lambda: Outbox.objects.create(key="t:1", **facts)) == (
        "crawls_outbox_key_key"
    )


@pytest.mark.parametrize("state", AuditState.values)
def test_audit_has_ended_in_its_end_states_only(audit, state):
    audit.state = state

    assert audit.has_ended is (state in ENDED)
    assert audit.is_crawled is (state in {"crawling", "paused"})


@pytest.mark.parametrize("state", AuditState.values)
def test_unfinished_audits_are_those_that_have_not_ended(audit, state):
    set_on(audit, **state_of(state))
    audit.state = state

    assert Audit.objects.unfinished().exists() is not audit.has_ended
    assert Audit.objects.crawling().exists() is (state == "crawling")


@pytest.mark.parametrize(
    ("admitted", "finished", "open_steps", "is_over"),
    [(0, 0, 0, True), (2, 2, 0, True), (2, 1, 0, False), (2, 2, 1, False), (0, 0, 1, False)],
)
def test_crawl_is_over_with_the_last_page_and_file(audit, admitted, finished, open_steps, is_over):
    audit.admitted, audit.finished, audit.open_steps = admitted, finished, open_steps

    assert audit.crawl_is_over is is_over


def test_pages_take_their_turn_by_rank_then_in_the_order_found(audit):
    ranks = [3, 1, 4, 1]
    pages = [new_page(audit, f"{URL}{n}", rank=rank) for n, rank in enumerate(ranks)]

    in_turn = [page.url for page in audit.pages.in_turn()]

    assert in_turn == [pages[n].url for n in (1, 3, 0, 2)]


def test_deleted_audit_leaves_nothing_of_it(audit, page):
    Finding.objects.create(audit=audit, page=page, check_id="x", severity="error", position=0)
    target = LinkTarget.objects.create(
        audit=audit, url=URL, fingerprint=urls.fingerprint(URL), is_internal=True
    )
    Link.objects.create(source=page, target=target, position=0)

    audit.delete()

    left = [model.objects.count() for model in (Audit, Page, Finding, Link, LinkTarget)]
    assert left == [0] * 5
