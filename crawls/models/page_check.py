"""A check of a single page that somebody asked for: how often an account may is counted by these."""

from __future__ import annotations

from django.db import models

from crawls.models.text import AnyText


class PageCheck(models.Model):
    account = models.ForeignKey("billing.Account", models.CASCADE, related_name="page_checks")
    url = AnyText()
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["account", "created_at"], name="page_checks_lately")]

    def __str__(self) -> str:
        return self.url
