"""One audit in mid-crawl, and what must be true of it at the end whatever happened."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.e2e.installation import until

if TYPE_CHECKING:
    from tests.e2e.installation import Installation, RunningAudit
    from tests.e2e.site_process import Site

UNDER_WAY = 15  # requests
AUDIT = "SELECT state, pages_fetched, credits, admitted, finished FROM crawls_audit"
PAGES = """
    SELECT count(*), count(DISTINCT url), count(*) FILTER (WHERE state = 'done' AND status = 200)
    FROM crawls_page
"""
LINKS = """
    SELECT count(*) FROM (
        SELECT source_id, position FROM crawls_link GROUP BY 1, 2 HAVING count(*) > 1
    ) AS repeated
"""


@dataclass(frozen=True, slots=True)
class Crawl:
    installation: Installation
    site: Site
    pages: int
    running: RunningAudit

    @classmethod
    def start(
        cls, installation: Installation, site: Site, pages: int, options: tuple[str, ...]
    ) -> Crawl:
        running = installation.start(site.url, *site.allowed, *options)
        crawl = cls(installation, site, pages, running)
        crawl.wait_for_requests(UNDER_WAY)
        return crawl

    def wait_for_requests(self, count: int) -> None:
        until(lambda: len(self.site.requests()) >= count, within=120)

    def kill(self, role: str) -> int:
        """Kill the process of this role as soon as it runs; returns its id."""
        child = until(lambda: self.running.child(role), within=30)
        child.kill()
        return child.pid

    def lost_leases(self) -> int:
        return self.installation.value("SELECT coalesce(sum(attempts), 0) FROM crawls_page")

    def ends_done(self, *, within: float = 240, price: int = 1) -> None:
        """Done, with every page fetched, recorded and counted once."""
        ended = self.running.wait(within=within)
        count = self.pages

        assert (ended.exit_code, ended.stderr) == (0, "")
        assert self.installation.rows(AUDIT) == [("done", count, count * price, count, count)]
        assert self.installation.rows(PAGES) == [(count, count, count)]
        assert self.installation.value(LINKS) == 0
        assert self.installation.processes() == []

    def repeated_requests(self) -> int:
        """How many requests were not the first of their URL."""
        return sum(times - 1 for times in Counter(self.site.targets()).values())
