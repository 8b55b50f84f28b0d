"""Which user PostgreSQL runs as: never root, because it refuses."""

from __future__ import annotations

import os
import pwd
import sys
from pathlib import Path

from seofix_site.embedded.errors import EmbeddedError
from seofix_site.embedded.folder import ROOT

LAUNCHER = Path(__file__).with_name("unprivileged.py")
NAME_LENDER = Path(__file__).with_name("nameless.py")


def server_owner(home: Path) -> tuple[int, int]:
    """User and group of the data directory, or who they will be."""
    if home.exists():
        found = home.stat()
        return _nobody() if found.st_uid == ROOT else (found.st_uid, found.st_gid)
    found = home.parent.stat()
    if os.geteuid() == ROOT and (found.st_uid == ROOT or not has_name(found.st_uid)):
        return _nobody()
    return found.st_uid, found.st_gid


def has_name(uid: int) -> bool:
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def refuse_foreign(home: Path) -> None:
    """Explain a data directory that was made by another user, root excepted, who reads them all."""
    if os.geteuid() not in {ROOT, owner := home.stat().st_uid}:
        raise EmbeddedError(
            f"{home} belongs to user {owner}, not to you ({os.geteuid()}): run as that user, or "
            "set SEOFIX_LOCAL_DIR to a folder of yours."
        )


def as_server_owner(home: Path, argv: list[str]) -> list[str]:
    """The same command, dropping root on the way if we are root."""
    if os.geteuid() != ROOT:
        return argv
    uid, gid = server_owner(home)
    return [sys.executable, "-IS", str(LAUNCHER), str(uid), str(gid), *argv]


def with_a_name(argv: list[str]) -> list[str]:
    """The same command, for initdb and the single-user mode: they insist on a named user."""
    if has_name(os.geteuid()):
        return argv
    return [sys.executable, "-IS", str(NAME_LENDER), *argv]


def give_to_server(folder: Path, owner: tuple[int, int]) -> None:
    """Let the server own the folder and all in it: it refuses a data directory of another user."""
    if os.geteuid() != ROOT:
        return
    for place, _, files in os.walk(folder):
        for path in (place, *(os.path.join(place, name) for name in files)):  # noqa: PTH118 -- os.walk speaks str
            os.chown(path, *owner, follow_symlinks=False)


def _nobody() -> tuple[int, int]:
    others = {entry.pw_name: entry for entry in pwd.getpwall() if entry.pw_uid != ROOT}
    if not others:
        raise EmbeddedError(
            "PostgreSQL refuses to run as root, and /etc/passwd knows no other user: "
            "add one, or set DATABASE_URL to a PostgreSQL server."
        )
    entry = others.get("nobody") or next(iter(others.values()))
    return entry.pw_uid, entry.pw_gid
