"""The product as somebody installed it: a folder, a database, a Redis, and the command.

A fresh database is a copy of a migrated one and takes 0.1 s; a Redis of one's own starts in 0.1 s
and may be killed. Every process of the installation inherits its folder's name in the
environment, which tells them from those of anybody else.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import psycopg

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
MARK = "SEOFIX_LOCAL_DIR"
POLL_S = 0.05
ROLES = {  # what tells a process of the fleet from its brothers, in its command line
    "fetch-1": "fetch-1-",
    "fetch-2": "fetch-2-",
    "lifecycle": "lifecycle-",
    "dispatch": "dispatch",
    "sweep": "sweep",
}


def until(condition: Callable[[], Any], *, within: float) -> Any:
    """The first true answer of the condition; AssertionError when there is none in time."""
    deadline = time.monotonic() + within
    while not (answer := condition()):
        assert time.monotonic() < deadline, f"not true within {within} s"
        time.sleep(POLL_S)
    return answer


@dataclass(frozen=True, slots=True)
class Ended:
    exit_code: int
    stdout: str
    stderr: str


class RunningAudit:
    """`manage.py audit ...` in a process group of its own, as a shell starts it."""

    def __init__(self, arguments: tuple[str, ...], environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "audit", *arguments],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        )

    def interrupt(self) -> None:
        """Ctrl-C: a terminal tells the whole foreground group."""
        os.killpg(self.process.pid, signal.SIGINT)

    def child(self, role: str) -> psutil.Process | None:
        """The running process of the fleet with this role."""
        for child in psutil.Process(self.process.pid).children():
            try:
                if any(part.startswith(ROLES[role]) for part in child.cmdline()):
                    return child
            except psutil.Error:  # it ended just now
                continue
        return None

    def wait(self, *, within: float) -> Ended:
        try:
            stdout, stderr = self.process.communicate(timeout=within)
        except subprocess.TimeoutExpired:
            self.process.kill()
            stdout, stderr = self.process.communicate()
            raise AssertionError(f"not ended within {within} s:\n{stdout}\n{stderr}") from None
        return Ended(self.process.returncode, stdout, stderr)


@dataclass(frozen=True)
class Installation:
    folder: Path
    database_url: str
    redis_url: str

    @cached_property
    def environment(self) -> dict[str, str]:
        own = {
            MARK: str(self.folder),
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
        }
        inherited = os.environ.copy()
        for name in ("SEOFIX_ALLOW_HOSTS", "FRONTIER_REDIS_URL", "COLUMNS"):
            inherited.pop(name, None)
        return inherited | own

    def start(self, *arguments: str, **variables: str) -> RunningAudit:
        return RunningAudit(arguments, self.environment | variables)

    def audit(self, *arguments: str, within: float = 100, **variables: str) -> Ended:
        return self.start(*arguments, **variables).wait(within=within)

    def audit_json(self, *arguments: str, within: float = 100) -> tuple[Ended, dict[str, Any]]:
        file = self.folder / "summary.json"
        ended = self.audit(*arguments, "--json", str(file), within=within)
        return ended, json.loads(file.read_text(encoding="utf-8"))

    def rows(self, query: str, *arguments: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database_url, autocommit=True) as connection:
            return connection.execute(query, arguments).fetchall()

    def value(self, query: str, *arguments: Any) -> Any:
        ((value,),) = self.rows(query, *arguments)
        return value

    def processes(self) -> list[psutil.Process]:
        return processes_of(self.folder)


def processes_of(folder: Path) -> list[psutil.Process]:
    """Everything that was started for a local folder and still lives."""
    return [process for process in psutil.process_iter() if _belongs_to(process, folder)]


def _belongs_to(process: psutil.Process, folder: Path) -> bool:
    try:
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        works_in = Path(process.cwd())
        return process.environ().get(MARK) == str(folder) or folder in (works_in, *works_in.parents)
    except (psutil.Error, OSError):  # gone, or somebody else's
        return False
