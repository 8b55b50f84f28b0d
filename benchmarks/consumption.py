"""CPU seconds of each kind of process, read again and again until it has ended."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterable

KINDS = {  # the first that occurs in the command line
    "tests.sites": "the site",
    "manage.py audit": "command",
    "manage.py dispatch": "dispatcher",
    "manage.py sweep": "sweeper",
    "multiprocessing": "parsers",
    ":fetch_app": "fetch workers",
    ":app": "lifecycle worker",
    "redis-server": "Redis",
    "postgres": "PostgreSQL",
}


@dataclass(slots=True)
class Consumption:
    seconds: dict[tuple[str, int], float] = field(default_factory=dict)

    def read(self, processes: Iterable[psutil.Process]) -> None:
        for process in processes:
            try:
                times, line = process.cpu_times(), " ".join(process.cmdline())
            except psutil.Error:  # it has ended; what was read before stays
                continue
            self.seconds[kind_of(line), process.pid] = times.user + times.system

    def by_kind(self) -> dict[str, float]:
        """The most expensive first."""
        sums: dict[str, float] = defaultdict(float)
        for (kind, _), seconds in self.seconds.items():
            sums[kind] += seconds
        return dict(sorted(sums.items(), key=lambda item: -item[1]))


def kind_of(command_line: str) -> str:
    return next((kind for part, kind in KINDS.items() if part in command_line), "others")
