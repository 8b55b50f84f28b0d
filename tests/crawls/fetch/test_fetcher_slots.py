from __future__ import annotations

import threading

import pytest

from tests.sites.misbehaving.behaviours import (
    answers_once_per_connection,
    closes_without_a_word,
    keeps_alive,
    resets,
    sized,
)

HELLO = sized(body=b"hello")


class Lost(Exception):
    pass


def test_slot_is_taken_before_a_byte_is_written(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))
    seen = []

    def take_slot():
        server.close()  # it reads all that was sent until now
        seen.append((server.connections, server.requests, server.silent_bytes))

    new_fetcher(server).fetch(server.url, take_slot=take_slot)

    assert seen == [(1, [], [b""])]


def test_start_is_told_once_the_request_is_written(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))
    told = []

    new_fetcher(server).fetch(
        server.url, take_slot=lambda: told.append("take"), started=lambda: told.append("started")
    )

    assert told == ["take", "started"]


def test_no_start_is_told_of_a_refused_slot(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))
    told = []

    def refuse():
        raise Lost

    with pytest.raises(Lost):
        new_fetcher(server).fetch(
            server.url, take_slot=refuse, started=lambda: told.append("started")
        )

    assert told == []


def test_start_is_told_again_when_a_dead_connection_is_replaced(serve, new_fetcher):
    server = serve(answers_once_per_connection(HELLO))
    fetcher = new_fetcher(server)
    told = []
    for _ in range(2):
        fetcher.fetch(
            server.url,
            take_slot=lambda: told.append("take"),
            started=lambda: told.append("started"),
        )

    assert told == ["take", "started"] * 3


def test_refused_slot_writes_nothing(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))

    def refuse():
        raise Lost

    with pytest.raises(Lost):
        new_fetcher(server).fetch(server.url, take_slot=refuse)

    server.close()
    assert (server.connections, server.requests, server.silent_bytes) == (1, [], [b""])


def test_what_the_slot_raises_travels_unchanged(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))
    cause = OSError("redis is gone")
    original = Lost("lease 7")

    def refuse():
        raise original from cause

    with pytest.raises(Lost) as raised:
        new_fetcher(server).fetch(server.url, take_slot=refuse)

    assert (raised.value is original, raised.value.__cause__ is cause) == (True, True)


def test_network_error_raised_by_the_slot_is_no_fault_of_the_site(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))

    def refuse():
        raise ConnectionRefusedError(111, "redis")

    with pytest.raises(ConnectionRefusedError):
        new_fetcher(server).fetch(server.url, take_slot=refuse)


def test_refused_slot_leaves_the_fetcher_usable(serve, new_fetcher):
    server = serve(keeps_alive(HELLO))
    fetcher = new_fetcher(server, max_connections=1)

    def refuse():
        raise Lost

    with pytest.raises(Lost):
        fetcher.fetch(server.url, take_slot=refuse)

    assert fetcher.fetch(server.url, take_slot=lambda: None).body == b"hello"


def test_dead_connection_is_replaced_and_the_slot_taken_again(serve, new_fetcher):
    server = serve(answers_once_per_connection(HELLO))
    fetcher = new_fetcher(server)
    slots = []

    def take_slot():
        slots.append(len(server.requests))

    bodies = [fetcher.fetch(server.url, take_slot=take_slot).body for _ in range(2)]

    assert (bodies, slots, server.connections) == ([b"hello"] * 2, [0, 1, 2], 2)


@pytest.mark.parametrize("ends", [closes_without_a_word, resets])
def test_idle_connection_that_was_closed_is_replaced(serve, new_fetcher, ends):
    """As it is noticed before the next request is written, nothing is sent twice."""

    def behave(connection, head):
        connection.sendall(HELLO)
        return ends(connection, head)

    server = serve(behave)
    fetcher = new_fetcher(server)

    bodies = [fetcher.fetch(server.url, take_slot=lambda: None).body for _ in range(3)]

    assert (bodies, len(server.requests), server.connections) == ([b"hello"] * 3, 3, 3)


def test_idle_connection_that_is_reset_by_the_next_request_is_replaced(serve, new_fetcher):
    seen = set()

    def behave(connection, head):
        if connection in seen:
            return resets(connection, head)
        seen.add(connection)
        connection.sendall(HELLO)
        return True

    server = serve(behave)
    fetcher = new_fetcher(server)

    bodies = [fetcher.fetch(server.url, take_slot=lambda: None).body for _ in range(3)]

    assert (bodies, server.connections) == ([b"hello"] * 3, 3)


def test_fresh_connection_without_an_answer_is_not_tried_again(serve, new_fetcher):
    server = serve(closes_without_a_word)
    slots = []

    got = new_fetcher(server).fetch(server.url, take_slot=lambda: slots.append(1))

    assert (got.kind, slots, len(server.requests)) == ("closed_early", [1], 1)


def test_dead_connection_is_replaced_only_once(serve, new_fetcher):
    answers = [HELLO]

    def behave(connection, _):
        if answers:
            connection.sendall(answers.pop())
            return True
        return False

    server = serve(behave)
    fetcher = new_fetcher(server)
    slots = []
    fetcher.fetch(server.url, take_slot=lambda: None)

    got = fetcher.fetch(server.url, take_slot=lambda: slots.append(1))

    assert (got.kind, slots, len(server.requests)) == ("closed_early", [1, 1], 3)


def test_connection_closed_while_it_waited_for_its_slot_is_replaced(serve, new_fetcher):
    """As servers do that give a new connection only seconds to say something."""
    server = serve(keeps_alive(HELLO))
    slots = []

    def take_slot():
        slots.append(1)
        if len(slots) == 1:
            threading.Event().wait(1.2)
            server.hang_up()

    got = new_fetcher(server).fetch(server.url, take_slot=take_slot)

    assert (got.body, slots, len(server.requests)) == (b"hello", [1, 1], 1)


def test_threads_share_one_fetcher(serve, new_fetcher):
    servers = [serve(keeps_alive(sized(body=b"%d" % number))) for number in range(4)]
    fetcher = new_fetcher(*servers, max_connections=32)
    slots = []
    wrong = []

    def work(number):
        for step in range(25):
            turn = (number + step) % 4
            got = fetcher.fetch(servers[turn].url, take_slot=lambda: slots.append(1))
            if getattr(got, "body", got) != b"%d" % turn:
                wrong.append(got)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    requests = sum(len(server.requests) for server in servers)
    assert (wrong, requests, len(slots) >= requests) == ([], 800, True)
