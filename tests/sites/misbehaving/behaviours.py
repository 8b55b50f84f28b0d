"""What a server can do with a request. Each function makes one behaviour."""

from __future__ import annotations

import socket
import struct
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.sites.misbehaving.server import Behave


def answer(*headers: bytes, body: bytes = b"", status: bytes = b"200 OK") -> bytes:
    """A response of the framing the headers claim; nothing is added."""
    return b"\r\n".join((b"HTTP/1.1 " + status, *headers, b"", body))


def sized(*headers: bytes, body: bytes = b"", status: bytes = b"200 OK") -> bytes:
    """A well-framed response."""
    return answer(*headers, b"Content-Length: %d" % len(body), body=body, status=status)


def sends_then_closes(raw: bytes) -> Behave:
    def behave(connection: socket.socket, _: bytes) -> bool:
        connection.sendall(raw)
        return False

    return behave


def keeps_alive(raw: bytes) -> Behave:
    def behave(connection: socket.socket, _: bytes) -> bool:
        connection.sendall(raw)
        return True

    return behave


def closes_without_a_word(connection: socket.socket, _: bytes) -> bool:
    return False


def resets(connection: socket.socket, _: bytes) -> bool:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return False


def drips(at_once: bytes, drop: bytes, pause: float, drops: int) -> Behave:
    def behave(connection: socket.socket, _: bytes) -> bool:
        connection.sendall(at_once)
        for _ in range(drops):
            connection.sendall(drop)
            threading.Event().wait(pause)
        return False

    return behave


def floods(at_once: bytes, wave: bytes) -> Behave:
    def behave(connection: socket.socket, _: bytes) -> bool:
        connection.sendall(at_once)
        while True:
            connection.sendall(wave)

    return behave


def answers_once_per_connection(raw: bytes) -> Behave:
    """Promises keep-alive, reads the next request of the connection and hangs up."""
    seen: set[socket.socket] = set()

    def behave(connection: socket.socket, _: bytes) -> bool:
        if connection in seen:
            return False
        seen.add(connection)
        connection.sendall(raw)
        return True

    return behave


def answers_in_turn(*raws: bytes) -> Behave:
    left = list(raws)

    def behave(connection: socket.socket, _: bytes) -> bool:
        connection.sendall(left.pop(0))
        return True

    return behave
