"""How often the frontier was rebuilt. One row; raised under an advisory lock."""

from __future__ import annotations

from django.db import models


class FrontierEpoch(models.Model):
    epoch = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"epoch {self.epoch}"
