"""A Redis server that a test may kill. Everything it holds lives in one folder and one process."""

from __future__ import annotations

import random
import subprocess
import time
from typing import TYPE_CHECKING

import redis

from crawls.frontier.connection import connect
from seofix_site.embedded.redis_recipe import find_program

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

READY_WITHIN_S = 10
PORT_ATTEMPTS = 5
PORT_TAKEN = "Address already in use"
# A node of a cluster also listens 10,000 above. Both stay below 32,768, where the kernel begins
# to hand out ports by itself: nobody's outgoing connection sits there when a server comes back.
PORTS = range(11_000, 22_000)


class PortTaken(Exception):
    pass


def choose_port() -> int:
    return random.choice(PORTS)  # noqa: S311 -- no secret


class RedisProcess:
    """Listens where it did before when it is started again."""

    def __init__(
        self, folder: Path, port_source: Callable[[], int] = choose_port, **options: str
    ) -> None:
        self.port: int | None = None
        self._folder = folder
        self._choose_port = port_source
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        if self.port is None:
            self._launch_somewhere()
        else:
            self._launch()

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _launch_somewhere(self) -> None:
        for _ in range(PORT_ATTEMPTS):
            self.port = self._choose_port()
            try:
                self._launch()
            except PortTaken:
                continue
            return
        raise PortTaken(f"none of {PORT_ATTEMPTS} ports was free: see {self._folder}/redis.log")

    def _launch(self) -> None:
        options = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "dir": str(self._folder),
            "save": "",
            "logfile": "redis.log",
            **self._options,
        }
        arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
        log = self._folder / "redis.log"
        since = log.stat().st_size if log.exists() else 0
        self._process = subprocess.Popen([str(find_program()), *arguments])
        try:
            self._wait_until_ready()
        except TimeoutError:
            self.kill()
            if PORT_TAKEN in log.read_bytes()[since:].decode():
                raise PortTaken(self.url) from None
            raise

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_WITHIN_S
        with connect(self.url) as client:
            while not self._answers(client):
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise TimeoutError(f"no Redis at {self.url}: see {self._folder}/redis.log")
                time.sleep(0.01)

    def _answers(self, client: redis.Redis) -> bool:
        """Whether it is this process that answers, not a stranger who had the port already."""
        try:
            return client.info("server")["process_id"] == self._process.pid
        except redis.exceptions.RedisError:  # not listening yet, or loading its file
            return False
