"""A site: what a customer owns. Its seed URL is where audits start."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import MD5

from crawls.engine.ownership import Ownership
from crawls.models.text import AnyText


class Method(models.TextChoices):
    DNS = "dns"
    META = "meta"
    FILE = "file"


class Site(models.Model):
    account = models.ForeignKey("billing.Account", models.CASCADE, related_name="sites")
    seed_url = AnyText()
    key = AnyText()  # engine.urls.site_key: the host with its www twin folded
    created_at = models.DateTimeField(auto_now_add=True)

    token = models.CharField(max_length=43, unique=True, null=True)  # noqa: DJ001 -- made when it is first asked for, and then nobody's else
    verified_by = models.CharField(max_length=4, choices=Method, blank=True)  # the last time
    verified_at = models.DateTimeField(null=True)  # when it was last proven
    lost_at = models.DateTimeField(null=True)  # when the proof was found missing since then

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "account",
                MD5("seed_url"),  # a URL may be longer than an index entry
                name="one_site_per_account_and_seed",
            ),
        ]

    def __str__(self) -> str:
        return self.seed_url

    @property
    def ownership(self) -> Ownership:
        return Ownership(self.verified_at, self.lost_at)

    @property
    def is_verified(self) -> bool:
        return self.ownership.is_verified
