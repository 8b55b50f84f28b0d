"""The one door to the network: a URL and a slot go in, a response or a failure comes out."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import certifi
import httpcore

from crawls.engine.policy import FetchLimits
from crawls.engine.response import BodyState, Failure, Response
from crawls.engine.urls import authority, host_of, normalise, target_of
from crawls.fetch.addresses import AddressRules
from crawls.fetch.backend import JudgedBackend
from crawls.fetch.decoding import BodyStopped, decode_body
from crawls.fetch.errors import failure_of
from crawls.fetch.exchange import Exchange, SlotRefused
from crawls.fetch.headers import host_header, request_headers
from crawls.fetch.stream import StaleConnection

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crawls.fetch.backend import Resolve
    from crawls.fetch.headers import Headers

KEEPALIVE_SECONDS = 5.0

Slot = tuple[Callable[[], None], Callable[[], None]]  # asked before the write, told after it


def _browsers_tls() -> ssl.SSLContext:
    """What browsers accept, also where a system's OpenSSL would still speak TLS 1.0."""
    context = ssl.create_default_context(cafile=certifi.where())
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _nobody_asks() -> None:
    """Who takes no account of starts."""


class Fetcher:
    """One bot's connections; one per process, shared by its threads.

    It stands on httpcore, the engine of httpx, because what httpx adds must not happen here:
    cookies kept, Location headers parsed (and a strange one raised as an error), credentials
    taken from URLs and .netrc, proxies from the environment, URLs spelled anew.
    """

    def __init__(
        self,
        *,
        user_agent: str,
        limits: FetchLimits | None = None,
        allow_hosts: frozenset[str] = frozenset(),
        max_connections: int = 32,
        resolve: Resolve = socket.getaddrinfo,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        self._user_agent = user_agent.encode("ascii")
        self._limits = limits or FetchLimits()
        self._backend = JudgedBackend(
            AddressRules(allow_hosts, self._limits.ports),
            connect=self._limits.connect,
            threads=max_connections,
            resolve=resolve,
        )
        self._pool = httpcore.ConnectionPool(
            ssl_context=ssl_context or _browsers_tls(),
            max_connections=max_connections,
            keepalive_expiry=KEEPALIVE_SECONDS,
            network_backend=self._backend,
        )

    def fetch(
        self,
        url: str,
        *,
        take_slot: Callable[[], None],
        started: Callable[[], None] = _nobody_asks,
        referer: str | None = None,
        conditions: Mapping[str, str] | None = None,
        max_body: int | None = None,
    ) -> Response | Failure:
        """GET `url`, following nothing.

        `take_slot` is called when the request is about to be written and may block; once more
        if a connection turns out to be dead and the request goes out again. What it raises
        travels unchanged to the caller and nothing is written. `started` is called as soon as
        the request is written, as often as `take_slot` was. `conditions` are If-None-Match
        and If-Modified-Since; one that is no legal header value is not sent. `max_body` is in
        decoded bytes and defaults to the limits'. Raises NotAWebAddress for a bad
        referer and httpcore.PoolTimeout when more threads fetch than there are connections: both
        are the caller's fault.
        """
        headers = request_headers(self._user_agent, referer, conditions or {})
        limit = self._limits.body_bytes if max_body is None else max_body
        try:
            return self._answer(normalise(url), headers, (take_slot, started), limit)
        except SlotRefused as refused:
            original = refused.original
        except Exception as error:
            failure = failure_of(error)
            if failure is None:
                raise
            return failure
        raise original

    def close(self) -> None:
        self._pool.close()
        self._backend.close()

    def _answer(self, url: str, headers: Headers, slot: Slot, limit: int) -> Response:
        headers = [host_header(url), *headers]
        try:
            return self._send(url, headers, Exchange(*slot, self._limits.total), limit)
        except StaleConnection:
            # GET may be repeated (RFC 9110, 9.2.2), and this one was never answered.
            return self._send(url, headers, Exchange(*slot, self._limits.total), limit)

    def _send(self, url: str, headers: Headers, exchange: Exchange, limit: int) -> Response:
        with self._pool.stream(
            "GET", _httpcore_url(url), headers=headers, extensions=exchange.extensions
        ) as answer:
            names = tuple((_text(name).lower(), _text(value)) for name, value in answer.headers)
            encodings = tuple(value for name, value in names if name == "content-encoding")
            body, state = decode_body(_wire(answer), encodings, limit)
            if _has_more_to_say(answer):
                answer.extensions["network_stream"].close()
        return Response(
            url=url,
            status=answer.status,
            headers=names,
            body=body,
            body_state=state,
            ttfb=exchange.ttfb,
            elapsed=exchange.elapsed(),
        )


def _httpcore_url(url: str) -> httpcore.URL:
    return httpcore.URL(
        scheme=url.partition(":")[0],
        host=host_of(url).strip("[]"),
        port=int(authority(url).rpartition(":")[2]),
        target=target_of(url),
    )


def _wire(answer: httpcore.Response) -> Iterator[bytes]:
    try:
        yield from answer.iter_stream()
    except (httpcore.RemoteProtocolError, httpcore.ReadError) as error:
        raise BodyStopped(BodyState.BROKEN_OFF) from error


def _has_more_to_say(answer: httpcore.Response) -> bool:
    """Whether bytes follow the end of an answer that was read to its end.

    As after a body longer than its Content-Length, or a 304 with one. Nobody asked for them, and
    the next answer of the connection would begin with them: its page would fail, or be theirs.
    """
    # httpcore keeps its parser to itself and asks only the socket for what is left.
    connection = cast("Any", answer.stream)._stream._connection  # noqa: SLF001 -- see above
    excess, _ = connection._h11_state.trailing_data  # noqa: SLF001 -- see above
    return bool(excess)


def _text(raw: bytes) -> str:
    return raw.decode("latin-1")
