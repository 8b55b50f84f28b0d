"""The outbox: bells that a committed transaction owes. A row stays until its work is done.

Rung right after commit; rung again by the sweep while `done_at` is empty. The consumer sets
`done_at` in the transaction that does the work, so a bell lost anywhere is rung again and a
bell rung twice does nothing.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Outbox(models.Model):
    key = models.TextField(unique=True)  # what is owed, such as "finalise:17"
    task = models.TextField()
    argument = models.BigIntegerField()
    created_at = models.DateTimeField()
    rung_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["rung_at"], condition=Q(done_at__isnull=True), name="outbox_owed"),
        ]

    def __str__(self) -> str:
        return self.key
