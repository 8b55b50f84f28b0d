"""What the internal-link report of an audit found: figures of each page, and links to set."""

from __future__ import annotations

from django.db import models

from crawls.models.text import AnyText


class PageText(models.Model):
    """What a page says, sentence by sentence: links are suggested from its words."""

    page = models.OneToOneField(
        "crawls.Page", models.CASCADE, primary_key=True, related_name="text"
    )
    sentences = AnyText()  # one a line

    def __str__(self) -> str:
        return f"text of page {self.page_id}"


class PageLinks(models.Model):
    """Where a page stands in the final graph of its audit."""

    page = models.OneToOneField(
        "crawls.Page", models.CASCADE, primary_key=True, related_name="links"
    )
    click_depth = models.PositiveIntegerField(null=True)  # None: no links lead there
    page_rank = models.FloatField()  # of all pages together: 1
    inlinks = models.PositiveIntegerField()  # pages that link to it
    followed_inlinks = models.PositiveIntegerField()
    content_inlinks = models.PositiveIntegerField()  # in main content
    outlinks = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"links of page {self.page_id}"


class SuggestionState(models.TextChoices):
    OPEN = "open"
    CLOSED = "closed"  # a later audit found the link


class LinkSuggestion(models.Model):
    """A link worth setting: words of a page that speak of another."""

    audit = models.ForeignKey("crawls.Audit", models.CASCADE, related_name="suggestions")
    source = models.ForeignKey("crawls.Page", models.CASCADE, related_name="+")
    target = models.ForeignKey("crawls.Page", models.CASCADE, related_name="+")
    sentence = AnyText()
    words = AnyText()  # those to link, as they stand in the sentence
    reason = AnyText()
    gain = models.FloatField()  # PageRank that the target is expected to win
    state = models.CharField(max_length=6, choices=SuggestionState, default=SuggestionState.OPEN)
    closed_by = models.ForeignKey("crawls.Audit", models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["audit", "source", "target"], name="one_suggestion_for_a_pair"
            ),
        ]

    def __str__(self) -> str:
        return f"link from page {self.source_id} to page {self.target_id}"
