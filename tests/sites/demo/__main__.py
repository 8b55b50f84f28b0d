"""`python -m tests.sites.demo [--port 0] [--log FILE]`.

Prints `READY`, the site's address, the seed URL (which redirects there) and the hosts to allow.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.sites.demo.server import SEED, TWIN_HOST, WWW_HOST, demo_server, url_of
from tests.sites.serving import serve_until_unneeded


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    server = demo_server(port=options.port, log=options.log)
    site, seed = url_of("/", server.port), url_of(SEED, server.port)
    allow = f"{TWIN_HOST}:{server.port},{WWW_HOST}:{server.port}"
    serve_until_unneeded(server, f"{site} seed={seed} allow={allow}")


if __name__ == "__main__":
    main()
