from __future__ import annotations

import os
import signal

import pytest

STAY = "echo up; exec sleep 60"


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("send", [os.kill, os.killpg])
def test_signal_ends_the_command_and_the_servers(clone, signum, send):
    user = clone.start("sh", "-c", STAY)
    user.stdout.readline()

    send(user.pid, signum)

    assert (user.wait(timeout=30), clone.running()) == (128 + signum, [])


def test_ctrl_c_twice_still_stops_the_servers(clone):
    user = clone.start("sh", "-c", STAY)
    user.stdout.readline()

    os.killpg(user.pid, signal.SIGINT)
    os.killpg(user.pid, signal.SIGINT)

    user.wait(timeout=30)
    assert clone.running() == []


def test_command_may_finish_its_own_shutdown(clone):
    trap = "trap 'sleep 0.3; echo finished; exit 5' TERM; echo up; while :; do sleep 0.05; done"
    user = clone.start("sh", "-c", trap)
    user.stdout.readline()

    user.terminate()

    assert (user.communicate(timeout=30)[0], user.returncode) == ("finished\n", 5)


def test_exit_code_is_passed_on(clone):
    assert clone.run("sh", "-c", "exit 3").returncode == 3


def test_unknown_command_is_explained(clone):
    done = clone.run("no-such-command")

    assert (done.returncode, done.stderr) == (
        127,
        "no-such-command: No such file or directory\n",
    )
