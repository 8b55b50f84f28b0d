from __future__ import annotations

import pytest

from crawls.engine.shopify import is_shopify
from tests.crawls.services.answers import response


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ({"x_shopid": "12345"}, True),
        ({"x_shopify_stage": "production"}, True),
        ({"x_sorting_hat_shopid": "12345"}, True),
        ({"powered_by": "Shopify"}, True),
        ({"powered_by": "Shopify, Oxygen"}, True),  # headless
        ({"server": "cloudflare", "cf_ray": "8f0"}, False),  # their edge, and everybody's
        ({"link": "<https://cdn.shopify.com>; rel=preconnect"}, False),
        ({"x_powered_by": "PHP/8.3"}, False),
        ({"x_shopid": ""}, False),
        ({}, False),
    ],
)
def test_shopify_is_told_by_its_headers(headers, told):
    assert is_shopify(response("https://shop.test/", **headers)) is told
