from __future__ import annotations

import pytest

from billing.models import Account
from crawls.services import audits
from crawls.services.audit_requests import AuditRequest

SEED = "https://shop.test/"


@pytest.fixture
def account(db):
    return Account.objects.create(name="Ada")


@pytest.fixture
def start(account):
    """Starts an audit as a customer would."""

    def _start(url=SEED, *, account=account, page_limit=100, **wanted):
        return audits.start_audit(
            account.pk, AuditRequest(url=url, page_limit=page_limit, **wanted)
        )

    return _start
