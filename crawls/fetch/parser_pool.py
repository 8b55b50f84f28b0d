"""Runs parsers in processes of their own, where a hostile page can only hurt itself."""

from __future__ import annotations

import threading
from concurrent.futures.process import BrokenProcessPool
from datetime import timedelta
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, TypeVar

from pebble import ProcessExpired, ProcessPool

from crawls.fetch.isolation import isolate

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

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
        # No more calls than children: none waits in pebble, so each has a bounded end.
        self._free = threading.BoundedSemaphore(workers)
        self._changing = threading.Lock()
        self._lifeline, self._lifeline_end = CONTEXT.Pipe(duplex=False)
        self._pool = self._new_pool()

    def run(self, function: Callable[..., T], *args: Any, timeout: timedelta) -> T:
        """Call a module-level function in a child and return what it returned.

        Arguments and result travel pickled. Waits for a free child first. Raises ParserBusy,
        ParserTimeout, ParserCrashed, or whatever else the function raised.
        """
        if not self._free.acquire(timeout=self._patience.total_seconds()):
            raise ParserBusy(f"no parser was free for {self._patience.total_seconds():g} s")
        try:
            return self._result(*self._called(function, args, timeout), timeout)
        finally:
            self._free.release()

    def close(self) -> None:
        with self._changing:
            self._pool.stop()  # type: ignore[no-untyped-call]  # pebble leaves it untyped
            self._pool.join()
            self._lifeline_end.close()
            self._lifeline.close()

    def _called(
        self, function: Callable[..., T], args: tuple[Any, ...], timeout: timedelta
    ) -> tuple[ProcessPool, Future[T]]:
        pool = self._pool
        try:
            return pool, pool.schedule(function, args=args, timeout=timeout.total_seconds())
        except RuntimeError:  # the pool had stopped before: that is not this call's fault
            self._replace(pool)
            pool = self._pool
            return pool, pool.schedule(function, args=args, timeout=timeout.total_seconds())

    def _result(self, pool: ProcessPool, called: Future[T], timeout: timedelta) -> T:
        try:
            return called.result(timeout.total_seconds() + GRACE_SECONDS)
        except TimeoutError as error:
            if not called.done():
                self._replace(pool)
            raise ParserTimeout(f"took longer than {timeout.total_seconds():g} s") from error
        except MemoryError as error:
            raise ParserCrashed("out of memory") from error
        except ProcessExpired as error:
            raise ParserCrashed(f"the process ended with code {error.exitcode}") from error
        except BrokenProcessPool as error:
            self._replace(pool)
            raise ParserCrashed("the pool is broken") from error

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(
            self._workers, initializer=isolate, initargs=(self._lifeline,), context=CONTEXT
        )

    def _replace(self, broken: ProcessPool) -> None:
        with self._changing:
            if self._pool is broken:
                self._pool = self._new_pool()
                broken.stop()  # type: ignore[no-untyped-call]  # pebble leaves it untyped
                broken.join()
