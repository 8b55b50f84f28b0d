"""One connection's bytes, bounded by points in time instead of pauses between bytes."""

from __future__ import annotations

import ssl
from time import monotonic
from typing import Any

import httpcore

from crawls.fetch.deadline import seconds_until

# A server may have hung up on a connection that waited this long for its slot.
PATIENCE_SECONDS = 1.0


class ClosedEarly(httpcore.ReadError):
    """The server closed the connection without a single byte of an answer."""


class StaleConnection(ClosedEarly):
    """The same on a connection that had been idle: it may have been closed before we wrote."""


class DeadlineStream(httpcore.NetworkStream):
    """Reads and writes that end by a deadline however slowly the other side drips.

    `timeout` of `read` and `write` is a point of the monotonic clock, not a duration: httpcore
    hands one number to every read of an answer, and only a point in time bounds them together.
    The handshake is bounded by `connect_by`.
    """

    def __init__(self, stream: httpcore.NetworkStream, connect_by: float) -> None:
        self._stream = stream
        self._connect_by = connect_by
        self._idle_since = monotonic()
        self._was_used = False
        self._is_asking = False
        self._may_be_stale = False

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        if not self._is_asking:
            has_waited = monotonic() - self._idle_since > PATIENCE_SECONDS
            self._may_be_stale = self._was_used or has_waited
            self._is_asking = True
        self._stream.write(buffer, _left(timeout, httpcore.WriteTimeout))

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        try:
            data = self._stream.read(max_bytes, _left(timeout, httpcore.ReadTimeout))
        except httpcore.ReadError as error:
            if not self._is_asking or isinstance(error.args[0], ssl.SSLError):
                raise
            raise self._closed_early() from error
        if not data and self._is_asking:
            raise self._closed_early()
        self._is_asking = False
        self._was_used = True
        self._idle_since = monotonic()
        return data

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002 -- a fresh allowance would exceed connect_by
    ) -> httpcore.NetworkStream:
        left = seconds_until(self._connect_by, httpcore.ConnectTimeout)
        secured = self._stream.start_tls(ssl_context, server_hostname, left)
        return DeadlineStream(secured, self._connect_by)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

    def _closed_early(self) -> ClosedEarly:
        kind = StaleConnection if self._may_be_stale else ClosedEarly
        return kind("closed without an answer")


def _left(point: float | None, late: type[Exception]) -> float | None:
    return None if point is None else seconds_until(point, late)
