"""A site: what a customer owns. Its seed URL is where audits start."""

from __future__ import annotations

from django.db import models


class Site(models.Model):
    account = models.ForeignKey("billing.Account", models.CASCADE, related_name="sites")
    seed_url = models.TextField()
    key = models.TextField()  # engine.urls.site_key: the host with its www twin folded
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("account", "seed_url", name="one_site_per_account_and_seed"),
        ]

    def __str__(self) -> str:
        return self.seed_url
