"""A finding: one check failing at one page, with evidence."""

from __future__ import annotations

from django.db import models

from crawls.models.text import AnyText


class Finding(models.Model):
    audit = models.ForeignKey("crawls.Audit", models.CASCADE, related_name="findings")
    page = models.ForeignKey("crawls.Page", models.CASCADE, related_name="findings")
    check_id = models.CharField(max_length=60)
    severity = models.CharField(max_length=10)
    evidence = AnyText()
    position = models.PositiveIntegerField()  # tells findings of one check on one page apart

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["page", "check_id", "position"], name="one_finding_per_place"
            ),
        ]
        indexes = [models.Index(fields=["audit", "check_id"], name="findings_by_check")]

    def __str__(self) -> str:
        return f"{self.check_id} on page {self.page_id}"
