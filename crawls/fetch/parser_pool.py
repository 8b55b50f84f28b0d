"""Runs parsers in processes of their own, where a hostile page can only hurt itself."""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool
from datetime import timedelta
from multiprocessing import get_context
from queue import Empty, LifoQueue
from typing import TYPE_CHECKING, Any, TypeVar

from pebble import ProcessExpired, ProcessPool

from crawls.fetch.isolation import isolate

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

# Plain fork copies locks that other threads hold; spawn starts an interpreter for each child.
# Children of a fork server are cheap and know nothing of the parent's modules.
CONTEXT = get_context("forkserver")
PATIENCE = timedelta(seconds=10)  # a page must be recorded before its lease is long over
GRACE_SECONDS = 5.0  # pebble acts every 0.1 s; what takes longer than this is stuck


class ParserTimeout(Exception):
    """The parser took longer than it may and was killed."""


class ParserBusy(Exception):
    """Other pages kept every parser longer than anybody can wait."""


class ParserCrashed(Exception):
    """The parser's process died or ran out of memory."""


class ParserPool:
    """Shared by the threads of one process. A child that dies is replaced.

    Children import what they run and nothing else, but for one thing: multiprocessing runs the
    top level of the main script or module once more in each child, so that must stay light.
    """

    def __init__(self, workers: int, *, patience: timedelta = PATIENCE) -> None:
        self._workers = workers
        self._patience = patience
        self._lifeline, self._lifeline_end = CONTEXT.Pipe(duplex=False)
        # A pebble pool for each child: in one for all, the death of an idle child may fail the
        # calls of the others, and what runs in a pool that is stopped never ends.
        self._free: LifoQueue[ProcessPool] = LifoQueue()
        for _ in range(workers):
            self._free.put(self._new_child())

    def run(self, function: Callable[..., T], *args: Any, timeout: timedelta) -> T:
        """Call a module-level function in a child and return what it returned.

        Arguments and result travel pickled. Waits for a free child first. Raises ParserBusy,
        ParserTimeout, ParserCrashed, or whatever else the function raised.
        """
        child = self._next_free()
        try:
            try:
                return _call(child, function, args, timeout)
            except BrokenProcessPool:  # it died while it was idle: that is not this call's fault
                child = self._instead_of(child)
                return _call(child, function, args, timeout)
        except BrokenProcessPool as error:
            raise ParserCrashed("the pool is broken") from error
        finally:
            self._free.put(child)

    def close(self) -> None:
        """End all children; the calls of those at work raise ParserCrashed."""
        self._lifeline_end.close()
        for _ in range(self._workers):
            _stop(self._free.get())
        self._lifeline.close()

    def _next_free(self) -> ProcessPool:
        seconds = self._patience.total_seconds()
        try:
            return self._free.get(timeout=seconds)
        except Empty as error:
            raise ParserBusy(f"no parser was free for {seconds:g} s") from error

    def _instead_of(self, child: ProcessPool) -> ProcessPool:
        _stop(child)
        return self._new_child()

    def _new_child(self) -> ProcessPool:
        return ProcessPool(1, initializer=isolate, initargs=(self._lifeline,), context=CONTEXT)


def _call(
    child: ProcessPool, function: Callable[..., T], args: tuple[Any, ...], timeout: timedelta
) -> T:
    seconds = timeout.total_seconds()
    try:
        called = child.schedule(function, args=args, timeout=seconds)
    except RuntimeError as error:  # it had stopped before
        raise BrokenProcessPool from error
    try:
        return called.result(seconds + GRACE_SECONDS)
    except TimeoutError as error:
        if not called.done():
            child.stop()  # type: ignore[no-untyped-call]  # pebble leaves it untyped
        raise ParserTimeout(f"took longer than {seconds:g} s") from error
    except MemoryError as error:
        raise ParserCrashed("out of memory") from error
    except ProcessExpired as error:
        raise ParserCrashed(f"the process ended with code {error.exitcode}") from error


def _stop(child: ProcessPool) -> None:
    child.stop()  # type: ignore[no-untyped-call]  # pebble leaves it untyped
    child.join()
