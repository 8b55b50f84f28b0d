"""The folder server's log says when each request came in."""

from __future__ import annotations

import http.client
import threading
import time

import pytest

from tests.sites.static import folder_server


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "www").mkdir()
    (tmp_path / "www" / "page.html").write_text("<title>A page</title>")
    return tmp_path / "www"


@pytest.fixture
def server(folder, tmp_path):
    server = folder_server(folder, log=tmp_path / "access.log")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def connection(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    yield connection
    connection.close()


def get(connection, target):
    connection.request("GET", target)
    response = connection.getresponse()
    return response.status, response.headers["content-type"], response.read()


def test_a_file_is_served_as_it_is(connection):
    assert get(connection, "/page.html") == (200, "text/html", b"<title>A page</title>")


def test_a_missing_file_answers_404(connection):
    assert get(connection, "/nothing.html")[0] == 404


def test_each_request_is_one_line_with_its_target(connection, server, tmp_path):
    get(connection, "/page.html?a=1")
    get(connection, "/nothing.html")
    rows = [line.split("\t") for line in (tmp_path / "access.log").read_text().splitlines()]

    assert [row[2:] for row in rows] == [
        ["1", "GET", f"127.0.0.1:{server.port}", "/page.html?a=1"],
        ["1", "GET", f"127.0.0.1:{server.port}", "/nothing.html"],
    ]


def test_arrival_is_the_moment_of_the_request_line(connection, tmp_path):
    connection.connect()
    before = time.monotonic() * 1000, time.time() * 1000
    get(connection, "/page.html")
    after = time.monotonic() * 1000, time.time() * 1000
    row = (tmp_path / "access.log").read_text().split("\t")
    arrived = float(row[0]), float(row[1])

    assert [b <= at <= a for b, at, a in zip(before, arrived, after, strict=True)] == [True, True]


def test_requests_in_flight_are_counted_together(server, tmp_path):
    server.access_log.arrived(1.0, 2.0, ("GET", "h", "/a"))
    server.access_log.arrived(1.0, 2.0, ("GET", "h", "/b"))
    server.access_log.answered()
    server.access_log.arrived(1.5, 2.5, ("GET", "h", "/c"))

    assert (tmp_path / "access.log").read_text() == (
        "1000.000\t2000.000\t1\tGET\th\t/a\n"
        "1000.000\t2000.000\t2\tGET\th\t/b\n"
        "1500.000\t2500.000\t2\tGET\th\t/c\n"
    )
