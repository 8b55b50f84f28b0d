from __future__ import annotations

from billing.models import Account
from crawls.services import audits
from crawls.services.audit_requests import AuditRequest


def new_audit(url="https://shop.test/"):
    account = Account.objects.create(name="Ada")
    return audits.start_audit(account.pk, AuditRequest(url=url, page_limit=5))
