"""Being asked to stop, by whatever signal, is a Ctrl-C: the audit is cancelled, not cut off."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

TERMINATIONS = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def terminations_interrupt() -> Iterator[None]:
    """Inside the block SIGTERM and SIGHUP raise KeyboardInterrupt."""
    before = {number: signal.signal(number, _interrupt) for number in TERMINATIONS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Inside the block interrupts are only noted; one is raised at its end.

    For what must not be cut in half, such as starting a process and remembering it.
    """
    noted: list[int] = []
    before = {
        number: signal.signal(number, lambda signum, _: noted.append(signum))
        for number in (signal.SIGINT, *TERMINATIONS)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if noted:
        raise KeyboardInterrupt


def _interrupt(signum: int, _: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt(f"signal {signum}")
