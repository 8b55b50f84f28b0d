from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path

import pytest

from crawls.fetch.parser_pool import ParserBusy, ParserCrashed, ParserPool, ParserTimeout
from crawls.services.examination import Examined, examine
from tests.sites.misbehaving import parsers

AMPLE = timedelta(seconds=20)
SHORT = timedelta(seconds=0.5)
FRAMEWORKS = {"django", "redis", "httpcore"}
ROOT = Path(__file__).parents[3]

FRAMEWORK_IMPORTS = "import django, redis, httpcore"
WORK = """
import sys
from datetime import timedelta
from crawls.fetch.parser_pool import ParserPool
from tests.sites.misbehaving import parsers

if __name__ == "__main__":
    import django, redis, httpcore

    pool = ParserPool(2)
    if sys.argv[1] == "list":
        print(*pool.run(parsers.loaded_modules, timeout=timedelta(seconds=20)))
        pool.close()
    else:
        pool.run(parsers.announce_and_hang, sys.argv[1], timeout=timedelta(seconds=60))
"""


@pytest.fixture(scope="module")
def pool():
    pool = ParserPool(2)
    yield pool
    pool.close()


def session_members(leader):
    members = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == leader and fields[0] != "Z":
            members.append(int(stat.parent.name))
    return members


def wait_until(is_so, seconds):
    until = time.monotonic() + seconds
    while not is_so() and time.monotonic() < until:
        time.sleep(0.02)
    return is_so()


def test_result_comes_from_another_process(pool):
    assert pool.run(parsers.process_id, timeout=AMPLE) != os.getpid()


def test_exception_of_the_parser_travels(pool):
    with pytest.raises(ValueError, match="not a page"):
        pool.run(parsers.refuse, timeout=AMPLE)


def test_recursion_without_end_is_an_ordinary_exception(pool):
    with pytest.raises(RecursionError):
        pool.run(parsers.nest_deeply, timeout=AMPLE)


@pytest.mark.parametrize("hang", [parsers.hang_in_python, parsers.hang_in_c])
def test_parser_that_hangs_is_killed_in_time(pool, hang):
    pool.run(parsers.echo, 1, timeout=AMPLE)
    started = time.monotonic()

    with pytest.raises(ParserTimeout):
        pool.run(hang, timeout=SHORT)

    assert time.monotonic() - started < 1.5


@pytest.mark.parametrize(
    ("function", "args", "reason"),
    [
        (parsers.touch_null, (), "the process ended with code -11"),
        (parsers.leave, (7,), "the process ended with code 7"),
        (parsers.eat_memory, (), "out of memory"),
    ],
)
def test_parser_that_dies_is_a_crash(pool, function, args, reason):
    with pytest.raises(ParserCrashed) as crashed:
        pool.run(function, *args, timeout=AMPLE)

    assert str(crashed.value) == reason


def test_page_that_takes_all_memory_is_refused_with_the_reason(pool):
    """Each paragraph opens once more the thousand elements that the first left open."""
    left_open = b"".join(b"<b id=%d>" % number for number in range(1_000))
    body = b"<p>" + left_open + b"<p>x" * 20_000

    examined = pool.run(examine, "https://h.test/", body, (), "SEOFixBot", timeout=AMPLE)

    assert examined == Examined(None, problem="The HTML took more memory than a parser may have.")


def test_parser_that_leaves_without_a_word_is_a_timeout(pool):
    with pytest.raises(ParserTimeout):
        pool.run(parsers.leave, 0, timeout=SHORT)


@pytest.mark.parametrize(
    ("function", "args"),
    [(parsers.touch_null, ()), (parsers.eat_memory, ()), (parsers.hang_in_c, ())],
)
def test_next_call_works_after_a_failed_one(pool, function, args):
    with pytest.raises((ParserCrashed, ParserTimeout)):
        pool.run(function, *args, timeout=SHORT)

    assert pool.run(parsers.echo, "still here", timeout=AMPLE) == "still here"


def idle_child(pool):
    """A child that waits for its next call, and is not still letting go of the last one's locks."""
    child = pool.run(parsers.process_id, timeout=AMPLE)
    stat = Path(f"/proc/{child}/stat")
    assert wait_until(lambda: stat.read_text().rpartition(")")[2].split()[0] == "S", 10)
    return child


@pytest.mark.parametrize("pause", [0, 0.05, 0.1, 0.2])
def test_idle_child_that_is_killed_costs_the_next_call_nothing(pool, pause):
    os.kill(idle_child(pool), signal.SIGKILL)
    time.sleep(pause)  # pebble looks after its children every 0.1 s: before, while and after

    assert pool.run(parsers.echo, "new", timeout=AMPLE) == "new"


@pytest.fixture
def small_pool():
    pool = ParserPool(1)
    yield pool
    pool.close()


def test_fork_server_that_dies_with_its_child_costs_the_next_call_nothing(small_pool):
    fork_server = small_pool.run(os.getppid, timeout=AMPLE)
    for process in (fork_server, idle_child(small_pool)):
        os.kill(process, signal.SIGKILL)

    assert small_pool.run(parsers.echo, "new", timeout=AMPLE) == "new"


def test_child_that_had_stopped_is_replaced_and_the_call_succeeds(small_pool):
    child = small_pool._free.get()
    child.stop()
    child.join()
    small_pool._free.put(child)

    assert small_pool.run(parsers.echo, 1, timeout=AMPLE) == 1


def test_calls_of_a_pool_that_is_closed_crash_at_once():
    pool = ParserPool(1)
    crashed = []

    def call():
        with pytest.raises(ParserCrashed) as error:
            pool.run(parsers.hang_in_c, timeout=AMPLE)
        crashed.append(error.type)

    calling = threading.Thread(target=call)
    calling.start()
    assert wait_until(pool._free.empty, 10)
    pool.close()
    calling.join(10)

    assert crashed == [ParserCrashed]


def test_wait_for_a_free_parser_ends():
    pool = ParserPool(1, patience=timedelta(milliseconds=20))
    hanging = threading.Thread(target=_hang, args=(pool,))
    hanging.start()
    try:
        assert wait_until(pool._free.empty, 10)
        with pytest.raises(ParserBusy, match=r"^no parser was free for 0\.02 s$"):
            pool.run(parsers.echo, 1, timeout=AMPLE)
    finally:
        hanging.join(30)
        pool.close()


def _hang(pool):
    with pytest.raises(ParserTimeout):
        pool.run(parsers.hang_in_c, timeout=SHORT)


def test_threads_share_the_pool_while_others_hang(pool):
    results = []

    def work(number):
        if number % 8 == 0:
            with pytest.raises(ParserTimeout):
                pool.run(parsers.hang_in_c, timeout=SHORT)
        else:
            results.append(pool.run(parsers.echo, number, timeout=AMPLE))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert sorted(results) == [number for number in range(32) if number % 8]


@pytest.mark.parametrize(
    ("main", "text", "command"),
    [
        ("unused.py", "", ["-c", f"{FRAMEWORK_IMPORTS}\n{WORK}"]),
        ("manage.py", WORK, ["manage.py"]),
        ("package/__main__.py", f"{FRAMEWORK_IMPORTS}\n{WORK}", ["-m", "package"]),
        ("celery-script", f"from celery.__main__ import main\n{WORK}", ["celery-script"]),
    ],
    ids=["command", "manage.py", "package", "console script of celery"],
)
def test_children_load_no_framework(tmp_path, main, text, command):
    """However the parent was started, and though it has loaded them all."""
    (tmp_path / main).parent.mkdir(exist_ok=True)
    (tmp_path / main).write_text(text)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}

    loaded = subprocess.check_output(
        [sys.executable, *command, "list"], cwd=tmp_path, env=environment, text=True, timeout=60
    ).split()

    assert (FRAMEWORKS & set(loaded), "crawls.fetch.isolation" in loaded) == (set(), True)


@contextmanager
def own_session(*command):
    """A process that leads a session; the session is over at the end, however the test went."""
    leader = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
    try:
        yield leader
    finally:
        with suppress(ProcessLookupError):
            os.killpg(leader.pid, signal.SIGKILL)
        leader.wait()


def test_no_child_outlives_a_killed_parent(tmp_path):
    announced = tmp_path / "pid"
    with own_session(sys.executable, "-c", WORK, str(announced)) as parent:
        assert wait_until(lambda: announced.exists() and announced.read_text(), 20)
        child = int(announced.read_text())
        was_running = child in session_members(parent.pid)
        parent.kill()
        parent.wait()

        assert (was_running, wait_until(lambda: not session_members(parent.pid), 2)) == (True, True)
