"""Whoever starts it, with whichever bot: a site is crawled once at a time."""

from __future__ import annotations

from functools import partial

import pytest

from billing.models import Account
from crawls.models import Audit, AuditState
from crawls.services import audits
from crawls.services.audit_requests import AuditRequest
from tests.crawls.services.concurrently import at_once
from tests.crawls.services.driving import check_all, fresh

SEEDS = ("https://shop.test/", "http://www.shop.test/sale")


@pytest.fixture
def accounts(transactional_db, broker, settings):
    hosts = ("shop.test", "www.shop.test")
    settings.SEOFIX_ALLOW_HOSTS = frozenset(
        f"{host}:{port}" for host in hosts for port in (80, 443)
    )
    return [Account.objects.create(name=name) for name in ("Ada", "Grace")]


def start(account, number):
    policy = ("seofix", "internal-linking")[number % 2]
    request = AuditRequest(url=SEEDS[number // 2 % 2], page_limit=5, policy=policy)
    return audits.start_audit(account.pk, request).pk


def test_one_of_eight_that_start_at_once_is_crawled_and_each_gets_its_turn(accounts, frontier):
    started = at_once(*(partial(start, accounts[n // 4], n) for n in range(8)))
    turns = []
    for left in range(8, 0, -1):
        waiting = [pk for pk in started if fresh(Audit(pk=pk)).state == AuditState.QUEUED]
        at_once(*(partial(audits.begin_audit, pk, frontier) for pk in waiting))

        running = Audit.objects.get(state="crawling")
        others = Audit.objects.filter(state="queued")
        assert len(others) == left - 1
        assert {audit.reason_text for audit in others} <= {audits.RUNNING, audits.EARLIER}
        turns.append(running.pk)
        audits.cancel_audit(running.pk, frontier)
        assert check_all(running, frontier).state == "cancelled"

    assert sorted(turns) == sorted(started)
