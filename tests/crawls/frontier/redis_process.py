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
    def __init__(self, folder: Path, **options: str) -> None:
        self.port = _free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "dir": str(self._folder),
            "save": "",
            "logfile": "redis.log",
            **self._options,
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
        deadline = time.monotonic() + READY_WITHIN_S
        with connect(self.url) as client:
            while not self._answers(client):
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise TimeoutError(f"no Redis at {self.url}: see {self._folder}/redis.log")
                time.sleep(0.01)

    @staticmethod
    def _answers(client: redis.Redis) -> bool:
        try:
            return bool(client.ping())
        except redis.exceptions.ConnectionError:  # not listening yet, or loading its file
            return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
