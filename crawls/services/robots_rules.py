"""The robots.txt of each scheme and host of an audit, read once per process."""

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

BUDGET = timedelta(seconds=10)  # of our CPU, for the URLs of one page or file
TOO_COMPLEX = Verdict(allowed=False)  # not judged in time: in doubt nothing is sent


class RobotsNotRead(Exception):
    """The origin's robots.txt is not known yet: nothing of it may be judged."""


def verdict(audit: Audit, url: str) -> Verdict:
    """What the origin's robots.txt says of a URL. Raises RobotsNotRead."""
    file = _rules(audit.pk, urls.origin_of(url))
    return file.verdict(POLICIES[audit.policy].token, urls.target_of(url))


# A file never changes once it is stored; a miss raises and is not remembered.
@lru_cache(maxsize=256)
def _rules(audit_id: int, origin: str) -> rules.RobotsFile:
    row = RobotsFile.objects.filter(audit=audit_id, origin=origin).first()
    if row is None:
        raise RobotsNotRead(origin)
    return rules.read(bytes(row.body), is_cut=row.was_cut)


@dataclass(slots=True)
class Judge:
    """Verdicts for the URLs of one page or file, each found once, within a budget of CPU.

    A hostile robots.txt takes milliseconds a URL. Judging is therefore done before the audit's
    row is locked; under the lock the same judge only repeats what it found.
    """

    audit: Audit
    budget: timedelta = BUDGET
    _files: dict[str, rules.RobotsFile | None] = field(default_factory=dict)
    _verdicts: dict[str, Verdict] = field(default_factory=dict)
    _spent_ns: int = 0

    def verdict(self, url: str) -> Verdict | None:
        """What robots.txt says of a URL; None while its origin's file is not read."""
        if url not in self._verdicts:
            file = self._file(urls.origin_of(url))
            if file is None:
                return None
            self._verdicts[url] = self._ask(file, url)
        return self._verdicts[url]

    def prepare(self, addresses: Iterable[str]) -> None:
        """Judge ahead. A file that is not read yet may be by the time it is asked again."""
        for url in addresses:
            self.verdict(url)
        self._files = {origin: file for origin, file in self._files.items() if file is not None}

    def _file(self, origin: str) -> rules.RobotsFile | None:
        if origin not in self._files:
            try:
                self._files[origin] = _rules(self.audit.pk, origin)
            except RobotsNotRead:
                self._files[origin] = None
        return self._files[origin]

    def _ask(self, file: rules.RobotsFile, url: str) -> Verdict:
        if self._spent_ns > self.budget / timedelta(microseconds=1) * 1000:
            return TOO_COMPLEX
        began = thread_time_ns()  # waiting for a busy machine is not the file's fault
        verdict = file.verdict(POLICIES[self.audit.policy].token, urls.target_of(url))
        self._spent_ns += thread_time_ns() - began
        return verdict
