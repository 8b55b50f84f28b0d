"""How much of an answer is read depends on what was asked for."""

from __future__ import annotations

from crawls.models import AuditStep, Page
from crawls.services.errands import read_errand
from tests.crawls.services.answers import SITE, html
from tests.crawls.services.driving import record

MIB = 1024 * 1024


def test_each_kind_of_answer_is_read_up_to_its_own_limit(crawling):
    record(crawling, html(f"{SITE}/", "/a", "http://shop.test/"))  # http has its own robots.txt

    items = [f"p{page.pk}" for page in Page.objects.queued().filter(audit=crawling)]
    items += [f"s{step.pk}" for step in AuditStep.objects.open().filter(audit=crawling)]

    most = {errand.url: errand.most_bytes for errand in map(read_errand, items)}
    assert most == {
        f"{SITE}/a": 10 * MIB,
        f"{SITE}/sitemap.xml": 50 * MIB,
        "http://shop.test/robots.txt": 500 * 1024,
    }
