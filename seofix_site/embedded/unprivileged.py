"""Run a command as another user who may still pass every folder: UID GID COMMAND ARGS...

PostgreSQL refuses to run as root. A plain user could not reach a clone below /root, and opening
the folders above it to everybody is not ours to do; so one capability, CAP_DAC_OVERRIDE, is kept.
Run as a script by root: imports nothing of this package. Needs Linux 4.3 (ambient capabilities).
"""

from __future__ import annotations

import ctypes
import os
import sys

CAP_DAC_OVERRIDE = 1
PR_SET_SECUREBITS = 28
SECBIT_NO_SETUID_FIXUP = 1 << 2
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_RAISE = 2
CAPABILITY_VERSION_3 = 0x20080522

REFUSAL = (
    "PostgreSQL refuses to run as root, and this system does not let it run as user {uid} "
    "({reason}): run as an ordinary user, or set DATABASE_URL to a PostgreSQL server."
)


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def become(uid: int, gid: int) -> None:
    """Change user and group for good, keeping CAP_DAC_OVERRIDE across execve.

    Raises OSError when the kernel refuses, AttributeError where there are no capabilities.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    # Without this bit access(2), by which PostgreSQL finds its own programs, ignores what any
    # user but root may do. It also keeps the capabilities over setresuid.
    _check(libc.prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP, 0, 0, 0))
    os.setgroups([])
    os.setresgid(gid, gid, gid)
    os.setresuid(uid, uid, uid)
    bit = 1 << CAP_DAC_OVERRIDE
    header = _Header(CAPABILITY_VERSION_3, 0)
    sets = (_Sets * 2)(_Sets(bit, bit, bit), _Sets(0, 0, 0))
    _check(libc.capset(ctypes.byref(header), sets))
    _check(libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_OVERRIDE, 0, 0))


def _check(result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def main(uid: int, gid: int, command: list[str]) -> None:
    try:
        become(uid, gid)
    except (OSError, AttributeError) as error:
        sys.exit(REFUSAL.format(uid=uid, reason=error))
    os.execv(command[0], command)  # noqa: S606 -- no shell is the point


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
