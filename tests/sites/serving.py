"""What the local sites share: an exact access log, and ending when nobody needs them any more."""

from __future__ import annotations

import os
import signal
import stat
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

from tests.sites.arrival import next_arrival, stamp_arrivals

if TYPE_CHECKING:
    from pathlib import Path

PARENT_CHECK_SECONDS = 0.2


class AccessLog:
    """One line per request, written at its arrival, of six fields separated by tabs.

    Monotonic ms, wall clock ms, requests in flight with this one, method, Host header, target.
    """

    def __init__(self, path: Path | None) -> None:
        self._file = path.open("w", encoding="utf-8", buffering=1) if path else None
        self._lock = threading.Lock()
        self._in_flight = 0

    def arrived(self, monotonic: float, wall: float, request: tuple[str, str, str]) -> None:
        with self._lock:
            self._in_flight += 1
            if self._file:
                times = f"{monotonic * 1000:.3f}\t{wall * 1000:.3f}"
                self._file.write("\t".join((times, str(self._in_flight), *request)) + "\n")

    def answered(self) -> None:
        with self._lock:
            self._in_flight -= 1

    def close(self) -> None:
        if self._file:
            self._file.close()


class LoopbackServer(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(
        self, port: int, handler: type[BaseHTTPRequestHandler], log: Path | None = None
    ) -> None:
        super().__init__(("127.0.0.1", port), handler)
        stamp_arrivals(self.socket)
        self.access_log = AccessLog(log)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def server_close(self) -> None:
        super().server_close()
        self.access_log.close()

    def handle_error(self, request, client_address):
        """A client that hangs up is its own business; anything else is a fault of the site."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class LoggedHandler(BaseHTTPRequestHandler):
    """Takes the times of the request's first byte from the kernel: it is never busy."""

    server: LoopbackServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # headers and body leave in one write

    def parse_request(self) -> bool:
        self._is_counted = super().parse_request()
        if self._is_counted:
            request = (self.command, self.headers.get("Host", "-"), self.path)
            self.server.access_log.arrived(*self._arrived, request)
        return self._is_counted

    def handle_one_request(self) -> None:
        self._is_counted = False
        self._arrived = next_arrival(self.connection)
        try:
            super().handle_one_request()
        finally:
            if self._is_counted:
                self.server.access_log.answered()

    def log_message(self, format, *args):
        """The access log says it already."""


def serve_until_unneeded(server: LoopbackServer, ready: str) -> None:
    """Announce, serve, and return at SIGTERM or SIGINT, when stdin closes or the parent is gone.

    Only a stdin that is a pipe counts: /dev/null is always at its end and a terminal never is.
    """
    is_over = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: is_over.set())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    if _stdin_is_pipe():
        threading.Thread(target=_wait_for_eof, args=(is_over,), daemon=True).start()
    parent = os.getppid()
    sys.stdout.write(f"READY {ready}\n")
    sys.stdout.flush()
    while os.getppid() == parent and not is_over.wait(PARENT_CHECK_SECONDS):
        pass
    server.shutdown()
    server.server_close()


def _stdin_is_pipe() -> bool:
    try:
        mode = os.fstat(0).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _wait_for_eof(is_over: threading.Event) -> None:
    while os.read(0, 4096):
        pass
    is_over.set()
