"""A folder served like `tests.sites.static`, each page after the pause that a script says.

    python -m tests.sites.scripted FOLDER --script 30x100,16x450,100 [--log FILE]

So many pages times so many ms, in the order in which they are asked for; the last pause goes on for
ever. What does not exist, such as robots.txt, is answered at once and counts as no page.
"""

from __future__ import annotations

import argparse
import functools
import threading
import time
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING

from tests.sites.serving import LoopbackServer, serve_until_unneeded
from tests.sites.static import FolderHandler

if TYPE_CHECKING:
    from collections.abc import Iterator


class Script:
    """Gives each page its pause, in seconds; threads may ask at once."""

    def __init__(self, text: str) -> None:
        *steps, last = [_step(part) for part in text.split(",")]
        self._pauses = chain(*(repeat(pause, count) for count, pause in steps), repeat(last[1]))
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[float]:
        return self

    def __next__(self) -> float:
        with self._lock:
            return next(self._pauses)


class ScriptedHandler(FolderHandler):
    def __init__(self, *arguments, script: Script, **options) -> None:
        self._script = script
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:  # noqa: N802 -- http.server's own name
        if Path(self.translate_path(self.path)).exists():
            time.sleep(next(self._script))
        super().do_GET()


def _step(text: str) -> tuple[int, float]:
    count, _, pause_ms = text.rpartition("x")
    return int(count or 1), int(pause_ms) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--script", type=Script, required=True)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    handler = functools.partial(
        ScriptedHandler, directory=str(options.folder), script=options.script
    )
    server = LoopbackServer(0, handler, options.log)
    serve_until_unneeded(server, f"http://127.0.0.1:{server.port}/")


if __name__ == "__main__":
    main()
