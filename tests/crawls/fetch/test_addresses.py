from __future__ import annotations

from ipaddress import ip_network

import pytest

from crawls.fetch.addresses import AddressRefused, AddressRules, judge

DENIED_NETWORKS = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "255.255.255.255/32",
    "168.63.129.16/32",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "3fff::/20",
    "2620:4f:8000::/48",
    "::/128",
    "::1/128",
    "::/96",
    "::ffff:0:0:0/96",
    "64:ff9b:1::/48",
    "100::/64",
    "100:0:0:1::/64",
    "5f00::/16",
    "fc00::/7",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
]
METADATA = [
    "169.254.169.254",
    "169.254.170.2",
    "fd00:ec2::254",
    "fd20:ce::254",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
]
HIDDEN = [
    "::ffff:127.0.0.1",
    "::ffff:10.1.2.3",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::1",
    "2606:4700::5efe:7f00:1",
    "2606:4700::200:5efe:a00:1",
    "fe80::1%1",
]
NEIGHBOURS = [
    "1.0.0.0",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "168.63.129.15",
    "168.63.129.17",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
    "2001:200::1",
    "2003::1",
    "2606:4700:4700::1111",
    "3ffe:ffff::1",
]


@pytest.mark.parametrize("network", DENIED_NETWORKS)
def test_both_ends_of_a_denied_network_are_denied(network):
    network = ip_network(network)

    reasons = [judge(str(network[0])), judge(str(network[-1]))]

    assert None not in reasons


@pytest.mark.parametrize("address", METADATA)
def test_metadata_address_of_a_cloud_is_denied(address):
    assert judge(address) is not None


@pytest.mark.parametrize("address", HIDDEN)
def test_address_that_hides_a_private_one_is_denied(address):
    assert judge(address) is not None


@pytest.mark.parametrize("address", NEIGHBOURS)
def test_public_address_beside_a_denied_network_is_allowed(address):
    assert judge(address) is None


def test_text_that_is_no_address_is_an_error():
    with pytest.raises(ValueError, match="does not appear to be"):
        judge("example.com")


@pytest.mark.parametrize(
    ("host", "port", "reason"),
    [
        ("intranet", 80, "intranet is not a name of the public Internet."),
        ("intranet.", 80, "intranet. is not a name of the public Internet."),
        ("localhost", 80, "localhost is not a name of the public Internet."),
        ("shop.localhost", 443, "shop.localhost is not a name of the public Internet."),
        ("printer.local", 80, "printer.local is not a name of the public Internet."),
        (
            "metadata.google.internal",
            80,
            "metadata.google.internal is not a name of the public Internet.",
        ),
        ("abc.onion", 80, "abc.onion is not a name of the public Internet."),
        (
            "1.0.0.10.in-addr.arpa",
            80,
            "1.0.0.10.in-addr.arpa is not a name of the public Internet.",
        ),
        ("shop.example", 8080, "Port 8080 is not crawled, only ports 80 and 443 are."),
        ("shop.example", 22, "Port 22 is not crawled, only ports 80 and 443 are."),
    ],
)
def test_host_outside_the_public_web_is_refused(host, port, reason):
    with pytest.raises(AddressRefused) as refused:
        AddressRules().check_host(host, port)

    assert str(refused.value) == reason


@pytest.mark.parametrize(
    "host", ["shop.example", "shop.example.", "local.example", "8.8.8.8", "::1"]
)
def test_public_name_or_literal_address_may_be_looked_at(host):
    AddressRules().check_host(host, 443)


def test_one_private_address_among_public_ones_refuses_the_host():
    with pytest.raises(AddressRefused) as refused:
        AddressRules().check_addresses("shop.example", 80, ["8.8.8.8", "10.0.0.1"])

    assert str(refused.value) == (
        "shop.example has the address 10.0.0.1, which is not public (private)."
    )


@pytest.mark.parametrize(
    ("host", "port", "is_exempt"),
    [
        ("127.0.0.1", 8000, True),
        ("127.0.0.1", 8001, False),
        ("127.0.0.2", 8000, False),
        ("::1", 8000, True),
        ("shop.localhost", 8000, True),
    ],
)
def test_only_the_exact_pair_is_exempt(host, port, is_exempt):
    rules = AddressRules(frozenset({"127.0.0.1:8000", "[::1]:8000", "shop.localhost:8000"}))

    assert rules.is_exempt(host, port) is is_exempt
