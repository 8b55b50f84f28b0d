"""Audit a folder of files, served on loopback, as fast as it goes.

python -m benchmarks.pages_per_second FOLDER: pages a second, and CPU time a page of each kind of
process. The pace is set out of the way; robots rules, leases, recording and checks are not.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from benchmarks.consumption import Consumption
from benchmarks.machine import new_installation
from tests.e2e.site_process import STATIC, site_process

if TYPE_CHECKING:
    from tests.e2e.installation import Installation
    from tests.e2e.site_process import Site

READ_EVERY_S = 0.2
REPEATED = """
    SELECT count(*) FROM (SELECT url FROM crawls_page GROUP BY url HAVING count(*) > 1) AS repeated
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--max-rps", default="1000")
    parser.add_argument("--in-flight", default="64")
    parser.add_argument("--max-pages", default="100000")
    options = parser.parse_args()
    if not options.folder.is_dir():
        parser.error(f"there is no folder {options.folder}")
    arguments = [
        *("--max-rps", options.max_rps),
        *("--in-flight", options.in_flight),
        *("--max-pages", options.max_pages),
    ]
    with new_installation() as installation:
        log = installation.folder / "access.log"
        with site_process(STATIC, str(options.folder), log=log) as site:
            summary, used = audit(installation, site, arguments)
        print_figures(summary, used, installation.value(REPEATED))


def audit(
    installation: Installation, site: Site, arguments: list[str]
) -> tuple[dict[str, Any], Consumption]:
    file = installation.folder / "summary.json"
    running = installation.start(site.url, *site.allowed, *arguments, "--json", str(file))
    used = Consumption()
    while running.process.poll() is None:
        used.read([*installation.processes(), psutil.Process(site.pid)])
        time.sleep(READ_EVERY_S)
    ended = running.wait(within=10)
    if not file.exists() or not (text := file.read_text(encoding="utf-8")):
        raise SystemExit(ended.stderr)
    return json.loads(text), used


def print_figures(summary: dict[str, Any], used: Consumption, repeated: int) -> None:
    pages, by_kind = summary["pages"], used.by_kind()
    print(f"{summary['state']}: {pages:,} pages, {summary['credits']:,} credits", end="")
    print(f", {repeated} recorded twice, {summary['slowdowns']} slowdowns")
    print(f"{summary['effective_rps']} pages/s, {summary['seconds']} s from start to report")
    print(f"{'':18} {'CPU s':>8} {'ms a page':>10}")
    for kind, seconds in [*by_kind.items(), ("all", sum(by_kind.values()))]:
        print(f"{kind:18} {seconds:8.1f} {seconds * 1000 / max(pages, 1):10.2f}")


if __name__ == "__main__":
    main()
