"""Sections of a site: its first path segments, as firewalls and people cut it up."""

from __future__ import annotations

from crawls.engine import urls

MAX_LENGTH = 200  # characters: a name is stored in an index, and nobody tells longer ones apart


def section_of(url: str) -> str:
    """`/jobs` of `https://shop.test/jobs/17?page=2` and of `/jobs` itself; `/` of the home page.

    `url` is normalised. Cut at MAX_LENGTH characters. (crawl rules, section 7)
    """
    first = urls.path_of(url)[1:].partition("/")[0]
    return f"/{first}"[:MAX_LENGTH]
