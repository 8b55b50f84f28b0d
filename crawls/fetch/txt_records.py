"""TXT records of a host, asked of the resolvers that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import dns.exception
import dns.resolver

if TYPE_CHECKING:
    from collections.abc import Sequence

LIFETIME_S = 10.0  # for all tries together


class RecordsUnknown(Exception):
    """Nobody answered, or only that something is wrong; the text says what, for customers."""


class TxtResolver:
    """`servers` are `address:port` pairs, an IPv6 address in brackets; none of them means those of the machine."""

    def __init__(self, servers: Sequence[str] = ()) -> None:
        self._resolver = dns.resolver.Resolver(configure=not servers)
        self._resolver.lifetime = LIFETIME_S
        self._resolver.cache = None  # what the owner has just set must be seen
        if servers:
            self._resolver.nameservers = [_nameserver(server) for server in servers]

    def records(self, host: str) -> tuple[bytes, ...]:
        """The values of a host, each with its strings joined; none when there is no such name.

        Raises RecordsUnknown.
        """
        try:
            answer = self._resolver.resolve(host, "TXT", search=False)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return ()
        except dns.resolver.NoNameservers as error:
            raise RecordsUnknown(f"The name servers of {host} answer with an error.") from error
        except dns.exception.Timeout as error:
            raise RecordsUnknown(f"The name servers of {host} did not answer in time.") from error
        except dns.exception.DNSException as error:
            raise RecordsUnknown(f"The records of {host} cannot be looked up.") from error
        return tuple(b"".join(record.strings) for record in answer)


def _nameserver(server: str) -> dns.nameserver.Nameserver:
    address, _, port = server.rpartition(":")
    return dns.nameserver.Do53Nameserver(address.strip("[]"), int(port))
