"""A folder served like `tests.sites.static`, with a pause before each answer."""

from __future__ import annotations

import argparse
import functools
import time
from pathlib import Path

from tests.sites.serving import LoopbackServer, serve_until_unneeded
from tests.sites.static import FolderHandler


class SlowHandler(FolderHandler):
    def __init__(self, *arguments, pause_ms: int, **options) -> None:
        self._pause_s = pause_ms / 1000
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:  # noqa: N802 -- http.server's own name
        time.sleep(self._pause_s)
        super().do_GET()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pause-ms", type=int, default=0)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    handler = functools.partial(
        SlowHandler, directory=str(options.folder), pause_ms=options.pause_ms
    )
    server = LoopbackServer(0, handler, options.log)
    serve_until_unneeded(server, f"http://127.0.0.1:{server.port}/")


if __name__ == "__main__":
    main()
