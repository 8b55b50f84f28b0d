"""What a complete audit of the demo site must find, collected from what each place declares.

Paths are on www.demo.localhost unless they start with `//demo.localhost`; `server.url_of` makes
addresses of them.
"""

from __future__ import annotations

from collections import defaultdict

from tests.sites.demo.content import PLACES


def _expected() -> dict[str, tuple[str, ...]]:
    paths = defaultdict(list)
    for place in PLACES.values():
        for check_id in place.defects:
            paths[check_id].append(place.path)
    return {check_id: tuple(sorted(paths[check_id])) for check_id in sorted(paths)}


def _by_status() -> dict[str, tuple[str, ...]]:
    paths = defaultdict(list)
    for place in PLACES.values():
        if not place.is_refused:
            paths[str(place.status)].append(place.path)
    return {status: tuple(sorted(paths[status])) for status in sorted(paths)}


# Check id -> the path of each finding, sorted; a path comes as often as it has findings.
EXPECTED = _expected()

NOT_PAGES = tuple(sorted(place.path for place in PLACES.values() if place.is_refused))

PATHS_BY_STATUS = _by_status()

PAGES_BY_STATUS = {status: len(paths) for status, paths in PATHS_BY_STATUS.items()}

PAGES = sum(PAGES_BY_STATUS.values())

FINDINGS = {check_id: len(paths) for check_id, paths in EXPECTED.items()}

IN_SITEMAP = tuple(sorted(place.path for place in PLACES.values() if place.in_sitemap))
