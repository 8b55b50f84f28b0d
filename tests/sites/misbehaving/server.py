"""A loopback server that speaks bytes, not HTTP, and so can get HTTP wrong on purpose."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ssl

FULL_QUEUE = 4  # more than a listener with no backlog lets in
END_OF_HEAD = b"\r\n\r\n"
TLS_HANDSHAKE = b"\x16"  # the first byte of a client that expects TLS
Behave = Callable[[socket.socket, bytes], bool]  # True: wait for the next request


@contextmanager
def never_accepting(host: str = "127.0.0.1", port: int = 0) -> Iterator[int]:
    """A port whose queue is full: whoever dials it hears nothing, not even a refusal."""
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server((host, port), backlog=0))
        for _ in range(FULL_QUEUE):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            with suppress(BlockingIOError):
                waiting.connect(listener.getsockname())
        yield listener.getsockname()[1]


class MisbehavingServer:
    """Hands every request's head to `behave`, and remembers what it saw.

    `requests` holds the heads in order of arrival, `connections` counts accepted connections,
    `silent_bytes` is what each connection had sent beyond its requests when the client left.
    """

    def __init__(
        self, behave: Behave, tls: ssl.SSLContext | None = None, end: bytes = END_OF_HEAD
    ) -> None:
        self.requests: list[bytes] = []
        self.connections = 0
        self.silent_bytes: list[bytes] = []
        self._behave = behave
        self._tls = tls
        self._end = end
        self._open: set[socket.socket] = set()
        self._last: tuple[str, int] | None = None  # who dials to say that nobody comes any more
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    @property
    def port(self) -> int:
        return self._listener.getsockname()[1]

    @property
    def authority(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.authority}/"

    def close(self) -> None:
        """Hang up on everyone who dialled, once all that they had sent is read. Safe to repeat."""
        with suppress(OSError), socket.socket() as last:
            last.bind(("127.0.0.1", 0))
            self._last = last.getsockname()
            last.connect(self._listener.getsockname())
            self._threads[0].join(5)
        self._listener.close()
        self.hang_up()
        for thread in self._threads:
            thread.join(5)

    def hang_up(self) -> None:
        for connection in list(self._open):
            _hang_up_on(connection)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, peer = self._listener.accept()
                if peer == self._last:
                    connection.close()
                    return
                self.connections += 1
                thread = threading.Thread(target=self._serve, args=(connection,), daemon=True)
                self._threads.append(thread)
                thread.start()

    def _serve(self, connection: socket.socket) -> None:
        with suppress(OSError):
            if self._tls:
                connection = self._tls.wrap_socket(connection, server_side=True)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._open.add(connection)
            if self._last is not None:
                _hang_up_on(connection)
            self._converse(connection)
        connection.close()
        self._open.discard(connection)

    def _converse(self, connection: socket.socket) -> None:
        received = b""
        while True:
            chunk = connection.recv(65536)
            received += chunk
            if not chunk:
                self.silent_bytes.append(received)
                return
            while self._end in received:
                head, _, received = received.partition(self._end)
                self.requests.append(head)
                if not self._behave(connection, head):
                    return


def _hang_up_on(connection: socket.socket) -> None:
    with suppress(OSError):  # whoever left already
        connection.shutdown(socket.SHUT_RDWR)
