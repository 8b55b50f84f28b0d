"""Whether an audit may begin: asked right before it would, as an owner may have gone meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import structlog
from django.conf import settings

from crawls.engine import speed
from crawls.engine.policy import POLICIES
from crawls.models import EndReason
from crawls.services import blocklist, collaborators, verification

if TYPE_CHECKING:
    from crawls.models import Audit


log = structlog.get_logger(__name__)

BUSY = "The site is busy with other requests of ours; this audit begins when there is time to look."
OUR_FAULT = "Whether the site is yours could not be checked because of an error of ours."


class Refused(NamedTuple):
    reason: EndReason
    text: str


class Postponed(NamedTuple):
    text: str


def refusal_of(audit: Audit) -> Refused | Postponed | None:
    """None when it may begin. It may ask the network: no row is locked."""
    asked = blocklist.refusal_of(audit.seed_url)
    if asked:
        return Refused(EndReason.BLOCKLISTED, asked)
    policy = POLICIES[audit.policy]
    if not policy.needs_verified_owner or speed.is_exempt(
        audit.seed_url, settings.SEOFIX_ALLOW_HOSTS
    ):
        return None
    shared = collaborators.crawling_collaborators()
    try:
        found = verification.recheck(audit.site, shared, audit.policy)
    except Exception:  # a bug of ours: ringing again would only knock at the site again
        log.exception("owner_not_checked", audit=audit.pk)
        return Refused(EndReason.NOT_VERIFIED, OUR_FAULT)
    if found.may_crawl:
        return None
    if found.is_busy:
        return Postponed(BUSY)
    text = f"{policy.token} crawls a site only for its verified owner. {found.text}"
    return Refused(EndReason.NOT_VERIFIED, text)
