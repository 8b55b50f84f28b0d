"""The life of one embedded server: adopt or start, wait, stop. Callers hold the start lock.

The server and everything it forks keep a lock file open, locked since before its first
instruction. So "does it run?" has an exact answer that needs no process id, outlives whoever
started it, and cannot be left stale.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import tempfile
from dataclasses import dataclass
from datetime import timedelta
from signal import SIGKILL
from typing import TYPE_CHECKING

import psutil

from seofix_site.embedded.errors import EmbeddedError
from seofix_site.embedded.folder import write_private
from seofix_site.embedded.locks import lock_alone, lock_file
from seofix_site.embedded.logs import last_lines, log_end, open_log, read_since
from seofix_site.embedded.postgres_programs import environment
from seofix_site.embedded.processes import leaders, processes_in, signal_all
from seofix_site.embedded.recipe import LOOPBACK, Address, NotReadyError, Recipe
from seofix_site.embedded.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PORT_ATTEMPTS = 5
PORT_TAKEN = "Address already in use"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a server may take: to come up, to answer when it is up, for each signal to stop."""

    start: timedelta = timedelta(seconds=60)
    answer: timedelta = timedelta(seconds=5)
    stop: timedelta = timedelta(seconds=10)


class Server:
    def __init__(
        self,
        recipe: Recipe,
        folder: Path,
        choose_port: Callable[[], int] = free_port,
        patience: Patience = Patience(),
    ) -> None:
        self.recipe = recipe
        self.home = folder / recipe.slug
        self.lock = folder / f"{recipe.slug}.lock"
        self.log = folder / f"{recipe.slug}.log"
        self.state = folder / f"{recipe.slug}.json"
        self._choose_port = choose_port
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None

    def ensure_running(self) -> str:
        """Adopt the server of this folder or start one, and return its URL."""
        try:
            address = self._saved()
            if address is None or not self._answers(address, within=self._patience.answer):
                self.stop()
                address = self._start()
        except OSError as error:  # a full disk, a folder that became read-only
            raise EmbeddedError(f"{self.recipe.label} cannot be started: {error}.") from error
        return self.recipe.url(address)

    def stop(self) -> None:
        """Stop every process of this folder, whoever started it. Fine when there is none."""
        for signum in self.recipe.stop_signals:
            signal_all(self._leaders(), signum)
            if wait_until(self._is_gone, within=self._patience.stop):
                break
        else:
            signal_all(self._processes(), SIGKILL)
            if not wait_until(self._is_gone, within=self._patience.stop):
                raise EmbeddedError(
                    f"The {self.recipe.label} of {self.home} runs where this command cannot "
                    f"reach it (another container or user?): stop it there. It holds {self.lock}."
                )
        self._reap()

    def _start(self) -> Address:
        for _ in range(PORT_ATTEMPTS):
            since = log_end(self.log)
            address = self._launch()
            if self._answers(address, within=self._patience.start):
                return address
            if self._is_running():
                break
            self._reap()
            if PORT_TAKEN not in read_since(self.log, since):
                break
        fate = "did not answer in time" if self._is_running() else "stopped by itself"
        raise EmbeddedError(f"{self.recipe.label} {fate}. {last_lines(self.log)}")

    def _launch(self) -> Address:
        saved = self._saved()
        with lock_file(self.lock) as lock:
            if not lock_alone(lock):
                raise EmbeddedError(f"{self.recipe.label} is being started twice: {self.lock}.")
            password = self.recipe.prepare(self.home, saved.password if saved else None, lock)
            address = Address(self._choose_port(), password)
            # Before the first instruction of the server, so that it can always be adopted.
            write_private(self.state, json.dumps({"port": address.port, "password": password}))
            self._process = self._spawn(address, lock)
        return address

    def _spawn(self, address: Address, lock: int) -> subprocess.Popen[bytes]:
        command = self.recipe.command(self.home, address)
        log = open_log(self.log)
        try:
            with tempfile.TemporaryFile() as stdin:
                stdin.write(command.stdin)
                stdin.seek(0)
                return subprocess.Popen(  # noqa: S603 -- our own programs
                    command.argv,
                    stdin=stdin,
                    stdout=log,
                    stderr=log,
                    cwd=command.folder,
                    env=environment(),
                    pass_fds=(lock,),
                    # A Ctrl-C of the terminal is for us: the server must outlast our clean-up.
                    start_new_session=True,
                )
        finally:
            os.close(log)

    def _reap(self) -> None:
        if self._process is not None:
            self._process.wait(self._patience.stop.total_seconds())

    def _answers(self, address: Address, *, within: timedelta) -> bool:
        wait_until(lambda: not self._is_running() or self._pings(address), within=within)
        return self._is_running() and self._pings(address)

    def _pings(self, address: Address) -> bool:
        try:
            self.recipe.ping(address)
        except NotReadyError:
            return False
        return True

    def _is_running(self) -> bool:
        with lock_file(self.lock) as lock:
            return not lock_alone(lock)

    def _is_gone(self) -> bool:
        return not self._is_running() and not self._processes()

    def _leaders(self) -> list[psutil.Process]:
        if self._process is not None and self._process.poll() is None:
            return [psutil.Process(self._process.pid)]
        return leaders(self._processes())

    def _processes(self) -> list[psutil.Process]:
        return processes_in(self.home, self.recipe.programs)

    def _saved(self) -> Address | None:
        try:
            saved = json.loads(self.state.read_text(encoding="utf-8"))
            return Address(int(saved["port"]), str(saved["password"]))
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            # Lost or unreadable: the server gets a new password at its next start.
            return None
