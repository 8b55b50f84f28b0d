"""A worker that can stop anywhere: what `services.crawling` does in one go, step by step.

Only the fetch itself is left out; the answer comes from the test.
"""

from __future__ import annotations

from dataclasses import dataclass

from crawls.engine.policy import SEOFIX
from crawls.engine.response import Response
from crawls.engine.sitemap import read_sitemap
from crawls.frontier.base import Lease, Refusal, SlotTooFar
from crawls.frontier.memory import MemoryFrontier
from crawls.models import Audit, AuditState, Page, StepKind
from crawls.services import acknowledging, files, lanes
from crawls.services.errands import Errand, read_errand
from crawls.services.recording import record_page
from crawls.services.visits import Visit
from tests.crawls.services.driving import examined


def new_frontier(clock):
    """As an empty Redis is: closed until it is recovered."""
    return MemoryFrontier(clock)


@dataclass
class Worker:
    lease: Lease
    errand: Errand

    @classmethod
    def claim(cls, lane, frontier):
        """Up to where the request is written; None when there is nothing to fetch."""
        lease = frontier.claim(lane)
        if isinstance(lease, Refusal):
            if lease is Refusal.REFILL:
                lanes.refill(Audit.objects.get(pk=lane.audit_id), lane, frontier)
            return None
        errand = read_errand(lease.item)
        if errand is None:
            acknowledging.acknowledge_finished(lease, frontier)
        elif errand.audit.state != AuditState.CRAWLING:
            frontier.ack(lease)
            lanes.close_lanes({lane, errand.audit.lane}, frontier)
        else:
            return cls(lease, errand)._at_the_wire(frontier)
        return None

    def _at_the_wire(self, frontier):
        try:
            while wait_ms := frontier.take_slot(self.lease, max_wait_ms=5_000):
                frontier._now_ms.advance(wait_ms)
        except SlotTooFar:
            frontier.ack(self.lease, [self.errand.entry])
            return None
        frontier.started(self.lease)
        return self

    def record(self, answer):
        row = self.errand.row
        if isinstance(row, Page):
            return record_page(row, Visit(answer, examined(answer)))
        turn = files.turn_of(row)
        if turn is not files.Turn.NOW:
            return files.put_off(row) if turn is files.Turn.LATER else files.record_disallowed(row)
        if row.kind == StepKind.ROBOTS:
            return files.record_robots(row, answer)
        return files.record_sitemap(row, answer, _sitemap(answer))


def _sitemap(answer):
    if not isinstance(answer, Response) or answer.status != 200:
        return None
    return read_sitemap(answer.body, sitemap_url=answer.url, limits=SEOFIX.sitemaps)
