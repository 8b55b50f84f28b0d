from __future__ import annotations

import pytest

from billing.models import Account
from crawls.frontier.base import FrontierClosed, Refusal
from crawls.frontier.memory import MemoryFrontier
from crawls.models import AuditState, Outbox, Site
from crawls.services import after_crawl, audits, files
from crawls.services.audits import BEGIN
from tests.crawls.services.answers import SITE, html, response
from tests.crawls.services.driving import (
    check_all,
    crawl_all,
    fresh,
    record,
    states,
)

WAITS = "Another audit of this site is running; this one begins when it ends."
CANCELLED = "The audit was cancelled; the report covers what was crawled until then."


def is_owed(audit):
    return Outbox.objects.filter(task=BEGIN, argument=audit.pk).exists()


def test_started_audit_waits_for_its_bell(start):
    audit = start("HTTPS://WWW.Shop.test")

    assert (audit.state, audit.seed_url) == ("queued", "https://www.shop.test/")
    assert (audit.site_key, audit.host) == ("shop.test", "shop.test")
    assert is_owed(audit)


@pytest.mark.parametrize(
    ("wanted", "speed", "in_flight", "reason"),
    [
        ({}, 2.0, 2, ""),
        ({"max_rps": 0.5, "max_in_flight": 1}, 0.5, 1, ""),
        ({"max_rps": 3.0}, 3.0, 2, ""),
        (
            {"max_rps": 10.0},
            3.0,
            2,
            "speed lowered from 10 to 3 requests a second: the site is not verified",
        ),
        ({"max_in_flight": 8}, 2.0, 2, "8 requests in flight lowered to 2"),
        (
            {"max_rps": 3.5, "max_in_flight": 3},
            3.0,
            2,
            (
                "speed lowered from 3.5 to 3 requests a second: the site is not verified; "
                "3 requests in flight lowered to 2"
            ),
        ),
    ],
)
def test_speed_is_lowered_with_the_reason(start, wanted, speed, in_flight, reason):
    audit = start(**wanted)

    assert (audit.max_rps, audit.max_in_flight) == (speed, in_flight)
    assert (audit.speed_clamped, audit.speed_clamp_reason) == (bool(reason), reason)


def test_exempt_host_is_not_slowed(start, settings):
    settings.SEOFIX_ALLOW_HOSTS = frozenset(
        {"shop.test:80", "shop.test:443", "www.shop.test:80", "www.shop.test:443"}
    )

    audit = start(max_rps=500.0, max_in_flight=40)

    assert (audit.max_rps, audit.max_in_flight, audit.speed_clamped) == (500.0, 40, False)


def test_exempt_host_whose_twin_is_not_exempt_is_slowed(start, settings):
    settings.SEOFIX_ALLOW_HOSTS = frozenset({"shop.test:8000"})

    audit = start("http://shop.test:8000/", max_rps=500.0)

    assert (audit.max_rps, audit.speed_clamp_reason) == (
        3.0,
        (
            "speed lowered from 500 to 3 requests a second: "
            "not exempt at the same pace: www.shop.test:8000"
        ),
    )


def test_site_is_kept_once_for_an_account_and_seed(start, account):
    other = Account.objects.create(name="Grace")

    sites = [start().site, start().site, start(account=other).site]

    assert sites[0] == sites[1] != sites[2]
    assert [site.account for site in sites] == [account, account, other]
    assert Site.objects.count() == 2


def test_begun_audit_reads_robots_txt_first(start, frontier):
    audit = start()

    audits.begin_audit(audit.pk, frontier)

    assert (fresh(audit).state, fresh(audit).open_steps) == ("crawling", 1)
    assert fresh(audit).started_at is not None
    assert states(audit) == {"/": "discovered"}
    assert frontier.claim(audit.lane).item == f"s{audit.steps.get().pk}"
    assert not is_owed(audit)


def test_audit_begins_once(crawling, frontier):
    began = crawling.started_at

    audits.begin_audit(crawling.pk, frontier)

    assert fresh(crawling).started_at == began
    assert (crawling.pages.count(), crawling.steps.count()) == (1, 1)


def test_begin_that_died_before_its_lane_was_open_is_healed_by_the_next_bell(start, clock):
    audit = start()
    lost = MemoryFrontier(clock)
    with pytest.raises(FrontierClosed):
        audits.begin_audit(audit.pk, lost)
    lost.recover(1, quarantine_ms=0)

    audits.begin_audit(audit.pk, lost)

    assert lost.claim(audit.lane).item == f"s{audit.steps.get().pk}"


@pytest.fixture
def second(crawling, start, frontier):
    """An audit of the running one's twin host, by another account: it waits."""
    audit = start("http://www.shop.test/x", account=Account.objects.create(name="Grace"))
    audits.begin_audit(audit.pk, frontier)
    return fresh(audit)


def test_second_audit_of_a_site_waits_with_the_reason(second, frontier):
    assert (second.state, second.reason_text, second.started_at) == ("queued", WAITS, None)
    assert (second.pages.count(), is_owed(second)) == (0, True)
    assert frontier.claim(second.lane) is Refusal.CLOSED


def test_second_audit_begins_when_the_first_has_ended(crawling, second, frontier):
    check_all(crawl_all(crawling), frontier)

    audits.begin_audit(second.pk, frontier)

    assert (fresh(second).state, fresh(second).reason_text) == ("crawling", "")


def test_second_audit_waits_while_the_first_is_checked(crawling, second, frontier):
    crawl_all(crawling)

    audits.begin_audit(second.pk, frontier)

    assert fresh(second).state == "queued"


@pytest.mark.django_db(transaction=True)
def test_audit_that_waited_longest_is_called_when_the_site_is_free(
    crawling, second, start, frontier, broker, rung
):
    start("https://shop.test/third")
    crawl_all(crawling)
    broker.delete("lifecycle")

    check_all(crawling, frontier)

    begun = [bell for bell in rung() if bell[0] == BEGIN]
    assert begun == [(BEGIN, second.pk)]


def test_cancel_of_the_next_in_the_queue_leaves_the_one_after_it_owed(
    crawling, second, start, frontier
):
    third = start("https://shop.test/third")
    audits.begin_audit(third.pk, frontier)
    check_all(crawl_all(crawling), frontier)

    audits.cancel_audit(second.pk, frontier)

    assert (is_owed(second), is_owed(third)) == (False, True)


def test_audits_of_other_sites_do_not_wait(crawling, start, frontier):
    other = start("https://blog.shop.test/")

    audits.begin_audit(other.pk, frontier)

    assert fresh(other).state == "crawling"


def test_cancel_while_queued_ends_at_once(start, frontier):
    audit = start()

    assert audits.cancel_audit(audit.pk, frontier)

    after = fresh(audit)
    assert (after.state, after.end_state, after.reason) == ("cancelled",) * 3
    assert after.reason_text == CANCELLED
    assert after.ended_at is not None


def test_audit_cancelled_while_queued_never_begins(start, frontier):
    audit = start()
    audits.cancel_audit(audit.pk, frontier)

    audits.begin_audit(audit.pk, frontier)

    assert (fresh(audit).state, audit.pages.count(), is_owed(audit)) == ("cancelled", 0, False)


def test_cancel_while_crawling_stops_the_lane_and_reports(crawling, frontier):
    record(crawling, html(f"{SITE}/", "/a"))

    assert audits.cancel_audit(crawling.pk, frontier)

    after = fresh(crawling)
    assert (after.state, after.end_state, after.reason) == ("checking", "cancelled", "cancelled")
    assert frontier.claim(crawling.lane) is Refusal.CLOSED
    assert list(after.steps.filter(kind="sitemap").values_list("state", flat=True)) == ["dropped"]
    ended = check_all(crawling, frontier)
    assert (ended.state, ended.pages_fetched, ended.credits) == ("cancelled", 1, 1)
    assert ended.reason_text == CANCELLED


@pytest.mark.parametrize("brought_to", [AuditState.CHECKING, AuditState.FINALISING])
def test_cancel_after_the_crawl_changes_nothing(crawling, frontier, brought_to):
    crawl_all(crawling)
    if brought_to == AuditState.FINALISING:
        for step in crawling.steps.open():
            after_crawl.run_step(step.pk)

    assert not audits.cancel_audit(crawling.pk, frontier)

    assert (fresh(crawling).state, fresh(crawling).end_state) == (brought_to, "done")


def test_cancel_of_an_ended_audit_changes_nothing(crawling, frontier):
    check_all(crawl_all(crawling), frontier)

    assert not audits.cancel_audit(crawling.pk, frontier)

    assert (fresh(crawling).state, fresh(crawling).reason) == ("done", "nothing_left")


def test_late_answer_of_a_file_after_a_cancel_changes_nothing(crawling, frontier):
    record(crawling, html(f"{SITE}/"))
    step = crawling.steps.open().select_related("audit").get()
    audits.cancel_audit(crawling.pk, frontier)
    before = fresh(crawling).open_steps

    recorded = files.record_sitemap(step, response(step.url, 404), None)

    assert (recorded.entries, fresh(crawling).open_steps) == ([], before)
    step.refresh_from_db()
    assert step.state == "dropped"
