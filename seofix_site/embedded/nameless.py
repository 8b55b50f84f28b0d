"""Run a command as a user who has a name: COMMAND ARGS...

initdb stops when the user id is not in /etc/passwd, as happens in containers. In a user namespace
of its own it sees the id of `nobody`, while every file still belongs to the real user.
Run as a script: imports nothing of this package. Needs Linux with user namespaces for everybody.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import sys
from pathlib import Path

CLONE_NEWUSER = 0x10000000

REFUSAL = (
    "User id {uid} is not in /etc/passwd, which PostgreSQL needs, and this system does not let us "
    "lend it a name ({reason}): add it, run as another user, or set DATABASE_URL."
)


def borrow_name(name: str) -> None:
    """Be seen as this user by what runs from here on.

    Raises OSError when the kernel refuses, KeyError for an unknown name, AttributeError where
    there are no namespaces.
    """
    entry = pwd.getpwnam(name)
    uid, gid = os.geteuid(), os.getegid()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWUSER) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    Path("/proc/self/setgroups").write_text("deny", encoding="utf-8")
    Path("/proc/self/uid_map").write_text(f"{entry.pw_uid} {uid} 1", encoding="utf-8")
    Path("/proc/self/gid_map").write_text(f"{entry.pw_gid} {gid} 1", encoding="utf-8")


def main(command: list[str]) -> None:
    uid = os.geteuid()
    try:
        borrow_name("nobody")
    except (OSError, KeyError, AttributeError) as error:
        sys.exit(REFUSAL.format(uid=uid, reason=error))
    os.execv(command[0], command)  # noqa: S606 -- no shell is the point


if __name__ == "__main__":
    main(sys.argv[1:])
