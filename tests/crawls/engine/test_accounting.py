from __future__ import annotations

import pytest

from crawls.engine.accounting import credits_for
from crawls.engine.policy import PriceRules


@pytest.mark.parametrize(
    ("pages", "not_modified", "expected"),
    [
        (0, 0, 0),
        (1, 0, 1),
        (100, 0, 100),
        (1, 1, 1),  # a fifth, rounded up once for an audit
        (5, 5, 1),
        (6, 6, 2),
        (100, 100, 20),
        (100, 99, 21),
        (100, 96, 24),
    ],
)
def test_page_costs_a_credit_and_an_unchanged_one_a_fifth(pages, not_modified, expected):
    assert credits_for(pages, not_modified=not_modified) == expected


def test_price_is_the_policys():
    price = PriceRules(page_tenths=5, not_modified_tenths=1)

    assert credits_for(10, not_modified=3, price=price) == 4  # 3.5 and 0.3, rounded up once
