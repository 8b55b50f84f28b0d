"""python -m seofix_site.embedded -- COMMAND ARGS...: run a command with the servers up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

from seofix_site.embedded import EmbeddedError, Terminated, services
from seofix_site.embedded.signals import INTERRUPTIONS, handled

if TYPE_CHECKING:
    from types import FrameType

USAGE = "usage: python -m seofix_site.embedded -- COMMAND [ARGUMENT...]"
NOT_FOUND = 127


def run(command: list[str]) -> int:
    """The exit code of the command as a shell gives it: 128 + N after signal N."""
    received: list[int] = []
    child: subprocess.Popen[bytes] | None = None

    def pass_on(signum: int, _frame: FrameType | None) -> None:
        if child is None:
            received.append(signum)
        elif signum != signal.SIGINT or not _terminal_tells_everybody():
            child.send_signal(signum)

    with handled(INTERRUPTIONS, pass_on):
        child = subprocess.Popen(command)  # noqa: S603 -- the caller's command
        for signum in received:
            child.send_signal(signum)
        code = child.wait()
    return 128 - code if code < 0 else code


def _terminal_tells_everybody() -> bool:
    """Whether a Ctrl-C reaches the command without us: then it must not come twice."""
    try:
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (OSError, ValueError):
        return False


def main(argv: list[str]) -> int | str:
    if argv[:1] != ["--"] or not argv[1:]:
        return USAGE
    try:
        with services():
            return run(argv[1:])
    except FileNotFoundError as error:
        print(f"{argv[1]}: {error.strerror}", file=sys.stderr)  # noqa: T201 -- a command line
        return NOT_FOUND
    except EmbeddedError as error:
        return str(error)
    except Terminated as termination:
        return termination.exit_code
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
