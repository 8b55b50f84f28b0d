"""When the first byte of a request reached this machine, however late the site comes to read it.

Linux stamps each packet of a socket that asks for it (SO_TIMESTAMPING, `networking/timestamping` of
the kernel's documentation). Elsewhere the time of reading has to do.
"""

from __future__ import annotations

import socket
import struct
import sys
import time

SO_TIMESTAMPING = 37  # asm-generic/socket.h; Python has no name for it
RX_SOFTWARE, REPORT_SOFTWARE = 1 << 3, 1 << 4
STAMPS = struct.Struct("@6q")  # three pairs of seconds and ns: software, unused, hardware


def stamp_arrivals(listener: socket.socket) -> None:
    """Have the packets of all connections to this socket stamped."""
    if sys.platform == "linux":
        listener.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPING, RX_SOFTWARE | REPORT_SOFTWARE)


def next_arrival(connection: socket.socket) -> tuple[float, float]:
    """Wait for a byte and leave it there. Its time by the monotonic clock and by the wall, in s."""
    _, messages, *_ = connection.recvmsg(1, socket.CMSG_SPACE(STAMPS.size), socket.MSG_PEEK)
    monotonic, wall = time.monotonic(), time.time()
    stamps = [data for _, kind, data in messages if kind == SO_TIMESTAMPING]
    if not stamps:
        return monotonic, wall
    seconds, nanoseconds, *_ = STAMPS.unpack(stamps[0])
    arrived = seconds + nanoseconds / 1e9
    return monotonic - (wall - arrived), arrived
