"""Every check. Importing this package enters them all; a new topic file is added here."""

from __future__ import annotations

from crawls.checks import (
    canonicals,
    descriptions,
    document,
    images,
    indexing,
    links,
    redirects,
    statuses,
    titles,
    traps,
)
from crawls.checks.base import PAGE_RULES, SITE_RULES, Check

CHECKS: dict[str, Check] = {
    check_id: rule.check for check_id, rule in (PAGE_RULES | SITE_RULES).items()
}

__all__ = [
    "CHECKS",
    "PAGE_RULES",
    "SITE_RULES",
    "canonicals",
    "descriptions",
    "document",
    "images",
    "indexing",
    "links",
    "redirects",
    "statuses",
    "titles",
    "traps",
]
