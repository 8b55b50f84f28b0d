"""The same thing asked for by several at the same moment."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.utils import timezone

from billing.models import Account
from crawls.engine.ownership import NAME
from crawls.engine.policy import POLICIES
from crawls.models import Method, Notice, PageCheck, Site
from crawls.services import page_check, verification
from crawls.services.crawling import Collaborators
from crawls.services.errors import HostBusy, TooManyChecks
from tests.crawls.services.concurrently import at_once
from tests.crawls.services.working import new_frontier
from tests.e2e.installation import until
from tests.sites.names import NameServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def made(account):
    return Site.objects.create(account=account, seed_url="https://shop.test/", key="shop.test")


def test_token_asked_for_by_two_who_saw_none_is_one(made):
    seen = [Site.objects.get(pk=made.pk) for _ in range(2)]

    tokens = [verification.token_of(site) for site in seen]

    assert tokens == [Site.objects.get().token] * 2


def test_loss_found_by_four_at_once_is_told_once(made, broker, settings):
    server = NameServer({"shop.test": [[f"{NAME}={verification.token_of(made)}"]]})
    settings.DNS_SERVERS = (server.address,)
    verification.verify(made, Method.DNS, shared=None)
    server.records = {}

    found = at_once(
        *[lambda: verification.verify(Site.objects.get(pk=made.pk), Method.DNS, shared=None)] * 4
    )

    server.close()
    assert [one.may_crawl for one in found] == [False] * 4
    assert Notice.objects.count() == 1


def test_checks_at_once_are_counted_one_by_one(account, clock):
    limit = POLICIES["seofix"].page_checks.most
    closed = Collaborators(new_frontier(clock), fetcher_for=None, parsers=None)
    others = [PageCheck(account=account, url="x", created_at=timezone.now()) for _ in range(limit)]

    def check():
        try:
            page_check.check_page(account.pk, "https://shop.test/", closed)
        except (HostBusy, TooManyChecks) as refusal:
            return type(refusal)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Account.objects.select_for_update().get(pk=account.pk)  # as the others' checks do
            checked = pool.submit(check)
            until(lambda: checked.done() or waits_for_a_row(), within=10)
            PageCheck.objects.bulk_create(others)
        assert checked.result(10) is TooManyChecks


def waits_for_a_row():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return cursor.fetchone()[0] == 1
