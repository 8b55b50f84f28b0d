"""Telling a Shopify host by its response headers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawls.engine.response import Response

# Any one of them is enough. They may be missing on a 429, a challenge or the redirect of an apex:
# a decision is made for a host and kept.
MARKS = ("x-shopid", "x-shopify-stage", "x-sorting-hat-shopid")
POWERED_BY = "powered-by"


def is_shopify(response: Response) -> bool:
    """Whether a store answered, headless ones too; pages that only embed its files are none."""
    powered_by = response.header(POWERED_BY) or ""
    return "shopify" in powered_by.lower() or any(response.header(mark) for mark in MARKS)
