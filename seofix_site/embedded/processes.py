from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from pathlib import Path
    from signal import Signals


def processes_in(folder: Path, programs: frozenset[str]) -> list[psutil.Process]:
    """Running processes of these programs whose working directory is the folder or below it."""
    return [
        process
        for process in psutil.process_iter(["name"])
        if process.info["name"] in programs and _works_in(process, folder)
    ]


def signal_all(processes: list[psutil.Process], signum: Signals) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(signum)


def leaders(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Those not started by another of them: the postmaster without its backends."""
    pids = {process.pid for process in processes}
    return [process for process in processes if _parent(process) not in pids]


def _works_in(process: psutil.Process, folder: Path) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE and folder in (
            working := type(folder)(process.cwd()),
            *working.parents,
        )
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        # A process we may not look at belongs to somebody else, so it is not ours to stop.
        return False


def _parent(process: psutil.Process) -> int | None:
    try:
        return process.ppid()
    except psutil.NoSuchProcess:
        return None
