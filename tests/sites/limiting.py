"""A folder served like `tests.sites.static` that limits its visitors now and then.

    python -m tests.sites.limiting FOLDER --script 20,3,20,3 [--log FILE]

So many pages are served, so many are answered 429, and so on; after the script all are served.
What does not exist is answered as ever and counts as no page.
"""

from __future__ import annotations

import argparse
import functools
import threading
from itertools import chain, cycle, repeat
from pathlib import Path
from typing import TYPE_CHECKING

from tests.sites.serving import LoopbackServer, serve_until_unneeded
from tests.sites.static import FolderHandler

if TYPE_CHECKING:
    from collections.abc import Iterator


class Script:
    """Says of each page, in the order in which they are asked for, whether it is limited."""

    def __init__(self, text: str) -> None:
        runs = zip(map(int, text.split(",")), cycle((False, True)), strict=False)
        self._is_limited: Iterator[bool] = chain(
            chain.from_iterable(repeat(limited, count) for count, limited in runs), repeat(False)
        )
        self._lock = threading.Lock()

    def next_is_limited(self) -> bool:
        with self._lock:
            return next(self._is_limited)


class LimitingHandler(FolderHandler):
    def __init__(self, *arguments, script: Script, **options) -> None:
        self._script = script
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:  # noqa: N802 -- http.server's own name
        if Path(self.translate_path(self.path)).exists() and self._script.next_is_limited():
            self.send_response(429)
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            super().do_GET()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--script", type=Script, required=True)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    handler = functools.partial(
        LimitingHandler, directory=str(options.folder), script=options.script
    )
    server = LoopbackServer(0, handler, options.log)
    serve_until_unneeded(server, f"http://127.0.0.1:{server.port}/")


if __name__ == "__main__":
    main()
