"""What one request for a page brought back, read as far as that goes before any row is locked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawls.engine.response import Failure, Response

if TYPE_CHECKING:
    from crawls.engine.challenge import Challenge
    from crawls.services.examination import Examined
    from crawls.services.incremental import Kept

Answer = Response | Failure


@dataclass(frozen=True, slots=True)
class Visit:
    """An answer and what it turned out to be; `in_flight` requests were on the host with it."""

    answer: Answer
    examined: Examined | None = None  # parsed HTML
    challenge: Challenge | None = None  # a firewall's page instead of the site's
    kept: Kept | None = None  # 304: what the previous audit knows of the page
    in_flight: int = 1
