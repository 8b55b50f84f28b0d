"""Which hosts, ports and addresses may be dialled. The address decides, never its spelling."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

from crawls.engine.policy import SEOFIX

if TYPE_CHECKING:
    from collections.abc import Sequence

LOOPBACK = ("127.0.0.1", "::1")
REFUSED_SUFFIXES = ("localhost", "local", "internal", "onion", "arpa")

# Not ipaddress.is_global: its answers differ between Python releases, and multicast, 6to4,
# NAT64 and the clouds' own addresses count as global there.
DENIED_IPV4 = tuple(
    (IPv4Network(network), reason)
    for network, reason in (
        ("0.0.0.0/8", "this network"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "shared by a provider's customers"),
        ("127.0.0.0/8", "loopback"),
        ("168.63.129.16/32", "a cloud's own service"),
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "reserved for protocols"),
        ("192.0.2.0/24", "for documentation"),
        ("192.31.196.0/24", "reserved for name services"),
        ("192.52.193.0/24", "reserved for tunnels"),
        ("192.88.99.0/24", "a 6to4 relay"),
        ("192.168.0.0/16", "private"),
        ("192.175.48.0/24", "reserved for name services"),
        ("198.18.0.0/15", "for benchmarks"),
        ("198.51.100.0/24", "for documentation"),
        ("203.0.113.0/24", "for documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
)
GLOBAL_UNICAST = IPv6Network("2000::/3")
DENIED_IPV6 = tuple(
    (IPv6Network(network), reason)
    for network, reason in (
        ("2001::/23", "reserved for protocols"),
        ("2001:db8::/32", "for documentation"),
        ("2002::/16", "6to4, which hides an IPv4 address"),
        ("2620:4f:8000::/48", "reserved for name services"),
        ("3fff::/20", "for documentation"),
    )
)
NAT64 = IPv6Network("64:ff9b::/96")
ISATAP_MARKS = frozenset({0x0000_5EFE, 0x0200_5EFE})


class AddressRefused(Exception):
    """The rules forbid this host, port or address. The message is a sentence for customers."""


def judge(ip: str) -> str | None:
    """Why a packet to this address would not reach the public Internet, or None when it would.

    An IPv4 address inside an IPv4-mapped or NAT64 one is judged in its place. Raises ValueError
    for text that is no address.
    """
    address = _unwrap(ip_address(ip))
    if isinstance(address, IPv4Address):
        return next((reason for network, reason in DENIED_IPV4 if address in network), None)
    if address not in GLOBAL_UNICAST:
        return "not global unicast"
    if int(address) >> 32 & 0xFFFF_FFFF in ISATAP_MARKS:
        return "ISATAP, which hides an IPv4 address"
    return next((reason for network, reason in DENIED_IPV6 if address in network), None)


def _unwrap(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return address.ipv4_mapped
        if address in NAT64:
            return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address


def literal_address(host: str) -> str | None:
    """The host itself when it is an IP address and needs no look-up. No brackets."""
    try:
        return str(ip_address(host))
    except ValueError:
        return None


def is_localhost(host: str) -> bool:
    """Names that mean loopback without asking a name server (RFC 6761, section 6.3)."""
    name = host.removesuffix(".")
    return name == "localhost" or name.endswith(".localhost")


@dataclass(frozen=True, slots=True)
class AddressRules:
    """The rules of one fetcher. `allow_hosts` are exact `host:port` pairs that are exempt.

    Hosts here are as a socket wants them: lower case, an IPv6 address without brackets; in
    `allow_hosts` an IPv6 address has them (`[::1]:8000`).
    """

    allow_hosts: frozenset[str] = frozenset()
    ports: frozenset[int] = SEOFIX.fetch.ports

    def is_exempt(self, host: str, port: int) -> bool:
        name = f"[{host}]" if ":" in host else host
        return f"{name}:{port}" in self.allow_hosts

    def check_host(self, host: str, port: int) -> None:
        """Raises AddressRefused for a port or a name that is never looked up."""
        if self.is_exempt(host, port):
            return
        if port not in self.ports:
            open_ports = " and ".join(map(str, sorted(self.ports)))
            raise AddressRefused(f"Port {port} is not crawled, only ports {open_ports} are.")
        if literal_address(host) is None and _is_refused_name(host):
            raise AddressRefused(f"{host} is not a name of the public Internet.")

    def check_addresses(self, host: str, port: int, addresses: Sequence[str]) -> None:
        """Raises AddressRefused when any of the addresses is denied.

        One bad address among good ones is a name that wants to be dialled until it hits.
        """
        if self.is_exempt(host, port):
            return
        for address in addresses:
            reason = judge(address)
            if reason is not None:
                name = host if host == address else f"{host} has the address {address}, which"
                raise AddressRefused(f"{name} is not public ({reason}).")


def _is_refused_name(host: str) -> bool:
    labels = host.removesuffix(".").rsplit(".", maxsplit=1)
    return len(labels) == 1 or labels[-1] in REFUSED_SUFFIXES
