"""A Redis server that a test may kill. Everything it holds lives in one folder and one process."""

from __future__ import annotations

import socket
import subprocess
import time
from typing import TYPE_CHECKING

import redis

from crawls.frontier.connection import connect
from seofix_site.embedded.redis_recipe import find_program

if TYPE_CHECKING:
    from pathlib import Path

READY_WITHIN_S = 10


class RedisProcess:
    def __init__(self, folder: Path, *, appendonly: bool = False) -> None:
        self.port = _free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self._appendonly = "yes" if appendonly else "no"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "dir": str(self._folder),
            "save": "",
            "appendonly": self._appendonly,
            "appendfsync": "always",
            "logfile": "redis.log",
        }
        arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
        self._process = subprocess.Popen([str(find_program()), *arguments])
        self._wait_until_ready()

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _wait_until_ready(self) -> None:
        """Until it answers: a server that reads its journal accepts connections and refuses work."""
        deadline = time.monotonic() + READY_WITHIN_S
        with connect(self.url) as client:
            while True:
                try:
                    client.ping()
                except redis.exceptions.ConnectionError:
                    if time.monotonic() > deadline or self._process.poll() is not None:
                        raise
                else:
                    return
                time.sleep(0.01)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
