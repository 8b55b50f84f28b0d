from __future__ import annotations

import os
from pathlib import Path

from seofix_site.embedded.errors import EmbeddedError

ROOT = 0
CLONE = Path(__file__).resolve().parents[2]


def local_folder() -> Path:
    """The folder that holds data, logs and locks of this clone, made if need be."""
    chosen = os.environ.get("SEOFIX_LOCAL_DIR")
    folder = Path(chosen).expanduser() if chosen else CLONE / ".local"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        owner = folder.stat().st_uid
    except OSError as error:
        raise EmbeddedError(
            f"The embedded servers need the folder {folder}, which cannot be made "
            f"({error.strerror}): set SEOFIX_LOCAL_DIR to a folder of yours."
        ) from error
    if os.geteuid() not in {ROOT, owner}:
        raise EmbeddedError(
            f"{folder} belongs to user {owner}, not to you ({os.geteuid()}): run as that user, "
            "or set SEOFIX_LOCAL_DIR to a folder of yours."
        )
    return folder.resolve()


def open_private(path: Path, flags: int) -> int:
    """Open (and make) a file that only the owner of its folder can read; the caller closes it."""
    try:
        descriptor = os.open(path, flags | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise EmbeddedError(f"Cannot open {path}: {error.strerror}.") from error
    _give_to_owner_of_parent(path)
    return descriptor


def make_private_folder(path: Path) -> None:
    """Make a folder (if need be) that only the owner of the one above can enter."""
    path.mkdir(mode=0o700, exist_ok=True)
    _give_to_owner_of_parent(path)


def write_private(path: Path, text: str) -> None:
    """Replace a file at once, so that a crash leaves the old or the new content."""
    fresh = path.with_name(f"{path.name}.new")
    with os.fdopen(open_private(fresh, os.O_WRONLY | os.O_TRUNC), "w", encoding="utf-8") as file:
        file.write(text)
    fresh.replace(path)


def _give_to_owner_of_parent(path: Path) -> None:
    # After one run as root the owner of the clone must still be able to run.
    if os.geteuid() == ROOT:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)
