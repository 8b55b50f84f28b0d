from __future__ import annotations


class EmbeddedError(Exception):
    """An embedded server cannot be used. The message is written for the person at the terminal."""


class Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP arrived: the same way out as Ctrl-C, with its own exit code."""

    def __init__(self, signum: int) -> None:
        super().__init__(f"signal {signum}")
        self.exit_code = 128 + signum
