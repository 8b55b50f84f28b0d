"""Folders that come again and again: a relative link that the server answers on any path."""

from __future__ import annotations

from crawls.engine.traps.address import read_address, repeats


def repeated_segments(url: str) -> dict[str, int]:
    """The folders of a URL's path that come three times or more, with how often.

    Session ids aside. `url` is normalised. Such paths end at the depth limit (crawl rules, 5).
    """
    return repeats(read_address(url).path)
