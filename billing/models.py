"""Who pays."""

from __future__ import annotations

from django.db import models


class Account(models.Model):
    name = models.CharField(max_length=200)
    email = models.EmailField(blank=True)  # who is told; nobody when it is empty
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name
