"""Says which addresses the localizer may talk to."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[..., list[tuple[Any, ...]]]

# Answers of local proxies that hand out stand-in addresses for names.
_STAND_INS = ipaddress.ip_network("198.18.0.0/15")
# Where clouds serve machine credentials; refused whatever is allowed.
_METADATA = frozenset(
    ipaddress.ip_address(text)
    for text in ("100.100.100.200", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254")
)
_PRIVATE, _HERE = "is a private address", "is this computer"
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class RefusedAddressError(OSError):
    """An address that may not be talked to; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """The rule for addresses. allow_private: private and loopback ones are allowed (tests)."""

    allow_private: bool = False
    resolve: Resolver = socket.getaddrinfo

    def addresses_of(self, host: str, port: int) -> list[tuple[Any, ...]]:
        """The addresses of a host that may be connected to, as `socket.getaddrinfo` gives them.

        Raises: RefusedAddressError when there are some and none may; OSError without any.
        """
        literal = parse_literal(host)
        found = self.resolve(host, port, 0, socket.SOCK_STREAM)
        reasons = []
        allowed = []
        for entry in found:
            address = ipaddress.ip_address(str(entry[4][0]).partition("%")[0])
            reason = self.refusal(address, is_name=literal is None)
            if reason:
                reasons.append(reason)
            else:
                allowed.append(entry)
        if not allowed and reasons:
            raise RefusedAddressError(reasons[0])
        return allowed

    def refusal(self, address: Address, *, is_name: bool) -> str:
        """Why an address is refused, or "". is_name: it is the answer to a name."""
        inner = embedded(address)
        if inner is not None:
            return self.refusal(inner, is_name=is_name)
        if address.is_link_local or address in _METADATA:
            return f"{address} is a link-local or metadata address"
        if address.is_multicast or str(address) == "255.255.255.255":
            return f"{address} is a multicast address"
        if self.allow_private or (is_name and address in _STAND_INS):
            return ""
        return "" if address.is_global else f"{address} {_PRIVATE}"

    def literal_refusal(self, host: str) -> str:
        """Why a host is refused by its spelling alone, or "": all that is known behind a proxy."""
        host = host.rstrip(".").lower()
        if host == "localhost" or host.endswith(".localhost"):
            return "" if self.allow_private else f"{host} {_HERE}"
        literal = parse_literal(host)
        return "" if literal is None else self.refusal(literal, is_name=False)


def is_allowable(refusal: str) -> bool:
    """Whether `allow_private` would lift a refusal."""
    return refusal.endswith((_PRIVATE, _HERE))


def parse_literal(host: str) -> Address | None:
    """The address that a host spells, in any of the spellings that systems take, or None."""
    host = host.strip("[]").partition("%")[0].rstrip(".")
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    try:
        return ipaddress.ip_address(socket.inet_aton(host)) if host[:1].isdigit() else None
    except OSError:
        return None


def embedded(address: Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 address leads to."""
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    if address in _NAT64 or (int(address) >> 32 == 0 and int(address) > 1):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None
