from __future__ import annotations

import socket
import subprocess

import pytest

from tests.seofix_site.embedded.clone import EmbeddedClone


@pytest.fixture
def new_clone(tmp_path):
    """Whose servers never ran."""
    made = EmbeddedClone(tmp_path / "a clone with spaces" / ".local")
    yield made
    made.clean_up()


@pytest.fixture(scope="session")
def made_before(tmp_path_factory):
    """A folder with a database, which takes longer to make than most tests take to run."""
    made = EmbeddedClone(tmp_path_factory.mktemp("made") / ".local")
    assert made.run("true").returncode == 0
    return made.folder


@pytest.fixture
def clone(new_clone, made_before):
    """Whose servers ran before."""
    return _with_copy(new_clone, made_before)


@pytest.fixture
def other_clone(tmp_path, made_before):
    made = EmbeddedClone(tmp_path / "another clone" / ".local")
    yield _with_copy(made, made_before)
    made.clean_up()


def _with_copy(clone, made_before):
    clone.folder.parent.mkdir()
    subprocess.run(["cp", "-a", made_before, clone.folder], check=True)
    return clone


@pytest.fixture
def occupied_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]
