"""What a parser's own process does to itself before it meets a page. Linux only."""

from __future__ import annotations

import fcntl
import os
import resource
import select
import signal
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

MEMORY_BYTES = 2 * 1024**3  # of address space, above what the process starts with


def isolate(lifeline: Connection) -> None:
    """Bound this process's memory and tie its life to whoever holds the lifeline's other end."""
    # A parser inside C code runs no Python handler; the kernel must be able to end it.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _end_with(lifeline)
    _limit_memory()


def _end_with(lifeline: Connection) -> None:
    """Ask the kernel for SIGIO, whose default is to terminate, when the pipe closes.

    A thread could wait for that too, but not while a parser holds the interpreter's lock; and
    PR_SET_PDEATHSIG would watch the fork server, which lives as long as its children.
    """
    # Opened anew, because the owner of a signal belongs to the open file, which siblings share.
    reader = os.open(f"/proc/self/fd/{lifeline.fileno()}", os.O_RDONLY | os.O_NONBLOCK)
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(reader, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(reader, fcntl.F_SETFL, os.O_NONBLOCK | os.O_ASYNC)
    if select.select([reader], [], [], 0)[0]:  # closed before we asked
        os.kill(os.getpid(), signal.SIGKILL)


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    limit = pages * resource.getpagesize() + MEMORY_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
