"""How evenly an audit knocks, by the site's own log: python -m benchmarks.spacing.

A site that answers slowly enough for two requests in flight, at the policy's own pace.
"""

from __future__ import annotations

import argparse
from statistics import median, quantiles
from typing import TYPE_CHECKING

from benchmarks.machine import new_installation
from tests.e2e.site_process import SLOW, gaps_ms, site_process, write_linked_pages

if TYPE_CHECKING:
    from tests.e2e.site_process import Request

SPEED = "SELECT effective_rps, max_rps FROM crawls_audit"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--pause-ms", type=int, default=700)
    parser.add_argument("--max-rps", default="2")
    parser.add_argument("--in-flight", default="2")
    options = parser.parse_args()
    arguments = ("--max-rps", options.max_rps, "--in-flight", options.in_flight)
    print(
        f"An audit of {options.pages} pages at {options.max_rps} requests a second ...", flush=True
    )
    with new_installation() as installation:
        folder = write_linked_pages(installation.folder / "site", options.pages)
        log = installation.folder / "access.log"
        pause = ("--pause-ms", str(options.pause_ms))
        with site_process(SLOW, str(folder), *pause, log=log) as site:
            ended = installation.audit(site.url, *site.allowed, *arguments, within=3_600)
            if ended.exit_code:
                raise SystemExit(ended.stdout + ended.stderr)
            print_figures(site.requests())
            print_speed(*installation.rows(SPEED)[0])


def print_speed(effective_rps: float, max_rps: float) -> None:
    share = effective_rps / max_rps
    print(f"{effective_rps:g} pages a second recorded, {share:.3f} of the speed agreed on")


def print_figures(requests: list[Request]) -> None:
    gaps = gaps_ms(requests)
    print(f"{len(requests)} requests, {1000 / (sum(gaps) / len(gaps)):.3f} starts a second")
    print(
        f"gaps in ms: min {min(gaps):.1f}, median {median(gaps):.1f}, "
        f"99 % {quantiles(gaps, n=100, method='inclusive')[98]:.1f}, max {max(gaps):.1f}"
    )
    print(f"in flight at most {max(request.in_flight for request in requests)}")


if __name__ == "__main__":
    main()
