"""A step: work of an audit that is no page. Some are requests, some only read rows.

robots and sitemap steps are items of the audit's lane, under the same leases and clock as pages;
site_check and link_report steps run after the crawl, and the transaction that finishes the last one starts the
finaliser.
"""

from __future__ import annotations

from django.db import models
from django.db.models.functions import MD5

from crawls.models.text import AnyJSON, AnyText


class StepKind(models.TextChoices):
    ROBOTS = "robots"  # part: the URL of a robots.txt
    SITEMAP = "sitemap"  # part: the URL of a sitemap file
    SITE_CHECK = "site_check"  # part: a check id
    LINK_REPORT = "link_report"  # part: nothing; the internal links of the whole site


class StepState(models.TextChoices):
    OPEN = "open"
    DONE = "done"
    FAILED = "failed"  # given up after too many attempts
    DROPPED = "dropped"  # the crawl ended before it ran


FETCHED_KINDS = (StepKind.ROBOTS, StepKind.SITEMAP)


class StepQuerySet(models.QuerySet["AuditStep"]):
    def open(self) -> StepQuerySet:
        return self.filter(state=StepState.OPEN)

    def fetched(self) -> StepQuerySet:
        return self.filter(kind__in=FETCHED_KINDS)


class AuditStep(models.Model):
    audit = models.ForeignKey("crawls.Audit", models.CASCADE, related_name="steps")
    kind = models.CharField(max_length=12, choices=StepKind)
    part = AnyText()
    url = AnyText(blank=True)  # what to request next: the part, or where it redirected
    host = AnyText(blank=True)  # engine.urls.politeness_key of url
    state = models.CharField(max_length=8, choices=StepState, default=StepState.OPEN)
    hops = models.PositiveSmallIntegerField(default=0)  # redirects followed to get here
    attempts = models.PositiveSmallIntegerField(default=0)
    detail = AnyJSON(default=dict)  # what the report says of it

    objects = StepQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "audit",
                "kind",
                MD5("part"),  # a URL may be longer than an index entry
                name="one_step_per_part",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.part}"
