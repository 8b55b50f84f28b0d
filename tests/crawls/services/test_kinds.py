"""Previews and free audits: how far they go and what they cost."""

from __future__ import annotations

import pytest

from crawls.models import Audit, AuditKind, AuditState
from crawls.services.errors import FreeAuditUsed
from tests.crawls.services.driving import check_all, crawl_all


@pytest.mark.parametrize(
    ("kind", "asked", "given"),
    [
        (AuditKind.FULL, 5000, 5000),
        (AuditKind.PREVIEW, 5000, 10),
        (AuditKind.PREVIEW, 3, 3),
        (AuditKind.FREE, 5000, 100),
        (AuditKind.FREE, 100, 100),
    ],
)
def test_kind_bounds_the_page_limit(start, kind, asked, given):
    assert start(kind=kind, page_limit=asked).page_limit == given


@pytest.mark.parametrize(
    ("kind", "cost"), [(AuditKind.FULL, 3), (AuditKind.PREVIEW, 0), (AuditKind.FREE, 0)]
)
def test_only_a_full_audit_costs_credits(begin, frontier, kind, cost):
    audit = crawl_all(begin(kind=kind))

    ended = check_all(audit, frontier)

    assert (ended.state, ended.pages_fetched, ended.credits) == (AuditState.DONE, 3, cost)


def test_account_has_one_free_audit_of_a_site(start):
    start("https://shop.test/", kind=AuditKind.FREE)

    with pytest.raises(FreeAuditUsed, match=r"^This account has had its free audit of the site\.$"):
        start("http://www.shop.test/deep", kind=AuditKind.FREE)

    assert Audit.objects.count() == 1


def test_free_audit_of_another_site_or_account_is_another(start, account):
    from billing.models import Account

    start("https://shop.test/", kind=AuditKind.FREE)
    start("https://other.test/", kind=AuditKind.FREE)
    start("https://shop.test/", kind=AuditKind.FREE, account=Account.objects.create(name="b"))

    assert Audit.objects.filter(kind=AuditKind.FREE).count() == 3


@pytest.mark.parametrize("state", [AuditState.FAILED, AuditState.BLOCKED])
def test_free_audit_that_saw_nothing_is_not_used_up(start, state):
    first = start(kind=AuditKind.FREE)
    Audit.objects.filter(pk=first.pk).update(state=state)

    assert start(kind=AuditKind.FREE).pk != first.pk
