"""Tell a firewall's page from the site's own, in two steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawls.engine.challenge.sight import Sight, look
from crawls.engine.challenge.vendors import BLOCKING, VENDORS

if TYPE_CHECKING:
    from crawls.engine.challenge.signals import Signal, Vendor
    from crawls.engine.response import Response

SEEN_BYTES = 20_000  # of a body; signals further down are an article's, not a firewall's
SHORT_PAGE_BYTES = 30_000
LITTLE_TEXT = 2_000  # characters; the most talkative challenge page known shows about 1,700
FEW_LINKS = 10


@dataclass(frozen=True, slots=True)
class Challenge:
    """`vendor` is the firewall's name for people, `evidence` the signal that decided."""

    vendor: str
    evidence: str


def detect(response: Response) -> Challenge | None:
    """The firewall that answered instead of the site, None when the site did.

    Decisive signals count on any status, supporting ones with a status that refuses or on a page
    that holds little else; what only shows that a firewall is in front never counts. No part of
    a body decides on a successful answer with text and links of its own. Never raises; looks at
    no more than the first 30,000 bytes. Source: research/protocol.md, section 5.
    """
    looked_at = _Answer(response)
    for is_decisive in (True, False):
        for vendor in VENDORS:
            for signal in vendor.decisive if is_decisive else vendor.supporting:
                evidence = looked_at.evidence_of(signal, vendor, is_decisive=is_decisive)
                if evidence is not None:
                    return Challenge(vendor.name, evidence)
    return None


class _Answer:
    def __init__(self, response: Response) -> None:
        self.response = response
        self.sight = self._look(SEEN_BYTES)
        self._is_interstitial: bool | None = None

    def evidence_of(self, signal: Signal, vendor: Vendor, *, is_decisive: bool) -> str | None:
        if signal.statuses is not None and self.response.status not in signal.statuses:
            return None
        evidence = signal.found_in(self.response, self.sight)
        if evidence is None:
            return None
        if signal.statuses is None and not signal.reads_body and is_decisive:
            return evidence
        if not self._counts(signal, vendor, is_decisive=is_decisive):
            return None
        return f"status {self.response.status} with {evidence}"

    def _counts(self, signal: Signal, vendor: Vendor, *, is_decisive: bool) -> bool:
        if signal.statuses is not None:
            return True
        if not signal.as_whole_page:
            if self.response.status in BLOCKING | vendor.more_blocking:
                return True
            if is_decisive and not self._is_success():
                return True
        return signal.reads_body and self.is_interstitial()

    def _is_success(self) -> bool:
        return 200 <= self.response.status < 300  # noqa: PLR2004 -- HTTP's own class of statuses

    def is_interstitial(self) -> bool:
        """Whether the page is short and holds little text and few links."""
        if self._is_interstitial is None:
            self._is_interstitial = len(self.response.body) <= SHORT_PAGE_BYTES and _is_poor(
                self._look(SHORT_PAGE_BYTES)
            )
        return self._is_interstitial

    def _look(self, most: int) -> Sight:
        return look(self.response.body[:most], self.response.header("content-type"))


def _is_poor(sight: Sight) -> bool:
    return len(sight.text) <= LITTLE_TEXT and sight.link_count <= FEW_LINKS
