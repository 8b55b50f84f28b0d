from __future__ import annotations

import os
import signal
import sys
import threading
import time

import psutil
import pytest

from crawls.management.processes import (
    MAX_DEATHS_IN_A_ROW,
    RESTART_AFTER_S,
    STEADY_AFTER_S,
    Child,
    Fleet,
    fleet,
)
from crawls.management.servers import CannotGoOn

DIES = [sys.executable, "-c", ""]
STUBBORN = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(other.pid, flush=True)
time.sleep(60)
"""


@pytest.fixture
def make_child(tmp_path):
    made = []

    def make(command):
        child = Child("worker", command, tmp_path / "worker.log", os.environ.copy())
        made.append(child)
        return child

    yield make
    for child in made:
        child.kill()


@pytest.fixture
def stubborn(make_child):
    """A process that does not end when asked, and one that it started; both run."""
    child = make_child([sys.executable, "-c", STUBBORN])
    child.start()
    deadline = time.monotonic() + 10
    while not child.log_file.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return child, int(child.log_file.read_text())


def is_gone(pid):
    """The kernel takes a moment to end what was killed."""
    deadline = time.monotonic() + 5
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def die(child, now):
    """Let it run to its end, note that, and restart it; returns when."""
    child.process.wait()
    child.restart_if_dead(now)
    later = now + RESTART_AFTER_S
    child.restart_if_dead(later)
    return later


def test_process_that_keeps_dying_is_given_up(make_child):
    child, now = make_child(DIES), time.monotonic()
    child.start()
    for _ in range(MAX_DEATHS_IN_A_ROW - 1):
        now = die(child, now)

    with pytest.raises(CannotGoOn) as raised:
        die(child, now)

    assert str(raised.value) == (
        f"The audit was stopped: the process worker died 5 times in a row. See {child.log_file}."
    )


def test_process_that_dies_now_and_then_is_restarted_for_ever(make_child):
    child = make_child(DIES)
    child.start()

    for _ in range(MAX_DEATHS_IN_A_ROW * 2):
        die(child, child.started_at + STEADY_AFTER_S)

    assert child.deaths_in_a_row == 1


def test_process_that_does_not_end_is_killed_with_what_it_started(stubborn):
    child, other = stubborn

    Fleet([child], stop_within_s=0.1).stop()

    assert (child.process.returncode, is_gone(other)) == (-signal.SIGKILL, True)


def test_interrupted_stop_still_ends_everything(stubborn):
    child, other = stubborn
    interrupt = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    interrupt.start()

    with pytest.raises(KeyboardInterrupt):
        Fleet([child], stop_within_s=30).stop()

    assert (child.process.returncode, is_gone(other)) == (-signal.SIGKILL, True)
    interrupt.join()


def test_logs_of_the_run_before_are_gone(tmp_path):
    for name in ("sweep.log", "fetch-9.log"):
        (tmp_path / name).write_text("the run before\n")

    with fleet(tmp_path, fetch_workers=1) as running:
        for child in running.children:
            child.kill()
        logs = {file.name: "the run before" in file.read_text() for file in tmp_path.iterdir()}

    assert logs == dict.fromkeys(
        ["dispatch.log", "sweep.log", "fetch-1.log", "lifecycle.log"], False
    )
