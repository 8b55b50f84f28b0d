"""What an audit costs (crawl rules, section 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine.policy import SEOFIX

if TYPE_CHECKING:
    from crawls.engine.policy import PriceRules

TENTHS = 10  # of a credit


def credits_for(pages: int, *, not_modified: int, price: PriceRules = SEOFIX.price) -> int:
    """Whole credits for `pages` fetched URLs, `not_modified` of them answered 304: the sum of all
    prices, rounded up once.
    """
    full = pages - not_modified
    return -(-(full * price.page_tenths + not_modified * price.not_modified_tenths) // TENTHS)
