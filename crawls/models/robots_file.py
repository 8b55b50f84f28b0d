"""What a host's robots.txt answered in one audit: the text is kept for the report."""

from __future__ import annotations

from django.db import models

from crawls.models.text import AnyText


class RobotsFile(models.Model):
    audit = models.ForeignKey("crawls.Audit", models.CASCADE, related_name="robots_files")
    origin = AnyText()
    answer = models.CharField(max_length=20)  # robots.answer.AnswerKind
    status = models.PositiveSmallIntegerField(null=True)
    body = models.BinaryField()
    was_cut = models.BooleanField(default=False)  # its last line cannot be trusted
    asked_at = models.DateTimeField()  # the last time
    times_unread = models.PositiveIntegerField(default=0)  # answers that left it unknown

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["audit", "origin"], name="one_robots_file_per_origin"),
        ]

    def __str__(self) -> str:
        return f"robots.txt of {self.origin}"
