"""What a robots.txt says of one URL, with the line that says it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class GroupKind(StrEnum):
    """Whose group decided: the one that names the bot, or the one for all."""

    TOKEN = "token"
    ALL = "*"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`line` counts from 1 and `rule` is that line's text; both None when no rule applies.

    `group` is None when no group applies: nothing is forbidden then.
    """

    allowed: bool
    line: int | None = None
    rule: str | None = None
    group: GroupKind | None = None
