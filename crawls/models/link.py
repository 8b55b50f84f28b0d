"""Links: a target is stored once for each audit, however many pages point to it."""

from __future__ import annotations

from django.db import models

from crawls.models.text import AnyText


class LinkTarget(models.Model):
    audit = models.ForeignKey("crawls.Audit", models.CASCADE, related_name="link_targets")
    url = AnyText()
    fingerprint = models.UUIDField()
    is_internal = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["audit", "fingerprint"], name="one_target_per_url"),
        ]

    def __str__(self) -> str:
        return self.url


class Link(models.Model):
    source = models.ForeignKey("crawls.Page", models.CASCADE, related_name="outlinks")
    target = models.ForeignKey("crawls.LinkTarget", models.CASCADE, related_name="inlinks")
    anchor_text = AnyText(blank=True)
    is_nofollow = models.BooleanField(default=False)  # by its rel, or as all links of the page
    place = models.PositiveIntegerField(default=0)  # where on the page, see engine.places
    position = models.PositiveIntegerField()  # order in the page, from 0

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "position"], name="one_link_per_position"),
        ]

    def __str__(self) -> str:
        return f"link {self.position} of page {self.source_id}"
