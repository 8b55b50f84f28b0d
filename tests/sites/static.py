"""Serve any folder from loopback: `python -m tests.sites.static FOLDER [--port 0] [--log FILE]`."""

from __future__ import annotations

import argparse
import functools
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

from tests.sites.serving import LoggedHandler, LoopbackServer, serve_until_unneeded


class FolderHandler(LoggedHandler, SimpleHTTPRequestHandler):
    """Files as they are; `index.html` or a listing for folders."""


def folder_server(folder: Path, *, port: int = 0, log: Path | None = None) -> LoopbackServer:
    if not folder.is_dir():
        raise NotADirectoryError(folder)
    handler = functools.partial(FolderHandler, directory=str(folder))
    return LoopbackServer(port, handler, log)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    server = folder_server(options.folder, port=options.port, log=options.log)
    serve_until_unneeded(server, f"http://127.0.0.1:{server.port}/")


if __name__ == "__main__":
    main()
