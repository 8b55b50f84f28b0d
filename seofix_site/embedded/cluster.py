"""The data directory of PostgreSQL: made whole or not at all, repaired or explained."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from seofix_site.embedded.errors import EmbeddedError
from seofix_site.embedded.logs import last_lines, open_log
from seofix_site.embedded.ownership import (
    as_server_owner,
    give_to_server,
    refuse_foreign,
    server_owner,
    with_a_name,
)
from seofix_site.embedded.postgres_programs import environment, installed_major, program

STEP_SECONDS = 120
UNFINISHED = "postgres.new-"
# In the data directory, where the next start removes what a killed server left. The default, the
# machine's shared memory, would keep it until somebody looks there.
DYNAMIC_MEMORY = {"dynamic_shared_memory_type": "mmap"}
# The C.UTF-8 of PostgreSQL itself: sorting and case do not depend on what the machine has.
INITDB_OPTIONS = [
    *("--username=postgres", "--auth=scram-sha-256", "--encoding=UTF8", "--no-instructions"),
    *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
    *(f"--set={name}={value}" for name, value in DYNAMIC_MEMORY.items()),
]
MAKE_DATABASE = """\
CREATE ROLE seofix LOGIN CREATEDB
CREATE DATABASE seofix OWNER seofix
"""
SET_PASSWORD = "ALTER ROLE seofix PASSWORD '{password}'\n"


class Cluster:
    """One data directory, worked on while its server is stopped."""

    def __init__(self, home: Path, lock: int) -> None:
        self.home = home
        self.log = home.with_suffix(".log")
        self.lock = lock

    def create(self, password: str) -> None:
        """Make it beside its place and move it there when it is complete."""
        fresh = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=self.home.parent))
        give_to_server(fresh, server_owner(self.home))
        data = fresh / "data"
        # Nobody logs in as the superuser: repairs use the single-user mode.
        secret = fresh / "superuser"
        secret.write_text(secrets.token_hex(24), encoding="ascii")
        self._run(["initdb", f"--pgdata={data}", f"--pwfile={secret}", *INITDB_OPTIONS])
        self._execute(data, MAKE_DATABASE + SET_PASSWORD.format(password=password))
        data.rename(self.home)
        shutil.rmtree(fresh)

    def set_password(self, password: str) -> None:
        self._execute(self.home, SET_PASSWORD.format(password=password))

    def clean_up(self) -> None:
        """Take away what a crash left: unfinished copies, a damaged directory, a stale pid file."""
        for leftover in self.home.parent.glob(f"{UNFINISHED}*"):
            shutil.rmtree(leftover)
        if self.home.exists():
            refuse_foreign(self.home)
            if not self._is_whole():
                self._set_aside()
        # Whoever holds the lock knows that no server is running, whatever this file says.
        (self.home / "postmaster.pid").unlink(missing_ok=True)

    def check(self) -> None:
        """Raise EmbeddedError for a directory of another PostgreSQL; put its owner right."""
        made_by = (self.home / "PG_VERSION").read_text(encoding="ascii").strip()
        if made_by != (installed := installed_major()):
            raise EmbeddedError(
                f"{self.home} was made by PostgreSQL {made_by} and the installed one is "
                f"{installed}: export it with {made_by}, or move the folder away to start empty."
            )
        if (owner := server_owner(self.home))[0] != self.home.stat().st_uid:
            give_to_server(self.home, owner)

    def _is_whole(self) -> bool:
        return all((self.home / name).is_file() for name in ("PG_VERSION", "global/pg_control"))

    def _set_aside(self) -> None:
        aside = self.home.with_name(f"postgres.damaged-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}")
        self.home.rename(aside)
        print(  # noqa: T201 -- the person at the terminal has to know
            f"{self.home} was not a complete PostgreSQL data directory: moved to {aside.name}, "
            "starting with an empty database.",
            file=sys.stderr,
        )

    def _execute(self, data: Path, statements: str) -> None:
        settings = {"exit_on_error": "on", **DYNAMIC_MEMORY}
        options = [f"--{name}={value}" for name, value in settings.items()]
        self._run(["postgres", "--single", "-D", str(data), *options, "postgres"], statements)

    def _run(self, argv: list[str], stdin: str = "") -> None:
        log = open_log(self.log)
        try:
            code = self._exit_code(argv, stdin, log)
        except subprocess.TimeoutExpired as error:
            raise EmbeddedError(
                f"{argv[0]} did not finish within {STEP_SECONDS} s. {last_lines(self.log)}"
            ) from error
        finally:
            os.close(log)
        if code != 0:
            raise EmbeddedError(f"{argv[0]} failed. {last_lines(self.log)}")

    def _exit_code(self, argv: list[str], stdin: str, log: int) -> int:
        return subprocess.run(  # noqa: S603 -- our own programs
            as_server_owner(self.home, with_a_name([program(argv[0]), *argv[1:]])),
            input=stdin.encode(),
            stdout=log,
            stderr=log,
            cwd=self.home.parent,
            env=environment(),
            timeout=STEP_SECONDS,
            start_new_session=True,
            pass_fds=(self.lock,),
            check=False,
        ).returncode
