"""A host that asked not to be visited. Support staff keep the list; we honour it."""

from __future__ import annotations

from django.db import models

from crawls.models.text import AnyText


class BlockedHost(models.Model):
    site_key = models.CharField(max_length=260, unique=True)  # engine.urls.site_key
    with_subdomains = models.BooleanField(default=False)
    reason = AnyText(blank=True)  # who asked, and how; not shown to customers
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.site_key
