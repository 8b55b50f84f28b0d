from __future__ import annotations

import dns.rcode
import pytest

from crawls.fetch import txt_records
from crawls.fetch.txt_records import RecordsUnknown, TxtResolver
from tests.sites.names import NameServer


@pytest.fixture
def ask():
    servers = []

    def _ask(host, records, **options):
        servers.append(NameServer(records, **options))
        return TxtResolver([servers[-1].address]).records(host)

    yield _ask
    for server in servers:
        server.close()


@pytest.mark.parametrize(
    ("records", "found"),
    [
        ({"shop.test": [["v=spf1 -all"]]}, (b"v=spf1 -all",)),
        ({"shop.test": [["one"], ["two"]]}, (b"one", b"two")),
        ({"shop.test": [["a" * 200, "b" * 100]]}, (b"a" * 200 + b"b" * 100,)),
        (
            {"shop.test": [[f"value-{number:02}-of-somebody-else"] for number in range(60)]},
            tuple(b"value-%02d-of-somebody-else" % number for number in range(60)),
        ),
        ({"shop.test": []}, ()),
        ({}, ()),
    ],
    ids=["one", "several", "split", "too many for UDP", "name without records", "no such name"],
)
def test_records_are_read_as_they_are_meant(ask, records, found):
    assert tuple(sorted(ask("shop.test", records))) == found


def test_error_of_the_servers_is_no_answer(ask):
    with pytest.raises(RecordsUnknown) as raised:
        ask("shop.test", {"shop.test": int(dns.rcode.SERVFAIL)})

    assert str(raised.value) == "The name servers of shop.test answer with an error."


def test_silent_server_is_not_waited_for_for_ever(ask, monkeypatch):
    monkeypatch.setattr(txt_records, "LIFETIME_S", 0.3)

    with pytest.raises(RecordsUnknown) as raised:
        ask("shop.test", {}, silent=["shop.test"])

    assert str(raised.value) == "The name servers of shop.test did not answer in time."


@pytest.mark.parametrize(
    ("server", "address"),
    [("192.0.2.53:5353", "192.0.2.53"), ("[2001:db8::53]:5353", "2001:db8::53")],
)
def test_server_is_an_address_of_either_kind_and_a_port(server, address):
    (named,) = TxtResolver([server])._resolver.nameservers

    assert (named.address, named.port) == (address, 5353)


def test_name_that_cannot_be_asked_for_is_no_answer(ask):
    with pytest.raises(RecordsUnknown) as raised:
        ask("a" * 64 + ".test", {})

    assert str(raised.value).startswith("The records of aaaa")
