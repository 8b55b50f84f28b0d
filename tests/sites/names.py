"""A name server on loopback that says what a test wants: over UDP, and what is too long over TCP."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

import dns.exception
import dns.flags
import dns.message
import dns.rcode
import dns.rrset

LONGEST_BY_UDP = 512  # bytes (RFC 1035, section 4.2.1)


class NameServer:
    """`records` maps a name to its TXT values, each a list of strings, or to an error code; what
    is not in it does not exist. A name in `silent` gets no answer.
    """

    def __init__(self, records, silent=()):
        self.records = records
        self.silent = frozenset(silent)
        self.asked = []
        self._socket, self._listener = _on_one_port()
        self._threads = [
            threading.Thread(target=serve, daemon=True) for serve in (self._serve, self._serve_long)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def address(self):
        return f"127.0.0.1:{self._socket.getsockname()[1]}"

    def close(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", self._socket.getsockname())
        socket.create_connection(self._listener.getsockname()).close()
        for thread in self._threads:
            thread.join(5)
        self._socket.close()
        self._listener.close()

    def _serve(self):
        while True:
            wire, asker = self._socket.recvfrom(4096)
            if not wire:
                return
            query = dns.message.from_wire(wire)
            name = query.question[0].name.to_text(omit_final_dot=True)
            self.asked.append(name)
            if name not in self.silent:
                self._socket.sendto(self._short(self._answer(query, name)), asker)

    def _serve_long(self):
        while True:
            connection, _ = self._listener.accept()
            with connection, connection.makefile("rb") as asked:
                length = int.from_bytes(asked.read(2))
                if not length:
                    return
                query = dns.message.from_wire(asked.read(length))
                name = query.question[0].name.to_text(omit_final_dot=True)
                wire = self._answer(query, name).to_wire()
                connection.sendall(len(wire).to_bytes(2) + wire)

    def _short(self, answer):
        try:
            return answer.to_wire(max_size=LONGEST_BY_UDP)
        except dns.exception.TooBig:
            answer.answer.clear()
            answer.flags |= dns.flags.TC
            return answer.to_wire()

    def _answer(self, query, name):
        answer = dns.message.make_response(query)
        answer.flags |= dns.flags.RA
        known = self.records.get(name, dns.rcode.NXDOMAIN)
        if isinstance(known, int):
            answer.set_rcode(known)
        elif known:
            values = [" ".join(f'"{part}"' for part in value) for value in known]
            answer.answer.append(
                dns.rrset.from_text(query.question[0].name, 60, "IN", "TXT", *values)
            )
        return answer


def _on_one_port():
    """A UDP and a TCP socket with the same number, which another process may have half of."""
    for _ in range(20):
        packets = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        packets.bind(("127.0.0.1", 0))
        with suppress(OSError):
            return packets, socket.create_server(packets.getsockname())
        packets.close()
    raise OSError("no port is free for both UDP and TCP")
