"""Only public addresses are talked to."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from inkpost.localize.guard import Guard, RefusedAddressError, parse_literal


def _resolver(*addresses: str) -> Any:
    def resolve(host: str, port: int, *_: object) -> list[tuple[Any, ...]]:
        return [
            (socket.AF_INET6 if ":" in item else socket.AF_INET, 1, 6, "", (item, port))
            for item in addresses
        ]

    return resolve


PRIVATE = [
    "127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "0.0.0.0",
    "169.254.169.254", "224.0.0.1", "255.255.255.255", "240.0.0.1", "100.100.100.200", "::", "::1",
    "fe80::1", "fc00::1", "fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254",
    "64:ff9b::7f00:1", "2002:7f00:1::", "::127.0.0.1",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_address_is_refused(address: str) -> None:
    guard = Guard(resolve=_resolver(address))
    with pytest.raises(RefusedAddressError):
        guard.addresses_of("name.example", 80)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::5db8:d822"])
def test_public_address_is_taken(address: str) -> None:
    assert Guard(resolve=_resolver(address)).addresses_of("name.example", 80)


def test_only_allowed_addresses_of_a_name_are_kept() -> None:
    guard = Guard(resolve=_resolver("10.0.0.1", "93.184.216.34"))
    assert [entry[4][0] for entry in guard.addresses_of("name.example", 80)] == ["93.184.216.34"]


def test_stand_in_addresses_count_for_names_only() -> None:
    guard = Guard(resolve=_resolver("198.18.0.9"))
    assert guard.addresses_of("name.example", 80)
    with pytest.raises(RefusedAddressError):
        guard.addresses_of("198.18.0.9", 80)


@pytest.mark.parametrize("address", ["169.254.169.254", "fe80::1", "fd00:ec2::254", "224.0.0.1"])
def test_some_are_refused_whatever_is_allowed(address: str) -> None:
    guard = Guard(allow_private=True, resolve=_resolver(address))
    with pytest.raises(RefusedAddressError):
        guard.addresses_of("name.example", 80)


def test_private_addresses_can_be_allowed() -> None:
    guard = Guard(allow_private=True, resolve=_resolver("127.0.0.1"))
    assert guard.addresses_of("name.example", 80)
    assert guard.literal_refusal("localhost") == ""


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "[::1]", "localhost.",
             "a.localhost", "[::ffff:10.0.0.1]"],
)  # fmt: skip
def test_spelling_alone_gives_an_address_away(host: str) -> None:
    assert Guard().literal_refusal(host)


def test_names_are_no_literals() -> None:
    assert parse_literal("example.org") is None
    assert parse_literal("1.example") is None
    assert Guard().literal_refusal("example.org") == ""
