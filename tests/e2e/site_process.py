"""Local sites in processes of their own, so that the log of one is not late when we are busy."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
STATIC = "tests.sites.static"
SLOW = "tests.e2e.slow_site"  # as STATIC, with a pause before each answer
STOP_WITHIN_S = 10


@dataclass(frozen=True, slots=True)
class Request:
    """One line of the access log; times are of the monotonic clock and of the wall, in ms."""

    arrived: float
    wall: float
    in_flight: int
    method: str
    host: str
    target: str


@dataclass(frozen=True, slots=True)
class Site:
    url: str
    hosts: tuple[str, ...]
    log: Path
    pid: int

    @property
    def allowed(self) -> list[str]:
        """The arguments of the command that exempt this site."""
        return [part for host in self.hosts for part in ("--allow-host", host)]

    def requests(self) -> list[Request]:
        return [_request(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    def targets(self) -> list[str]:
        return [request.target for request in self.requests()]


@contextmanager
def site_process(module: str, *arguments: str, log: Path) -> Iterator[Site]:
    """Serve inside the block. The module prints READY ADDRESS, and perhaps seed= and allow=."""
    with subprocess.Popen(
        [sys.executable, "-m", module, *arguments, "--log", str(log)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield _site(process.stdout.readline(), log, process.pid)
        finally:
            process.terminate()
            process.wait(timeout=STOP_WITHIN_S)


def write_linked_pages(folder: Path, count: int, *, links: int = 20) -> Path:
    """A folder of `count` pages, `/`, `/1.html` ..., each linking to so many next ones that none
    is deep.
    """
    folder.mkdir()
    names = ["index.html", *(f"{number}.html" for number in range(1, count))]
    for number, name in enumerate(names):
        following = names[number + 1 : number + 1 + links]
        anchors = "".join(f'<p><a href="/{other}">page {other}</a></p>' for other in following)
        text = (
            f"<!doctype html><html lang=en><title>Page {number}</title><h1>{number}</h1>{anchors}"
        )
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def gaps_ms(requests: list[Request]) -> list[float]:
    """The times between one request and the next, in the order of their arrival."""
    arrivals = sorted(request.arrived for request in requests)
    return [later - earlier for earlier, later in pairwise(arrivals)]


def _site(line: str, log: Path, pid: int) -> Site:
    assert line.startswith("READY "), line
    _, address, *facts = line.split()
    named = dict(fact.split("=", 1) for fact in facts)
    hosts = named.get("allow", address.split("/")[2]).split(",")
    return Site(named.get("seed", address), tuple(hosts), log, pid)


def _request(line: str) -> Request:
    arrived, wall, in_flight, method, host, target = line.split("\t")
    return Request(float(arrived), float(wall), int(in_flight), method, host, target)
