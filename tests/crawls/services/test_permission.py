"""Who may have a site crawled, asked when the audit is asked for and when it would begin."""

from __future__ import annotations

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from crawls.engine.ownership import NAME, Proof
from crawls.frontier.base import Refusal
from crawls.models import Audit, BlockedHost, Notice, Outbox, Site
from crawls.services import audits, permission, sweeping, verification
from crawls.services.advisory import LockClass
from crawls.services.errors import HostBlocklisted
from crawls.services.verification import Verification
from tests.crawls.services.driving import check_all, fresh
from tests.sites.names import NameServer

BOT = {"policy": "internal-linking"}
ASKED = "shop.test asked not to be visited by our crawlers."
WAITS = "Another audit of this site is running; this one begins when it ends."


@pytest.fixture
def names(settings):
    """A name server that knows no name until it is told."""
    server = NameServer({})
    settings.DNS_SERVERS = (server.address,)
    yield server
    server.close()


def prove(names, audit):
    names.records["shop.test"] = [[f"{NAME}={verification.token_of(audit.site)}"]]


@pytest.mark.parametrize(
    "blocked",
    [
        {"site_key": "shop.test"},
        {"site_key": "shop.test", "with_subdomains": True},
        {"site_key": "test", "with_subdomains": True},
    ],
)
def test_host_that_asked_not_to_be_visited_is_refused_to_everybody(start, blocked):
    BlockedHost.objects.create(**{"site_key": "other.test"} | blocked)

    for url in ("https://shop.test/", "http://www.shop.test/sale"):
        with pytest.raises(HostBlocklisted, match=r"shop.test asked not to be visited"):
            start(url)
    assert not Audit.objects.exists()


@pytest.mark.parametrize(
    "blocked",
    [
        {"site_key": "blog.shop.test", "with_subdomains": True},
        {"site_key": "test"},
        {"site_key": "hop.test", "with_subdomains": True},
    ],
)
def test_other_hosts_are_not_meant(start, blocked):
    BlockedHost.objects.create(**blocked)

    assert start("https://shop.test/").state == "queued"


def test_audit_of_a_host_that_asked_meanwhile_does_not_begin(start, frontier):
    audit = start()
    BlockedHost.objects.create(site_key="shop.test")

    audits.begin_audit(audit.pk, frontier)

    refused = fresh(audit)
    assert (refused.state, refused.reason, refused.reason_text) == (
        "failed",
        "blocklisted",
        ASKED,
    )
    assert refused.ended_at is not None
    assert not refused.pages.exists()


def test_bot_of_owners_begins_for_an_owner(start, frontier, names):
    audit = start(**BOT)
    prove(names, audit)

    audits.begin_audit(audit.pk, frontier)

    assert fresh(audit).state == "crawling"
    assert Site.objects.get().is_verified


def test_bot_of_owners_does_not_begin_for_anybody_else(start, frontier, names):
    audit = start(**BOT)

    audits.begin_audit(audit.pk, frontier)

    refused = fresh(audit)
    assert (refused.state, refused.reason) == ("failed", "not_verified")
    assert refused.reason_text.startswith(
        "InternalLinkingToolBot crawls a site only for its verified owner. "
        "No TXT record of shop.test or www.shop.test has the token."
    )
    assert [notice.subject for notice in Notice.objects.all()] == [
        "https://shop.test/ was not crawled"
    ]


def test_owner_who_lost_the_proof_is_refused_and_told(start, frontier, names):
    first = start(**BOT)
    prove(names, first)
    audits.begin_audit(first.pk, frontier)
    audits.cancel_audit(first.pk, frontier)
    check_all(first, frontier)
    names.records.clear()
    second = start(**BOT)

    audits.begin_audit(second.pk, frontier)

    assert fresh(second).reason == "not_verified"
    assert [notice.kind for notice in Notice.objects.order_by("id")] == [
        "verification_lost",
        "not_verified",
    ]


def test_other_bot_needs_no_owner(start, frontier, names):
    audits.begin_audit(start().pk, frontier)

    assert Audit.objects.get().state == "crawling"
    assert names.asked == []


def test_owner_is_not_asked_about_while_another_audit_runs(crawling, start, frontier, names):
    waiting = start(**BOT)

    audits.begin_audit(waiting.pk, frontier)

    assert (fresh(waiting).state, fresh(waiting).reason_text) == ("queued", WAITS)
    assert names.asked == []


def test_audit_after_one_that_was_refused_begins(start, frontier, names, rung):
    refused, after = start(**BOT), start()

    audits.begin_audit(refused.pk, frontier)
    audits.begin_audit(after.pk, frontier)

    assert [fresh(audit).state for audit in (refused, after)] == ["failed", "crawling"]


@pytest.mark.parametrize(("is_owner", "rps"), [(True, 7.0), (False, 3.0)])
def test_site_goes_faster_than_three_only_for_its_verified_owner(start, names, is_owner, rps):
    first = start()
    if is_owner:
        prove(names, first)
        verification.verify(first.site, "dns", shared=None)

    assert start(max_rps=7.0).max_rps == rps


def test_host_that_asks_while_it_is_crawled_is_left(crawling, frontier):
    BlockedHost.objects.create(site_key="shop.test")

    sweeping.sweep(frontier)

    left = fresh(crawling)
    assert (left.state, left.end_state, left.reason, left.reason_text) == (
        "checking",
        "cancelled",
        "blocklisted",
        ASKED,
    )
    assert frontier.claim(crawling.lane) is Refusal.CLOSED


def test_bell_that_rings_while_the_owner_is_looked_for_does_nothing(start, frontier, names):
    audit = start(**BOT)
    with psycopg.connect(settings.DATABASE_URL, dbname=connection.settings_dict["NAME"]) as other:
        other.execute("SELECT pg_advisory_lock(%s, %s)", [int(LockClass.BEGIN), audit.pk])

        audits.begin_audit(audit.pk, frontier)

    assert (fresh(audit).state, names.asked) == ("queued", [])


def test_audits_of_a_site_begin_in_the_order_they_were_asked_for(start, frontier):
    first, second = start(), start()

    audits.begin_audit(second.pk, frontier)
    assert (fresh(second).state, fresh(second).reason_text) == ("queued", audits.EARLIER)
    audits.begin_audit(first.pk, frontier)
    audits.begin_audit(second.pk, frontier)

    assert [fresh(audit).state for audit in (first, second)] == ["crawling", "queued"]
    assert fresh(second).reason_text == audits.RUNNING


def test_owner_that_cannot_be_looked_for_just_now_is_looked_for_again(
    start, frontier, names, monkeypatch
):
    audit = start(**BOT)
    busy = Verification(Proof.UNKNOWN, "busy", is_busy=True)
    monkeypatch.setattr(verification, "recheck", lambda *_: busy)

    audits.begin_audit(audit.pk, frontier)

    assert (fresh(audit).state, fresh(audit).reason_text) == ("queued", permission.BUSY)
    assert Outbox.objects.filter(task=audits.BEGIN, argument=audit.pk).exists()
