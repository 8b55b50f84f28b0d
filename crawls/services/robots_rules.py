"""The robots.txt of each scheme and host of an audit, read once per process."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from crawls.engine import urls
from crawls.engine.policy import POLICIES
from crawls.models import Audit, RobotsFile
from robots import rules

if TYPE_CHECKING:
    from robots.verdict import Verdict


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
