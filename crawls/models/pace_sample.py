"""How fast an audit went, over its time: what the report draws."""

from __future__ import annotations

from django.db import models


class PaceSample(models.Model):
    audit = models.ForeignKey("crawls.Audit", models.CASCADE, related_name="pace_samples")
    at = models.DateTimeField()
    rate_rps = models.FloatField()  # request starts a second, from now on
    response_ms = models.PositiveIntegerField(null=True)  # recent time to first byte
    in_flight = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.rate_rps:g}/s at {self.at}"
