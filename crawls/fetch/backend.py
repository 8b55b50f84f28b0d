"""Opens connections, and only to addresses that were judged at that very moment."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import httpcore

from crawls.fetch.addresses import LOOPBACK, is_localhost, literal_address
from crawls.fetch.deadline import point_after, seconds_until
from crawls.fetch.stream import DeadlineStream

if TYPE_CHECKING:
    from datetime import timedelta

    from crawls.fetch.addresses import AddressRules

Resolve = Callable[..., list[Any]]  # socket.getaddrinfo, or what stands for it in a test
MAX_DIALLED = 4  # enough for two families with a spare each; a name may list hundreds


class JudgedBackend(httpcore.NetworkBackend):
    """Resolves a name once, judges every address of the answer, dials those numbers.

    Nothing is remembered: a name that is moved to a private address is judged again with its
    next connection. TLS still asks for the name, so the certificate is checked against it.
    """

    def __init__(
        self,
        rules: AddressRules,
        *,
        connect: timedelta,
        threads: int,
        resolve: Resolve = socket.getaddrinfo,
    ) -> None:
        self._rules = rules
        self._connect = connect
        self._resolve = resolve
        self._stock = httpcore.SyncBackend()
        # getaddrinfo has no time limit of its own; a thread can be left behind.
        self._resolvers = ThreadPoolExecutor(threads, thread_name_prefix="resolve")

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 -- one allowance covers look-up, TCP and TLS
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        connect_by = point_after(self._connect)
        self._rules.check_host(host, port)
        addresses = self._addresses(host, port, connect_by)
        self._rules.check_addresses(host, port, addresses)

        def dial(address: str, seconds: float) -> httpcore.NetworkStream:
            return self._stock.connect_tcp(address, port, seconds, local_address, socket_options)

        return DeadlineStream(
            _first_answering(addresses[:MAX_DIALLED], dial, connect_by), connect_by
        )

    def close(self) -> None:
        self._resolvers.shutdown(wait=False, cancel_futures=True)

    def _addresses(self, host: str, port: int, connect_by: float) -> list[str]:
        literal = literal_address(host)
        if literal is not None:
            return [literal]
        if is_localhost(host):
            return list(LOOPBACK)
        return self._look_up(self._absolute(host, port), port, connect_by)

    def _absolute(self, host: str, port: int) -> str:
        # Without the final dot the machine's search domains are tried too, and a customer's
        # missing host could be answered by a neighbour of ours.
        is_as_written = host.endswith(".") or self._rules.is_exempt(host, port)
        return host if is_as_written else f"{host}."

    def _look_up(self, name: str, port: int, connect_by: float) -> list[str]:
        asked = self._resolvers.submit(self._resolve, name, port, type=socket.SOCK_STREAM)
        try:
            answers = asked.result(seconds_until(connect_by, TimeoutError))
        except TimeoutError as error:
            asked.cancel()
            raise socket.gaierror(socket.EAI_AGAIN, "no answer in time") from error
        addresses = dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in answers)
        if not addresses:
            raise socket.gaierror(socket.EAI_NODATA, "no address")
        return list(addresses)


def _first_answering(
    addresses: list[str],
    dial: Callable[[str, float], httpcore.NetworkStream],
    connect_by: float,
) -> httpcore.NetworkStream:
    """Try in the resolver's order.

    Each try gets its share of the time that is left, so that one silent address does not use
    up the turn of the next.
    """
    *earlier, last = addresses
    for position, address in enumerate(earlier):
        left = seconds_until(connect_by, httpcore.ConnectTimeout)
        try:
            return dial(address, left / (len(addresses) - position))
        except (httpcore.ConnectError, httpcore.ConnectTimeout):
            continue
    return dial(last, seconds_until(connect_by, httpcore.ConnectTimeout))
