"""What an audit costs (crawl rules, section 8)."""

from __future__ import annotations

NOT_MODIFIED_PER_CREDIT = 5  # a 304 costs 0.2


def credits_for(pages: int, *, not_modified: int) -> int:
    """Whole credits for `pages` fetched URLs, `not_modified` of them answered 304: one a page,
    a fifth for a 304, the sum of the 304s rounded up once.
    """
    full = pages - not_modified
    return full + -(-not_modified // NOT_MODIFIED_PER_CREDIT)
