"""Telling owners, by a real mail server."""

from __future__ import annotations

import smtplib
import socket

import pytest
from django.db import transaction

from crawls.models import Notice, NoticeKind, Outbox
from crawls.services import notices
from tests.sites.mail import MailServer

LOST = NoticeKind.VERIFICATION_LOST
committing = pytest.mark.django_db(transaction=True)


@pytest.fixture
def post(settings):
    """A mail server that the settings name."""
    server = MailServer()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    settings.EMAIL_USE_TLS = False
    yield server
    server.close()


@pytest.fixture
def told(account):
    """Something that Ada is told."""
    account.email = "ada@example.test"
    account.save()

    def tell(subject="The proof is gone", text="Put it back."):
        notices.tell(account.pk, LOST, subject, text)
        return Notice.objects.get()

    return tell


def owed():
    return list(Outbox.objects.values_list("key", flat=True))


@committing
def test_notice_rings_once_what_happened_is_committed(account, rung):
    with transaction.atomic():
        notices.tell(account.pk, LOST, "Subject", "Text")
        within = rung()

    assert (within, rung()) == ([], [(notices.SEND, Notice.objects.get().pk)])


@committing
def test_nobody_is_told_of_what_did_not_happen(account, rung):
    with transaction.atomic():
        notices.tell(account.pk, LOST, "Subject", "Text")
        transaction.set_rollback(True)

    assert (Notice.objects.count(), owed(), rung()) == (0, [], [])


def test_mail_says_it_once_and_the_row_says_when(post, told):
    notice = told(text="Bücher, Käse.")

    notices.send(notice.pk)
    notices.send(notice.pk)

    (mail,) = post.mails
    assert (mail["To"], mail["Subject"]) == ("ada@example.test", "The proof is gone")
    assert mail["From"] == "SEOFix <notices@seofix.ai>"
    assert mail.get_content().strip() == "Bücher, Käse."
    notice.refresh_from_db()
    assert notice.sent_at > notice.created_at
    assert owed() == []


def test_subject_stays_one_line_whatever_a_site_is_called(post, told):
    notices.send(told(subject="https://shop.test/\r\nBcc: all@example.test").pk)

    assert post.mails[0]["Subject"] == "https://shop.test/ Bcc: all@example.test"
    assert post.mails[0]["Bcc"] is None


def test_owner_without_an_address_keeps_the_notice_alone(post, account):
    notices.tell(account.pk, LOST, "Subject", "Text")
    notice = Notice.objects.get()

    notices.send(notice.pk)

    assert (post.mails, owed()) == ([], [])
    assert Notice.objects.get().sent_at is None


def test_address_that_is_refused_for_good_is_not_tried_for_ever(post, told):
    post.answer_to_recipient = b"550 no such user"

    notices.send(told().pk)

    assert (post.mails, owed()) == ([], [])
    assert Notice.objects.get().sent_at is None


def test_mail_that_is_refused_for_now_stays_owed(post, told):
    notice = told()
    post.answer_to_recipient = b"451 try later"

    with pytest.raises(smtplib.SMTPRecipientsRefused):
        notices.send(notice.pk)
    assert owed() == [f"{notices.SEND}:{notice.pk}"]

    post.answer_to_recipient = b"250 fine"
    notices.send(notice.pk)
    assert (len(post.mails), owed()) == (1, [])


def test_mail_server_that_is_gone_leaves_the_mail_owed(post, told):
    notice = told()
    post.close()

    with pytest.raises(OSError, match="refused"):
        notices.send(notice.pk)

    assert owed() == [f"{notices.SEND}:{notice.pk}"]
    assert Notice.objects.get().sent_at is None


def test_mail_server_that_says_nothing_is_not_waited_for_for_ever(post, told, settings):
    notice = told()
    assert 0 < settings.EMAIL_TIMEOUT <= 30
    settings.EMAIL_TIMEOUT = 0.2

    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_PORT = silent.getsockname()[1]
        with pytest.raises(smtplib.SMTPServerDisconnected, match="timed out"):
            notices.send(notice.pk)

    assert owed() == [f"{notices.SEND}:{notice.pk}"]


def test_notice_of_an_account_that_is_gone_is_owed_no_more(told):
    notice = told()
    Notice.objects.all().delete()

    notices.send(notice.pk)

    assert owed() == []
