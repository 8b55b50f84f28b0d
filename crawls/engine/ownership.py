"""What proves that somebody owns a site, and how long a proof holds that cannot be checked."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

NAME = "seofix-site-verification"  # of the TXT value and the meta tag
FILE_PATH = f"/.well-known/{NAME}.txt"
HOME_PATH = "/"  # not where audits start: a guest's page proves nothing of the whole host
FILE_BYTES = 1_024  # more is no token
NOT_NOW = frozenset({408, 425, 429, 430})  # RFC 9110 and 8470, RFC 6585, and Shopify's own
SERVER_ERRORS = range(500, 600)
BLANKS = b" \t\r\n\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnershipRules:
    """How long a proof holds while the host or its name servers do not answer (ours): a weekend
    outage and the days to notice it must not cost an owner a scheduled crawl.
    """

    holds_unchecked: timedelta = timedelta(days=8)


class Proof(StrEnum):
    """What one look brought."""

    FOUND = "found"
    MISSING = "missing"  # it was answered, and the token is not there
    UNKNOWN = "unknown"  # it could not be asked: says nothing


@dataclass(frozen=True, slots=True)
class Ownership:
    """`verified_at` is the last proof; `lost_at` when it was found missing after that."""

    verified_at: datetime | None = None
    lost_at: datetime | None = None

    @property
    def is_verified(self) -> bool:
        return self.verified_at is not None and self.lost_at is None


@dataclass(frozen=True, slots=True)
class Looked:
    """The state after a look; `may_crawl` whether a whole-site crawl may begin now, `was_lost`
    whether it was lost by this very look: the owner is told once.
    """

    ownership: Ownership
    may_crawl: bool
    was_lost: bool = False


def look(before: Ownership, proof: Proof, now: datetime, rules: OwnershipRules) -> Looked:
    """What a look means for who owns the site."""
    if proof is Proof.FOUND:
        return Looked(Ownership(verified_at=now), may_crawl=True)
    if proof is Proof.MISSING:
        lost = replace(before, lost_at=now) if before.is_verified else before
        return Looked(lost, may_crawl=False, was_lost=before.is_verified)
    is_fresh = before.verified_at is not None and now - before.verified_at <= rules.holds_unchecked
    return Looked(before, may_crawl=before.is_verified and is_fresh)


def says_nothing(status: int) -> bool:
    """Whether an HTTP status only says that the host is in trouble or has no time: the token may
    be there all the same.
    """
    return status in NOT_NOW or status in SERVER_ERRORS


def record_proves(records: Iterable[bytes], token: str) -> bool:
    """Whether one of a name's TXT values is `seofix-site-verification=TOKEN`, blanks around it
    ignored. Other people's values stand beside it.
    """
    wanted = f"{NAME}={token}".encode()
    return any(_equal(record.strip(BLANKS), wanted) for record in records)


def meta_proves(metas: Iterable[tuple[str, str]], token: str) -> bool:
    """Whether a page's head has `<meta name="seofix-site-verification" content="TOKEN">`.

    `metas` are names in lower case with their contents.
    """
    contents = [content.strip().encode() for name, content in metas if name == NAME]
    return any(_equal(content, token.encode()) for content in contents)


def file_proves(body: bytes, token: str) -> bool:
    """Whether a file holds the token and nothing else: a page that says "not found" is none."""
    return _equal(body.strip(BLANKS), token.encode())


def _equal(written: bytes, wanted: bytes) -> bool:
    """In constant time: how far a guess was right must not be measured."""
    return hmac.compare_digest(written, wanted)
