"""The outbox: bells that a committed transaction owes. A row stays until its work is done.

Rung right after commit, and rung again by the sweep while the row is there. The consumer deletes
it in the transaction that does the work, so a bell lost anywhere is rung again and a bell rung
twice does nothing.
"""

from __future__ import annotations

from django.db import models

from crawls.models.text import AnyText


class Outbox(models.Model):
    key = AnyText(unique=True)  # what is owed, such as "crawls.finalise_audit:17"
    task = AnyText()
    argument = models.BigIntegerField()
    created_at = models.DateTimeField()
    rung_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.key
