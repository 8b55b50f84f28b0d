from __future__ import annotations

import socket

import pytest

from tests.crawls.frontier.redis_process import PORTS, PortTaken, RedisProcess, choose_port

BUS_ABOVE = 10_000
FIRST_EPHEMERAL_PORT = 32_768


@pytest.fixture
def start(tmp_path):
    """Starts a server on the first of these ports that is free; it ends with the test."""
    started = []

    def _start(*ports, **options):
        process = RedisProcess(tmp_path, iter(ports).__next__, **options)
        started.append(process)
        process.start()
        return process

    yield _start
    for process in started:
        process.kill()


def is_free(port):
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


@pytest.fixture
def free():
    """A port with room for a node and its bus."""
    ports = iter(choose_port, None)
    return next(port for port in ports if is_free(port) and is_free(port + BUS_ABOVE))


@pytest.fixture
def taken():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.fixture
def taken_bus():
    """The port of a node whose bus has no place."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1] - BUS_ABOVE


def test_a_taken_port_is_given_up_for_another(start, taken, free):
    assert start(taken, free).port == free


def test_a_node_gives_up_a_port_whose_bus_is_taken(start, taken_bus, free):
    assert start(taken_bus, free, **{"cluster-enabled": "yes"}).port == free


def test_the_server_of_a_stranger_is_not_taken_for_ours(start, free, tmp_path_factory):
    stranger = start(free)
    ours = RedisProcess(tmp_path_factory.mktemp("ours"), lambda: stranger.port)

    with pytest.raises(PortTaken):
        ours.start()


def test_a_server_comes_back_where_it_was(start, free):
    process = start(free)
    before = process.url

    process.kill()
    process.start()

    assert process.url == before


def test_every_port_leaves_room_for_the_bus_of_a_cluster():
    assert max(PORTS) + BUS_ABOVE < FIRST_EPHEMERAL_PORT
