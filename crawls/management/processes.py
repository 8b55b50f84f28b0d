"""The product's processes on one machine: started together, restarted when one dies, stopped together."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.conf import settings

from crawls.management.interrupts import interrupts_wait
from crawls.management.servers import CannotGoOn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

PR_SET_PDEATHSIG = 1
NICENESS = 5
STOP_WITHIN_S = 10.0
STOP_QUICKLY_WITHIN_S = 2.0
RESTART_AFTER_S = 1.0
STEADY_AFTER_S = 30.0  # who lived so long did not die of what killed the one before
MAX_DEATHS_IN_A_ROW = 5

_libc = ctypes.CDLL(None)


def _become_child() -> None:
    # A killed command must not leave its workers behind; only Linux can promise that.
    if hasattr(_libc, "prctl"):
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    # A crawl works in the background of somebody's machine, or of a site served from it.
    os.nice(NICENESS)


@dataclass(slots=True)
class Child:
    """One process in a session of its own, so that a terminal's Ctrl-C reaches only the command."""

    name: str
    command: Sequence[str]
    log_file: Path
    environment: Mapping[str, str]
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    died_at: float = 0.0
    deaths_in_a_row: int = 0

    def start(self) -> None:
        with self.log_file.open("ab") as log, interrupts_wait():
            self.process = subprocess.Popen(  # noqa: S603 -- our own command
                self.command,
                cwd=settings.BASE_DIR,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=_become_child,  # noqa: PLW1509 -- no other thread of the command holds a lock it needs
            )
        self.started_at = time.monotonic()

    def restart_if_dead(self, now: float) -> None:
        """A worker may exit when Redis restarts or be killed: it comes back after a pause.

        Raises CannotGoOn for one that keeps dying.
        """
        if self.process is None or self.process.poll() is None:
            return
        if not self.died_at:
            self.died_at = now
            self._kill_session()  # what it had started itself
            self._count_death(now)
        elif now - self.died_at >= RESTART_AFTER_S:
            self.died_at = 0.0
            self.start()

    def ask_to_stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def wait(self, until: float) -> None:
        if self.process is not None:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(max(0.0, until - time.monotonic()))

    def kill(self) -> None:
        """It and all it started."""
        if self.process is not None:
            self._kill_session()
            self.process.wait()

    def _count_death(self, now: float) -> None:
        is_steady = now - self.started_at >= STEADY_AFTER_S
        self.deaths_in_a_row = 1 if is_steady else self.deaths_in_a_row + 1
        if self.deaths_in_a_row >= MAX_DEATHS_IN_A_ROW:
            raise CannotGoOn(
                f"The audit was stopped: the process {self.name} died {self.deaths_in_a_row} "
                f"times in a row. See {self.log_file}."
            )

    def _kill_session(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)


@dataclass(slots=True)
class Fleet:
    children: list[Child] = field(default_factory=list)
    stop_within_s: float = STOP_WITHIN_S

    def restart_dead(self) -> None:
        """Raises CannotGoOn for a process that keeps dying."""
        for child in self.children:
            child.restart_if_dead(time.monotonic())

    def stop_quickly(self) -> None:
        """There is nothing they could still bring to an end."""
        self.stop_within_s = STOP_QUICKLY_WITHIN_S

    def stop(self) -> None:
        """Ask, wait a little, and end what is left, whoever interrupts the waiting."""
        try:
            for child in self.children:
                child.ask_to_stop()
            until = time.monotonic() + self.stop_within_s
            for child in self.children:
                child.wait(until)
        finally:
            with interrupts_wait():
                for child in self.children:
                    child.kill()


@contextmanager
def fleet(log_folder: Path, *, fetch_workers: int) -> Iterator[Fleet]:
    """Everything an audit needs, running inside the block and gone after it."""
    log_folder.mkdir(parents=True, exist_ok=True)
    for log in log_folder.glob("*.log"):  # of the run before
        log.unlink()
    running = Fleet(
        [
            Child(name, command, log_folder / f"{name}.log", os.environ.copy())
            for name, command in _commands(fetch_workers).items()
        ]
    )
    try:
        for child in running.children:
            child.start()
        yield running
    except CannotGoOn:
        running.stop_quickly()
        raise
    finally:
        running.stop()


def _commands(fetch_workers: int) -> dict[str, list[str]]:
    fetchers = {
        f"fetch-{number}": _worker(
            "fetch_app", f"fetch-{number}", "fetch", "threads", settings.FETCH_THREADS
        )
        for number in range(1, fetch_workers + 1)
    }
    return {
        "dispatch": [sys.executable, "manage.py", "dispatch"],
        "sweep": [sys.executable, "manage.py", "sweep"],
        **fetchers,
        "lifecycle": _worker("app", "lifecycle", "lifecycle", "prefork", 1),
    }


def _worker(app: str, name: str, queue: str, pool: str, concurrency: int) -> list[str]:
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return [
        *(sys.executable, "-m", "celery", "--app", f"seofix_site.celery:{app}", "worker"),
        *("--hostname", f"{name}-{os.getpid()}@%h", "--queues", queue),
        *("--pool", pool, "--concurrency", str(concurrency), "--loglevel", "INFO"),
        *quiet,
    ]
