"""The bundled demo site, served on loopback by a process of its own."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_RPS = 10.0  # it is ours, on loopback, and named as exempt
READY = "READY"
STOP_WITHIN_S = 5


@dataclass(frozen=True, slots=True)
class DemoSite:
    url: str
    hosts: list[str]


@contextmanager
def demo_site(project: Path) -> Iterator[DemoSite]:
    """Serve the demo site inside the block. It ends with its standard input, so never outlives us."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.sites.demo"],
        cwd=project,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield _read_address(process)
    finally:
        process.terminate()
        process.communicate(timeout=STOP_WITHIN_S)


def _read_address(process: subprocess.Popen[str]) -> DemoSite:
    """The server's first line: READY ADDRESS seed=URL allow=HOST:PORT,HOST:PORT."""
    line = process.stdout.readline() if process.stdout else ""
    if not line.startswith(READY):
        raise RuntimeError(f"the demo site did not start: {line!r}")
    facts = dict(part.split("=", 1) for part in line.split()[2:])
    return DemoSite(facts["seed"], facts["allow"].split(","))
