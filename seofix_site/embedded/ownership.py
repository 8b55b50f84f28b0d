"""Which user PostgreSQL runs as: never root, because it refuses."""

from __future__ import annotations

import os
import pwd
import sys
from pathlib import Path

from seofix_site.embedded.folder import ROOT

LAUNCHER = Path(__file__).with_name("unprivileged.py")
OVERFLOW_ID = 65534


def server_owner(home: Path) -> tuple[int, int]:
    """User and group of the data directory, or who they will be."""
    found = (home if home.exists() else home.parent).stat()
    return _nobody() if found.st_uid == ROOT else (found.st_uid, found.st_gid)


def as_server_owner(home: Path, argv: list[str]) -> list[str]:
    """The same command, dropping root on the way if we are root."""
    if os.geteuid() != ROOT:
        return argv
    uid, gid = server_owner(home)
    return [sys.executable, "-IS", str(LAUNCHER), str(uid), str(gid), *argv]


def give_to_server(folder: Path, owner: tuple[int, int]) -> None:
    """Let the server own the folder and all in it: it refuses a data directory of another user."""
    if os.geteuid() != ROOT:
        return
    for place, _, files in os.walk(folder):
        for path in (place, *(os.path.join(place, name) for name in files)):  # noqa: PTH118 -- os.walk speaks str
            os.chown(path, *owner, follow_symlinks=False)


def _nobody() -> tuple[int, int]:
    try:
        entry = pwd.getpwnam("nobody")
    except KeyError:
        return OVERFLOW_ID, OVERFLOW_ID
    return entry.pw_uid, entry.pw_gid
