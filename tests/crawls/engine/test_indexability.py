from __future__ import annotations

import pytest

from crawls.engine.indexability import Indexability, has_nofollow, has_noindex, judge
from crawls.engine.parse import parse_page

URL = "https://h.test/p"
NOINDEX = Indexability(False, "The page asks not to be indexed (noindex).")


def parse(html="", *headers):
    return parse_page(URL, html.encode(), headers, token="SEOFixBot")


def canonicals(*hrefs):
    return "".join(f"<link rel=canonical href='{href}'>" for href in hrefs)


@pytest.mark.parametrize(
    ("page", "indexability"),
    [
        (parse(), Indexability(True)),
        (parse("<meta name=robots content=NOINDEX>"), NOINDEX),
        (parse("<meta name=robots content='index, none'>"), NOINDEX),
        (parse("<meta name=robots content=index><meta name=googlebot content=noindex>"), NOINDEX),
        (parse("<meta name=seofixbot content=noindex>"), Indexability(True)),
        (parse("<meta name=robots content='max-image-preview:none'>"), Indexability(True)),
        (parse("", ("X-Robots-Tag", "noindex")), NOINDEX),
        (parse("", ("X-Robots-Tag", "all"), ("X-Robots-Tag", "googlebot: noindex")), NOINDEX),
        (parse("", ("X-Robots-Tag", "bingbot: noindex")), Indexability(True)),
        (parse(canonicals("/p#top", "HTTPS://H.test:443/p")), Indexability(True)),
        (
            parse(canonicals("/p/")),
            Indexability(False, "The page names another canonical URL: https://h.test/p/"),
        ),
        (parse(canonicals("/p", "/q")), Indexability(True)),
        (parse(canonicals("mailto:x@h.test")), Indexability(True)),
    ],
)
def test_a_page_is_indexable_unless_it_says_otherwise(page, indexability):
    assert judge(page) == indexability


def test_another_agent_is_judged_by_its_own_name():
    page = parse("<meta name=googlebot content=noindex>", ("X-Robots-Tag", "bingbot: nofollow"))

    assert judge(page, agent="bingbot") == Indexability(True)
    assert (has_noindex(page), has_noindex(page, agent="bingbot")) == (True, False)
    assert (has_nofollow(page), has_nofollow(page, agent="bingbot")) == (False, True)
