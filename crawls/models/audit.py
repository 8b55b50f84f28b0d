"""An audit: one crawl of a site plus its checks and results.

    queued -> crawling <-> paused -> checking -> finalising
                -> done | partial | cancelled | blocked | rate_limited | failed

`end_state` is set as soon as it is known how the crawl ended; `state` reaches it last, in the
transaction that settles the audit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from crawls.frontier.base import Lane
from crawls.models.text import AnyJSON, AnyText

if TYPE_CHECKING:
    from datetime import datetime


class AuditKind(models.TextChoices):
    FULL = "full"
    PREVIEW = "preview"  # a few pages, no credits
    FREE = "free"  # one for an account and site, no credits
    LINKS = "links"  # of InternalLinkingToolBot


class AuditState(models.TextChoices):
    QUEUED = "queued"
    CRAWLING = "crawling"
    PAUSED = "paused"  # the host limits us: resumes by itself
    CHECKING = "checking"
    FINALISING = "finalising"
    DONE = "done"
    PARTIAL = "partial"
    CANCELLED = "cancelled"
    BLOCKED = "blocked"
    RATE_LIMITED = "rate_limited"
    FAILED = "failed"


RUNNING = (
    AuditState.CRAWLING,
    AuditState.PAUSED,
    AuditState.CHECKING,
    AuditState.FINALISING,
)
UNFINISHED = (AuditState.QUEUED, *RUNNING)


class EndReason(models.TextChoices):
    NOTHING_LEFT = "nothing_left"
    PAGE_LIMIT = "page_limit"
    FIREWALL = "firewall"
    RATE_LIMITED = "rate_limited"
    NOT_VERIFIED = "not_verified"
    BLOCKLISTED = "blocklisted"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    SEED_UNREACHABLE = "seed_unreachable"
    SEED_LEFT_SITE = "seed_left_site"
    SEED_LOOP = "seed_loop"
    SEED_TOO_MANY_REDIRECTS = "seed_too_many_redirects"
    SEED_DISALLOWED = "seed_disallowed"


class AuditQuerySet(models.QuerySet["Audit"]):
    def crawling(self) -> AuditQuerySet:
        return self.filter(state=AuditState.CRAWLING)

    def due_to_resume(self, now: datetime) -> AuditQuerySet:
        return self.filter(state=AuditState.PAUSED, resume_at__lte=now)

    def running(self, site_key: str) -> AuditQuerySet:
        return self.filter(site_key=site_key, state__in=RUNNING)

    def unfinished(self) -> AuditQuerySet:
        return self.filter(state__in=UNFINISHED)

    def ended(self) -> AuditQuerySet:
        return self.exclude(state__in=UNFINISHED)

    def next_queued(self, site_key: str) -> Audit | None:
        return self.filter(site_key=site_key, state=AuditState.QUEUED).order_by("id").first()


class Audit(models.Model):
    account = models.ForeignKey("billing.Account", models.CASCADE, related_name="audits")
    site = models.ForeignKey("crawls.Site", models.CASCADE, related_name="audits")
    policy = models.CharField(max_length=40)
    kind = models.CharField(max_length=8, choices=AuditKind, default=AuditKind.FULL)
    is_incremental = models.BooleanField(default=False)
    previous = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    seed_url = AnyText()
    site_key = AnyText()
    host = AnyText()  # engine.urls.politeness_key of the seed
    in_foreground = models.BooleanField(default=False)  # a command waits for it and must live

    state = models.CharField(max_length=12, choices=AuditState, default=AuditState.QUEUED)
    end_state = models.CharField(max_length=12, choices=AuditState, blank=True)
    reason = models.CharField(max_length=40, choices=EndReason, blank=True)
    reason_text = AnyText(blank=True)

    page_limit = models.PositiveIntegerField()
    max_rps = models.FloatField()
    max_in_flight = models.PositiveSmallIntegerField()
    speed_clamped = models.BooleanField(default=False)
    speed_clamp_reason = AnyText(blank=True)

    # Kept under this row's lock, so that `finished = admitted` and no open step is true once.
    admitted = models.PositiveIntegerField(default=0)  # pages that may be fetched
    finished = models.PositiveIntegerField(default=0)  # of those, fetched or failed for good
    open_steps = models.PositiveIntegerField(default=0)
    pace = AnyText(blank=True)  # engine.pacing state after the last observation
    pace_version = models.PositiveIntegerField(default=0)
    slowdowns = models.PositiveIntegerField(default=0)
    hold_until = models.DateTimeField(null=True)  # Retry-After: nothing starts before
    sampled_at = models.DateTimeField(null=True)  # when the pace was last written down
    waits_in_a_row = models.PositiveSmallIntegerField(default=0)  # engine.waiting
    pauses = models.PositiveSmallIntegerField(default=0)
    resume_at = models.DateTimeField(null=True)  # while it is paused
    platform = models.CharField(max_length=20, blank=True)  # whose hosts have a pace of their own
    robots_version = models.PositiveIntegerField(default=0)  # raised when a robots.txt changed
    skipped_sections = AnyJSON(default=list)  # names, see engine.sections

    pages_fetched = models.PositiveIntegerField(default=0)  # settled from rows at the end
    pages_not_modified = models.PositiveIntegerField(default=0)  # of those, answered 304
    credits = models.PositiveIntegerField(default=0)
    effective_rps = models.FloatField(default=0)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    crawl_ended_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    objects = AuditQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["site_key"],
                condition=Q(state__in=RUNNING),
                name="one_running_audit_per_site",
            ),
            models.UniqueConstraint(
                fields=["account", "site_key"],
                condition=Q(kind=AuditKind.FREE)
                & ~Q(state__in=(AuditState.FAILED, AuditState.BLOCKED)),
                name="one_free_audit_per_account_and_site",
            ),
            models.CheckConstraint(
                condition=Q(state=AuditState.PAUSED) ^ Q(resume_at__isnull=True),
                name="paused_has_an_end",
            ),
            models.CheckConstraint(
                condition=Q(admitted__lte=models.F("page_limit")), name="admitted_within_limit"
            ),
            models.CheckConstraint(
                condition=Q(finished__lte=models.F("admitted")), name="finished_within_admitted"
            ),
        ]
        indexes = [
            models.Index(
                fields=["id"], condition=Q(state__in=UNFINISHED), name="audits_unfinished"
            ),
        ]

    def __str__(self) -> str:
        return f"audit {self.pk} of {self.seed_url}"

    @property
    def lane(self) -> Lane:
        return Lane(audit_id=self.pk, account_id=self.account_id, host=self.host)

    @property
    def has_ended(self) -> bool:
        return self.state not in UNFINISHED

    @property
    def is_crawled(self) -> bool:
        """Whether its crawl has begun and goes on, at once or after a pause."""
        return self.state in {AuditState.CRAWLING, AuditState.PAUSED}

    @property
    def crawl_is_over(self) -> bool:
        return self.finished == self.admitted and self.open_steps == 0
