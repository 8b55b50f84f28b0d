"""Running calls at the same time, each in a thread with a database connection of its own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection

START_WITHIN_S = 20


def at_once(*calls):
    """What each call returned, in the order of the calls."""
    barrier = Barrier(len(calls))

    def run(call):
        barrier.wait(START_WITHIN_S)
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(run, call) for call in calls]]
