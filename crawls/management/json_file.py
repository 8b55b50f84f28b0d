"""The summary for scripts: a file that is opened before the audit and written after it."""

from __future__ import annotations

import json
import os
import stat
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import CommandError

if TYPE_CHECKING:
    from io import FileIO

STANDARD_OUTPUT = "-"


def opened(name: str | None) -> AbstractContextManager[FileIO | None]:
    """The file, before the audit: nobody waits an hour for a refusal. Raises CommandError.

    What it held before stays until there is something to replace it.
    """
    if name is None:
        return nullcontext()
    if name == STANDARD_OUTPUT:
        return open(sys.stdout.fileno(), "ab", buffering=0, closefd=False)
    try:
        return Path(name).open("ab", buffering=0)
    except OSError as error:
        raise CommandError(f"{name} cannot be written: {error.strerror}.") from error


def write(file: FileIO, values: dict[str, Any]) -> None:
    """Replace what a file holds; only add to a device, a pipe or standard output. Raises
    CommandError.
    """
    left = (json.dumps(values, indent=2) + "\n").encode()
    is_standard_output = file.fileno() == sys.stdout.fileno()
    try:
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode) and not is_standard_output:
            file.truncate(0)
        while left:
            left = left[file.write(left) :]
    except OSError as error:
        name = "Standard output" if is_standard_output else file.name
        raise CommandError(f"{name} cannot be written: {error.strerror}.") from error
