from __future__ import annotations

import socket

import pytest

from tests.seofix_site.embedded.clone import EmbeddedClone


@pytest.fixture
def clone(tmp_path):
    made = EmbeddedClone(tmp_path / "a clone with spaces" / ".local")
    yield made
    made.clean_up()


@pytest.fixture
def other_clone(tmp_path):
    made = EmbeddedClone(tmp_path / "another clone" / ".local")
    yield made
    made.clean_up()


@pytest.fixture
def occupied_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]
