"""What the robots.txt files of an audit say of its URLs, remembered by each process."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from functools import lru_cache
from time import thread_time_ns
from typing import TYPE_CHECKING

from crawls.engine import urls
from crawls.engine.policy import POLICIES
from crawls.models import Audit, RobotsFile
from robots import rules
from robots.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

TOO_COMPLEX = Verdict(allowed=False)  # not judged in time: in doubt nothing is sent


class RobotsNotRead(Exception):
    """The origin's robots.txt is not known yet: nothing of it may be judged."""


@dataclass(slots=True)
class Judge:
    """Verdicts for the URLs of one page or file, each found once, within a budget of CPU.

    A hostile robots.txt takes half a millisecond a URL. Judging is therefore done before the audit's
    row is locked; under the lock the same judge only repeats what it found.
    """

    audit: Audit
    budget: timedelta | None = None  # the policy's, unless given
    _verdicts: dict[str, Verdict] = field(default_factory=dict)
    _unread: set[str] = field(default_factory=set)
    _spent_ns: int = 0
    _budget_ns: float = 0

    def __post_init__(self) -> None:
        budget = self.budget or POLICIES[self.audit.policy].judge_within
        self._budget_ns = budget / timedelta(microseconds=1) * 1000

    def verdict(self, url: str) -> Verdict | None:
        """What robots.txt says of a URL; None while its origin's file is not read."""
        if url not in self._verdicts:
            if urls.origin_of(url) in self._unread:
                return None
            try:
                self._verdicts[url] = self._ask(url)
            except RobotsNotRead:
                self._unread.add(urls.origin_of(url))
                return None
        return self._verdicts[url]

    def prepare(self, addresses: Iterable[str]) -> None:
        """Judge ahead. A file that is not read yet may be by the time it is asked again."""
        for url in addresses:
            self.verdict(url)
        self._unread.clear()

    def up_to_date(self, audit: Audit) -> Judge:
        """Itself, or a new one if a robots.txt of the audit changed since it was made."""
        is_same = self.audit.robots_version == audit.robots_version
        return self if is_same else Judge(audit, self.budget)

    def _ask(self, url: str) -> Verdict:
        if self._spent_ns > self._budget_ns:
            return TOO_COMPLEX
        began = thread_time_ns()  # waiting for a busy machine is not the file's fault
        try:
            return _verdict(self.audit.pk, self.audit.robots_version, self.audit.policy, url)
        finally:
            self._spent_ns += thread_time_ns() - began


# The same links stand on every page of a site. A miss raises and is not remembered.
@lru_cache(maxsize=20_000)
def _verdict(audit_id: int, robots_version: int, policy: str, url: str) -> Verdict:
    file = _rules(audit_id, robots_version, urls.origin_of(url))
    return file.verdict(POLICIES[policy].token, urls.target_of(url))


@lru_cache(maxsize=256)
def _rules(audit_id: int, robots_version: int, origin: str) -> rules.RobotsFile:  # noqa: ARG001 -- the version tells a file from what it was before
    row = RobotsFile.objects.filter(audit=audit_id, origin=origin).first()
    if row is None:
        raise RobotsNotRead(origin)
    return rules.read(bytes(row.body), is_cut=row.was_cut)
