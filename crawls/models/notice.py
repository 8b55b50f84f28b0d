"""Something an account's owner is told: a row, and a mail once it is sent."""

from __future__ import annotations

from django.db import models

from crawls.models.text import AnyText


class NoticeKind(models.TextChoices):
    RATE_LIMITED = "rate_limited"
    NOT_VERIFIED = "not_verified"
    VERIFICATION_LOST = "verification_lost"


class Notice(models.Model):
    account = models.ForeignKey("billing.Account", models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20, choices=NoticeKind)
    subject = AnyText()
    text = AnyText()
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True)  # None: no address, or not yet

    def __str__(self) -> str:
        return self.subject
