"""Tell a firewall's page from the site's own, in two steps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
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

    A decisive header counts on any status. Everything else needs a status that refuses, or the
    one the signal is known with, or a page that holds little else: no body decides on an answer
    with text and links of its own. What only shows that a firewall is in front never counts.
    Never raises; looks at no more than the first 30,000 bytes of the body. Source:
    research/protocol.md, section 5.
    """
    answer = _Answer(response)
    for vendor, signal in _DECISIVE_FIRST:
        evidence = answer.evidence_of(signal, vendor)
        if evidence is not None:
            return Challenge(vendor.name, evidence)
    return None


_DECISIVE_FIRST = (
    *((vendor, signal) for vendor in VENDORS for signal in vendor.decisive),
    *((vendor, signal) for vendor in VENDORS for signal in vendor.supporting),
)


class _Answer:
    def __init__(self, response: Response) -> None:
        self.response = response

    def evidence_of(self, signal: Signal, vendor: Vendor) -> str | None:
        if signal.statuses is not None and self.response.status not in signal.statuses:
            return None
        evidence = signal.found_in(self.response, self.sight)
        return evidence if evidence is not None and self._lets_count(signal, vendor) else None

    def _lets_count(self, signal: Signal, vendor: Vendor) -> bool:
        if signal.statuses is not None or (signal in vendor.decisive and not signal.reads_body):
            return True
        refuses = self.response.status in BLOCKING | vendor.more_blocking
        if refuses and not signal.as_whole_page:
            return True
        return signal.reads_body and self.is_interstitial

    @cached_property
    def sight(self) -> Sight:
        return self._look(SEEN_BYTES)

    @cached_property
    def is_interstitial(self) -> bool:
        """Whether the page is short and holds little text and few links."""
        if len(self.response.body) > SHORT_PAGE_BYTES:
            return False
        whole = self._look(SHORT_PAGE_BYTES)
        return len(whole.text) <= LITTLE_TEXT and whole.link_count <= FEW_LINKS

    def _look(self, most: int) -> Sight:
        return look(self.response.body[:most], self.response.header("content-type"))
