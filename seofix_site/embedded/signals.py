from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from seofix_site.embedded.errors import Terminated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    Handler = Callable[[int, FrameType | None], object] | signal.Handlers

TERMINATIONS = (signal.SIGTERM, signal.SIGHUP)
INTERRUPTIONS = (signal.SIGINT, *TERMINATIONS)


@contextmanager
def handled(signals: tuple[signal.Signals, ...], handler: Handler) -> Iterator[None]:
    """Handle these signals, then put back what was there. No effect outside the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # None: installed by C code, so Python could not put it back.
    ours = [signum for signum in signals if signal.getsignal(signum) is not None]
    before = {signum: signal.signal(signum, handler) for signum in ours}
    try:
        yield
    finally:
        for signum, previous in before.items():
            signal.signal(signum, previous)


@contextmanager
def terminations_raise() -> Iterator[None]:
    """Let SIGTERM and SIGHUP unwind the stack, unless somebody already decided about them."""
    undecided = tuple(s for s in TERMINATIONS if signal.getsignal(s) is signal.SIG_DFL)
    with handled(undecided, _raise_terminated):
        yield


@contextmanager
def undisturbed() -> Iterator[None]:
    """A second Ctrl-C must not cut a shutdown short: it is bounded, and would leave servers behind."""
    with handled(INTERRUPTIONS, signal.SIG_IGN):
        yield


def _raise_terminated(signum: int, _frame: FrameType | None) -> NoReturn:
    raise Terminated(signum)
