"""The frontier keeps its own Redis database, so that a broker flush cannot touch it."""

from __future__ import annotations

import re


def next_database(url: str) -> str:
    """`redis://h:6379/1` for `redis://h:6379/0`; a URL without a database means database 0."""
    match = re.fullmatch(r"(?P<server>[a-z]+://[^/?]+)(?:/(?P<db>\d*))?(?P<query>\?.*)?", url)
    if match is None:
        raise ValueError("REDIS_URL must look like redis://host:6379/0")
    number = int(match["db"] or 0) + 1
    return f"{match['server']}/{number}{match['query'] or ''}"
