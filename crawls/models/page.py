"""A page: one URL of one audit, from its discovery to its final outcome."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from crawls.models.text import AnyText


class PageState(models.TextChoices):
    DISCOVERED = "discovered"  # its host's robots.txt is not read yet
    OVER_LIMIT = "over_limit"  # allowed, but beyond the audit's page limit
    QUEUED = "queued"  # admitted: will be fetched
    DONE = "done"  # has an outcome: counts as a page
    SKIPPED = "skipped"  # never fetched: no page, no credit


class PageOutcome(models.TextChoices):
    FETCHED = "fetched"
    REDIRECTED = "redirected"
    NOT_MODIFIED = "not_modified"
    BLOCKED = "blocked"
    FAILED = "failed"


class SkipReason(models.TextChoices):
    ROBOTS = "robots"
    ADDRESS = "address"  # a private or reserved address: never dialled
    SECTION = "section"  # a firewall blocked the first pages of its section


class PageQuerySet(models.QuerySet["Page"]):
    def queued(self) -> PageQuerySet:
        return self.filter(state=PageState.QUEUED)

    def counted(self) -> PageQuerySet:
        """What a customer pays for: every URL that was fetched."""
        return self.filter(state=PageState.DONE)

    def beyond_seed(self) -> PageQuerySet:
        """Without the redirects from the seed to where the site begins."""
        return self.exclude(outcome=PageOutcome.REDIRECTED, seed_hop__isnull=False)

    def asked_before(self, page: Page) -> PageQuerySet:
        """Those whose turn came before a page's, and those that had a turn and get another."""
        earlier = Q(rank__lt=page.rank) | Q(rank=page.rank, id__lt=page.pk)
        return self.filter(earlier | Q(has_been_retried=True))

    def in_turn(self) -> PageQuerySet:
        return self.order_by("rank", "id")


class Page(models.Model):
    audit = models.ForeignKey("crawls.Audit", models.CASCADE, related_name="pages")
    url = AnyText()
    fingerprint = models.UUIDField()  # engine.urls.fingerprint
    origin = AnyText()  # scheme and host: one robots.txt each
    section = AnyText(blank=True)  # engine.sections.section_of
    found_on = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    in_sitemap = models.BooleanField(default=False)
    depth = models.PositiveSmallIntegerField()
    seed_hop = models.PositiveSmallIntegerField(null=True)  # 0 the seed, 1.. where it redirects
    rank = models.PositiveSmallIntegerField()  # engine.scope.page_rank: who goes first

    state = models.CharField(max_length=12, choices=PageState)
    has_been_retried = models.BooleanField(default=False)
    attempts = models.PositiveSmallIntegerField(default=0)  # leases that expired
    outcome = models.CharField(max_length=12, choices=PageOutcome, blank=True)
    skip_reason = models.CharField(max_length=12, choices=SkipReason, blank=True)
    skip_detail = AnyText(blank=True)

    status = models.PositiveSmallIntegerField(null=True)
    failure = models.CharField(max_length=30, blank=True)  # engine.response.FailureKind
    failure_detail = AnyText(blank=True)
    blocked_by = AnyText(blank=True)  # whose firewall kept us out
    blocked_detail = AnyText(blank=True)  # which sign of it decided
    media_type = AnyText(blank=True)
    body_bytes = models.PositiveIntegerField(default=0)
    body_state = models.CharField(max_length=12, blank=True)
    answer_problem = AnyText(blank=True)  # what is wrong with the answer itself
    ttfb_ms = models.PositiveIntegerField(null=True)
    elapsed_ms = models.PositiveIntegerField(null=True)
    redirect_url = AnyText(blank=True)
    etag = AnyText(blank=True)  # with last_modified: what the next audit asks by
    last_modified = AnyText(blank=True)
    fetched_at = models.DateTimeField(null=True)

    is_html = models.BooleanField(default=False)
    parse_problem = AnyText(blank=True)
    is_indexable = models.BooleanField(default=False)
    index_reason = AnyText(blank=True)
    title = AnyText(blank=True)
    description = AnyText(blank=True)
    h1 = AnyText(blank=True)
    canonical_url = AnyText(blank=True)
    lang = AnyText(blank=True)
    word_count = models.PositiveIntegerField(default=0)

    objects = PageQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["audit", "fingerprint"], name="one_page_per_url"),
            models.CheckConstraint(
                condition=Q(state=PageState.DONE) ^ Q(outcome=""), name="done_has_an_outcome"
            ),
            models.CheckConstraint(
                condition=Q(state=PageState.SKIPPED) ^ Q(skip_reason=""),
                name="skipped_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(outcome=PageOutcome.BLOCKED) ^ Q(blocked_by=""),
                name="blocked_has_a_firewall",
            ),
        ]
        indexes = [
            models.Index(
                fields=["audit", "rank", "id"],
                condition=Q(state=PageState.QUEUED),
                name="pages_queued",
            ),
            models.Index(
                fields=["audit", "origin", "rank", "id"],
                condition=Q(state=PageState.DISCOVERED),
                name="pages_discovered",
            ),
            models.Index(
                fields=["audit", "rank", "id"],
                condition=Q(state=PageState.OVER_LIMIT),
                name="pages_over_limit",
            ),
            models.Index(
                fields=["audit", "section", "outcome"],
                condition=Q(state=PageState.DONE),
                name="pages_by_section",
            ),
        ]

    def __str__(self) -> str:
        return self.url
