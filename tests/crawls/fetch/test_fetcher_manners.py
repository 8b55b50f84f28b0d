from __future__ import annotations

import pytest

from crawls.engine.response import FailureKind
from crawls.engine.urls import InvalidAddress
from tests.sites.misbehaving.behaviours import answers_in_turn, keeps_alive, sized

HELLO = sized(body=b"hello")
COOKIE = sized(b"Set-Cookie: session=1; Path=/", b"Location: /", status=b"302 Found")


def no_wait():
    """A slot that is free."""


def test_request_says_who_we_are_and_nothing_more(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))

    new_fetcher(server).fetch(server.url, take_slot=no_wait)

    assert server.requests[0].decode().split("\r\n") == [
        "GET / HTTP/1.1",
        f"Host: {server.authority}",
        "User-Agent: TestBot/1.0 (+https://bot.test)",
        "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Encoding: gzip, deflate",
    ]


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("a?b=1#fragment", "/a?b=1"),
        ("caf\xe9", "/caf%C3%A9"),
        ("a%zz|'[]^", "/a%zz|'[]%5E"),
        ("a/../b/./c", "/b/c"),
        ("?q=%E9+x'", "/?q=%E9+x%27"),
        ("//double//", "///double//"),
    ],
)
def test_target_is_what_a_browser_sends(serve, new_fetcher, path, target):
    server = serve(keeps_alive(HELLO))

    new_fetcher(server).fetch(server.url + path, take_slot=no_wait)

    assert server.requests[0].split(b" ")[1].decode() == target


def test_user_and_password_of_a_url_are_not_sent(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))

    got = new_fetcher(server).fetch(f"http://user:secret@{server.authority}/", take_slot=no_wait)

    assert (got.url, b"uthorization" in server.requests[0]) == (server.url, False)


def test_cookies_are_never_sent_back(serve, new_fetcher):
    server = serve(answers_in_turn(COOKIE, HELLO))
    fetcher = new_fetcher(server)
    fetcher.fetch(server.url, take_slot=no_wait)

    fetcher.fetch(server.url, take_slot=no_wait)

    assert [b"cookie" in request.lower() for request in server.requests] == [False, False]


def test_proxy_and_netrc_of_the_environment_are_not_used(serve, new_fetcher, monkeypatch, tmp_path):
    netrc = tmp_path / "netrc"
    netrc.write_text("default login user password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    server = serve(keeps_alive(HELLO))

    got = new_fetcher(server).fetch(server.url, take_slot=no_wait)

    assert (got.body, b"uthorization" in server.requests[0]) == (b"hello", False)


def test_every_request_of_a_redirect_chain_names_the_same_bot(serve, new_fetcher):
    server = serve(answers_in_turn(sized(b"Location: /b", status=b"302 Found"), HELLO))
    fetcher = new_fetcher(server)
    for path in ("", "b"):
        fetcher.fetch(server.url + path, take_slot=no_wait)

    agents = [request.split(b"\r\n")[2] for request in server.requests]
    assert agents == [b"User-Agent: TestBot/1.0 (+https://bot.test)"] * 2


def test_connection_is_kept_for_the_next_request(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))
    fetcher = new_fetcher(server)
    for _ in range(3):
        fetcher.fetch(server.url, take_slot=no_wait)

    assert (len(server.requests), server.connections) == (3, 1)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "/path",
        "ftp://shop.test/",
        "file:///etc/passwd",
        "javascript:x",
        "http://",
        "http://h:99999/",
    ],
)
def test_what_is_no_web_address_is_an_invalid_url(new_fetcher, url):
    got = new_fetcher().fetch(url, take_slot=no_wait)

    assert got.kind is FailureKind.INVALID_URL


def test_bad_referer_is_the_callers_fault(new_fetcher):
    with pytest.raises(InvalidAddress):
        new_fetcher().fetch("https://shop.test/", take_slot=no_wait, referer="no address")
