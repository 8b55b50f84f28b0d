"""A folder of embedded servers of its own, and commands that use it as separate processes."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil

from seofix_site.embedded.processes import processes_in

REPOSITORY = Path(__file__).resolve().parents[3]
PROGRAMS = frozenset({"postgres", "initdb", "redis-server", "valkey-server"})
URLS = ("DATABASE_URL", "REDIS_URL")
SECONDS = 60

# Says where the servers are, then stays until its standard input ends.
STAY = "import os, sys; print(os.environ['DATABASE_URL'], os.environ['REDIS_URL'], flush=True); sys.stdin.read()"


class EmbeddedClone:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._started: list[subprocess.Popen] = []

    def start(self, *command: str, **environment: str) -> subprocess.Popen:
        process = subprocess.Popen(
            [sys.executable, "-m", "seofix_site.embedded", "--", *command],
            cwd=REPOSITORY,
            env=self.environment(**environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._started.append(process)
        return process

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess:
        process = self.start(*command, **environment)
        out, err = process.communicate(timeout=SECONDS)
        return subprocess.CompletedProcess(command, process.returncode, out, err)

    def stay(self) -> tuple[subprocess.Popen, str]:
        """A user that stays, and the URLs it was given."""
        process = self.start(sys.executable, "-c", STAY)
        return process, process.stdout.readline().strip()

    def ask_postgres(self, *statements: str) -> list:
        """Run statements in one use of the servers; the rows of the last one."""
        code = (
            "import json, os, psycopg; "
            "c = psycopg.connect(os.environ['DATABASE_URL'], autocommit=True); "
            f"answers = [c.execute(s) for s in {list(statements)!r}]; "
            "print(json.dumps(answers[-1].fetchall() if answers[-1].description else [])); c.close()"
        )
        done = self.run(sys.executable, "-c", code)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def environment(self, **extra: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in URLS}
        return {**kept, "SEOFIX_LOCAL_DIR": str(self.folder), **extra}

    def servers(self) -> list[psutil.Process]:
        return processes_in(self.folder.resolve(), PROGRAMS)

    def running(self) -> list[str]:
        return sorted({process.name() for process in self.servers()})

    def clean_up(self) -> None:
        for process in self._started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        left = self.servers()
        for process in left:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(left, SECONDS)  # they still write to the folder that goes next


def leave(process: subprocess.Popen) -> int:
    """End a user that stays the quiet way; its exit code."""
    process.communicate(timeout=SECONDS)
    return process.returncode
