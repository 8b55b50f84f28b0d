"""Telling an account's owner: written in the transaction of what happened, mailed after it."""

from __future__ import annotations

from smtplib import (
    SMTPException,
    SMTPNotSupportedError,
    SMTPRecipientsRefused,
    SMTPResponseException,
)
from typing import TYPE_CHECKING

import structlog
from django.conf import settings
from django.core.mail import send_mail
from django.utils import timezone

from crawls.models import Notice
from crawls.services import outbox

if TYPE_CHECKING:
    from crawls.models import NoticeKind

log = structlog.get_logger(__name__)

SEND = "crawls.send_notice"
PERMANENT = 500


def tell(account_id: int, kind: NoticeKind, subject: str, text: str) -> None:
    """Keep it for the owner to read, and owe the mail."""
    notice = Notice.objects.create(account_id=account_id, kind=kind, subject=subject, text=text)
    outbox.owe(SEND, notice.pk)


def send(notice_id: int) -> None:
    """Mail it, once: a crash after the mail and before the row says so sends it again. What fails
    stays owed, unless the address is refused for good.
    """
    notice = Notice.objects.select_related("account").filter(pk=notice_id).first()
    if notice is not None and notice.sent_at is None and notice.account.email:
        try:
            _mail(notice)
        except (SMTPException, UnicodeError) as refused:
            if not _is_for_good(refused):
                raise
            log.exception("mail_refused", account=notice.account_id, notice=notice_id)
        else:
            Notice.objects.filter(pk=notice_id).update(sent_at=timezone.now())
    outbox.settle(SEND, notice_id)


def _mail(notice: Notice) -> None:
    sender, recipient = settings.DEFAULT_FROM_EMAIL, notice.account.email
    send_mail(_line(notice.subject), notice.text, sender, [recipient])


def _is_for_good(refused: Exception) -> bool:
    """Replies that begin with 5 are final (RFC 5321, section 4.2.1), and what cannot be written as
    a mail never can.
    """
    if isinstance(refused, SMTPRecipientsRefused):
        return all(code >= PERMANENT for code, _ in refused.recipients.values())
    if isinstance(refused, SMTPResponseException):
        return refused.smtp_code >= PERMANENT
    return isinstance(refused, SMTPNotSupportedError | UnicodeError)


def _line(subject: str) -> str:
    """A subject has one line; a URL of somebody else's may hold more."""
    return " ".join(subject.split())
